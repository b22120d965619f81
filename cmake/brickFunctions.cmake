# brick_add_executable: a program whose sources brickc compiles.
# SPDX-License-Identifier: MIT
include_guard()

# brick_add_executable(<name> [REFERENCE] [OPTIONS <option>...] <source>...)
#
# An executable like add_executable's, linked with brick::brick. brickc stands before the C++ compiler as its launcher,
# so include folders, definitions, language standard, build type, dependencies and compile_commands.json are CMake's own.
# OPTIONS are brickc's, e.g. --target=x86-64-v3 --fp=strict. REFERENCE builds the sources untransformed.
# Needs a Makefile or Ninja generator: the others know no launcher.
function(brick_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REFERENCE" "" "OPTIONS")
  if(NOT BRICK_COMPILER)
    message(FATAL_ERROR "brick_add_executable(${name}): this copy of brick was installed without its compiler, brickc")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "brick_add_executable(${name}): needs a Ninja or Makefile generator, not ${CMAKE_GENERATOR}")
  endif()
  if(arg_REFERENCE)
    list(APPEND arg_OPTIONS --reference)
  endif()

  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE brick::brick)
  set(launcher ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/brickLaunch.sh ${BRICK_COMPILER} ${arg_OPTIONS} --)
  set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
  # A newer brickc makes every object stale.
  set_property(SOURCE ${arg_UNPARSED_ARGUMENTS} APPEND PROPERTY OBJECT_DEPENDS ${BRICK_COMPILER})
endfunction()
