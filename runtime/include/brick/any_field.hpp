// SPDX-License-Identifier: MIT
// Fields as calls of stencils see them, whatever their elements are: what such a call does around the user's cells is
// compiled once, in the library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "brick/exchange.hpp"
#include "brick/stored_cells.hpp"

namespace brick {

template <int D> class grid;

namespace detail {

/// A field of any type. `field` says what these functions do.
template <int D> class any_field {
public:
  any_field() = default;
  any_field(any_field&&) = default;
  any_field& operator=(any_field&&) = default;
  virtual ~any_field() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual const brick::grid<D>& grid() const = 0;
  [[nodiscard]] virtual exchange_handle start_ghosts() const = 0;
  virtual void finish_ghosts(exchange_handle& messages) const = 0;
  virtual void finish_ghosts_in_place(exchange_handle& messages) const = 0;
  [[nodiscard]] virtual bool reads_in_place() const = 0;
  virtual void end_reading() const = 0;
  virtual void wait_for_readers() const = 0;
  virtual void invalidate_ghosts() = 0;
  [[nodiscard]] virtual std::size_t element_bytes() const = 0;
  [[nodiscard]] virtual stored_cells swept_cells() = 0; ///< what `swept_data` points to
};

/// A field among the arguments of a call.
template <int D> struct field_use {
  const any_field<D>* field = nullptr;
  any_field<D>* output = nullptr;          ///< the same, if it is written
  bool reads_ghosts = false;               ///< an input whose ghost zone must be valid
  std::optional<exchange_handle> messages; ///< that bring it, once they have begun
};

} // namespace detail

} // namespace brick
