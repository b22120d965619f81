// #line, by which messages and debuggers point into the user's file. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace brickc {

/// `#line 5 "heat.cpp"`, without an end of line.
inline std::string lineDirective(unsigned line, const std::string& file) {
  std::string escaped;
  for (char c : file) {
    if (c == '\\' || c == '"') escaped += '\\';
    escaped += c;
  }
  return "#line " + std::to_string(line) + " \"" + escaped + "\"";
}

} // namespace brickc
