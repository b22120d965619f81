// SPDX-License-Identifier: MIT
// What tests of errors share.
#pragma once

#include <string>

#include "brick/error.hpp"

/// The message of the `brick::error` that `call` throws; "" when it throws none.
template <class Call> std::string message_of(Call&& call) {
  try {
    call();
  } catch (const brick::error& failure) {
    return failure.what();
  }
  return "";
}
