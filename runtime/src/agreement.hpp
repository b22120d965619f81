// SPDX-License-Identifier: MIT
// Failures that all ranks share: nobody waits for a rank that has given up.
#pragma once

#include <string>
#include <type_traits>

#include "brick/communicator.hpp"
#include "brick/error.hpp"

namespace brick::detail {

/// What `together` throws for what its body threw, the same on all ranks. Errors of its own waiting are others.
class agreed_error : public error {
public:
  agreed_error(const std::string& message, bool everywhere) : error(message), everywhere(everywhere) {}
  const bool everywhere; ///< the body threw on all ranks
};

/// Runs `body(context)` on all ranks of `group`; it calls nothing collective. Where it throws on some ranks, all throw
/// the same `agreed_error`: `what`, then the message, and the rank unless all say the same. Collective.
void together(const communicator& group, const std::string& what, void (*body)(void* context), void* context);

/// The same for a callable.
template <class Body> void together(const communicator& group, const std::string& what, Body&& body) {
  together(
      group, what, [](void* context) { (*static_cast<std::remove_reference_t<Body>*>(context))(); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// "on rank 2: ..." with what the first rank says whose `own` is not empty; empty when none is. Collective.
[[nodiscard]] std::string first_said(const communicator& group, const std::string& own);

/// Throws the same `error` on all ranks of `group` when their texts differ: `otherwise`, and two ranks with their
/// texts. Where one does not come, the others say `what` they wait in. Collective.
void check_same(const communicator& group, const std::string& what, const std::string& otherwise,
                const std::string& text);

} // namespace brick::detail
