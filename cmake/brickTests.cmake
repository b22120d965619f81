# How tests are declared: a GoogleTest program alone or under MPI, and the environment every test runs in.
# SPDX-License-Identifier: MIT
include_guard()

# Starts MPI jobs for all tests, demo and scripts: knows what MPICH and Open MPI each need.
set(BRICK_MPIRUN ${PROJECT_SOURCE_DIR}/tools/lib/mpirun)

# The environment of every test. MPI and hwloc keep memory until the process ends: those leaks are not ours.
# Tests have more ranks and threads than there are cores. OpenMP's, where they wait, would keep those to themselves.
# Small sweeps are shared by threads too.
set(BRICK_TEST_ENVIRONMENT "MPIEXEC=${MPIEXEC_EXECUTABLE}" OMP_WAIT_POLICY=passive BRICK_THREADS_FROM=0)
if(BRICK_SANITIZE MATCHES "thread")
  # Archer tells ThreadSanitizer what OpenMP orders; it wants libraries that are not instrumented to be left out.
  cmake_path(GET OpenMP_omp_LIBRARY PARENT_PATH openmp)
  find_library(BRICK_ARCHER archer HINTS ${openmp})
  if(NOT BRICK_ARCHER)
    message(FATAL_ERROR "BRICK_SANITIZE=thread needs libarcher.so, which comes with Clang's OpenMP: set BRICK_ARCHER")
  endif()
  # UCX, below MPICH, rewrites functions of the system that the sanitizer has replaced: not then. Nor can the sanitizer
  # itself live without more mappings.
  list(APPEND BRICK_TEST_ENVIRONMENT
    "OMP_TOOL_LIBRARIES=${BRICK_ARCHER}" "TSAN_OPTIONS=ignore_noninstrumented_modules=1" "BRICK_THREADS=3"
    "UCX_MEM_MMAP_HOOK_MODE=none" "GTEST_FILTER=-*TooManyMappings*")
elseif(BRICK_SANITIZE)
  # hwloc's plugins (Debian's libhwloc-plugins) are unloaded before leaks are looked for, which then have no library to
  # suppress them by.
  list(APPEND BRICK_TEST_ENVIRONMENT "HWLOC_PLUGINS_PATH=/dev/null"
    "ASAN_OPTIONS=detect_leaks=1" "UBSAN_OPTIONS=print_stacktrace=1"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/test/leaks.supp:print_suppressions=0")
else() # sanitizers want to be the first library of a program
  list(APPEND BRICK_TEST_ENVIRONMENT "BRICK_PRELOAD=$<TARGET_FILE:yielding-mpi>")
endif()

# brick_register_test(<name> [HALF_CORES <n>] [TIMEOUT <seconds>] [LABELS <label>...] COMMAND <command>...)
# A ctest entry with the common environment. HALF_CORES is how much it keeps busy, by default one core: of these ctest -j
# counts, so that MPI jobs do not run on top of each other, and tests that sleep do not wait for each other.
function(brick_register_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HALF_CORES;TIMEOUT" "LABELS;COMMAND")
  if(NOT arg_HALF_CORES)
    set(arg_HALF_CORES 2)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${BRICK_TEST_ENVIRONMENT}" LABELS "${arg_LABELS}"
                       PROCESSORS ${arg_HALF_CORES} TIMEOUT ${arg_TIMEOUT})
endfunction()

# brick_register_mpi_test(<name> RANKS <n>... COMMAND <target>)
# One ctest entry `<name>.<n>-ranks` per count. A rank that waits polls.
function(brick_register_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMMAND" "RANKS")
  foreach(ranks IN LISTS arg_RANKS)
    math(EXPR half_cores "2 * ${ranks}")
    brick_register_test(${name}.${ranks}-ranks HALF_CORES ${half_cores} LABELS mpi ranks-${ranks}
                        COMMAND ${BRICK_MPIRUN} -n ${ranks} $<TARGET_FILE:${arg_COMMAND}>)
  endforeach()
endfunction()

# brick_make_test(<name> SOURCES <file>... LIBRARIES <target>... [HEADERS <target>])
# The program `test-<name>`. To compile tests takes longer than to run them. HEADERS: whose precompiled ones it uses, see
# brick_precompile_test_headers.
function(brick_make_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS" "SOURCES;LIBRARIES")
  add_executable(test-${name} ${arg_SOURCES})
  target_link_libraries(test-${name} PRIVATE ${arg_LIBRARIES})
  target_compile_options(test-${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(arg_HEADERS)
    target_precompile_headers(test-${name} REUSE_FROM ${arg_HEADERS})
  endif()
endfunction()

# brick_precompile_test_headers(<target> HEADERS <header>... LIBRARIES <target>...)
# Headers that take most of the time to compile many tests. Those must be compiled with the same options.
function(brick_precompile_test_headers target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES")
  file(CONFIGURE OUTPUT ${target}.cpp CONTENT "// What CMake precompiles ${target} for.\n")
  add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} GTest::gtest)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS} <gtest/gtest.h>)
endfunction()

# brick_add_test(<name> SOURCES <file>... [LIBRARIES <target>...] [HEADERS <target>])
# A GoogleTest program `test-<name>` and its ctest entry `<name>`.
function(brick_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS" "SOURCES;LIBRARIES")
  brick_make_test(${name} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} GTest::gtest_main HEADERS ${arg_HEADERS})
  brick_register_test(${name} LABELS unit COMMAND test-${name})
endfunction()

# brick_add_mpi_test(<name> RANKS <n>... SOURCES <file>... [LIBRARIES <target>...] [HEADERS <target>])
# A GoogleTest program with its own main (see test/runtime/main_mpi.cpp), one ctest entry `<name>.<n>-ranks` per count.
function(brick_add_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS" "RANKS;SOURCES;LIBRARIES")
  brick_make_test(${name} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} GTest::gtest HEADERS ${arg_HEADERS})
  brick_register_mpi_test(${name} RANKS ${arg_RANKS} COMMAND test-${name})
endfunction()
