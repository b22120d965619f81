// SPDX-License-Identifier: MIT
#include "background_work.hpp"

#include <vector>

namespace brick::detail {

namespace {

/// What a thread has under way: any loop that waits must find it, for objects of whatever communicator.
struct work_list {
  ~work_list() { has_ended = true; }

  std::vector<std::weak_ptr<background_work>> works;
  static inline constinit thread_local bool has_ended = false; ///< and yet std::exit waits for other ranks
};

thread_local work_list list;

bool is_over(const std::weak_ptr<background_work>& work) {
  const std::shared_ptr<background_work> alive = work.lock();
  return !alive || alive->done();
}

} // namespace

/// Work of a thread that never waits long enough to let it go on is forgotten here.
void let_go_on(const std::shared_ptr<background_work>& work) {
  if (work_list::has_ended) return;
  if (list.works.size() == list.works.capacity()) std::erase_if(list.works, is_over);
  list.works.push_back(work);
}

void go_on_in_background() noexcept {
  if (work_list::has_ended || list.works.empty()) return;
  for (const std::weak_ptr<background_work>& each : list.works)
    if (const std::shared_ptr<background_work> work = each.lock()) work->go_on();
  std::erase_if(list.works, is_over);
}

} // namespace brick::detail
