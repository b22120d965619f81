// Sources and objects together, macros, and libraries for the linker only, as with any compiler driver.
// RUN: rm -rf %t && split-file %s %t
// RUN: %brickc -O1 -c -DANSWER=42 %t/answer.cpp -o %t/answer.o
// RUN: %brickc -O1 -I %t/include %t/main.cpp %t/answer.o -lm -o %t/program
// RUN: %t/program | FileCheck %s
// CHECK: the answer is 42

//--- answer.cpp
int answer() { return ANSWER; }

//--- include/answer.hpp
int answer();

//--- main.cpp
#include "answer.hpp"
#include <cstdio>

int main() { std::printf("the answer is %d\n", answer()); }
