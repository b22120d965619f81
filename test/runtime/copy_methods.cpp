// SPDX-License-Identifier: MIT
// How blocks are copied, as the description of a machine has it.
#include "copy_methods.hpp"

#include <cstdlib>
#include <string>

#include "machine_folder.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;
using namespace brick::detail;

class CopyMethods : public machine_folder {};

TEST_F(CopyMethods, OfTheFile) {
  setenv("BRICK_MACHINE", file.c_str(), 1);
  write(file, "name: \"pack-hot\"\npack-hot: [ 1 pair, 8 fixed x4 prefetch, 100 vectors avx512, 4096 memcpy ]\n"
              "pack-warm: [ 1 memcpy ]\nunpack-cold: [1 memcpy prefetch-far]\nstreaming-bytes: 1000\nthreaded-bytes: 0 "
              "# always\n");
  const copy_methods found = read_copy_methods();
  copy_methods wanted = default_copy_methods(); // what the file has not
  wanted.pack_hot = {{1, {.loop = block_loop::pair}},
                     {8, {.loop = block_loop::fixed, .unroll = 4, .prefetch = block_prefetch::near}},
                     {100, {block_loop::vectors, instruction_set::avx512}},
                     {4096, {}}};
  wanted.pack_warm = {{1, {}}};
  wanted.unpack_cold = {{1, {.prefetch = block_prefetch::far}}};
  wanted.streaming_bytes = 1000;
  wanted.threaded_bytes = 0;
  EXPECT_EQ(found, wanted);
}

TEST_F(CopyMethods, WithoutAFile) {
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  EXPECT_EQ(read_copy_methods(), default_copy_methods());
}

TEST_F(CopyMethods, ThatAreNone) {
  setenv("BRICK_MACHINE", file.c_str(), 1);
  EXPECT_EQ(message_of(read_copy_methods), "BRICK_MACHINE=" + file.string() + " cannot be read");
  for (const std::string value :
       {"", "[]", "[ ]", "1 pair", "[ 1 pair", "[ pair ]", "[ 1 ]", "[ 2 pair ]", "[ 1 pair, 1 fixed ]",
        "[ 1 pair, 9 fixed, 8 fixed ]", "[ 1 pears ]", "[ 1 pair avx3 ]", "[ 1 pair x3 ]", "[ 1 pair x ]",
        "[ 1 pair prefetch x4 ]", "[ 1 pair x4 avx2 ]", "[ 1 pair prefetch prefetch-far ]", "[ -1 pair ]",
        "[ 1k pair ]"}) {
    write(file, "unpack-hot: " + value + "\n");
    EXPECT_EQ(message_of(read_copy_methods),
              file.string() + ": unpack-hot is " + value +
                  ", not a list of lengths, which grow from 1 on, with ways to copy, such as [ 1 pair, 8 fixed x4 ]");
  }
  for (const std::string value : {"", "-1", "1e6", "99999999999999999999"}) {
    write(file, "threaded-bytes: " + value + "\n");
    EXPECT_EQ(message_of(read_copy_methods),
              file.string() + ": threaded-bytes is " + value + ", not a number of bytes");
  }
}

/// What is written is what is read.
TEST_F(CopyMethods, AsText) {
  setenv("BRICK_MACHINE", file.c_str(), 1);
  for (const block_loop loop : {block_loop::call, block_loop::fixed, block_loop::pair, block_loop::vectors})
    for (const instruction_set set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512})
      for (const int unroll : unrolls)
        for (const block_prefetch prefetch : {block_prefetch::none, block_prefetch::near, block_prefetch::far}) {
          const block_method method{loop, set, unroll, prefetch};
          write(file, "pack-cold: [ 1 " + text(method) + " ]\n");
          EXPECT_EQ(read_copy_methods().pack_cold, (method_table{{1, method}})) << text(method);
        }
  EXPECT_EQ(text({block_loop::fixed, instruction_set::avx2, 4, block_prefetch::near}), "fixed avx2 x4 prefetch");
  EXPECT_EQ(text({}), "memcpy");
}

TEST_F(CopyMethods, LoopsOfATable) {
  const instruction_set widest = widest_instruction_set(), none = instruction_set::baseline;
  const block_method fixed{.loop = block_loop::fixed, .unroll = 8},
      vectors{block_loop::vectors, widest, 4, block_prefetch::near};
  const method_table table{{1, {}}, {8, fixed}, {100, vectors}};
  EXPECT_EQ(kernel_for(table, 7, widest), find_kernel({}, 7));
  EXPECT_EQ(kernel_for(table, 8, widest), find_kernel(fixed, 8));
  EXPECT_EQ(kernel_for(table, 9, widest), find_kernel({.loop = block_loop::pair, .unroll = 8}, 9));
  EXPECT_EQ(kernel_for(table, 99, widest), find_kernel({.loop = block_loop::vectors}, 99));
  EXPECT_EQ(kernel_for(table, 100, widest), find_kernel({block_loop::vectors, widest, 1, block_prefetch::near}, 100));
  EXPECT_EQ(kernel_for(table, 100, none), find_kernel({block_loop::vectors, none, 1, block_prefetch::near}, 100));
  EXPECT_EQ(kernel_for({{1, {.loop = block_loop::vectors}}}, 3, widest), find_kernel({}, 3));
}

} // namespace
