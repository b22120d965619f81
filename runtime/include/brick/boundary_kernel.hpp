// SPDX-License-Identifier: MIT
// Boundary kernels: the user's function at every ghost cell that a side of kind `ghost` decides about.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/accessor.hpp"
#include "brick/boundary_layer.hpp"
#include "brick/entity.hpp"
#include "brick/ghosts.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/piece_kernel.hpp"
#include "brick/uses.hpp"

namespace brick {

namespace detail {

/// For the outputs of a kernel, where to put what it gives their cells in a layer, piece by piece: in `room`, which is
/// made large enough.
template <class... P, class... Bound>
auto layer_values(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound, std::int64_t cells,
                  std::vector<std::byte>& room) {
  constexpr std::size_t line = 64;
  const auto bytes_of = [&]<class Q>(std::type_identity<Q>) {
    if constexpr (is_output<Q>)
      return (static_cast<std::size_t>(cells) * sizeof(typename parameter_of<Q>::field_type::value_type) + line - 1) /
             line * line;
    else
      return std::size_t{0};
  };
  room.resize(std::max(room.size(), (std::size_t{0} + ... + bytes_of(std::type_identity<P>{}))));
  std::size_t begin = 0;
  const auto values = [&]<class Q>(std::type_identity<Q> parameter, const auto&) {
    if constexpr (is_output<Q>) {
      auto* const first = room.data() + std::exchange(begin, begin + bytes_of(parameter));
      return reinterpret_cast<typename parameter_of<Q>::field_type::value_type*>(first);
    } else {
      return std::tuple<>();
    }
  };
  return std::apply(
      [&](const Bound&... each) {
        return std::tuple{values(std::type_identity<P>{}, each)...}; // braces: from left to right
      },
      bound);
}

/// Calls `visit(field, values, number)` for the outputs, which are numbered among all parameters.
template <class... P, class Bound, class Values, class Visit>
void for_each_output_values(std::type_identity<std::tuple<P...>>, const Bound& bound, Values& values, Visit&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<class Q>(std::type_identity<Q>, auto& field_values, const auto& parameter, auto number) {
      if constexpr (is_output<Q>) visit(parameter.field, field_values, number);
    };
    (one(std::type_identity<P>{}, std::get<I>(values), std::get<I>(bound), std::integral_constant<std::size_t, I>()),
     ...);
  }(std::index_sequence_for<P...>{});
}

/// Calls `visit(element, value)` for the cells of a piece: the one in the storage of a field, and one from `value` on.
template <int D, class Field, class Value, class Visit>
void for_each_pair(const layer_piece<D>& piece, Field& field, Value* value, Visit&& visit) {
  auto* const elements = field.swept_data();
  const element_places<D> places{piece.block.offset_of(piece.cells.low, field.interleaved_fields()),
                                 piece.block.strides};
  for_each_element<D>(shape(piece.cells), places, places_in(piece.cells, piece.cells),
                      [&](std::int64_t element, std::int64_t number) { visit(elements[element], value[number]); });
}

/// Copies what a field holds in the cells of a piece.
template <class T, int D> void read_piece(const layer_piece<D>& piece, const field<T, D>& from, T* values) {
  for_each_pair(piece, from, values, [](const T& element, T& value) { value = element; });
}

/// Makes a field hold these values in the cells of a piece.
template <class T, int D> void write_piece(const layer_piece<D>& piece, const T* values, field<T, D>& to) {
  for_each_pair(piece, to, values, [](T& element, const T& value) { element = value; });
}

/// Asks for the lines in which these cells of a field lie: cells at a side are one or two of each line, here and there.
template <class T, int D> void fetch_cells(const box<D>& cells, const cell_block<D>& block, const field<T, D>& field) {
  constexpr std::int64_t line = 64 / sizeof(*field.swept_data());
  const auto* const elements = field.swept_data();
  const int interleaved = field.interleaved_fields();
  for_each_row(cells, [&](index<D> cell) {
    for (; cell[D - 1] < cells.high[D - 1]; cell[D - 1] += line)
      __builtin_prefetch(elements + block.offset_of(cell, interleaved));
  });
}

/// Asks for a piece's cells of outputs, and the cells inside that inputs are likely to be read at.
template <int D, class... P, class Bound>
void fetch_piece(std::type_identity<std::tuple<P...>> parameters, const layer_piece<D>& piece, const Bound& bound) {
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (is_output<Q>)
      fetch_cells(piece.cells, piece.block, parameter.field);
    else if constexpr (is_input<Q>)
      fetch_cells(piece.inside, piece.inside_block, parameter.field);
  });
}

