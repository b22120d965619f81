"""lit configuration: tests with RUN lines, in the folders frontend, emit and driver.

Substitutions: %brickc (the compiler of this build), %cxx (the host compiler), %clang (clang++), %python,
%include (the runtime's headers), %examples (dsl-examples/). FileCheck, not and split-file are LLVM's.
"""
# SPDX-License-Identifier: MIT
import os
import shutil
import sys

import lit.formats

build = config.brick_binary_dir
source = config.brick_source_dir

config.name = "brickc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".ir", ".yaml", ".test"]
# The other folders hold GoogleTest programs and scripts.
config.excludes = ["compiler", "end-to-end", "install", "kernel", "runtime", "tools", "Inputs"]
config.test_source_root = os.path.join(source, "test")
config.test_exec_root = os.path.join(build, "test")

config.substitutions += [
    ("%brickc", os.path.join(build, "bin", "brickc")),
    ("%cxx", config.brick_host_compiler),
    ("%clang", config.brick_clang),
    ("%python", sys.executable),
    ("%include", os.path.join(source, "runtime", "include")),
    ("%examples", os.path.join(source, "dsl-examples")),
]
# Tools that some tests need (REQUIRES: gdb) and a machine may lack.
for tool in ("gdb", "clangd"):
    if shutil.which(tool):
        config.available_features.add(tool)
if shutil.which("nvcc", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"])): # where brickc looks
    config.available_features.add("nvcc")
# The host compiler: some options are GCC's only, and counts of instructions are of what it makes.
if config.brick_host_compiler_id == "GNU":
    config.available_features.add("gcc")
if config.brick_llvm_version >= 18:
    config.available_features.update(["explicit-object", "real-template-arguments"])
config.environment["PATH"] = os.pathsep.join([config.brick_llvm_tools, os.environ.get("PATH", "")])
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "MPIEXEC"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
