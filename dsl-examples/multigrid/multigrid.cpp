// SPDX-License-Identifier: MIT
// The potential of charges in an earthed square,
//
//   -(d2u/dx2 + d2u/dy2) = f,     u = 0 on the rim,
//
// by multigrid. A V-cycle smooths with red-black Gauss-Seidel, restricts the defect to a grid of half the resolution,
// solves there for the correction in the same way, interpolates it, and smooths again; conjugate gradients solve on the
// coarsest grid. Each sweep over cells is a stencil; the transfer between grids, whose cells do not lie side by side,
// is host code. The rim lies on the ghost cells; point (i, j) of a coarse grid is point (2 i + 1, 2 j + 1) of the next
// finer one.
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace poisson {

/// One colour of Gauss-Seidel: solves the equation at the points with (i + j) mod 2 = colour. `h2` is h^2.
[[brick::stencil]]
void relax(brick::out<double, 2> next, brick::in<double, 2> u, brick::in<double, 2> f, double h2, int colour,
           brick::point<2> p) {
  const double solved = 0.25 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) + h2 * f(0, 0));
  next(0, 0) = (p[0] + p[1]) % 2 == colour ? solved : u(0, 0);
}

inline double defect_at(brick::in<double, 2> u, brick::in<double, 2> f, double h2) {
  return f(0, 0) + (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0)) / h2;
}

[[brick::stencil]]
void defect(brick::out<double, 2> r, brick::in<double, 2> u, brick::in<double, 2> f, double h2) {
  r(0, 0) = defect_at(u, f, h2);
}

/// Full weighting, at every point; the coarse grid takes every other.
[[brick::stencil]]
void weigh(brick::out<double, 2> mean, brick::in<double, 2> r) {
  const double edges = r(-1, 0) + r(1, 0) + r(0, -1) + r(0, 1);
  const double corners = r(-1, -1) + r(-1, 1) + r(1, -1) + r(1, 1);
  mean(0, 0) = 0.25 * r(0, 0) + 0.125 * edges + 0.0625 * corners;
}

/// A coarse correction that lies on every other point, spread to those between them.
[[brick::stencil]]
void interpolate(brick::inout<double, 2> u, brick::in<double, 2> e) {
  const double edges = e(-1, 0) + e(1, 0) + e(0, -1) + e(0, 1);
  const double corners = e(-1, -1) + e(-1, 1) + e(1, -1) + e(1, 1);
  u(0, 0) += e(0, 0) + 0.5 * edges + 0.25 * corners;
}

[[brick::stencil]]
void place(brick::out<double, 2> f, double density) {
  f(0, 0) = density;
}

[[brick::stencil]]
double value(brick::in<double, 2> f) {
  return f(0, 0);
}

[[brick::stencil]]
double squared_defect(brick::in<double, 2> u, brick::in<double, 2> f, double h2) {
  return defect_at(u, f, h2) * defect_at(u, f, h2);
}

/// Two sweeps of red-black Gauss-Seidel.
[[brick::step]]
void smooth(brick::field<double, 2>& u, const brick::field<double, 2>& f, double h2) {
  brick::field<double, 2> half(u.grid(), "half");
  for (int sweep = 0; sweep < 2; ++sweep) {
    brick::apply<relax>(half, u, f, h2, 0);
    brick::apply<relax>(u, half, f, h2, 1);
  }
}

[[brick::step]]
void weighted_defect(brick::field<double, 2>& mean, const brick::field<double, 2>& u, const brick::field<double, 2>& f,
                     double h2) {
  brick::field<double, 2> r(u.grid(), "defect");
  brick::apply<defect>(r, u, f, h2);
  brick::apply<weigh>(mean, r);
}

[[brick::step]]
void correct(brick::field<double, 2>& u, const brick::field<double, 2>& e) {
  brick::apply<interpolate>(u, e);
}

[[brick::stencil]]
double product(brick::in<double, 2> a, brick::in<double, 2> b) {
  return a(0, 0) * b(0, 0);
}

/// A d, where A u = f is the equation.
[[brick::stencil]]
void bend(brick::out<double, 2> result, brick::in<double, 2> d, double h2) {
  result(0, 0) = (4 * d(0, 0) - d(-1, 0) - d(1, 0) - d(0, -1) - d(0, 1)) / h2;
}

[[brick::stencil]]
void move(brick::inout<double, 2> u, brick::in<double, 2> d, double length) {
  u(0, 0) += length * d(0, 0);
}

