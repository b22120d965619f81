// An editor's language server sees a user's file without errors or warnings. SPDX-License-Identifier: MIT
// REQUIRES: clangd
// RUN: rm -rf %t && mkdir %t && cp %S/no-warnings.cpp %t/user.cpp
// RUN: printf -- '-std=c++20\n-Wall\n-Wextra\n-Werror\n-I%include\n' > %t/compile_flags.txt
// RUN: cd %t && clangd --check=user.cpp 2>&1 | FileCheck %s
// CHECK: All checks completed, 0 errors
