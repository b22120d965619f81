# Finds LLVM with Clang's libraries: what LLVM_DIR says, else the version BRICK_LLVM_VERSION, or the newest that brickc
# is known to build with. Sets BRICK_LLVM_FOUND, the major version, and what LLVM's own package sets.
# SPDX-License-Identifier: MIT
include_guard()
# LLVM 16's package looks for the libraries it links with by compiling C.
enable_language(C)

set(BRICK_LLVM_VERSIONS 19 18 17 16)
if(BRICK_LLVM_VERSION)
  set(wanted ${BRICK_LLVM_VERSION})
else()
  set(wanted ${BRICK_LLVM_VERSIONS})
endif()

# Sets BRICK_LLVM_FOUND if find_package, with these arguments, finds a wanted version. LLVM's version file accepts only
# its own major.minor, so the major version is checked here. Clang's headers are a package of their own.
macro(brick_try_llvm)
  find_package(LLVM QUIET CONFIG ${ARGN})
  if(LLVM_FOUND AND LLVM_VERSION_MAJOR IN_LIST wanted AND LLVM_VERSION_MAJOR IN_LIST BRICK_LLVM_VERSIONS
     AND EXISTS ${LLVM_INSTALL_PREFIX}/include/clang/Tooling/Tooling.h)
    set(BRICK_LLVM_FOUND ${LLVM_VERSION_MAJOR})
  endif()
endmacro()

if(LLVM_DIR)
  brick_try_llvm()
endif()
foreach(version IN LISTS wanted)
  if(NOT BRICK_LLVM_FOUND)
    unset(LLVM_DIR CACHE)
    brick_try_llvm(HINTS /usr/lib/llvm-${version})
  endif()
endforeach()
if(NOT BRICK_LLVM_FOUND)
  message(FATAL_ERROR "LLVM with Clang's libraries not found (versions: ${wanted}): set LLVM_DIR or CMAKE_PREFIX_PATH")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")
