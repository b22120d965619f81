// SPDX-License-Identifier: MIT
// What programs that are compiled for CUDA say where CUDA fails, and where there is none: by the driver of
// fake_cuda.cpp.
#include "brick/device.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "cuda_program.hpp"
#include "message_of.hpp"

namespace {

using namespace cuda_program;

/// While it lives, the driver fails in that way. Before and afterwards, no device is in use: contexts that have failed
/// stay so.
class failing_driver {
public:
  explicit failing_driver(const std::string& how) {
    program().state()->device = nullptr;
    begin(how);
  }
  failing_driver(const failing_driver&) = delete;
  failing_driver& operator=(const failing_driver&) = delete;
  ~failing_driver() {
    ::unsetenv("FAKE_CUDA");
    program().state()->device = nullptr;
  }

  static void begin(const std::string& how) { ::setenv("FAKE_CUDA", how.c_str(), 1); }
};

const setting simple{{16, 16, 32}, {neumann, periodic, periodic}}; // all ranks have bricks, some of them inner ones

TEST(CudaErrors, NoDevice) {
  const failing_driver driver("no-device");
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), "CUDA: cuInit: no CUDA-capable device is detected");
  driver.begin("");
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), "");
}

TEST(CudaErrors, NoDeviceOnOneRank) {
  const int last = program().size() - 1;
  const failing_driver driver(program().rank() == last ? "no-device" : "");
  const std::string where = last == 0 ? "" : "on rank " + std::to_string(last) + ": ";
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), where + "CUDA: cuInit: no CUDA-capable device is detected");
}

TEST(CudaErrors, MemoryThatTheHostCannotShare) {
  const failing_driver driver("private-memory");
  const std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_NE(message.find("fake GPU 0: the host cannot use memory while this GPU computes, as brick needs it"),
            std::string::npos)
      << message;
}

TEST(CudaErrors, NoMemory) {
  const failing_driver driver("no-memory");
  std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_NE(message.find("fake GPU 0: memory of "), std::string::npos) << message;
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
  driver.begin("");
  const grid<3> on = grid_on_cuda(simple);
  driver.begin("no-memory");
  message = message_of([&] { (void)doubles(on, "u"); });
  EXPECT_EQ(message.find("field u: "), 0) << message;
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
  driver.begin("");
  EXPECT_EQ(message_of([&] { (void)doubles(on, "u"); }), "");
}

TEST(CudaErrors, NoMemoryForTheValuesOfAReduction) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  const doubles u = made(on, "u");
  driver.begin("no-memory");
  const std::string message = message_of([&] { (void)brick::reduce<roughness>(brick::sum, u, u); });
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
}

TEST(CudaErrors, LaunchThatIsRefused) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("launch-fails");
  EXPECT_EQ(message_of([&] { brick::apply<smooth>(next, u, k); }),
            "CUDA: smooth: too many resources requested for launch");
}

TEST(CudaErrors, KernelThatFails) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("kernel-fails");
  brick::apply<add_source>(u, next);
  const std::string expected = "CUDA: a kernel: an illegal memory access was encountered";
  EXPECT_EQ(message_of([&] { (void)u.gather(); }), expected);
  driver.begin(""); // which helps no more
  EXPECT_EQ(message_of([&] { (void)u.data(); }), expected);
  EXPECT_NE(message_of([&] { (void)doubles(on, "v"); }).find("an illegal memory access was encountered"),
            std::string::npos);
}

TEST(CudaErrors, KernelOfARunThatFails) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("kernel-fails");
  EXPECT_EQ(message_of([&] { brick::run<advance>(1, u, next, k); }),
            "CUDA: a kernel: an illegal memory access was encountered");
}

TEST(CudaErrors, KernelsThatAreNotThere) {
  const grid<3> on = grid_on_cuda(simple);
  doubles u(on, "u"), next(on, "next");
  for ([[maybe_unused]] const int time : {1, 2}) {
    EXPECT_EQ(message_of([&] { brick::apply<not_in_the_image>(u); }), "CUDA: not_in_the_image: named symbol not found");
    EXPECT_EQ(message_of([&] { brick::apply<in_a_broken_image>(u); }),
              "CUDA: the kernels cannot be loaded: device kernel image is invalid");
  }
  EXPECT_EQ(message_of([&] { brick::apply<smooth>(next, u, k); }), "");
}

TEST(CudaErrors, ExchangesThatADeviceCannotDo) {
  for (const std::string how : {"shared", "shared-layout", "memmap", "memmap-put", "layout-put", "shift"}) {
    ::setenv("BRICK_EXCHANGE", how.c_str(), 1);
    EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }),
              "ghost zones of steps for CUDA travel by layout or basic, not by " + how);
  }
  ::setenv("BRICK_EXCHANGE", "basic", 1);
  EXPECT_EQ(grid_on_cuda(simple).exchange(), strategy::basic);
  ::unsetenv("BRICK_EXCHANGE");
  brick::step_plan<3> on_host = brick::generated<advance>::plan;
  on_host.where = brick::processor::cuda_on_host;
  on_host.exchange = strategy::shared;
  EXPECT_EQ(message_of([&] { (void)grid<3>(program(), {.cells = {16, 16, 32}}, on_host); }),
            "ghost zones of steps for CUDA with its kernels on the host travel by layout or basic, not by shared");
}

TEST(CudaErrors, GridsOfOtherProcessors) {
  brick::step_plan<3> plan = brick::generated<advance>::plan;
  plan.where = brick::processor::host;
  const grid<3> on(program(), {.cells = {16, 16, 32}}, plan);
  doubles u(on, "u"), next(on, "next");
  EXPECT_NE(
      message_of([&] { brick::apply<smooth>(next, u, k); }).find("compiled for CUDA, but the grid is for the host;"),
      std::string::npos);
}

/// In a job of its own, where libcuda.so.1 is an empty file.
TEST(WithoutCuda, ThereIsNoDriver) {
  const std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_EQ(message.find("this program is compiled for CUDA, and there is no driver: "), 0) << message;
  EXPECT_NE(message.find("libcuda.so.1"), std::string::npos) << message;
  EXPECT_NE(message.find(" (--target=cuda:host compiles the same kernels for the host)"), std::string::npos) << message;
}

} // namespace
