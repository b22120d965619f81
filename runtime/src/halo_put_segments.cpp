// SPDX-License-Identifier: MIT
// Strategy `maximal_block`: a put for each segment of the minimal set, from array to array (Schneider, Gerstenberger,
// Hoefler, "Compiler optimizations for non-contiguous remote data movement", section 2). The receiver says in each
// exchange where its arrays are, since they may be others than last time, and that they may be written now.
#include <algorithm>
#include <set>

#include "brick/error.hpp"
#include "halo_put.hpp"
#include "halo_put_link.hpp"
#include "mpi_errors.hpp"

namespace brick::detail {

namespace {

/// MPICH 4.0 has a quarter of a million requests, and ends the program when puts under way, of all halos, need more.
constexpr std::size_t most_puts_at_once = 1024;

class segment_sender final : public halo_operation {
public:
  segment_sender(halo_side& side, std::span<const halo_array> arrays)
      : halo_operation(side.link->group), link_(side.link), arrays_(arrays.begin(), arrays.end()),
        exchange_(link_->started++) {}

private:
  bool do_advance() override {
    if (complete_ || !may_put() || !last_is_done()) return false;
    if (put_ > 0) flush();
    if (put_ < link_->segments.size())
      put_portion();
    else
      finish();
    return true;
  }

  /// Whether the receiver awaits them.
  bool may_put() {
    may_put_ = may_put_ || link_->segments.empty() || link_->counter() > exchange_;
    return may_put_;
  }

  void put_portion() {
    const deadline until_served = link_->until_served();
    const auto* places = reinterpret_cast<const MPI_Aint*>(link_->own_room());
    const std::span portion = std::span(link_->segments).subspan(put_);
    const std::size_t count = std::min(portion.size(), most_puts_at_once);
    for (const halo_segment& s : portion.first(count)) {
      const std::byte* from = arrays_[s.from].data() + s.source;
      const MPI_Aint to = MPI_Aint_add(places[s.to], static_cast<MPI_Aint>(s.destination));
      if (&s == &portion[count - 1])
        last_ = link_->arrays->put_request(from, s.length, link_->rank, to);
      else
        link_->arrays->put(from, s.length, link_->rank, to);
    }
    put_ += count;
  }

  void flush() {
    const deadline until_served = link_->until_served();
    link_->arrays->flush(link_->rank);
  }

  void finish() {
    if (!link_->segments.empty()) count_exchange();
    ++link_->ended;
    complete_ = true;
  }

  /// A flush keeps the core until the other side has served all puts, which may need that core: so most of the time is
  /// waited for here.
  bool last_is_done() {
    if (last_ == MPI_REQUEST_NULL) return true;
    const returned_errors here;
    int done = 0;
    check_mpi(MPI_Test(&last_, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  }

  bool cancel() noexcept override {
    const returned_errors here;
    if (last_ != MPI_REQUEST_NULL && !mpi_has_ended()) MPI_Request_free(&last_);
    return complete_;
  }

  void count_exchange() {
    const std::uint64_t exchanges = exchange_ + 1;
    const deadline until_served = link_->until_served();
    link_->window->put_counter(exchanges, link_->rank, link_->other);
    link_->window->flush(link_->rank);
  }

  [[nodiscard]] awaited awaits() const override { return {link_->name, {link_->rank}}; }

  bool progress() override {
    if (!do_advance() && !complete_) link_->serve();
    return complete_;
  }

  std::shared_ptr<put_link> link_;
  std::vector<halo_array> arrays_;
  std::uint64_t exchange_;
  MPI_Request last_ = MPI_REQUEST_NULL;
  std::size_t put_ = 0; ///< of the segments
  bool may_put_ = false, complete_ = false;
};

/// Arrays that others may put into, as long as it lives.
class open_arrays {
public:
  open_arrays(std::shared_ptr<halo_window> window, const halo_layout& layout, std::span<const halo_array> arrays)
      : window_(std::move(window)) {
    std::set<int> used;
    for (const halo_piece& p : layout.pieces())
      used.insert(p.array);
    for (int number : used)
      open(number, arrays[number]);
  }

  void close() noexcept { attached_.clear(); }

  /// By array; 0 for those that are not used.
  [[nodiscard]] const std::vector<MPI_Aint>& places() const { return places_; }

private:
  void open(int number, const halo_array& array) {
    const std::int64_t bytes = array.length() * static_cast<std::int64_t>(array.element_bytes());
    places_.resize(static_cast<std::size_t>(number) + 1);
    if (bytes == 0) return;
    attached_.emplace_back(window_, array.data(), bytes);
    check_mpi(MPI_Get_address(array.data(), &places_[number]), "MPI_Get_address");
  }

  std::shared_ptr<halo_window> window_;
  std::vector<attachment> attached_;
  std::vector<MPI_Aint> places_;
};

class segment_receiver final : public halo_operation {
public:
  segment_receiver(halo_side& side, std::span<const halo_array> arrays)
      : halo_operation(side.link->group), link_(side.link), bytes_(side.layout.bytes()),
        arrays_(link_->arrays, side.layout, arrays), exchange_(link_->started++) {
    if (bytes_ > 0) await();
  }

private:
  void await() {
    const std::vector<MPI_Aint>& places = arrays_.places();
    const std::uint64_t exchanges = exchange_ + 1;
    const deadline until_served = link_->until_served();
    link_->window->put(reinterpret_cast<const std::byte*>(places.data()),
                       static_cast<std::int64_t>(places.size() * sizeof(MPI_Aint)), link_->rank,
                       link_->other + put_link::room);
    link_->window->flush(link_->rank);
    link_->window->put_counter(exchanges, link_->rank, link_->other);
    link_->window->flush(link_->rank);
  }

  [[nodiscard]] awaited awaits() const override { return {link_->name, {link_->rank}}; }

  bool progress() override {
    if (bytes_ > 0 && link_->counter() <= exchange_) {
      link_->serve();
      return false;
    }
    link_->arrays->sync();
    arrays_.close();
    ++link_->ended;
    return true;
  }

  bool cancel() noexcept override {
    arrays_.close();
    return false;
  }

  std::shared_ptr<put_link> link_;
  std::int64_t bytes_;
  open_arrays arrays_;
  std::uint64_t exchange_;
};

} // namespace

halo_operation_ptr start_segments(halo_side& send, std::span<const halo_array> arrays) {
  return std::make_shared<segment_sender>(send, arrays);
}

halo_operation_ptr expect_segments(halo_side& receive, std::span<const halo_array> arrays) {
  return std::make_shared<segment_receiver>(receive, arrays);
}

} // namespace brick::detail
