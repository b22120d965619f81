// Structs and arrays of fields as parameters of steps; prints a hash of the bits of every field.
// SPDX-License-Identifier: MIT
#include "hash.hpp"
#include <any>
#include <array>
#include <mutex>
#include <string>
#include <tuple>

using brick::in;
using brick::inout;
using brick::out;
using field = brick::field<double, 2>;

namespace {

/// An aggregate, of which a step has the fields and the number.
struct species {
  field now, next;
  double rate = 0.1;
  std::string name = "species";
};
void flip(species& s) { swap(s.now, s.next); }

struct mixture {
  std::array<species, 2> parts;
  std::array<double, 2> weights{0.25, 0.5};
  int turn = 0;
};

/// References, and what owns none.
struct two_levels {
  field &from, &to;
  double k;
};

/// Its own beside references, and what cannot be moved.
struct region_of {
  std::mutex guard;
  field own;
  const field& other;
  brick::box<2> where;
  std::any more;
  volatile int flag = 0;
};

/// What cannot be taken apart, beside fields.
struct settings : std::array<int, 2> {
  std::string name;
  char buffer[4] = {};
};
struct with_settings {
  settings first;
  std::array<species, 1> parts;
};

/// Constructors: which its fields are is for it to say.
class chemistry {
public:
  chemistry(const brick::grid<2>& grid, double factor) : u(grid, "u"), v(grid, "v"), k(factor) {}
  auto fields() { return std::tie(u, v); }
  void exchange_roles() { swap(u, v); }

  field u, v;
  double k;

private:
  std::array<int, 3> counts{};
};

} // namespace

[[brick::stencil]] void diffuse(out<double, 2> next, in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}

[[brick::stencil]] void react(inout<double, 2> a, in<double, 2> b, double k) { a(0, 0) += k * b(0, 0) * (1 - b(0, 0)); }

[[brick::stencil]] double largest(in<double, 2> u) { return u(0, 0); }

[[brick::step]] void one(species& s, double k) {
  brick::apply<diffuse>(s.next, s.now, k * s.rate);
  flip(s);
}

[[brick::step]] void in_turn(std::array<field, 3>& f) {
  for (std::size_t i = 0; i + 1 < f.size(); ++i)
    brick::apply<diffuse>(f[i + 1], f[i], 0.1);
  swap(f.front(), f.back());
}

[[brick::step]] void of_class(chemistry& c, const species& s) {
  brick::apply<diffuse>(c.v, c.u, c.k);
  brick::apply<react>(c.v, s.now, brick::reduce<largest>(brick::max, s.now) / 2);
  c.exchange_roles();
}

[[brick::step]] void all_parts(mixture& all) {
  std::size_t i = 0;
  for (species& s : all.parts) {
    auto& [now, next, rate, name] = s;
    field sum(all.parts[0].now.grid(), "sum");
    brick::apply<diffuse>(sum, now, rate * all.weights[i++]);
    brick::apply<diffuse>(next, sum, all.turn == 1 ? 0.05 : 0.01);
    flip(s);
  }
}

[[brick::step]] void by_value(two_levels levels) {
  brick::apply<diffuse>(levels.to, levels.from, levels.k);
  swap(levels.from, levels.to);
}

[[brick::step]] void in_box(region_of& r, double k) { brick::apply<react>(brick::on(r.where), r.own, r.other, k); }

[[brick::step]] void beside(with_settings& s) { brick::apply<react>(s.parts[0].now, s.parts[0].next, 0.25); }

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<one, in_turn, of_class, all_parts, by_value>(
      runtime, {.cells = {37, 41}, .boundary = brick::periodic});
  const auto fill = [](field& f, double scale) {
    f.fill([scale](brick::point<2> p) {
      const auto [i, j] = p;
      return scale * static_cast<double>(i % 5) + 0.01 * static_cast<double>(j);
    });
  };
  species s{field(grid, "now"), field(grid, "next")};
  std::array<field, 3> f{field(grid, "f0"), field(grid, "f1"), field(grid, "f2")};
  chemistry c(grid, 0.05);
  mixture all{{species{field(grid, "a"), field(grid, "next a"), 0.2}, {field(grid, "b"), field(grid, "next b"), 0.15}}};
  field x(grid, "x"), y(grid, "y");
  fill(s.now, 0.3);
  fill(f[0], 0.2);
  fill(c.u, 0.1);
  fill(all.parts[0].now, 0.4);
  fill(all.parts[1].now, 0.6);
  fill(x, 0.7);

  brick::run<one>(3, s, 0.5);
  brick::run<in_turn>(3, f);
  brick::run<of_class>(3, c, s);
  for (; all.turn < 3; ++all.turn)
    brick::run<all_parts>(1, all);
  two_levels levels{x, y, 0.1};
  const auto steps = brick::run_until<by_value>(2, [&] { return (levels.k /= 2) < 0.03; }, 9, levels);
  region_of r{{}, field(grid, "own"), x, {{5, 7}, {30, 39}}, {}};
  fill(r.own, 0.5);
  brick::run<in_box>(2, r, 0.3);
  with_settings w{{{1, 2}, "settings"}, {{species{field(grid, "w"), field(grid, "next w")}}}};
  fill(w.parts[0].now, 0.2);
  fill(w.parts[0].next, 0.1);
  brick::run<beside>(2, w);
  if (runtime.rank() == 0) std::printf("%ld steps\n", static_cast<long>(steps));
  report("species", runtime, s.now);
  for (const field& one_of : f)
    report("in turn", runtime, one_of);
  report("chemistry", runtime, c.u);
  report("part 0", runtime, all.parts[0].now);
  report("part 1", runtime, all.parts[1].now);
  report("by value", runtime, x);
  report("in a box", runtime, r.own);
  report("beside settings", runtime, w.parts[0].now);
}
