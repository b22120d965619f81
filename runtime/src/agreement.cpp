// SPDX-License-Identifier: MIT
// Failures agreed on by all ranks.
#include "agreement.hpp"

#include <algorithm>
#include <exception>
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

/// The first text that is not empty.
std::vector<std::string>::const_iterator first_of(const std::vector<std::string>& all) {
  return std::ranges::find_if(all, [](const std::string& text) { return !text.empty(); });
}

std::string on_rank(std::ptrdiff_t rank, const std::string& text) {
  return "on rank " + std::to_string(rank) + ": " + text;
}

} // namespace

void together(const communicator& group, const std::string& what, void (*body)(void* context), void* context) {
  const std::string own = failure_of(body, context);
  const purpose agreeing(group, what);
  if (group.max(own.empty() ? 0 : 1) == 0) return;
  const std::vector<std::string> all = group.all_gather(own);
  const auto first = first_of(all);
  const bool everywhere = std::find(all.begin(), all.end(), "") == all.end();
  if (std::count(all.begin(), all.end(), *first) == group.size()) throw agreed_error(what + *first, everywhere);
  throw agreed_error(what + on_rank(first - all.begin(), *first), everywhere);
}

std::string first_said(const communicator& group, const std::string& own) {
  const std::vector<std::string> all = group.all_gather(own);
  const auto first = first_of(all);
  return first == all.end() ? "" : on_rank(first - all.begin(), *first);
}

void check_same(const communicator& group, const std::string& what, const std::string& otherwise,
                const std::string& text) {
  const purpose agreeing(group, what);
  const std::vector<std::string> all = group.all_gather(text);
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      throw error(otherwise + "rank 0 has " + all[0] + ", but rank " + std::to_string(rank) + " has " + all[rank]);
}

} // namespace brick::detail
