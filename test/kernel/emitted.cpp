// SPDX-License-Identifier: MIT
// Every emitted kernel of kernels.ir against the interpreter, cell by cell and bit by bit; and none may read or write
// beyond its fields.
#include "compiler/ir/Parser.h"
#include "interpreter.hpp"
#include "torus.hpp"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <brick/device_sweep.hpp>
#include <brick/index.hpp>
#include <brick/kernel.hpp>
#include <cstring>
#include <gtest/gtest.h>
#include <new>
#include <numeric>
#include <random>
#include <ranges>
#include <sys/mman.h>
#include <unistd.h>

namespace {

/// A generated sweep or kernel behind one signature: every argument as the address of its value (a field's of its first
/// cell).
struct Kernel {
  const char* name;
  std::vector<int> brick;
  std::function<void(const brick::sweep_range&, const std::vector<void*>&)> sweep;
  int margin = 0; ///< cells at the ends of all axes that are not wanted where it is to stream: of a kernel for devices
};

template <class T> T argument(void* address) {
  if constexpr (std::is_pointer_v<T>)
    return static_cast<T>(address);
  else
    return *static_cast<std::remove_reference_t<T>*>(address);
}

template <class... P> auto by_address(void (*sweep)(const brick::sweep_range&, P...)) {
  return [sweep](const brick::sweep_range& range, const std::vector<void*>& arguments) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      sweep(range, argument<P>(arguments[I])...);
    }(std::index_sequence_for<P...>());
  };
}

/// Cells at the ends of all axes that are not wanted, so that some bricks are cut.
constexpr int margin_of_devices = 2;

/// A kernel for devices, block by block and thread by thread.
template <int Fields, int D, class... P>
auto by_address(void (*kernel)(brick::device_range<Fields, D>, P...), const brick::index_argument<D>& brick,
                int threads) {
  return [=](const brick::sweep_range& range, const std::vector<void*>& arguments) {
    brick::device_range<Fields, D> told{range.bricks, range.adjacency, range.lattice, {}, {}, {}};
    std::copy_n(range.strides, Fields, told.strides);
    for (int axis = 0; axis < D; ++axis) {
      told.low[axis] = range.streaming ? margin_of_devices : 0;
      told.high[axis] = 3 * brick[axis] - told.low[axis]; // see torus.hpp
    }
    brick::device::place& here = brick::device::called_for;
    for (here.block = 0; here.block < range.count; ++here.block)
      for (here.thread = 0; here.thread < threads; ++here.thread)
        [&]<std::size_t... I>(std::index_sequence<I...>) {
          kernel(told, argument<P>(arguments[I])...);
        }(std::index_sequence_for<P...>());
  };
}

template <auto Stencil> Kernel kernel(const char* name) {
  using generated = brick::generated<Stencil>;
  const std::vector<int> brick(generated::brick.begin(), generated::brick.end());
  if constexpr (requires { generated::threads; })
    return {name, brick, by_address(&brick::kernels::on_host<Stencil>::run, generated::brick, generated::threads),
            margin_of_devices};
  else if constexpr (requires { typename generated::value_type; })
    return {name, brick, by_address(&generated::template sweep<typename generated::value_type*>)};
  else
    return {name, brick, by_address(&generated::sweep)};
}

} // namespace

#include KERNELS_HEADER

