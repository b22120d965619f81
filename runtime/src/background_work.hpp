// SPDX-License-Identifier: MIT
// Work under way that goes on only when this rank does something for it, while other ranks wait for that.
//
// A message that MPI sends goes on in any call of MPI, whatever the rank waits for. One that is put goes on only when
// its sender looks whether it may put. A rank that waits for something else must do so too, or two ranks that wait in
// different orders wait for ever.
#pragma once

#include <memory>

namespace brick::detail {

class background_work {
public:
  background_work() = default;
  background_work(const background_work&) = delete;
  background_work& operator=(const background_work&) = delete;
  virtual ~background_work() = default;

  [[nodiscard]] virtual bool done() const = 0;

  /// Does what can be done now. Waits for nothing, and keeps what fails for whoever waits for this.
  virtual void go_on() noexcept = 0;
};

/// From now on `work` goes on whenever this thread waits, as long as it is neither done nor destroyed.
void let_go_on(const std::shared_ptr<background_work>& work);

/// All such work of this thread goes on.
void go_on_in_background() noexcept;

} // namespace brick::detail
