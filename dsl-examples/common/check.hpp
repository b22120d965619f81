// SPDX-License-Identifier: MIT
// Comparison with exact solutions: error norms, observed orders of convergence, a verdict.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <brick/brick.hpp>

#include "output.hpp"

namespace examples {

/// The largest |u - exact(p)| over the whole domain, on all ranks; infinite when any value is not a number. Collective.
template <typename T, int D, typename Exact>
double largest_error(const brick::runtime& runtime, const brick::field<T, D>& u, Exact exact) {
  double largest = 0;
  u.for_each([&](const brick::point<D>& p, T value) {
    const double error = std::abs(value - exact(p));
    if (!(error <= largest)) largest = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  });
  return runtime.max(largest);
}

/// The mean |u - exact(p)| over the whole domain, on all ranks. Collective.
template <typename T, int D, typename Exact>
double mean_error(const brick::runtime& runtime, const brick::field<T, D>& u, Exact exact) {
  double sum = 0, count = 0;
  u.for_each([&](const brick::point<D>& p, T value) {
    sum += std::abs(value - exact(p));
    count += 1;
  });
  return runtime.sum(sum) / runtime.sum(count);
}

/// The errors of one problem solved at several resolutions.
struct convergence {
  std::vector<std::pair<double, double>> errors; ///< cells per unit length, error; coarsest first

  void add(double resolution, double error) { errors.emplace_back(resolution, error); }

  /// p in error = O(resolution^-p) between entries `i - 1` and `i`.
  [[nodiscard]] double order(std::size_t i) const {
    const auto [coarse, coarse_error] = errors[i - 1];
    const auto [fine, fine_error] = errors[i];
    return std::log(coarse_error / fine_error) / std::log(fine / coarse);
  }
};

/// Collects verdicts, one printed line each, and gives the exit code of `--check`. Where EXAMPLES_TABLE names a file,
/// each verdict is also a line there: what, expected and measured, separated by tabs.
class checker {
public:
  explicit checker(const brick::runtime& runtime) : runtime_(runtime) {
    const char* const name = std::getenv("EXAMPLES_TABLE");
    if (name && runtime.rank() == 0) table_.reset(std::fopen(name, "w"));
  }

  /// `error` must be at most `bound`. Only a failure prints the error: round-off differs between machines.
  void at_most(const std::string& what, double error, double bound) {
    const bool good = verdict(error <= bound);
    print(runtime_, "%s %s: error at most %.0e\n", good ? "ok  " : "FAIL", what.c_str(), bound);
    if (!good) print(runtime_, "       it is %.3e\n", error);
    add_row("%s\tat most %.0e\t%.0e\n", what.c_str(), bound, error);
  }

  /// A statement that is true or not.
  void holds(const std::string& what, bool good) {
    print(runtime_, "%s %s\n", verdict(good) ? "ok  " : "FAIL", what.c_str());
    add_row("%s\tholds\t%s\n", what.c_str(), good ? "holds" : "does not");
  }

  /// The order between the two finest resolutions must be at least `order`.
  void order_at_least(const std::string& what, const convergence& found, double order) {
    for (std::size_t i = 0; i < found.errors.size(); ++i) {
      print(runtime_, "     %6.0f cells: error %.2e", found.errors[i].first, found.errors[i].second);
      if (i > 0) print(runtime_, ", order %.2f", found.order(i));
      print(runtime_, "\n");
    }
    const double finest = found.order(found.errors.size() - 1);
    const bool good = verdict(finest >= order);
    print(runtime_, "%s %s: order at least %.1f\n", good ? "ok  " : "FAIL", what.c_str(), order);
    add_row("%s\torder at least %.1f\t%.2f\n", what.c_str(), order, finest);
  }

  [[nodiscard]] int exit_code() const { return failed_ ? 1 : 0; }

private:
  bool verdict(bool good) {
    failed_ = failed_ || !good;
    return good;
  }

  template <typename... Values> void add_row(const char* format, Values... values) {
    if (table_) std::fprintf(table_.get(), format, values...);
  }

  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  const brick::runtime& runtime_;
  std::unique_ptr<std::FILE, closer> table_;
  bool failed_ = false;
};

} // namespace examples