namespace {

using namespace brickc;

/// Where elements end at pages that nobody may read.
enum class Guarded { Before, Behind };

/// Calls `action` with the elements at that place, as a pointer to their type.
template <class Action> auto as_elements(ir::Type type, void* first, Action action) {
  switch (type) {
  case ir::Type::F64:
    return action(static_cast<double*>(first));
  case ir::Type::F32:
    return action(static_cast<float*>(first));
  case ir::Type::I64:
    return action(static_cast<std::int64_t*>(first));
  case ir::Type::I16:
    return action(static_cast<std::int16_t*>(first));
  case ir::Type::I8:
    return action(static_cast<std::int8_t*>(first));
  case ir::Type::U64:
    return action(static_cast<std::uint64_t*>(first));
  case ir::Type::U32:
    return action(static_cast<std::uint32_t*>(first));
  case ir::Type::U16:
    return action(static_cast<std::uint16_t*>(first));
  case ir::Type::U8:
    return action(static_cast<std::uint8_t*>(first));
  default:
    return action(static_cast<std::int32_t*>(first));
  }
}

/// A value in an element, and an element as a kernel computes with it.
template <class T> T element_of(Value v) {
  return std::is_floating_point_v<T> ? static_cast<T>(v.real) : static_cast<T>(v.integer);
}
template <class T> Value value_of(T element) {
  if constexpr (std::is_floating_point_v<T>)
    return {0, element};
  else
    return {static_cast<brick::cell_value_t<T>>(element), 0};
}

/// Elements of one type in memory aligned to any vector, as many bytes as are aligned so.
class Array {
public:
  Array(ir::Type type, int count, Guarded guarded)
      : type(type), bytes((count * ir::byteSize(type) + 63) / 64 * 64), guarded(guarded) {
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t guard = page * 16, inside = (bytes + page - 1) / page * page;
    mapped = guard + inside + guard;
    void* const memory = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    mapping = static_cast<std::byte*>(memory);
    mprotect(mapping + guard, inside, PROT_READ | PROT_WRITE);
    first = mapping + guard + (guarded == Guarded::Before ? 0 : inside - bytes);
  }
  Array(const Array& other) : Array(other.type, other.bytes / ir::byteSize(other.type), other.guarded) {
    std::memcpy(first, other.first, bytes);
  }
  Array& operator=(const Array&) = delete;
  ~Array() { munmap(mapping, mapped); }

  void* data() const { return first; }
  Value get(int i) const {
    return as_elements(type, first, [i](const auto* elements) { return value_of(elements[i]); });
  }
  void set(int i, Value v) {
    as_elements(type, first, [&]<class T>(T* elements) { elements[i] = element_of<T>(v); });
  }
  /// What is left of a value in an element.
  Value stored(Value v) const {
    return as_elements(type, first, [v]<class T>(T*) { return value_of(element_of<T>(v)); });
  }

private:
  ir::Type type;
  std::size_t bytes, mapped;
  Guarded guarded;
  std::byte *mapping, *first;
};

/// The arguments of one call, filled with values of either sign that repeat nowhere.
std::map<std::string, Array> make_arguments(const ir::Stencil& stencil, int cells, Guarded guarded) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> real(-1, 1);
  std::map<std::string, Array> arguments;
  for (const ir::Param& param : stencil.params) {
    const int count = ir::isField(param.kind) ? cells : std::max(1u, param.tableSize);
    Array& array = arguments.try_emplace(param.name, param.type, count, guarded).first->second;
    for (int i = 0; i < count; ++i)
      array.set(i, {std::int64_t(real(random) * 1000), real(random)});
  }
  return arguments;
}

bool same(Value a, Value b) {
  const bool both_nan = a.real != a.real && b.real != b.real;
  return a.integer == b.integer &&
         (both_nan || std::bit_cast<std::int64_t>(a.real) == std::bit_cast<std::int64_t>(b.real));
}

/// All bricks, by their ids or column by column along the slowest axis, where values carry over from brick to brick.
std::vector<std::int32_t> order_of(const Torus& torus, brick::sweep_order order) {
  std::vector<std::int32_t> bricks(static_cast<std::size_t>(torus.brick_count));
  std::iota(bricks.begin(), bricks.end(), 0);
  if (order == brick::sweep_order::patches) return bricks;
  const std::size_t dims = torus.brick.size();
  std::ranges::sort(bricks, {}, [&](std::int32_t id) {
    const std::int64_t* const at = torus.lattice.data() + id * static_cast<std::int64_t>(dims);
    std::vector<std::int64_t> key(at + 1, at + dims);
    key.push_back(at[0]);
    return key;
  });
  return bricks;
}

