// SPDX-License-Identifier: MIT
// Random weighted sums, whole, in parts that have names, and beside other terms, keep their values when they are cut
// into partial sums that cells share, and so do the smallest and largest of random cells, some of them NaNs: the
// interpreter says what they are before and after.
#include "compiler/ir/Parser.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Verifier.h"
#include "compiler/transform/ShareAcrossCells.h"
#include "compiler/transform/ShareExtremes.h"
#include "interpreter.hpp"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>

namespace {

using namespace brickc;

std::string at(const std::vector<int>& offset) {
  std::string text;
  for (const int each : offset)
    text += (text.empty() ? "[" : ", ") + std::to_string(each);
  return text + "]";
}

class RandomSum {
public:
  static constexpr int kinds = 6, ofRoots = 1, ofCells = 4, ofProducts = 5;

  explicit RandomSum(unsigned seed) : random(seed) {}

  /// A module of one stencil. Its sum is over the cells of a box, most with weights by their distances from the middle,
  /// in named parts that may be made of each other.
  std::string text() {
    dims = 2 + below(2);
    lets.clear();
    std::string rest;
    std::vector<std::string> parts(1 + below(5));
    std::vector<int> offset(dims, 0);
    const int reach = 1 + below(2);
    irregular = 20 + 300 * below(3);
    kind = below(kinds);
    if (below(4) == 0) {
      type = "i32";
      if (kind == ofRoots || kind == ofProducts) kind = ofCells;
    }
    addCells(parts, offset, 0, reach);
    std::vector<std::string> open{number("0.5", "5") + " * u" + at(std::vector<int>(dims, 0))};
    for (std::string& part : parts) {
      if (part.empty()) continue;
      if (!open.empty() && below(4) == 0) part += sign() + factor() + taken(open);
      if (below(5) == 0) part = "(" + part + ")" + (below(2) || type == "i32" ? " * " : " / ") + "k";
      if (below(5) == 0) {
        open.push_back("(" + part + ")");
        continue;
      }
      const std::string name = "part" + std::to_string(named++);
      lets += "  let " + name + " = " + part + " at 1:1\n";
      open.push_back(name);
      if (below(6) == 0) rest += sign() + name + " * v" + at(std::vector<int>(dims, 0));
    }
    std::string sum = number("0.0", "0");
    while (!open.empty())
      sum += sign() + factor() + taken(open);
    if (below(2)) rest += sign() + factor() + "(v" + at(std::vector<int>(dims, 1)) + " + k)";
    if (below(4) == 0) sum = "-(" + sum + ") * k";
    return "module \"m\"\n\nstencil \"s\" " + std::to_string(dims) + "d (out " + type + " a, in " + type + " u, in " +
           type + " v, scalar " + type + " k, table " + type + " c[8]) {\n" + lets + "  a = " + sum + rest + "\n}\n";
  }

  int kind = 0; ///< of what is added up
  std::string type = "f64";

private:
  int below(int end) { return static_cast<int>(random() % end); }
  std::string number(const char* real, const char* integer) const { return type == "i32" ? integer : real; }
  std::string sign() { return below(4) ? " + " : " - "; }
  std::string factor() { return below(2) ? "" : below(2) ? "k * " : "c[" + std::to_string(below(8)) + "] * "; }

  std::string taken(std::vector<std::string>& open) {
    std::swap(open[below(static_cast<int>(open.size()))], open.back());
    std::string result = std::move(open.back());
    open.pop_back();
    return result;
  }

  /// By the distance, or a product of one for each axis.
  std::string weight(const std::vector<int>& offset, int distance) {
    if (kind != ofProducts || !below(irregular))
      return "c[" + std::to_string(below(irregular) ? distance : below(8)) + "]";
    double product = 1;
    for (const int each : offset)
      product *= 0.3 - 0.7 * each + 0.1 * each * each;
    std::ostringstream text;
    text << std::setprecision(17) << "(" << product << ")";
    return text.str();
  }

