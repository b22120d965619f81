// References that data choose, read after what they refer to has changed and written through, and objects that are
// copied and assigned by functions of their own; prints hashes.
// SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <algorithm>
#include <array>
#include <utility>

// Names of generated code, which may be macros of the user's.
#define order 4
#define radius order
#define x 9
#define vec double

using brick::in;
using brick::inout;
using brick::out;

static_assert(radius + x == 13 && sizeof(vec) == 8);
#undef x

template <class T> const T& larger(const T& a, const T& b) { return a < b ? b : a; }
template <class T> T& larger_of(T& a, T& b) {
  if (a < b) return b;
  return a;
}

struct pair {
  double first, second;
};

[[brick::stencil]] void nested_calls(out<double, 2> next, in<double, 2> u) {
  const double a = u(-1, 0), b = u(1, 0), c = u(0, -1), d = u(0, 1);
  next(0, 0) = larger(larger(a, b), larger(c, d)) + 2 * std::max(std::min(a, b), std::min(c, d)) +
               4 * larger(u(0, 0) + 1, larger(a - b, b - a)) + 8 * std::clamp(larger(a, b), std::min(c, d), c + d);
}

[[brick::stencil]] void read_late(out<double, 2> next, in<double, 2> u) {
  double a = u(-1, 0), b = u(1, 0), c = u(0, -1), low = -0.5, high = 0.5;
  const double& least = std::min(a, b);
  const double& most = std::max(a, b);
  const double& chosen = a < c ? a : b;
  const double& inside = std::clamp(c, low, high);
  a += 100;
  b += 1000;
  c *= 3;
  high = 7;
  next(0, 0) = least + 2 * most + 4 * chosen + 8 * inside;
}

[[brick::stencil]] void written(out<double, 2> next, in<double, 2> u) {
  double a = u(-1, 0), b = u(1, 0), c = u(0, -1), d = u(0, 1);
  std::array<pair, 2> pairs{{{a, b}, {c, d}}};
  (a < b ? a : b) = c;
  (c < d ? c : d) *= 2;
  double& top = larger_of(a, larger_of(b, c));
  top -= 0.25;
  top -= d;
  auto& chosen = pairs[0].first < pairs[1].first ? pairs[0] : pairs[1];
  chosen.second += 3;
  std::swap(chosen.first, a < d ? a : d);
  const auto& [x, y] = u(0, 0) < 0 ? pairs[1] : pairs[0];
  pairs[0].second *= 5;
  std::get<1>(pairs).first += std::get<0>(std::array{a, b});
  next(0, 0) = a + 2 * b + 4 * c + 8 * d + 16 * x + 32 * y + 64 * std::get<1>(pairs).first;
}

[[brick::stencil]] void side_effects(out<double, 2> next, in<double, 2> u) {
  double a = u(-1, 0), b = u(1, 0), c = u(0, -1);
  const double& chosen = a < b ? ++a : (c < b ? b += a : --c);
  double sum = chosen;
  for (const double value : {a, b, c})
    sum = 2 * larger(sum, value);
  const auto lowest = [&]() -> double& { return sum < c ? sum : c; };
  lowest() = chosen;
  next(0, 0) = sum + 2 * c;
}

[[brick::stencil]] void outputs(out<double, 2> one, inout<double, 2> other, in<double, 2> u) {
  one(0, 0) = u(0, 0);
  double& chosen = u(-1, 0) < u(1, 0) ? one(0, 0) : other(0, 0);
  chosen += u(0, 1);
  (other(0, 0) < one(0, 0) ? other(0, 0) : one(0, 0)) -= 2;
}

/// Accessors may be passed to functions that could be constants, by value too.
constexpr double here(in<double, 2> u) { return u(0, 0); }
constexpr void set(out<double, 2> next, double value) { next(0, 0) = value; }
[[brick::stencil]] void scaled(out<double, 2> next, in<double, 2> u, double k) { set(next, k * here(u)); }

/// Counts in its own way how often it has been copied.
struct counted {
  double value = 0, copies = 0;
  counted() = default;
  counted(double value) : value(value) {}
  counted(const counted& other) : value(other.value), copies(other.copies + 1) {}
  counted& operator=(const counted& other) {
    value = other.value + 0.25;
    copies = other.copies + 8;
    return *this;
  }
  counted& operator+=(double more) {
    value += more;
    return *this;
  }
};
counted operator-(counted a, const counted& b) { return a.value - b.value + a.copies; }
struct several {
  counted one, two;
  double other;
};