[[brick::stencil]]
void turn(brick::inout<double, 2> d, brick::in<double, 2> r, double old) {
  d(0, 0) = r(0, 0) + old * d(0, 0);
}

/// Before the first iteration of conjugate gradients: the defect r is the direction d. `rr` becomes the sum of r r.
[[brick::step]]
void descend(brick::field<double, 2>& r, brick::field<double, 2>& d, const brick::field<double, 2>& u,
             const brick::field<double, 2>& f, double h2, double& rr) {
  brick::apply<defect>(r, u, f, h2);
  brick::apply<defect>(d, u, f, h2);
  rr = brick::reduce<product>(brick::sum, r, r);
}

/// An iteration: to the lowest point along d, then into the next direction. Does nothing where the defect is 0. The
/// next one begins with the `rr` that this one ends with.
[[brick::step]]
void conjugate_gradients(brick::field<double, 2>& u, brick::field<double, 2>& r, brick::field<double, 2>& d,
                         double h2, double& rr) {
  brick::field<double, 2> bent(u.grid(), "A d");
  brick::apply<bend>(bent, d, h2);
  const double curvature = brick::reduce<product>(brick::sum, d, bent);
  const double length = curvature > 0 ? rr / curvature : 0;
  brick::apply<move>(u, d, length);
  brick::apply<move>(r, bent, -length);
  const double before = rr;
  rr = brick::reduce<product>(brick::sum, r, r);
  brick::apply<turn>(d, r, before > 0 ? rr / before : 0);
}

/// A plate: charge on the cells of a box, nothing elsewhere changed.
[[brick::step]]
void charge(brick::field<double, 2>& f, const brick::box<2>& plate, double density) {
  brick::apply<place>(brick::on(plate), f, density);
}

} // namespace poisson

namespace {

/// A grid, the equation on it, and the coarser grids that help to solve it.
class level {
public:
  /// `h` is the distance of points. Grids are coarsened while the rim of the coarse one lies on the rim.
  level(const brick::runtime& runtime, const brick::index<2>& cells, double h)
      : h2_(h * h), grid_(brick::grid_for<poisson::smooth, poisson::weighted_defect, poisson::correct, poisson::charge,
                                          poisson::descend, poisson::conjugate_gradients>(
                        runtime, {.cells = cells, .boundary = brick::dirichlet(0)})) {
    if (cells[0] % 2 == 1 && cells[1] % 2 == 1 && cells[0] > 1 && cells[1] > 1)
      coarse_ = std::make_unique<level>(runtime, brick::index<2>{cells[0] / 2, cells[1] / 2}, 2 * h);
  }

  brick::field<double, 2>& u() { return u_; }
  brick::field<double, 2>& f() { return f_; }

  [[nodiscard]] double defect() const { // in the mean square
    return std::sqrt(brick::reduce<poisson::squared_defect>(brick::sum, u_, f_, h2_) /
                     static_cast<double>(size(grid_)));
  }

  void v_cycle() {
    if (!coarse_) return solve();
    brick::run<poisson::smooth>(1, u_, f_, h2_);
    brick::run<poisson::weighted_defect>(1, moved_, u_, f_, h2_);
    restrict_to_coarse();
    coarse_->v_cycle();
    take_from_coarse();
    brick::run<poisson::correct>(1, u_, moved_);
    brick::run<poisson::smooth>(1, u_, f_, h2_);
  }

private:
  /// By conjugate gradients, until rounding is left.
  void solve() {
    brick::field<double, 2> r(grid_, "r"), d(grid_, "d");
    double rr = 0;
    brick::run<poisson::descend>(1, r, d, u_, f_, h2_, rr);
    const auto most = static_cast<std::int64_t>(size(grid_)); // would be exact without rounding
    const double goal = 1e-28 * rr;
    brick::run_until<poisson::conjugate_gradients>(5, [&] { return rr <= goal; }, most, u_, r, d, h2_, rr);
  }

  /// Calls `visit(coarse place, fine place)` for all points of the coarse grid, in the row-major order of both.
  template <typename Visit> void for_each_coarse(Visit visit) const {
    const brick::index<2>& cells = coarse_->grid_.cells();
    for (std::int64_t i = 0; i < cells[0]; ++i)
      for (std::int64_t j = 0; j < cells[1]; ++j)
        visit(static_cast<std::size_t>(i * cells[1] + j),
              static_cast<std::size_t>((2 * i + 1) * grid_.cells()[1] + 2 * j + 1));
  }

