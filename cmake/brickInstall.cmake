# What `cmake --install` adds to the targets' own rules: the CMake package, the pkg-config file, brick-probe and
# brick-tune.
# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)

set(BRICK_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/brick)
set(BRICK_PACKAGE_DIR ${PROJECT_BINARY_DIR}/package)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/brickConfig.cmake.in ${BRICK_PACKAGE_DIR}/brickConfig.cmake
  INSTALL_DESTINATION ${BRICK_CMAKE_DIR} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${BRICK_PACKAGE_DIR}/brickConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# The pkg-config file finds the prefix from where it lies, so that an installed copy can be moved.
file(RELATIVE_PATH BRICK_PKGCONFIG_TO_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/brick.pc.in ${BRICK_PACKAGE_DIR}/brick.pc @ONLY)

install(EXPORT brickTargets NAMESPACE brick:: DESTINATION ${BRICK_CMAKE_DIR})
install(FILES ${BRICK_PACKAGE_DIR}/brickConfig.cmake ${BRICK_PACKAGE_DIR}/brickConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/brickFunctions.cmake
  DESTINATION ${BRICK_CMAKE_DIR})
install(PROGRAMS ${PROJECT_SOURCE_DIR}/cmake/brickLaunch.sh DESTINATION ${BRICK_CMAKE_DIR})
if(TARGET brick_fortran)
  set(BRICK_FORTRAN_DIR ${CMAKE_INSTALL_INCLUDEDIR}/brick/fortran)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/brick-fortran.pc.in ${BRICK_PACKAGE_DIR}/brick-fortran.pc @ONLY)
  install(FILES ${BRICK_PACKAGE_DIR}/brick-fortran.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(FILES ${BRICK_PACKAGE_DIR}/brick.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Tools find the modules that they share, and brick-probe the small programs by which it measures, which it compiles
# where it is run, in the same folders as in the repository. brick_install_tool(<name> <module>...): and a link to it.
set(BRICK_TOOLS_DIR ${CMAKE_INSTALL_DATADIR}/brick)
function(brick_install_tool name)
  install(PROGRAMS tools/${name} DESTINATION ${BRICK_TOOLS_DIR}/tools)
  foreach(module IN LISTS ARGN)
    install(FILES tools/lib/${module}.py DESTINATION ${BRICK_TOOLS_DIR}/tools/lib)
  endforeach()
  file(RELATIVE_PATH from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/brick/tools/${name})
  install(CODE "
    set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(MAKE_DIRECTORY \"\${bin}\")
    file(CREATE_LINK \"${from_bin}\" \"\${bin}/${name}\" SYMBOLIC)")
endfunction()

if(BRICK_BUILD_COMPILER)
  brick_install_tool(brick-tune argument_types stoppable tune_plan tune_programs tune_search)
endif()
brick_install_tool(brick-probe argument_types bench_programs bench_schemes block_copies dumps machine_file put_costs
                   stoppable)
install(PROGRAMS tools/lib/mpirun DESTINATION ${BRICK_TOOLS_DIR}/tools/lib)
install(DIRECTORY tools/bench/machine DESTINATION ${BRICK_TOOLS_DIR}/tools/bench)
install(FILES tools/bench/problem.hpp DESTINATION ${BRICK_TOOLS_DIR}/tools/bench)
install(FILES tools/bench/baselines/field.hpp DESTINATION ${BRICK_TOOLS_DIR}/tools/bench/baselines)
foreach(header block_copy block_kernels block_runs copy_methods)
  install(FILES runtime/src/${header}.hpp DESTINATION ${BRICK_TOOLS_DIR}/runtime/src)
endforeach()
