// SPDX-License-Identifier: MIT
// brickc's version of a boundary kernel, which computes the cells of a piece of a layer all at once, from copies of
// what it reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/boundary.hpp"
#include "brick/entity.hpp"
#include "brick/index.hpp"
#include "brick/outer_cells.hpp"
#include "brick/outer_reads.hpp"
#include "brick/parameter.hpp"
#include "brick/sweep.hpp"

namespace brick::detail {

/// Whether brickc has compiled a boundary kernel.
template <auto Kernel>
concept computes_pieces = requires { generated<Kernel>::reads_point; };

/// Whether brickc's version of a kernel needs the old values of output `Parameter`.
template <auto Kernel, std::size_t Parameter> constexpr bool needs_old_values() {
  if constexpr (computes_pieces<Kernel>)
    return generated<Kernel>::reads_old[Parameter];
  else
    return false;
}

/// Whether each piece of a layer may be written as soon as it is computed: no other reads it, as brickc knows that the
/// kernel reads the fields that it writes on nearer layers and inside only.
template <auto Kernel, class... P, class Bound>
bool writes_as_computed(std::type_identity<std::tuple<P...>>, const Bound& bound, const face& side) {
  if constexpr (computes_pieces<Kernel>) {
    const auto field_of = []<class B>(const B& parameter) -> const void* {
      if constexpr (requires { parameter.field; })
        return &parameter.field;
      else
        return nullptr;
    };
    const auto fields = std::apply([&](const auto&... each) { return std::array{field_of(each)...}; }, bound);
    constexpr std::array is_written{is_output<P>...};
    const auto reads_written = [&](int parameter) {
      for (std::size_t i = 0; i < fields.size(); ++i)
        if (is_written[i] && fields[i] == fields[static_cast<std::size_t>(parameter)]) return true;
      return false;
    };
    return std::ranges::all_of(generated<Kernel>::reads, [&](const auto& read) {
      const std::int64_t outward = side.high ? read.offset[side.axis] : -read.offset[side.axis];
      return outward < 0 || !reads_written(read.parameter);
    });
  }
  return false;
}

/// Where there is no such version; a type of its own, as another file, compiled without brickc, may have the kernel,
/// too.
template <auto Kernel, int D, bool Compiled = computes_pieces<Kernel>> class piece_kernel {
public:
  explicit piece_kernel(std::int64_t) {}
  [[nodiscard]] bool compute(const outer_point<D>&, const box<D>&, const auto&, const auto&, const auto&,
                             std::int64_t) {
    return false;
  }
};

template <auto Kernel, int D> class piece_kernel<Kernel, D, true> {
  using code = generated<Kernel>;
  using parameters = parameters_of<Kernel>;
  static constexpr auto parameter_numbers = std::make_index_sequence<std::tuple_size_v<parameters>>();

public:
  /// For pieces of up to `room` cells, rounded up to a multiple of outer_cells::most_lanes.
  explicit piece_kernel(std::int64_t room) : room_(room) {
    for_each_parameter_number([&]<std::size_t I>(number<I>) {
      if constexpr (is_input<parameter_type<I>>)
        std::get<I>(rows_).resize(
            static_cast<std::size_t>(std::ranges::count(code::reads, int{I}, &outer_read<D>::parameter) * room));
    });
    if constexpr (reads_points) points_.resize(static_cast<std::size_t>(D * room));
  }

  /// Sets the values of the cells of a piece, from the one with the number `begin` on: those that `outputs` points to
  /// for each output. `inputs` are the outer_input of each input. False, and nothing is done, where some cell reads
  /// what it may not.
  template <class Bound, class Inputs, class Outputs>
  [[nodiscard]] bool compute(const outer_point<D>& here, const box<D>& piece, const Bound& bound, const Inputs& inputs,
                             const Outputs& outputs, std::int64_t begin) {
    if constexpr (reads_points) find_points(shape(piece));
    const outer_cells cells{volume(piece), room_, piece.low.data(), points_.data()};
    const auto arguments = arguments_of(bound, outputs, begin);
    const needed_reads needed = needed_at(cells, arguments);
    for (std::size_t i = 0; i < needed.size(); ++i)
      if (needed[i] && !here.may_read(piece, code::reads[i].offset)) return false;
    gather(piece, needed, inputs);
    std::apply([&](const auto&... each) { code::compute(cells, each...); }, arguments);
    return true;
  }

private:
  using needed_reads = std::array<bool, code::reads.size()>;
  template <std::size_t I> using number = std::integral_constant<std::size_t, I>;
  template <std::size_t I> using parameter_type = std::tuple_element_t<I, parameters>;
  static constexpr bool reads_points = std::ranges::find(code::reads_point, true) != code::reads_point.end();

  static void for_each_parameter_number(auto&& visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visit(number<I>()), ...); }(parameter_numbers);
  }

  /// What generated functions take behind the cells.
  template <class Bound, class Outputs>
  auto arguments_of(const Bound& bound, const Outputs& outputs, std::int64_t begin) const {
    const auto argument = [&]<std::size_t I>(number<I>) {
      using P = parameter_type<I>;
      if constexpr (is_point<P>)
        return std::tuple<>();
      else if constexpr (is_input<P>)
        return std::tuple(std::get<I>(rows_).data());
      else if constexpr (is_output<P>)
        return std::tuple(std::get<I>(outputs) + begin);
      else
        return std::tie(std::get<I>(bound).value);
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple_cat(argument(number<I>())...);
    }(parameter_numbers);
  }

  /// What is read at some of the cells: all of it, where the kernel does not say.
  static needed_reads needed_at(const outer_cells& cells, const auto& arguments) {
    needed_reads needed{};
    if constexpr (requires { &code::find_needed; })
      std::apply([&](const auto&... each) { code::find_needed(cells, needed, each...); }, arguments);
    else
      needed.fill(true);
    return needed;
  }

  /// Copies what the kernel reads, a row for each offset.
  void gather(const box<D>& piece, const needed_reads& needed, const auto& inputs) {
    for_each_parameter_number([&]<std::size_t I>(number<I>) {
      if constexpr (is_input<parameter_type<I>>) {
        auto* row = std::get<I>(rows_).data();
        for (std::size_t i = 0; i < needed.size(); ++i) {
          if (code::reads[i].parameter != I) continue;
          if (needed[i]) std::get<I>(inputs).gather(piece, code::reads[i].offset, row);
          row += room_;
        }
      }
    });
  }

  /// How far the cells of a piece are from the first one, on the axes that the kernel asks for; behind the last cell,
  /// how far this is. Most pieces are like the one before.
  void find_points(const index<D>& extent) {
    if (extent == extent_) return;
    extent_ = extent;
    for (int a = 0; a < D; ++a) {
      if (!code::reads_point[static_cast<std::size_t>(a)]) continue;
      std::int64_t* next = points_.data() + a * room_;
      for_each_in<D>({{}, extent}, [&](const index<D>& cell) { *next++ = cell[a]; });
      std::fill_n(next, -product(extent) & (outer_cells::most_lanes - 1), extent[a] - 1);
    }
  }

  template <class P> struct rows_of {
    using type = std::tuple<>;
  };
  template <class P>
    requires is_input<P>
  struct rows_of<P> {
    using type = std::vector<typename parameter_of<P>::field_type::value_type>;
  };
  template <class... P>
  static std::tuple<typename rows_of<P>::type...> rows_of_all(std::type_identity<std::tuple<P...>>);

  std::int64_t room_;
  decltype(rows_of_all(std::type_identity<parameters>())) rows_; ///< by parameter: a row for each offset read at
  std::vector<std::int64_t> points_;                             ///< a row for each axis
  index<D> extent_{};                                            ///< of the piece that they are for
};

} // namespace brick::detail
