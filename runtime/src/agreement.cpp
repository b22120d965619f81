// SPDX-License-Identifier: MIT
// Failures agreed on by all ranks.
#include "agreement.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include "brick/error.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

/// What went wrong; empty when nothing did.
std::string failure_of(void (*body)(void* context), void* context) {
  try {
    body(context);
    return "";
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& failure) {
    const std::string text = failure.what();
    return text.empty() ? "an exception without a message" : text;
  }
}

/// The first text that is not empty, and on which rank it is unless it is on all.
std::string first_of(const std::vector<std::string>& all) {
  const auto first = std::ranges::find_if(all, [](const std::string& text) { return !text.empty(); });
  if (first == all.end()) return "";
  if (std::ranges::count(all, *first) == std::ssize(all)) return *first;
  return "on rank " + std::to_string(first - all.begin()) + ": " + *first;
}

} // namespace

void together(const communicator& group, const std::string& what, void (*body)(void* context), void* context) {
  const std::string own = failure_of(body, context);
  const purpose agreeing(group, what);
  if (group.max(own.empty() ? 0 : 1) == 0) return;
  const std::vector<std::string> all = group.all_gather(own);
  const bool everywhere = std::ranges::find(all, "") == all.end();
  throw agreed_error(what + first_of(all), everywhere);
}

std::string first_said(const communicator& group, const std::string& own) { return first_of(group.all_gather(own)); }

void check_same(const communicator& group, const std::string& what, const std::string& otherwise,
                const std::string& text) {
  const purpose agreeing(group, what);
  const std::vector<std::string> all = group.all_gather(text);
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      throw error(otherwise + "rank 0 has " + all[0] + ", but rank " + std::to_string(rank) + " has " + all[rank]);
}

} // namespace brick::detail