int position_of(const std::vector<std::int32_t>& order, int brick) {
  return static_cast<int>(std::ranges::find(order, brick) - order.begin());
}

/// The last `beyond` cells of each axis, but not whole bricks, are outside the domain: what they get is of no meaning.
void check(const ir::Stencil& stencil, const Kernel& kernel, bool streaming, brick::sweep_order in, int beyond) {
  const Torus torus(kernel.brick);
  std::vector<std::int64_t> domain;
  for (const int extent : torus.brick)
    domain.push_back(3 * extent - std::min(beyond, extent - 1));
  const Guarded guarded = streaming ? Guarded::Before : Guarded::Behind;
  const std::map<std::string, Array> before = make_arguments(stencil, torus.cell_count(), guarded);
  std::map<std::string, Array> after = before;

  const std::vector<std::int32_t> order = order_of(torus, in);
  std::vector<void*> addresses;
  for (const ir::Param& param : stencil.params)
    addresses.push_back(after.at(param.name).data());
  if (stencil.result) {
    after.try_emplace("return", *stencil.result, torus.cell_count(), guarded); // in the order of the sweep
    addresses.insert(addresses.begin(), after.at("return").data());
  }
  const std::vector<std::int64_t> strides(stencil.params.size(), torus.cells_per_brick);
  kernel.sweep({order.data(), torus.brick_count, torus.adjacency.data(), torus.lattice.data(), strides.data(),
                beyond ? domain.data() : nullptr, streaming},
               addresses);

  for (int i = 0; i < torus.cell_count(); ++i) {
    const std::vector<int> cell = coordinates(i, torus.domain);
    if (!std::ranges::equal(cell, domain, std::less<>())) continue;
    const auto load = [&](const ir::LoadExpr& e) {
      std::vector<int> at = cell;
      for (std::size_t a = 0; a < at.size(); ++a)
        at[a] += e.offset[a];
      return before.at(e.field).get(torus.storage_index(at));
    };
    const bool wanted = std::ranges::all_of(std::views::iota(std::size_t{0}, cell.size()), [&](std::size_t a) {
      const int margin = streaming ? kernel.margin : 0;
      return margin <= cell[a] && cell[a] < torus.domain[a] - margin;
    });
    const auto scalar = [&](const std::string& name) { return before.at(name).get(0); };
    const auto table = [&](const std::string& name, unsigned index) { return before.at(name).get(index); };
    const auto point = [&](unsigned axis) { return Value{cell[axis], 0}; };
    for (const auto& [field, computed] : interpret(stencil, {load, scalar, table, point})) {
      int at = torus.storage_index(cell);
      const int brick = at / torus.cells_per_brick;
      if (field == "return") at += (position_of(order, brick) - brick) * torus.cells_per_brick;
      const Value found = after.at(field).get(at);
      if (!wanted && field == "return") continue; // of no meaning
      const Value expected = wanted ? after.at(field).stored(computed) : before.at(field).get(at);
      ASSERT_TRUE(same(found, expected)) << field << " at cell " << i << ": " << found.real << " or " << found.integer
                                         << " instead of " << expected.real << " or " << expected.integer;
    }
  }
}

class EmittedKernel : public testing::TestWithParam<Kernel> {};

TEST_P(EmittedKernel, EqualsTheInterpreterBitForBit) {
  auto text = llvm::MemoryBuffer::getFile(KERNELS_IR);
  ASSERT_TRUE(text);
  auto module = ir::parseModule((*text)->getBuffer(), KERNELS_IR);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  for (const auto order : {brick::sweep_order::patches, brick::sweep_order::columns})
    for (const bool streaming : {false, true})
      for (const int beyond : {0, 3, 6, 13})
        check(*module->findStencil(GetParam().name), GetParam(), streaming, order, beyond);
}

INSTANTIATE_TEST_SUITE_P(All, EmittedKernel, testing::ValuesIn(kernels),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