/// For each output of a kernel its values, for each input the begin of its storage.
template <class... P, class Bound, class Values>
auto kernel_data(std::type_identity<std::tuple<P...>>, const Bound& bound, Values& values) {
  const auto data = [&]<class Q>(std::type_identity<Q>, auto& field_values, const auto& parameter) {
    if constexpr (is_output<Q>)
      return field_values;
    else if constexpr (is_input<Q>)
      return parameter.field.swept_data();
    else
      return std::tuple<>();
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::make_tuple(data(std::type_identity<P>{}, std::get<I>(values), std::get<I>(bound))...);
  }(std::index_sequence_for<P...>{});
}

/// The user's function at one cell, the i-th of its layer: inlined here, as it would be given its accessors in memory.
template <auto Kernel, int D, class... P, class Bound, class Data>
[[gnu::flatten]] void call_kernel(std::type_identity<std::tuple<P...>>, const Bound& bound, const index<D>& cell,
                                  std::int64_t i, const Data& data) {
  const auto argument = [&]<class Q>(std::type_identity<Q>, const auto& begin, const auto& parameter) {
    if constexpr (is_output<Q>)
      return parameter.in_place(begin + i);
    else if constexpr (is_input<Q>)
      return parameter.in_place(begin);
    else
      return parameter.at(cell, std::int64_t{0});
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::tuple<std::remove_cvref_t<P>...> arguments{
        argument(std::type_identity<P>{}, std::get<I>(data), std::get<I>(bound))...};
    std::apply(Kernel, arguments);
  }(std::index_sequence_for<P...>{});
}

/// For each input of a kernel, how it is read around `here`.
template <class... P, class... Bound, int D>
auto outer_inputs(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound, outer_point<D>& here,
                  std::int64_t piece_cells) {
  const auto reads = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (is_input<Q>)
      return outer_input<typename parameter_of<Q>::field_type::value_type, D>(
          here, parameter.field.swept_data(), parameter.field.interleaved_fields(), piece_cells);
    else
      return std::tuple<>();
  };
  return std::apply([&](const Bound&... each) { return std::make_tuple(reads(std::type_identity<P>{}, each)...); },
                    bound);
}

/// Calls `visit(input, parameter)` for these.
template <class... Reads, class... Bound, class Visit>
void for_each_outer_input(std::tuple<Reads...>& reads, std::tuple<Bound...>& bound, Visit&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&](auto& input, auto& parameter) {
      if constexpr (!std::same_as<decltype(input), std::tuple<>&>) visit(input, parameter);
    };
    (one(std::get<I>(reads), std::get<I>(bound)), ...);
  }(std::index_sequence_for<Reads...>{});
}

/// Runs `body(first, last)` for the pieces of a layer, from first to before last, that fall to each thread.
template <auto Kernel, int D, class Body>
void share_pieces(const grid<D>& on, const boundary_layer<D>& layer, Body&& body) {
  constexpr std::int64_t elements_a_cell = computes_pieces<Kernel> ? 4 : 16; // nobody knows what a kernel takes
  const int threads = threads_for(elements_a_cell * layer.piece_cells() * std::ssize(layer.pieces()), on.threads());
  parallel(threads, [&](int thread) {
    const auto [first, last] = share(std::ssize(layer.pieces()), thread, threads);
    body(first, last);
  });
}

