// SPDX-License-Identifier: MIT
// Every emitted kernel of kernels.ir against the interpreter, cell by cell and bit by bit.
#include "compiler/ir/Parser.h"
#include "interpreter.hpp"
#include "torus.hpp"
#include "llvm/Support/MemoryBuffer.h"
#include <brick/index.hpp>
#include <brick/kernel.hpp>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <random>

namespace {

/// A generated sweep behind one signature: every argument as the address of its value (a field's of its first cell).
struct Kernel {
  const char* name;
  std::vector<int> brick;
  std::function<void(const brick::sweep_range&, const std::vector<void*>&)> sweep;
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

template <auto Stencil> Kernel kernel(const char* name) {
  const auto& brick = brick::generated<Stencil>::brick;
  return {name, {brick.begin(), brick.end()}, by_address(&brick::generated<Stencil>::sweep)};
}

} // namespace

#include KERNELS_HEADER

namespace {

using namespace brickc;

/// Elements of one type in memory aligned to any vector.
class Array {
public:
  Array(ir::Type type, int count)
      : type(type), bytes(count * ir::byteSize(type)), memory(new(std::align_val_t(64)) std::byte[bytes]()) {}
  Array(const Array& other) : Array(other.type, other.bytes / ir::byteSize(other.type)) {
    std::memcpy(memory.get(), other.memory.get(), bytes);
  }

  void* data() const { return memory.get(); }
  Value get(int i) const {
    switch (type) {
    case ir::Type::F64:
      return {0, at<double>(i)};
    case ir::Type::F32:
      return {0, at<float>(i)};
    case ir::Type::I64:
      return {at<std::int64_t>(i), 0};
    default:
      return {at<std::int32_t>(i), 0};
    }
  }
  void set(int i, Value v) {
    switch (type) {
    case ir::Type::F64:
      at<double>(i) = v.real;
      break;
    case ir::Type::F32:
      at<float>(i) = v.real;
      break;
    case ir::Type::I64:
      at<std::int64_t>(i) = v.integer;
      break;
    default:
      at<std::int32_t>(i) = v.integer;
    }
  }

private:
  template <class T> T& at(int i) const { return static_cast<T*>(data())[i]; }
  struct Free {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t(64)); }
  };
  ir::Type type;
  int bytes;
  std::unique_ptr<std::byte[], Free> memory;
};

/// The arguments of one call, filled with values of either sign that repeat nowhere.
std::map<std::string, Array> make_arguments(const ir::Stencil& stencil, int cells) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> real(-1, 1);
  std::map<std::string, Array> arguments;
  for (const ir::Param& param : stencil.params) {
    const int count = ir::isField(param.kind) ? cells : std::max(1u, param.tableSize);
    Array& array = arguments.try_emplace(param.name, param.type, count).first->second;
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

void check(const ir::Stencil& stencil, const Kernel& kernel, bool streaming) {
  const Torus torus(kernel.brick);
  const std::map<std::string, Array> before = make_arguments(stencil, torus.cell_count());
  std::map<std::string, Array> after = before;

  std::vector<std::int32_t> order;
  for (int i = 0; i < torus.brick_count; ++i)
    order.push_back(i);
  std::vector<void*> addresses;
  for (const ir::Param& param : stencil.params)
    addresses.push_back(after.at(param.name).data());
  if (stencil.result) {
    after.try_emplace("return", *stencil.result, torus.cell_count()); // in the order of the bricks' ids, as storage is
    addresses.insert(addresses.begin(), after.at("return").data());
  }
  const std::vector<std::int64_t> strides(stencil.params.size(), torus.cells_per_brick);
  kernel.sweep(
      {order.data(), torus.brick_count, torus.adjacency.data(), torus.lattice.data(), strides.data(), streaming},
      addresses);

  for (int i = 0; i < torus.cell_count(); ++i) {
    const std::vector<int> cell = coordinates(i, torus.domain);
    const auto load = [&](const ir::LoadExpr& e) {
      std::vector<int> at = cell;
      for (std::size_t a = 0; a < at.size(); ++a)
        at[a] += e.offset[a];
      return before.at(e.field).get(torus.storage_index(at));
    };
    const auto scalar = [&](const std::string& name) { return before.at(name).get(0); };
    const auto table = [&](const std::string& name, unsigned index) { return before.at(name).get(index); };
    const auto point = [&](unsigned axis) { return Value{cell[axis], 0}; };
    for (const auto& [field, expected] : interpret(stencil, {load, scalar, table, point})) {
      const Value found = after.at(field).get(torus.storage_index(cell));
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
  for (const bool streaming : {false, true})
    check(*module->findStencil(GetParam().name), GetParam(), streaming);
}

INSTANTIATE_TEST_SUITE_P(All, EmittedKernel, testing::ValuesIn(kernels),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
