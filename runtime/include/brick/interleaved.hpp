// SPDX-License-Identifier: MIT
// Fields whose bricks lie side by side (PPoPP'21, section 6, figure 6a): brick 0 of each, then brick 1 of each, and so
// on. They need one message per neighbour together, and what a kernel reads of several fields at a cell is near in
// memory.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "brick/error.hpp"
#include "brick/field.hpp"

namespace brick {

/// One of the fields to be interleaved: its name, and what may be said about a field.
template <int D> struct named_field {
  std::string name;
  field_options<D> options{};

  named_field(const char* name) : name(name) {}
  named_field(std::string name, const field_options<D>& options = {}) : name(std::move(name)), options(options) {}
};

/// Fields of T in one storage, in the order given: `brick::interleaved<double, 3> q(grid, {"rho", "mx", "my", "mz"});`.
/// Each is a `field` like any other, `q[0]` and so on, and passed to stencils and steps as such. An exchange of one is
/// an exchange of all. Move-only; the fields may be moved out, and the storage stays as long as one of them.
///
/// `swap` exchanges contents with fields that are interleaved with equally many others, and throws `error` for others:
/// a time step with two sets of variables has two objects of this kind, whose fields are swapped one by one.
template <class T, int D> class interleaved {
public:
  /// Collective. Throws `error` when no field is named, or as a field does.
  interleaved(const grid<D>& on, const std::vector<named_field<D>>& fields) {
    if (fields.empty()) throw error("brick::interleaved: no field is named");
    std::string names, boundary;
    bool zeroed = false;
    for (const named_field<D>& each : fields) {
      names += (names.empty() ? "" : ", ") + each.name;
      zeroed = zeroed || each.options.zeroed;
      const std::string own = detail::boundary_text(on.state(), each.options.boundary);
      if (!own.empty()) boundary += ", " + each.name + own;
    }
    const auto memory = std::make_shared<detail::pooled_memory<D>>(on.shared_state(), names, boundary, sizeof(T),
                                                                   static_cast<int>(fields.size()), zeroed);
    fields_.reserve(fields.size());
    for (const named_field<D>& each : fields)
      fields_.push_back(field<T, D>(on, each.name, each.options, {memory, static_cast<int>(fields_.size())}));
  }
  interleaved(const grid<D>& on, std::initializer_list<named_field<D>> fields)
      : interleaved(on, std::vector<named_field<D>>(fields)) {}

  interleaved(interleaved&&) = default;
  interleaved& operator=(interleaved&&) = default;

  [[nodiscard]] std::size_t size() const { return fields_.size(); }

  /// The i-th field. Throws `error` when there is none.
  field<T, D>& operator[](std::size_t i) { return fields_[checked(i)]; }
  const field<T, D>& operator[](std::size_t i) const { return fields_[checked(i)]; }

  auto begin() { return fields_.begin(); }
  auto end() { return fields_.end(); }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

private:
  [[nodiscard]] std::size_t checked(std::size_t i) const {
    if (i < size()) return i;
    throw error("brick::interleaved: there is no field " + std::to_string(i) + " among " + std::to_string(size()));
  }

  std::vector<field<T, D>> fields_;
};

} // namespace brick
