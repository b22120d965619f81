// SPDX-License-Identifier: MIT
#include "brick/picture.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::field;
using brick::grid;
using brick::point;

/// The width and height in a PNG file's header; zeroes when it is none.
std::pair<int, int> size_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string header(24, '\0');
  file.read(header.data(), 24);
  if (!header.starts_with("\x89PNG")) return {};
  const auto number = [&](int at) {
    int value = 0;
    for (int i = 0; i < 4; ++i)
      value = value * 256 + static_cast<unsigned char>(header[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

std::string path_for(const char* name) {
  return testing::TempDir() + name + "-" + std::to_string(program().size()) + ".png";
}

TEST(Picture, PlanesOfA3DField) {
  const grid<3> on(program(), {.cells = {10, 20, 30}});
  field<double, 3> u(on, "u");
  u.fill([](const point<3>& p) { return static_cast<double>(p[1] + p[2]); });
  const std::string path = path_for("plane");
  const std::pair<int, int> expected[] = {{30, 20}, {30, 10}, {20, 10}};
  for (int axis = 0; axis < 3; ++axis) {
    brick::save_png(path, u, {.axis = axis, .at = 3});
    if (program().rank() == 0) EXPECT_EQ(size_of(path), expected[axis]);
  }
  if (program().rank() == 0) std::remove(path.c_str());
}

TEST(Picture, WholeOfA2DFieldEvenIfConstantOrNotANumber) {
  const grid<2> on(program(), {.cells = {7, 11}});
  field<float, 2> u(on, "u");
  const std::string path = path_for("whole");
  for (float value : {1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    u.fill(value);
    brick::save_png(path, u);
    if (program().rank() == 0) EXPECT_EQ(size_of(path), std::pair(11, 7));
  }
  if (program().rank() == 0) std::remove(path.c_str());
}

TEST(Picture, ErrorsOnEveryRank) {
  const grid<3> on(program(), {.cells = {10, 20, 30}});
  const field<double, 3> u(on, "u");
  EXPECT_THROW(brick::save_png("x.png", u, {.axis = 3}), brick::error);
  EXPECT_THROW(brick::save_png("x.png", u, {.axis = 0, .at = 10}), brick::error);
  EXPECT_THROW(brick::save_png("/nowhere/at/all/x.png", u), brick::error);
  const grid<2> flat(program(), {.cells = {10, 20}});
  const field<double, 2> v(flat, "v");
  EXPECT_THROW(brick::save_png("x.png", v, {.axis = 1}), brick::error);
  EXPECT_THROW(brick::save_png("x.png", v, {.at = 3}), brick::error);
}

TEST(Picture, WhatCannotBeWrittenIsLeftAlone) {
  const grid<2> on(program(), {.cells = {64, 64}});
  const field<double, 2> u(on, "u");
  const std::string path = path_for("full");
  if (program().rank() == 0) std::filesystem::create_symlink("/dev/full", path);
  const std::string message = message_of([&] { brick::save_png(path, u); });
  EXPECT_NE(message.find(path + " cannot be written: No space left on device"), std::string::npos) << message;
  if (program().rank() == 0) EXPECT_TRUE(std::filesystem::is_symlink(path));
  if (program().rank() == 0) std::filesystem::remove(path);
}

} // namespace