/// A boundary kernel at the cells of the pieces from `first` to before `last`. What it gives them goes to `values`, so
/// that it sees old values of the layer itself, or, `as_computed`, to the fields.
template <auto Kernel, int D, class Parameters, class... Bound, class Values>
void compute_pieces(Parameters parameters, const grid<D>& on, const boundary_layer<D>& layer, std::int64_t first,
                    std::int64_t last, const std::tuple<Bound...>& bound, Values& values, bool as_computed) {
  if (first == last) return;
  outer_point<D> here(layer.readable(), layer.reach(), &on, [](const void* layout, const index<D>& cell) {
    return static_cast<const grid<D>*>(layout)->block_of(cell);
  });
  auto reads = outer_inputs(parameters, bound, here, layer.piece_cells());
  std::tuple<Bound...> own = bound; // its accessors stand at this thread's point
  for_each_outer_input(reads, own, [](auto& input, auto& parameter) { parameter.access.outer = &input; });
  const auto data = kernel_data(parameters, own, values);
  piece_kernel<Kernel, D> compiled(layer.piece_cells());
  const auto piece_of = [&](std::int64_t number) -> const layer_piece<D>& {
    return layer.pieces()[static_cast<std::size_t>(number)];
  };
  const auto call_for_each_cell = [&](const box<D>& cells, std::int64_t begin) {
    for_each_outer_input(reads, own, [&](auto& input, auto&) { input.gather(cells); });
    here.number = 0;
    for_each_row(cells, [&](const index<D>& row) {
      here.cell = row; // only its last coordinate within the row: what is stored in parts is slow to load as a whole
      for (; here.cell[D - 1] < cells.high[D - 1]; ++here.cell[D - 1]) {
        call_kernel<Kernel, D>(parameters, own, here.cell, begin + here.number, data);
        ++here.number;
      }
    });
    for_each_outer_input(reads, own, [&](auto& input, auto&) { input.learn(here.number); });
  };
  fetch_piece(parameters, piece_of(first), bound);
  for (std::int64_t number = first; number < last; ++number) {
    const layer_piece<D>& piece = piece_of(number);
    if (number + 1 < last) fetch_piece(parameters, piece_of(number + 1), bound);
    const std::int64_t begin = (as_computed ? first : number) * layer.piece_cells();
    here.enter(piece.block, piece.inside_block);
    const auto read_old = [&](bool of_all) {
      for_each_output_values(parameters, bound, values, [&](auto& field, auto& of_layer, auto parameter) {
        if (of_all || needs_old_values<Kernel, parameter()>()) read_piece(piece, field, of_layer + begin);
      });
    };
    read_old(false);
    if (!compiled.compute(here, piece.cells, bound, reads, data, begin)) {
      read_old(true);
      call_for_each_cell(piece.cells, begin);
    }
    if (as_computed)
      for_each_output_values(parameters, bound, values,
                             [&](auto& field, auto& of_layer, auto) { write_piece(piece, of_layer + begin, field); });
  }
}

/// Makes a field hold what `values` has for the pieces from `first` to before `last` of a layer.
template <class T, int D>
void write_pieces(const boundary_layer<D>& layer, std::int64_t first, std::int64_t last, const T* values,
                  field<T, D>& to) {
  for (std::int64_t number = first; number < last; ++number)
    write_piece(layer.pieces()[static_cast<std::size_t>(number)], values + number * layer.piece_cells(), to);
}

/// Makes the cells of a layer, which this rank has computed, hold the same in all ghost zones. Collective.
template <class T, int D> void spread_layer(const boundary_layer<D>& layer, field<T, D>& computed) {
  layer.spread({reinterpret_cast<std::byte*>(computed.data()), sizeof(T), computed.interleaved_fields()});
}

/// Computes a layer, and makes its cells in all ghost zones hold the values. Collective.
template <auto Kernel, int D, class Parameters, class Bound>
void set_layer(Parameters parameters, const grid<D>& on, const boundary_layer<D>& layer, const Bound& bound) {
  auto values =
      layer_values(parameters, bound, std::ssize(layer.pieces()) * layer.piece_cells(), on.state().layer_room);
  const bool as_computed = writes_as_computed<Kernel>(parameters, bound, layer.side());
  const auto wait = [&] { for_each_output(parameters, bound, [](auto& field) { field.wait_for_readers(); }); };
  if (as_computed) wait();
  share_pieces<Kernel>(on, layer, [&](std::int64_t first, std::int64_t last) {
    compute_pieces<Kernel, D>(parameters, on, layer, first, last, bound, values, as_computed);
  });
  if (!as_computed) {
    wait();
    share_pieces<Kernel>(on, layer, [&](std::int64_t first, std::int64_t last) {
      for_each_output_values(parameters, bound, values, [&](auto& field, auto& of_layer, auto) {
        write_pieces(layer, first, last, of_layer, field);
      });
    });
  }
  for_each_output(parameters, bound, [&](auto& field) { spread_layer(layer, field); });
}