[[brick::stencil]] void copies(out<double, 2> next, in<double, 2> u) {
  const several first{u(-1, 0), counted(u(1, 0)), u(0, 1)};
  several second = first;
  several third = second;
  third = first;
  second.one = third.two - first.one;
  const auto add = [second](const several& more) { return second.one.value + 2 * second.two.copies + more.two.copies; };
  const auto [x, y, z] = third;
  next(0, 0) = add(third) + 4 * x.value + 8 * x.copies + 16 * y.copies + z;
}

/// Bases have no members; members of theirs are called with and without an object.
struct halves {
  static double half(double x) { return x / 2; }
  double quarter(double x) const { return half(half(x)) + bias(); }
  double bias() const { return 0.125; }
};
template <class Self> struct magnitudes {
  double squared() const { return self().first() * self().first() + self().second() * self().second(); }
  const Self& self() const { return static_cast<const Self&>(*this); }
};
struct complex : magnitudes<complex>, halves {
  double re, im = quarter(2);
  constexpr complex(double re, double im) : re(re), im(im) {}
  double first() const { return re; }
  double second() const { return quarter(im) + this->bias(); }
  complex& scale(double k) {
    re *= k;
    im -= half(k);
    return *this;
  }
  complex& scale_twice(double k) { return scale(k).scale(first()); }
};
struct doubles {
  doubles(double& value) { value *= 2; }
};
struct doubled : doubles {
  double value;
  explicit doubled(double& from) : doubles(from), value(from + 1) {}
};
struct tagged : halves {
  double value;
  double other = quarter(value);
};

/// Assignments: of a base, which has nothing to assign, of arrays beside what has an assignment of its own, and of what
/// is returned by name.
struct tag {};
struct marked : tag {
  double value = 1;
};
struct record : tag {
  double row[3];
  counted inner;
  std::array<double, 2> pair;
};
template <class Self> struct offsets {
  double shifted() const { return static_cast<const Self*>(this)->value + 1; }
};
struct shifting : offsets<shifting> {
  double value;
  explicit shifting(double value) : value(value) {}
};
std::array<counted, 2> both(double x, double y) {
  std::array<counted, 2> result{counted(x), counted(y)};
  result[1] += x;
  return result;
}

[[brick::stencil]] void assignments(out<double, 2> next, in<double, 2> u) {
  marked x, y;
  x.value = u(0, 0);
  y.value = u(1, 0);
  static_cast<tag&>(x) = static_cast<tag&>(y);
  tag& base = x;
  base = tag{};
  record a{{}, {u(-1, 0), u(1, 0), 2}, counted(u(0, 1)), {u(0, 0), 3}}, b{{}, {0, 0, 0}, counted(0), {}};
  b = a;
  const auto two = both(u(0, -1), u(0, 1));
  next(0, 0) = x.value + 2 * b.row[1] + 4 * b.inner.value + 8 * b.inner.copies + 16 * b.pair[0] + two[1].value +
               shifting(u(0, 0)).shifted();
}

[[brick::stencil]] void bases(out<double, 2> next, in<double, 2> u) {
  complex z(u(-1, 0), u(1, 0));
  const tagged plain{{}, u(0, 1)};
  z.scale_twice(u(0, -1));
  double once = u(0, 0);
  const doubled twice(once);
  next(0, 0) = z.squared() + plain.other + plain.quarter(z.im) + twice.value + 2 * once;
}

/// Variables of loops are initialised from elements as any variable is; values that are bound come by `get` where a
/// type has that.
struct twice_of {
  double value;
  twice_of(double value) : value(2 * value) {}
  twice_of(const twice_of& other) : value(other.value + 1) {}
};
struct swapped {
  double first, second;
  template <std::size_t I> double get() const { return I == 0 ? second : 2 * first; }
};
template <> struct std::tuple_size<swapped> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, swapped> {
  using type = double;
};