  /// What is added up of a cell.
  std::string cell(std::vector<int> offset) {
    const std::string u = "u" + at(offset), v = "v" + at(offset);
    ++offset.back();
    switch (kind) {
    case 0:
      return u + " * " + v;
    case ofRoots:
      return "sqrt(2.5 + u" + at(offset) + " * k) * (" + u + " - " + v + ")";
    case 2: {
      const std::string name = "cell" + std::to_string(named++);
      lets += "  let " + name + " = " + u + " at 1:1\n";
      return name;
    }
    case 3: {
      const std::string name = "cell" + std::to_string(named++);
      lets += "  let " + name + " = " + u + " - " + v + " at 1:1\n";
      return "k * " + name + " * (" + number("1.5", "3") + " * " + name + (below(40) ? ")" : " - v" + at(offset) + ")");
    }
    default:
      return u;
    }
  }

  void addCells(std::vector<std::string>& parts, std::vector<int>& offset, unsigned axis, int reach) {
    if (axis < dims) {
      for (offset[axis] = -reach; offset[axis] <= reach; ++offset[axis])
        addCells(parts, offset, axis + 1, reach);
      return;
    }
    int distance = 0;
    for (const int each : offset)
      distance += std::abs(each);
    std::string& part = parts[below(irregular) ? distance % parts.size() : below(static_cast<int>(parts.size()))];
    part += (part.empty() ? "" : below(irregular) ? " + " : " - ");
    part += weight(offset, distance) + " * " + cell(offset);
  }

  std::minstd_rand random;
  unsigned dims = 0, named = 0;
  int irregular = 0; ///< one cell of so many is
  std::string lets;
};

/// The smallest or largest of most cells of a box, and of other values.
class RandomExtreme {
public:
  static constexpr int functions = 4;

  explicit RandomExtreme(unsigned seed) : random(seed) {}

  std::string text() {
    const unsigned dims = 2 + below(2);
    type = below(3) ? "f64" : "i32";
    kind = below(type == "i32" ? 2 : functions);
    holes = below(3) ? 100 : 12;
    computed = below(3) == 0;
    std::string lets =
        "  let m0 = " + std::string(below(2) ? "k" : "u" + at(std::vector<int>(dims, below(2)))) + " at 1:1\n";
    std::vector<int> offset(dims, 0);
    addCells(lets, offset, 0, 1 + below(2));
    const std::string last = "m" + std::to_string(steps);
    return "module \"m\"\n\nstencil \"s\" " + std::to_string(dims) + "d (out " + type + " a, in " + type + " u, in " +
           type + " v, scalar " + type + " k) {\n" + lets + "  a = " + (below(2) ? last : last + " + u" + at(offset)) +
           "\n}\n";
  }

  int kind = 0; ///< smaller, larger, fmin, fmax
  std::string type;

private:
  int below(int end) { return static_cast<int>(random() % end); }

  void addCells(std::string& lets, std::vector<int>& offset, unsigned axis, int reach) {
    if (axis < offset.size()) {
      for (offset[axis] = -reach; offset[axis] <= reach; ++offset[axis])
        addCells(lets, offset, axis + 1, reach);
      offset[axis] = 0;
      return;
    }
    if (below(holes) == 0) return;
    const std::string place = at(offset), before = "m" + std::to_string(steps);
    std::string cell = below(holes) ? "u" + place : "v" + place;
    if (computed) {
      const std::string name = "cell" + std::to_string(steps);
      lets += "  let " + name + " = " + cell + " * k - v" + place + " at 1:1\n";
      cell = name;
    }
    const bool first = below(2); // which side of the comparison the cell is on
    const std::string compared =
        first ? cell + (kind == 0 ? " < " : " > ") + before : before + (kind == 0 ? " > " : " < ") + cell;
    const std::string choice = compared + " ? " + cell + " : " + before;
    const std::string call =
        (kind == 2 ? "fmin(" : "fmax(") + (below(2) ? cell + ", " + before : before + ", " + cell) + ")";
    lets += "  let m" + std::to_string(++steps) + " = " + (kind < 2 ? choice : call) + " at 1:1\n";
  }

