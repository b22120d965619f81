// SPDX-License-Identifier: MIT
#include "halo_operation.hpp"

#include <chrono>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "halo_group.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

/// "halo send 3: packed exchange with rank 1"
std::string words_of(const awaited& waits) {
  const bool with_one = waits.of == awaited::whom::ranks && waits.ranks.size() == 1;
  return waits.what + (with_one ? " with rank " + std::to_string(waits.ranks.front()) : "");
}

} // namespace

bool halo_operation::advance() {
  return in_words([this] { return words_of(awaits()); }, [this] { return do_advance(); });
}

void halo_operation::go_on() noexcept {
  try {
    if (!done_) (void)advance();
  } catch (...) {
    fail();
  }
}

bool halo_operation::test() {
  try {
    if (!done_) done_ = in_words([this] { return words_of(awaits()); }, [this] { return progress(); });
  } catch (...) {
    fail();
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return done_;
}

void halo_operation::fail() noexcept {
  done_ = true;
  failure_ = std::current_exception();
}

void halo_operation::wait() {
  if (!test()) check_wait();
  const auto describe = [this] {
    awaited waits = awaits();
    waits.goes_on = true;
    return waits;
  };
  waiting until_ended(group_ ? news_of(group_->ranks) : nullptr, describe);
  while (!test())
    until_ended.turn();
}

void halo_operation::give_up() noexcept {
  if (done_) return;
  done_ = true;
  try {
    const std::string words = words_of(awaits());
    if (!cancel()) throw halo_given_up(words + " was given up: its halo_exchange has ended");
  } catch (...) {
    fail();
  }
}

halo_copy::halo_copy(const std::function<void()>& copy) {
  try {
    result_ = std::async(std::launch::async, copy);
  } catch (const std::system_error&) {
    copy();
    std::promise<void> done;
    done.set_value();
    result_ = done.get_future();
  }
}

bool halo_copy::progress() {
  if (result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  result_.get();
  return true;
}

bool halo_copy::cancel() noexcept {
  result_.wait();
  return true;
}

/// The first that is under way, how many others are, and the ranks of all: one that is awaited may itself wait for
/// another.
awaited halo_operations::awaits() const {
  awaited all = halo_operation::awaits();
  std::set<int> ranks;
  int more = -1;
  for (const halo_operation_ptr& part : parts_) {
    if (part->done()) continue;
    const awaited waits = part->awaits();
    ++more;
    ranks.insert(waits.ranks.begin(), waits.ranks.end());
    if (all.of == awaited::whom::some) all = waits;
  }
  if (more > 0) all.what += " and " + std::to_string(more) + " more";
  all.ranks.assign(ranks.begin(), ranks.end());
  return all;
}

void halo_operations::check_wait() const {
  for (const halo_operation_ptr& part : parts_)
    if (!part->done()) part->check_wait();
}

/// A part that fails does not keep the others from progress: their halo_exchange completes them.
bool halo_operations::progress() {
  bool all = true;
  for (const halo_operation_ptr& part : parts_)
    all = part->test() && all;
  return all;
}

} // namespace brick::detail
