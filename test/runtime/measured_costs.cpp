// SPDX-License-Identifier: MIT
// The costs of puts in the description of a machine.
#include "brick/measured_costs.hpp"

#include <cstdlib>
#include <string>

#include "machine_folder.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;

class MeasuredCosts : public machine_folder {};

TEST_F(MeasuredCosts, OfTheFile) {
  setenv("BRICK_MACHINE", file.c_str(), 1);
  write(
      file,
      "# Measured: put-byte: 5\nname: \"put-latency: 7\"\ncaches: [ 1, 2 ]\nput-latency: 1.5e-05\nput-overhead: 7e-06\n"
      "put-byte: 1e-09 # of a link\nput-ahead: 23000\nput-core-byte:  8e-10\nnode-put-latency: 1e-06\n"
      "node-put-ahead: 0\ncopy-run: 3e-10\r\ncopy-byte: 6e-11");
  const measured_costs found = read_measured_costs();
  const put_costs between{.latency = 1.5e-5,
                          .put = 7e-6,
                          .put_byte = 1e-9,
                          .copy_run = 3e-10,
                          .copy_byte = 6e-11,
                          .ahead = 23000,
                          .core_byte = 8e-10};
  EXPECT_EQ(found.between_nodes, between);
  put_costs on_node = put_costs_on_node; // what the file has not
  on_node.latency = 1e-6;
  on_node.ahead = 0;
  on_node.copy_run = 3e-10;
  on_node.copy_byte = 6e-11;
  EXPECT_EQ(found.on_node, on_node);
}

TEST_F(MeasuredCosts, OfTheCacheFolder) {
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  EXPECT_EQ(read_measured_costs().between_nodes, put_costs{}); // there is no file
  write(folder / "brick" / "machine.yaml", "put-latency: 2e-05\n");
  EXPECT_EQ(read_measured_costs().between_nodes.latency, 2e-5);
}

TEST_F(MeasuredCosts, FilesThatWillNotDo) {
  setenv("BRICK_MACHINE", file.c_str(), 1);
  EXPECT_EQ(message_of(read_measured_costs), "BRICK_MACHINE=" + file.string() + " cannot be read");
  setenv("BRICK_MACHINE", folder.c_str(), 1);
  EXPECT_EQ(message_of(read_measured_costs), "BRICK_MACHINE=" + folder.string() + " cannot be read");
  setenv("BRICK_MACHINE", file.c_str(), 1);
  for (const std::string text : {"", "root:x:0:0:root:/root:/bin/bash\n", "name: a list\nitems: [ 1, 2 ]\n"}) {
    write(file, text);
    EXPECT_EQ(message_of(read_measured_costs),
              "BRICK_MACHINE=" + file.string() + " is no description of a machine, such as brick-probe writes");
  }
  write(file, "name: \"a machine\"\ncores: 4\n");
  EXPECT_EQ(read_measured_costs().between_nodes, put_costs{});
  for (const std::string value : {"fast", "1e-9s", "-1e-9", "nan", ""}) {
    write(file, "copy-byte: " + value + "\n");
    EXPECT_EQ(message_of(read_measured_costs), file.string() + ": copy-byte is " + value + ", not a number from 0 on");
  }
}

} // namespace
