// What brick's runtime does: bricks by all of its strategies, and packed arrays.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/array_layout.hpp>
#include <brick/exchange.hpp>
#include <brick/layout.hpp>
#include <brick/storage.hpp>

#include <cstring>
#include <string>

#include "contender.hpp"
#include "problem.hpp"

namespace bench {

/// Fields in bricks, one behind the other in every place of the layout.
template <int D> class in_bricks {
public:
  in_bricks(const problem<D>& p, brick::strategy how, std::size_t page_bytes)
      : fields_(p.fields), how_(how), layout_(p.cut, p.world.rank(),
                                              {.exchange = how,
                                               .element_bytes = sizeof(double),
                                               .page_bytes = page_bytes,
                                               .wrap_in_place = p.wrap_in_place,
                                               .node = p.node}) {}

  [[nodiscard]] brick::storage memory() const {
    const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(fields_);
    if (!brick::is_on_pages(how_)) return {layout_.storage_bytes(bytes), brick::memory::anonymous};
    return brick::storage::with_views_if_possible(
        layout_.storage_bytes(bytes),
        {.private_bytes = layout_.private_bytes(bytes), .shown_bytes = layout_.seen_bytes(bytes)});
  }
  /// Whether the pages that are imposed are huge ones.
  [[nodiscard]] bool on_huge_pages() const {
    return brick::is_on_pages(how_) && layout_.page_bytes() % brick::huge_page_bytes == 0;
  }
  [[nodiscard]] brick::exchange_plan plan() const { return layout_.plan(how_, sizeof(double), fields_); }
  [[nodiscard]] brick::strategy strategy() const { return how_; }
  [[nodiscard]] brick::index<D> ghost_depth() const { return layout_.ghost_depth(); }
  [[nodiscard]] std::int64_t offset(const brick::index<D>& cell, int field) const {
    return layout_.offset_of(cell, fields_) + field * layout_.cells_per_brick();
  }

private:
  int fields_;
  brick::strategy how_;
  brick::brick_layout<D> layout_;
};

/// Fields in arrays, one behind the other.
template <int D> class in_arrays {
public:
  explicit in_arrays(const problem<D>& p)
      : fields_(p.fields), layout_(p.cut, p.world.rank(), {.wrap_in_place = p.wrap_in_place}), depth_(p.cut.halo()) {}

  [[nodiscard]] brick::storage memory() const {
    return {layout_.storage_bytes(sizeof(double) * static_cast<std::size_t>(fields_)), brick::memory::anonymous};
  }
  [[nodiscard]] static bool on_huge_pages() { return false; }
  [[nodiscard]] brick::exchange_plan plan() const { return layout_.plan(sizeof(double), fields_); }
  [[nodiscard]] brick::strategy strategy() const { return brick::strategy::packed; }
  [[nodiscard]] brick::index<D> ghost_depth() const { return depth_; }
  [[nodiscard]] std::int64_t offset(const brick::index<D>& cell, int field) const {
    return layout_.offset_of(cell) + field * layout_.elements();
  }
  [[nodiscard]] const brick::array_layout<D>& layout() const { return layout_; }

private:
  int fields_;
  brick::array_layout<D> layout_;
  brick::index<D> depth_;
};

/// Fields in a layout, exchanged by the runtime.
template <int D, class Layout> class runtime_exchange : public contender {
public:
  runtime_exchange(const problem<D>& p, Layout layout)
      : problem_(p), layout_(std::move(layout)), memory_(layout_.memory()),
        exchanger_(p.world, layout_.plan(), memory_, layout_.strategy()) {
    std::memset(memory_.data(), 0, memory_.size()); // what nobody has written becomes no huge page
    const std::string no_huge_pages = memory_.use_huge_pages();
    if (layout_.on_huge_pages()) refusal_ = no_huge_pages; // they were asked for
    fill(problem_, data(), [this](const brick::index<D>& cell, int field) { return layout_.offset(cell, field); });
  }

  /// With `shared` the ghost cells are there when the neighbours have begun; what reads them would do so now.
  void exchange() override {
    exchanger_.start().wait();
    exchanger_.end_reading();
    exchanger_.wait_for_readers();
  }

  [[nodiscard]] parts spent() const override {
    const brick::exchange_counters& so_far = exchanger_.counters();
    return {so_far.pack, so_far.call, so_far.wait};
  }

  std::int64_t wrong_cells() override {
    exchanger_.start().wait();
    exchanger_.copy_seen();
    exchanger_.end_reading();
    exchanger_.wait_for_readers();
    return wrong_ghosts<D>(problem_, layout_.ghost_depth(), data(),
                           [this](const brick::index<D>& cell, int field) { return layout_.offset(cell, field); });
  }

  [[nodiscard]] std::int64_t messages() const override { return exchanger_.messages_per_exchange(); }
  [[nodiscard]] std::int64_t bytes() const override { return exchanger_.bytes_per_exchange(); }
  [[nodiscard]] std::string why() const override {
    return exchanger_.why() + (exchanger_.why().empty() || refusal_.empty() ? "" : "; ") + refusal_;
  }

private:
  [[nodiscard]] double* data() const { return reinterpret_cast<double*>(memory_.data()); }

  const problem<D>& problem_;
  Layout layout_;
  brick::storage memory_;
  brick::exchanger exchanger_;
  std::string refusal_; ///< of huge pages
};

} // namespace bench
