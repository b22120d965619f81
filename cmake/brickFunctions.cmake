# brick_add_executable, brick_add_library and brick_compile: programs and libraries whose sources brickc compiles.
# SPDX-License-Identifier: MIT
include_guard()

# brick_add_executable(<name> <argument of add_executable>... [REFERENCE] [OPTIONS <option>...])
# brick_add_library(<name> <argument of add_library>... [REFERENCE] [OPTIONS <option>...])
#
# A target like add_executable's or add_library's that brickc compiles: see brick_compile.
function(brick_add_executable name)
  brick_add_target(executable ${ARGV})
endfunction()

function(brick_add_library name)
  brick_add_target(library ${ARGV})
endfunction()

function(brick_add_target kind name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "REFERENCE" "" "OPTIONS")
  cmake_language(CALL add_${kind} ${name} ${arg_UNPARSED_ARGUMENTS})
  if(arg_REFERENCE)
    list(APPEND arg_OPTIONS --reference)
  endif()
  brick_compile(${name} OPTIONS ${arg_OPTIONS})
endfunction()

# brick_compile(<target> [REFERENCE] [OPTIONS <option>...])
#
# Links a target with brick::brick and lets brickc compile its C++. brickc stands before the C++ compiler as its
# launcher, so include folders, definitions, language standard, build type, dependencies and compile_commands.json are
# CMake's own.
# OPTIONS are brickc's, e.g. --target=x86-64-v3 --fp=strict. REFERENCE builds the sources untransformed. Files that
# options name are, as sources are, relative to the current source folder.
# Needs a Makefile or Ninja generator: the others know no launcher.
function(brick_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REFERENCE" "" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "brick_compile(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT BRICK_COMPILER)
    message(FATAL_ERROR "brick_compile(${target}): there is no brickc: this copy of brick was installed or built without "
      "its compiler (BRICK_BUILD_COMPILER), or is part of a build with several configurations")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "brick_compile(${target}): needs a Ninja or Makefile generator, not ${CMAKE_GENERATOR}")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CXX IN_LIST languages)
    message(FATAL_ERROR "brick_compile(${target}): needs the language CXX: project(... LANGUAGES CXX)")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  get_target_property(type ${target} TYPE)
  if(aliased OR NOT type MATCHES "EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY")
    message(FATAL_ERROR "brick_compile(${target}): nothing is compiled for this target, which is an alias or of type "
      "${type}")
  endif()
  get_target_property(compiled ${target} BRICK_COMPILED)
  if(compiled)
    message(FATAL_ERROR "brick_compile(${target}): brickc compiles this target already: give it all OPTIONS at once")
  endif()
  set_target_properties(${target} PROPERTIES BRICK_COMPILED ON)
  if(arg_REFERENCE)
    list(APPEND arg_OPTIONS --reference)
  endif()

  set(scope PUBLIC) # a library's headers include brick's
  if(type STREQUAL EXECUTABLE)
    set(scope PRIVATE)
  endif()
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} ${scope} brick::brick)
  # Of headers that come by -isystem, which is how CMake passes those of imported targets, brickc compiles no stencils.
  set_target_properties(${target} PROPERTIES NO_SYSTEM_FROM_IMPORTED ON)
  brick_depend_on_files(${target} options ${arg_OPTIONS})
  brick_set_compiler(${target} ${options})
  brick_depend_on_compiler(${target} ${options})
endfunction()

# Makes the objects depend on the files that options name. Sets the variable to the options, with absolute paths.
function(brick_depend_on_files target variable)
  set(options)
  set(files)
  foreach(option IN LISTS ARGN)
    if(option MATCHES "^(--plan=|--machine=)(.+)$")
      cmake_path(ABSOLUTE_PATH CMAKE_MATCH_2 BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE file)
      list(APPEND files ${file})
      set(option ${CMAKE_MATCH_1}${file})
    elseif(NOT option MATCHES "^-")
      message(FATAL_ERROR "${target}: '${option}' is no option of brickc (sources go before OPTIONS)")
    elseif(option MATCHES "^-[^ ]* -")
      message(FATAL_ERROR "${target}: '${option}' is several options: no quotes around them")
    elseif(option MATCHES "^--emit=" AND NOT option STREQUAL "--emit=obj")
      message(FATAL_ERROR "${target}: '${option}' makes no object, which CMake would link")
    endif()
    list(APPEND options ${option})
  endforeach()
  set(${variable} ${options} PARENT_SCOPE)
  brick_add_object_depends(${target} ${files})
endfunction()

function(brick_add_object_depends target)
  get_target_property(sources ${target} SOURCES)
  if(NOT ARGN OR NOT sources)
    return()
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    set_property(SOURCE ${source} TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS ${ARGN})
  endforeach()
endfunction()

# Puts brickc with these options before the C++ compiler, unless it is the C++ compiler.
function(brick_set_compiler target)
  cmake_path(GET CMAKE_CXX_COMPILER FILENAME compiler)
  if("${compiler} ${CMAKE_CXX_COMPILER_ARG1}" MATCHES "(^|[ /])brickc( |$)") # ARG1 as in CXX="ccache brickc"
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${ARGN}>")
    return()
  endif()
  if(CMAKE_CXX_COMPILER_LAUNCHER) # ccache, for one, knows nothing of plans, machines, and the compiler behind brickc
    message(STATUS "${target}: compiled by brickc, without ${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
  set(launcher ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/brickLaunch.sh ${BRICK_COMPILER} ${ARGN} --)
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
endfunction()

# Makes the objects stale by another brickc or other options. Makefiles don't look at launchers, but at definitions, as
# all generators do, also for sources that are added later and for those that UNITY_BUILD generates.
function(brick_depend_on_compiler target)
  if(TARGET brickc) # made by this build, later
    add_dependencies(${target} brickc)
    brick_add_object_depends(${target} ${BRICK_COMPILER})
    set(compiler)
  else()
    file(SHA256 ${BRICK_COMPILER} compiler)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${BRICK_COMPILER})
  endif()
  string(SHA256 made_by "${compiler} ${ARGN}")
  string(SUBSTRING ${made_by} 0 16 made_by)
  target_compile_definitions(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:BRICK_MADE_BY=0x${made_by}>)
endfunction()
