// SPDX-License-Identifier: MIT
// main of the MPI tests. All ranks run the same tests and agree on the exit code. Rank 0 reports as usual, the others
// report failures only, with their rank.
#include "main_mpi.hpp"

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace {

brick::runtime* the_program = nullptr;

class failure_printer : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    name_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s, %s:%d\n%s\n", program().rank(), name_.c_str(),
                result.file_name() ? result.file_name() : "", result.line_number(), result.message());
    std::fflush(stdout);
  }

  std::string name_; // GoogleTest holds a lock while it reports, so that it cannot be asked then
};

} // namespace

brick::runtime& program() { return *the_program; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  GTEST_FLAG_SET(catch_exceptions, false); // one rank that throws must end all, not leave them waiting
  brick::runtime runtime(argc, argv);
  the_program = &runtime;
  if (runtime.rank() != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new failure_printer);
  }
  return runtime.max(RUN_ALL_TESTS()) > 0 ? 1 : 0;
}
