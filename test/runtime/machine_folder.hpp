// SPDX-License-Identifier: MIT
// Descriptions of machines for tests that read them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

/// A folder of its own and variables of the environment, until the end of a test.
class machine_folder : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override {
    for (const char* name : {"BRICK_MACHINE", "XDG_CACHE_HOME"})
      unsetenv(name);
    std::filesystem::remove_all(folder);
  }

  static void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("brick-machine-" + std::to_string(getpid()));
  const std::filesystem::path file = folder / "machine.yaml";
};
