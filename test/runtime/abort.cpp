// SPDX-License-Identifier: MIT
// A program that fails on one rank only, in the way its argument says; the others would wait for ever. abort.sh checks
// how it ends.
#include <cstdio>
#include <string>

#include "brick/brick.hpp"

namespace {

void fail_on_the_last_rank(const brick::runtime& program) {
  if (program.rank() == program.size() - 1) throw brick::error("no such luck");
  program.world().barrier();
}

} // namespace

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string("uncaught")) {
    brick::runtime program(argc, argv);
    fail_on_the_last_rank(program);
    return 0;
  }
  try {
    brick::runtime program(argc, argv);
    fail_on_the_last_rank(program);
  } catch (const brick::error& failure) {
    std::fprintf(stderr, "caught too late: %s\n", failure.what());
  }
  return 0;
}
