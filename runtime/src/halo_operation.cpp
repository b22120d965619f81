// SPDX-License-Identifier: MIT
#include "halo_operation.hpp"

#include <chrono>
#include <system_error>

#include "waiting.hpp"

namespace brick::detail {

bool halo_operation::test() {
  if (done_) return true;
  try {
    done_ = progress();
  } catch (...) {
    done_ = true;
    throw;
  }
  return done_;
}

void halo_operation::wait() {
  if (!test()) check_wait();
  const auto describe = [] { return awaited{"an exchange of halos", {}, awaited::whom::some}; };
  waiting until_ended(nullptr, describe);
  while (!test())
    until_ended.turn();
}

void halo_operation::give_up() noexcept {
  if (!done_) cancel();
  done_ = true;
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
