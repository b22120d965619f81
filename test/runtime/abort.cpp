// SPDX-License-Identifier: MIT
// A program that fails on one rank only, in the way its argument says; the others would wait for ever. abort.sh checks
// how it ends.
#include <cstdio>
#include <string>

#include <mpi.h>

#include "brick/brick.hpp"

namespace {

void fail_on_the_last_rank(const brick::runtime& program) {
  if (program.rank() == program.size() - 1) throw brick::error("no such luck");
  program.world().barrier();
}

/// The program starts MPI, and only the first rank makes a runtime of brick.
void make_a_runtime_alone(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) const brick::runtime program;
  MPI_Finalize();
}

} // namespace

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string("alone")) {
    make_a_runtime_alone(argc, argv);
    return 0;
  }
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