[[brick::stencil]] void loop_variables(out<double, 2> next, in<double, 2> u) {
  const std::array<double, 2> values{u(-1, 0), u(1, 0)};
  const twice_of own[2] = {twice_of(u(0, -1)), twice_of(u(0, 1))};
  double sum = 0;
  for (const twice_of each : values)
    sum += each.value;
  for (const twice_of each : own)
    sum += 3 * each.value;
  for (const float& each : values)
    sum += 5 * each;
  for (const int& each : {u(0, 0) + 1.5, 2.5})
    sum += 7 * each;
  for (const auto& [x, y] : {swapped{u(0, 0), sum}})
    sum = x - y;
  int i = 1;
  const int chosen = (i++, static_cast<int>(u(0, 0))) ?: 7;
  next(0, 0) = sum + 11 * i + 13 * chosen + std::max(u(0, 1) > 0, u(1, 0) > u(0, 0));
}

/// What members begin with: zeros where an object is made with () or {} and has no constructor of the user's.
struct begun {
  double a, b;
  begun() : a(1) { b = 2; }
};
struct part {
  double unset;
  int set = 2;
  part() = default;
};
struct zeroed {
  part inner;
  begun rest;
  double last;
  zeroed() = default;
};
struct row {
  begun cells[2];
  double scale;
  row(double scale) : scale(scale) {}
};

[[brick::stencil]] void beginnings(out<double, 2> next, in<double, 2> u) {
  begun two[2];
  std::array<begun, 2> more;
  row rows(u(0, 0));
  zeroed all{};
  std::array<zeroed, 2> both{};
  if (u(-1, 0) > 0) {
    all.last = 3;
    all.inner.unset = u(0, 1);
    both[1].last = 9;
    two[1].a = 4;
  }
  next(0, 0) = two[1].a + 2 * two[0].b + 4 * more[1].b + 8 * rows.cells[1].b + 16 * rows.scale + 32 * all.last +
               64 * all.inner.unset + 128 * both[1].last + 256 * both[0].rest.a + all.inner.set;
}

/// The right side of an assignment is evaluated first, also where the operator is a function.
[[brick::stencil]] void right_first(out<double, 2> next, in<double, 2> u) {
  counted a = u(-1, 0), b = u(1, 0);
  const auto change = [&]() -> counted& {
    a.value *= 3;
    b.value -= a.value;
    return a;
  };
  change() = b.value + a.value;
  change() += b.value;
  std::array<double, 2> turns{u(0, 0), 0};
  int turn = 0;
  turns[turn++] = turn + 1;
  turns[--turn] = ++turn;
  const auto last = [turn = ++turn, one = a] { return turn + one.copies; };
  next(0, 0) = a.value + 2 * b.value + 4 * a.copies + turns[0] + 8 * turns[1] + 16 * last() + turn;
}

constexpr double weights[2] = {0.75, -1.25};
constexpr const double& second_weight = weights[1];

/// Closures that capture the object whose member makes them.
struct line {
  double slope, start;
  double& at_zero() { return start; }
  operator const double&() const { return slope; }
  double at(double place) const {
    const auto rise = [this](double along) { return slope * along; };
    return [=, this] { return rise(place) + start; }();
  }
  double steeper(double by) {
    auto copy = [*this, by, more = 2.0]() mutable {
      slope += more * by;
      return slope;
    };
    const auto change = [&] { [this, by] { slope += by; }(); };
    change();
    change();
    return copy() + slope;
  }
};

[[brick::stencil]] void captured_objects(out<double, 2> next, in<double, 2> u) {
  line a{u(-1, 0), u(1, 0)};
  const double steep = a.steeper(u(0, 1));
  const double& slope = a;
  a.at_zero() += second_weight;
  a.slope *= 2;
  next(0, 0) = a.at(u(0, 0)) + 2 * steep + 4 * slope + 8 * a * second_weight;
}

/// std::pair of numbers: made, converted, taken apart, assigned.
std::pair<double, int> whole_part(double value) {
  const int whole = static_cast<int>(value);
  return {value - whole, whole};
}
constexpr std::pair<int, double> shift{3, 0.5};

[[brick::stencil]] void pairs(out<double, 2> next, in<double, 2> u) {
  const auto [rest, whole] = whole_part(u(0, 1) * 4);
  auto ends = std::make_pair(u(-1, 0), u(1, 0));
  std::pair<float, std::int64_t> narrow = ends;
  auto& [low, high] = ends;
  if (low > high) std::swap(low, high);
  std::pair zeros{0.0, 0u};
  zeros.second -= 1;
  std::get<0>(zeros) = high;
  auto copy = whole_part(low);
  copy = whole_part(ends.second - shift.second);
  std::array<std::pair<double, double>, 2> rows{{{low, high}, {rest, 1}}};
  rows[0].first += rows[1].first;
  next(0, 0) = rest + 2 * whole + 4 * low + 8 * high + 16 * narrow.first + 32.0 * static_cast<double>(narrow.second) +
               zeros.first + zeros.second / 1e9 + copy.first * copy.second + shift.first * rows[0].first +
               rows[1].second;
}