  std::mt19937 random;
  int steps = 0, holes = 0;
  bool computed = false;
};

/// Any numbers, the same for the same place.
double numberAt(const std::string& name, const std::vector<int>& place) {
  std::size_t hash = std::hash<std::string>()(name);
  for (const int each : place)
    hash = hash * 1000003 + static_cast<std::size_t>(each + 50);
  return std::sin(static_cast<double>(hash % 100003));
}

Value asValue(double number) { return {static_cast<std::int64_t>(1000 * number), number}; }

/// With NaNs for so many of a hundred cells.
Value valueOf(const ir::Module& module, int nans = 0) {
  Surroundings surroundings;
  surroundings.load = [nans](const ir::LoadExpr& load) {
    const double number = numberAt(load.field, load.offset);
    const bool is_nan = std::fmod(std::abs(number) * 1e6, 100) < nans;
    return is_nan ? Value{0, std::numeric_limits<double>::quiet_NaN()} : asValue(number);
  };
  surroundings.scalar = [](const std::string& name) { return asValue(1.5 + numberAt(name, {})); };
  surroundings.table = [](const std::string& name, unsigned i) { return asValue(numberAt(name, {int(i)})); };
  return interpret(module.stencils.front(), surroundings).at("a");
}

ir::Module parsed(const std::string& text) {
  llvm::Expected<ir::Module> module = ir::parseModule(text, "random.ir");
  if (!module) throw std::invalid_argument(llvm::toString(module.takeError()) + "\n" + text);
  return std::move(*module);
}

/// The module behind a pass, which must be valid.
ir::Module passed(ir::Module (*pass)(const ir::Module&), const ir::Module& module) {
  ir::Module result = pass(module);
  if (llvm::Error wrong = ir::verify(result)) throw std::invalid_argument(llvm::toString(std::move(wrong)));
  return result;
}

TEST(SharedSums, KeepTheirValues) {
  std::array<int, RandomSum::kinds> cut{};
  int cutIntegers = 0, opened = 0;
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    RandomSum sum(seed);
    const std::string text = sum.text();
    const ir::Module before = parsed(text), after = passed(transform::shareAcrossCells, before);
    const auto lets = [](const ir::Module& module) {
      return llvm::count_if(module.stencils.front().body, [](const ir::Statement& each) {
        const auto* let = std::get_if<ir::Let>(&each);
        return let && let->name.starts_with("part");
      });
    };
    (sum.type == "i32" ? cutIntegers : cut[sum.kind]) += after.stencils.front().shares();
    opened += lets(after) < lets(before);
    const Value expected = valueOf(before), found = valueOf(after);
    ASSERT_EQ(found.integer, expected.integer) << "seed " << seed << "\n" << text;
    ASSERT_NEAR(found.real, expected.real, 1e-11) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(*std::ranges::min_element(cut), 50);
  EXPECT_GT(cutIntegers, 50);
  EXPECT_GT(opened, 100);
}

TEST(SharedExtremes, KeepTheirValuesAndNaNs) {
  std::array<int, RandomExtreme::functions> cut{};
  int cut_integers = 0, nans = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    RandomExtreme extreme(seed);
    const std::string text = extreme.text();
    const ir::Module before = parsed(text), after = passed(transform::shareExtremes, before);
    if (!after.stencils.front().shares()) continue;
    ++(extreme.type == "i32" ? cut_integers : cut[extreme.kind]);
    for (const int of_hundred : {0, 10, 60, 97, 100}) {
      const Value expected = valueOf(before, of_hundred), found = valueOf(after, of_hundred);
      if (extreme.type == "i32") {
        ASSERT_EQ(found.integer, expected.integer) << "seed " << seed << "\n" << text;
        continue;
      }
      ASSERT_EQ(std::isnan(found.real), std::isnan(expected.real))
          << "seed " << seed << ", " << of_hundred << " NaNs of 100\n"
          << text;
      if (std::isnan(expected.real))
        ++nans;
      else
        ASSERT_EQ(found.real, expected.real) << "seed " << seed << ", " << of_hundred << " NaNs of 100\n" << text;
    }
  }
  EXPECT_GT(*std::ranges::min_element(cut), 50);
  EXPECT_GT(cut_integers, 50);
  EXPECT_GT(nans, 100);
}

} // namespace
