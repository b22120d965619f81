// SPDX-License-Identifier: MIT
// The contract between generated code and the runtime: which bricks a call computes, and where brickc's versions of
// the user's stencils and steps are found. Generated code needs nothing else of the runtime.
#pragma once

#include <array>
#include <cstdint>

#include "brick/variant.hpp"

namespace brick {

/// The bricks one call of a generated sweep computes: `bricks[0 .. count)` are brick ids. `adjacency[id * 3^D + code]`
/// is the id of the neighbour of brick `id` in the direction with that code (axis 0 slowest, digits d + 1); ids are
/// signed, so that they can point into another rank's mapped storage. `lattice[id * D + axis]` is the coordinate of
/// brick `id` in the global lattice: its first cell is that many bricks from cell 0 of the domain. Only stencils that
/// take a `brick::point` need it. `strides[n]` is the number of elements from one brick of the n-th field parameter to
/// the next: a brick's cells, times the number of fields whose bricks are interleaved. `domain[axis]` is where the
/// domain's cells end, which those of the last bricks may reach beyond; null where none does. `streaming` says that
/// the fields together are larger than the caches: what bricks ahead need is to be fetched, and outputs that are not
/// read are to be stored past the caches. The `behind` bricks that follow those of the call are computed next.
struct sweep_range {
  const std::int32_t* bricks = nullptr;
  std::int64_t count = 0;
  const std::int32_t* adjacency = nullptr;
  const std::int64_t* lattice = nullptr;
  const std::int64_t* strides = nullptr;
  const std::int64_t* domain = nullptr;
  bool streaming = false;
  std::int64_t behind = 0;
};

/// Orders to compute bricks in: patches of the fast axes that march along the slowest one together, so that what was
/// read for one layer of bricks is in cache for the next; or their columns along that axis one after another, which
/// stencils want that carry values from a brick to the one behind it.
enum class sweep_order { patches, columns };

/// What a sweep leaves out of bricks that reach beyond the domain: nothing; planes, and half of a plane's rows at a
/// time; planes and rows.
enum class sweep_omission { nothing, half_planes, rows };

/// Specialised by brickc behind the stencil or step `Entity` it stands for; never defined otherwise.
///
/// For a stencil it holds `brick` and `radius` (cells per axis); `order`, the `sweep_order` it is fastest in;
/// `omission`, the `sweep_omission` by which threads' shares take equally long (not for reductions, whose threads share
/// lines of bricks, or bricks, by their number); `work`, how long a brick takes about, in words of 8 bytes moved and
/// vector operations; `reads_ghosts`, a `std::array<bool, N>` with an entry for each of its N parameters, true where a
/// field is read beside the point, so that its ghost zone must be valid; and `sweep(range, arguments...)`, with a
/// pointer to the storage for each field and nothing for a `brick::point`. For a step it holds `plan` and `step`.
///
/// For a stencil that returns a value (a reduction) it holds `value_type` and `lanes`, the values of a vector, too, and
/// `sweep(range, values, arguments...)` writes the value of every cell to `values`, a `value_type*` aligned as storage
/// is: `range.count` times a brick's cells, brick after brick in the order of `range.bricks`, row-major within a brick.
/// Cells of a brick beyond the domain have values of no meaning. `values` may be of another type, too: for each brick
/// `values_of_brick<value_type, shape>(values)` gives what vectors are stored to, in that order, and `values += cells`
/// goes on to the next. Where such a stencil has `rows_at_once`, it leaves out planes and rows beyond the domain,
/// that many rows at a time, and gives no values for these.
///
/// Compiled for a device, a stencil has instead of `sweep` the `processor` that it runs on, `where`, the number of its
/// `fields`, the `threads` of a block, and `launch(device_launch, device_range, arguments...)`, with `values` before
/// the arguments for a reduction.
///
/// For a boundary kernel it holds `reads`, an array of the `outer_read`s of its inputs, by parameter; `reads_old` and
/// `reads_point`, arrays that say of each parameter whether it is an output whose old values are needed, and of each
/// axis whether points are; and `compute(outer_cells, arguments...)`, with a row of values for each output, and for
/// each input as many as it has `reads`. Where some are read under conditions, `find_needed(outer_cells, needed,
/// arguments...)` sets an element of `needed` for each of `reads`: whether some cell needs it.
template <auto Entity> struct generated;

/// Specialised by brickc for what several applies of `Step` say one after another, done in one sweep over the cells:
/// `sweep` is a function with the parameters of that, which stands for a stencil and is not called. Of such stencils
/// `generated` holds `parts`, the names of those applied, for messages.
template <auto Step, int Number> struct fused;

/// Whether brickc has compiled `Entity`.
template <auto Entity>
concept compiled = requires { sizeof(generated<Entity>); };

/// Whether `Stencil` stands for several of the user's.
template <auto Stencil>
concept fuses = compiled<Stencil> && requires { generated<Stencil>::parts; };

} // namespace brick