  /// Every other value of the weighted defect becomes the coarse right-hand side; the correction starts from 0.
  void restrict_to_coarse() {
    const std::vector<double> fine = moved_.gather(); // on rank 0; nothing elsewhere
    std::vector<double> coarse(fine.empty() ? 0 : size(coarse_->grid_));
    if (!fine.empty()) for_each_coarse([&](std::size_t to, std::size_t from) { coarse[to] = fine[from]; });
    coarse_->f_.scatter(coarse);
    coarse_->u_.fill(0);
  }

  /// The coarse correction at every other point, 0 between them.
  void take_from_coarse() {
    const std::vector<double> coarse = coarse_->u_.gather();
    std::vector<double> fine(coarse.empty() ? 0 : size(grid_));
    if (!coarse.empty()) for_each_coarse([&](std::size_t from, std::size_t to) { fine[to] = coarse[from]; });
    moved_.scatter(fine);
  }

  static std::size_t size(const brick::grid<2>& grid) {
    return static_cast<std::size_t>(grid.cells()[0] * grid.cells()[1]);
  }

  double h2_;
  brick::grid<2> grid_;
  brick::field<double, 2> u_{grid_, "u"}, f_{grid_, "f"}, moved_{grid_, "moved"};
  std::unique_ptr<level> coarse_;
};

/// A product of sines that solves the equation with f = 5 pi^2 u on the unit square.
auto mode(const brick::index<2>& cells) {
  return [=](const brick::point<2>& p) {
    const double x = static_cast<double>(p[0] + 1) / static_cast<double>(cells[0] + 1);
    const double y = static_cast<double>(p[1] + 1) / static_cast<double>(cells[1] + 1);
    return std::sin(std::numbers::pi * x) * std::sin(2 * std::numbers::pi * y);
  };
}

/// Cycles for the mode on n x n points; adds the error after them.
void check_mode(const brick::runtime& runtime, examples::checker& checks, std::int64_t n,
                examples::convergence& found) {
  const brick::index<2> cells{n, n};
  level finest(runtime, cells, 1 / static_cast<double>(n + 1));
  finest.f().fill([u = mode(cells)](const brick::point<2>& p) { return 5 * std::pow(std::numbers::pi, 2) * u(p); });
  finest.v_cycle(); // the first ones differ
  finest.v_cycle();
  const double before = finest.defect();
  for (int cycle = 0; cycle < 4; ++cycle)
    finest.v_cycle();
  const double factor = std::pow(finest.defect() / before, 0.25);
  checks.at_most("defect from one V-cycle to the next on " + examples::to_string(cells) + " points", factor, 0.1);
  found.add(static_cast<double>(n + 1), examples::largest_error(runtime, finest.u(), mode(cells)));
}

/// Two plates of opposite charge; returns the sum of all charge.
double charge_plates(level& finest, const brick::index<2>& cells) {
  const auto plate = [&](std::int64_t low, std::int64_t high) {
    return brick::box<2>{{low * cells[0] / 8, cells[1] / 4}, {high * cells[0] / 8, 3 * cells[1] / 4}};
  };
  brick::run<poisson::charge>(1, finest.f(), plate(2, 3), 1.0);
  brick::run<poisson::charge>(1, finest.f(), plate(5, 6), -1.0);
  return brick::reduce<poisson::value>(brick::sum, finest.f());
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  examples::convergence found;
  for (const std::int64_t n : {31, 63, 127})
    check_mode(runtime, checks, n, found);
  checks.order_at_least("solution of the Poisson equation", found, 1.9);

  const brick::index<2> cells{63, 31};
  level finest(runtime, cells, 1);
  const double total = charge_plates(finest, cells);
  const brick::box<2> upper{{0, 0}, {cells[0] / 2, cells[1]}};
  const double half = brick::reduce<poisson::value>(brick::on(upper), brick::sum, finest.f());
  checks.holds("the plates' charges are those of their cells", half == 8 * 16 && total == half - 8 * 16);
  for (int cycle = 0; cycle < 12; ++cycle)
    finest.v_cycle();
  checks.at_most("defect of the plates' field after 12 V-cycles", finest.defect(), 1e-11);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  level finest(runtime, options.cells, 1);
  charge_plates(finest, options.cells);
  const double before = finest.defect();
  for (std::int64_t cycle = 0; cycle < options.steps; ++cycle)
    finest.v_cycle();
  examples::print(runtime, "multigrid: %s, defect %.1e of that at first\n", examples::to_string(options).c_str(),
                  finest.defect() / before);
  examples::finish(runtime, options, finest.u());
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<2>(runtime, argc, argv, {.cells = {255, 255}, .steps = 10});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
