// A way to exchange halos, as it is measured.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace bench {

/// Seconds, summed up: copying to and from buffers, starting messages, waiting.
struct parts {
  double pack = 0, call = 0, wait = 0;
};

class contender {
public:
  contender() = default;
  contender(const contender&) = delete;
  contender& operator=(const contender&) = delete;
  virtual ~contender() = default;

  /// What comes before every exchange that is timed, and is not.
  virtual void prepare() {}

  /// One exchange, until own cells may be written again.
  virtual void exchange() = 0;

  /// Where the time of all exchanges so far went.
  [[nodiscard]] virtual parts spent() const = 0;

  /// Ghost cells that are wrong after an exchange.
  [[nodiscard]] virtual std::int64_t wrong_cells() { return 0; }

  /// What this rank sends in one exchange.
  [[nodiscard]] virtual std::int64_t messages() const = 0;
  [[nodiscard]] virtual std::int64_t bytes() const = 0;

  /// Why something else is measured than was wanted; empty if it is not.
  [[nodiscard]] virtual std::string why() const { return ""; }
};

} // namespace bench
