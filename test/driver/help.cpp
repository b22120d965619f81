// What brickc says about itself.
// RUN: %brickc --help | FileCheck %s --check-prefix=HELP
// RUN: %brickc --help-env | FileCheck %s --check-prefix=ENVIRONMENT
// RUN: %brickc --version | FileCheck %s --check-prefix=VERSION
// HELP: --emit=ast|ir|deps|plan|kernels|source|obj|exe
// HELP: --explain
// ENVIRONMENT-DAG: BRICK_THREADS
// ENVIRONMENT-DAG: BRICK_EXCHANGE
// RUN: %brickc --version --host-compiler=%clang | FileCheck %s --check-prefix=HOST
// VERSION: brickc {{[0-9]+\.[0-9]+\.[0-9]+}}
// HOST: brickc
// HOST-NEXT: clang version
