// Without files the host compiler answers, as build systems expect it; with them -v has it say what it runs, too.
// SPDX-License-Identifier: MIT
// RUN: %brickc -v --host-compiler=%clang 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: %brickc -print-search-dirs | FileCheck %s --check-prefix=FOLDERS
// RUN: %brickc -Q --help=target --host-compiler=g++ | FileCheck %s --check-prefix=TARGET
// RUN: %brickc -v -O0 %s -o %t --host-compiler=g++ 2>&1 | FileCheck %s --check-prefix=LINK
// VERSION: clang version
// FOLDERS: libraries:
// TARGET: The following options are target specific
// LINK: cc1plus
// LINK: collect2{{.*}}-lbrick
int main() {}
