// SPDX-License-Identifier: MIT
// Operations that a halo_status stands for.
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "background_work.hpp"
#include "brick/error.hpp"
#include "waiting.hpp"

namespace brick::detail {

class halo_group;

/// Thrown to who waits for an operation that its halo_exchange, which has ended, has given up.
class halo_given_up : public error {
public:
  using error::error;
};

/// Something under way. It ends once, by completion, failure or being given up, and needs nothing of others afterwards.
class halo_operation : public background_work {
public:
  /// `group` has the ranks that it waits for; null where it waits for none.
  explicit halo_operation(std::shared_ptr<halo_group> group = nullptr) : group_(std::move(group)) {}

  [[nodiscard]] bool done() const final { return done_; }

  /// Does a part of its work, if there is one that waits for nobody else. Throws when it fails, as `test` does, in
  /// words that begin with what it awaits.
  bool advance();

  /// The same for a rank that waits for something else; `test` throws what fails here.
  void go_on() noexcept final;

  /// Lets it progress; true when it has ended. Throws when it fails, or has failed, once.
  bool test();

  /// Until it has ended; lets other ranks have the core meanwhile.
  void wait();

  /// Ends it without its result, which `test` says. Calls nothing that could fail or wait for another rank.
  void give_up() noexcept;

  /// What it waits for while it has not ended.
  [[nodiscard]] virtual awaited awaits() const { return {"an exchange of halos", {}, awaited::whom::some}; }

  /// Throws when nothing but this rank, which is about to wait, could ever end it.
  virtual void check_wait() const {}

protected:
  const std::shared_ptr<halo_group> group_;

private:
  virtual bool do_advance() { return false; }
  virtual bool progress() = 0;                     ///< true when complete
  virtual bool cancel() noexcept { return false; } ///< true when it is complete all the same

  void fail() noexcept; ///< with the exception that is being handled

  bool done_ = false;
  std::exception_ptr failure_; ///< that nobody has been told of
};

using halo_operation_ptr = std::shared_ptr<halo_operation>;

/// A copy in a thread of its own or, where the system has none left, in this one.
class halo_copy final : public halo_operation {
public:
  explicit halo_copy(const std::function<void()>& copy);

private:
  bool progress() override;
  bool cancel() noexcept override;

  std::future<void> result_;
};

/// Several at once.
class halo_operations final : public halo_operation {
public:
  halo_operations(std::shared_ptr<halo_group> group, std::vector<halo_operation_ptr> parts)
      : halo_operation(std::move(group)), parts_(std::move(parts)) {}

private:
  bool progress() override;
  [[nodiscard]] awaited awaits() const override;
  void check_wait() const override;

  std::vector<halo_operation_ptr> parts_;
};

} // namespace brick::detail
