# What `cmake --install` adds to the targets' own rules: the CMake package and the pkg-config file.
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