/// One bound output as the checks see it.
template <int D> struct ghost_output {
  const std::string* name;
  const boundaries<D>* boundary;
};

/// Throws `error` unless `side` is a ghost side of all of them, and their boundaries are of the same kinds.
template <int D>
void check_ghost_outputs(const call_site& call, const face& side, const std::vector<ghost_output<D>>& outputs);

} // namespace detail

/// Calls a boundary kernel, `[[brick::boundary]] void inlet(brick::out<double, 3> u, ..., brick::point<3> p, ...)`, for
/// every cell beyond `side` (`grid.low(axis)`, `grid.high(axis)`) that this side decides about, as deep as the halo,
/// the layer next to the domain first; `p` is the cell outside. The side must be of kind `ghost` for all outputs; they
/// keep the values until the next call. An output that is not written keeps its value.
///
/// Inputs may be read up to the halo along the side, and from the halo deep outside to the halo deep inside. A field
/// may be an output and an input: nearer layers then have their new values, the layer itself and those further out the
/// old ones. Collective; throws `error` for other reads, and as `apply` does.
template <auto Kernel, class... Arguments> void apply_boundary(const face& side, Arguments&&... arguments) {
  constexpr detail::parameters_type<Kernel> parameters;
  static_assert(std::is_void_v<typename detail::signature<decltype(Kernel)>::result>,
                "brick::apply_boundary: a boundary kernel returns nothing");
  static_assert(detail::has_outputs(parameters),
                "brick::apply_boundary: a boundary kernel writes a brick::out at least");
  const detail::call_site call{"apply_boundary", detail::entity_name<Kernel>()};
  const auto bound = detail::bind_for<Kernel>(arguments...);
  constexpr int D = detail::dimensions_of_kernel<Kernel>;
  auto fields = detail::fields_of(parameters, bound, detail::all_inputs(parameters));
  const grid<D>& on = fields[0].field->grid();
  detail::check_thread(*on.state().runtime, call);
  detail::check_one_grid<D>(call, fields);
  detail::check_outputs<D>(call, fields, true);
  std::vector<detail::ghost_output<D>> outputs;
  detail::for_each_output(parameters, bound,
                          [&](auto& field) { outputs.push_back({&field.name(), &field.boundary()}); });
  detail::check_ghost_outputs<D>(call, side, outputs);

  detail::exchange_inputs<D>(fields);
  detail::for_each_output(parameters, bound, [](auto& field) { field.write_ghosts(); });
  on.wait_for_device();
  const double start = detail::seconds();
  for (std::int64_t depth = 1; depth <= on.halo()[side.axis]; ++depth)
    detail::set_layer<Kernel, D>(parameters, on, detail::boundary_layer<D>(on, *outputs[0].boundary, side, depth),
                                 bound);
  on.metrics().calc += detail::seconds() - start;
  detail::for_each_output(parameters, bound, [&](auto& field) { field.keep_ghosts(side); });
}

} // namespace brick

// Those of brick's programs are compiled once, in the library.
namespace brick::detail {
#define BRICK_INSTANTIATED_FOR(T, D)                                                                                   \
  extern template class outer_input<T, D>;                                                                             \
  extern template void read_piece(const layer_piece<D>&, const field<T, D>&, T*);                                      \
  extern template void fetch_cells(const box<D>&, const cell_block<D>&, const field<T, D>&);                           \
  extern template void write_piece(const layer_piece<D>&, const T*, field<T, D>&);
#define BRICK_INSTANTIATED(T)                                                                                          \
  BRICK_INSTANTIATED_FOR(T, 1)                                                                                         \
  BRICK_INSTANTIATED_FOR(T, 2)                                                                                         \
  BRICK_INSTANTIATED_FOR(T, 3)
BRICK_INSTANTIATED(float)
BRICK_INSTANTIATED(double)
BRICK_INSTANTIATED(int)
BRICK_INSTANTIATED(std::int64_t)
#undef BRICK_INSTANTIATED
#undef BRICK_INSTANTIATED_FOR
} // namespace brick::detail