/// Variables that a label jumps past.
[[brick::stencil]] void switched(out<double, 2> next, in<double, 2> u) {
  double sum = 0;
  switch (static_cast<int>(u(0, 0) * 8) % 3) {
    double kept;
    std::array<double, 2> ends;
  case 1:
    kept = u(0, -1);
    sum += kept;
    [[fallthrough]];
  case 2:
    ends = {u(0, 1), 4};
    kept = ends[0] * ends[1];
    sum += kept;
    break;
  default:
    ends[1] = u(1, 0);
    sum = ends[1];
  }
  next(0, 0) = sum;
}

/// Members that are references: of accessors, of numbers that change later, of other structs; by constructors, too.
struct view {
  const in<double, 2>& u;
  double across() const { return u(-1, 0) + u(1, 0) - 2 * u(0, 0); }
};
struct adder {
  const double& by;
  double& to;
  void add() { to += by; }
};
class weighted_sum {
public:
  weighted_sum(double& total, const double& weight) : total_(total), weight_(weight) {}
  weighted_sum& operator()(double x) {
    total_ += weight_ * x;
    ++count_;
    return *this;
  }
  int count() const { return count_; }

private:
  double& total_;
  const double& weight_;
  int count_ = 0;
};
struct face {
  const view &left, &right;
  face turned() const { return {right, left}; }
  double jump() const { return right.across() - 3 * left.u(0, 0); }
};
[[brick::stencil]] void reference_members(out<double, 2> next, in<double, 2> u) {
  const view all{u}, same = all;
  double x = u(0, 1), sum = all.across();
  adder add{x, sum};
  add.add();
  x = 7;
  adder again = add;
  again.to *= 1.5;
  again.add();
  const double half = 0.5;
  weighted_sum count(sum, half);
  count(x)(u(0, -1));
  if (u(0, 0) > 0)
    count(3);
  else
    count(4)(5);
  const face f{all, same};
  const double& chosen = adder{u(1, 1) > 0 ? x : sum, sum}.by;
  next(0, 0) = sum + count.count() + f.turned().jump() + chosen;
}

[[brick::step]] void advance(brick::field<double, 2>& one, brick::field<double, 2>& other, brick::field<double, 2>& u,
                             int which, double low, double high) {
  double a = low, b = high;
  const double& least = std::min(a, b);
  a += 10;
  const double scale = larger(larger(a, b), larger(low, least));
  if (which == 0) brick::apply<nested_calls>(one, u);
  if (which == 1) brick::apply<read_late>(one, u);
  if (which == 2) brick::apply<written>(one, u);
  if (which == 3) brick::apply<side_effects>(one, u);
  if (which == 4) brick::apply<outputs>(one, other, u);
  if (which == 5) brick::apply<copies>(one, u);
  if (which == 6) brick::apply<right_first>(one, u);
  if (which == 7) brick::apply<bases>(one, u);
  if (which == 8) brick::apply<assignments>(one, u);
  if (which == 9) brick::apply<loop_variables>(one, u);
  if (which == 10) brick::apply<beginnings>(one, u);
  if (which == 11) brick::apply<captured_objects>(one, u);
  if (which == 12) brick::apply<switched>(one, u);
  if (which == 13) brick::apply<pairs>(one, u);
  if (which == 14) brick::apply<reference_members>(one, u);
  brick::apply<scaled>(other, one, scale);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {37, 45}, .boundary = {brick::periodic, brick::periodic}});
  brick::field<double, 2> u(grid, "u"), one(grid, "one"), other(grid, "other");
  u.fill([](brick::point<2> p) { return static_cast<double>((p[0] * 131 + p[1] * 17) % 97) / 32 - 1.5; });
  other.fill([](brick::point<2> p) { return static_cast<double>((p[0] * 37 + p[1] * 101) % 89) / 16 - 2.5; });
  for (int which = 0; which < 15; ++which) {
    brick::run<advance>(1, one, other, u, which, which - 2.0, 1.0);
    report("one", runtime, one);
    report("other", runtime, other);
  }
}
