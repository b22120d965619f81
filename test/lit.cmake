# The lit suites: one ctest entry for each folder of tests with RUN lines.
# SPDX-License-Identifier: MIT
find_program(BRICK_LIT NAMES lit.py llvm-lit lit REQUIRED
  HINTS ${LLVM_INSTALL_PREFIX}/build/utils/lit)
find_program(BRICK_FILECHECK NAMES FileCheck FileCheck-${BRICK_LLVM_FOUND} REQUIRED HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(BRICK_CLANG clang++ HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)
get_filename_component(BRICK_LLVM_TOOLS ${BRICK_FILECHECK} DIRECTORY)

configure_file(lit.site.cfg.py.in ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py @ONLY)

# They end by themselves; the driver's take four minutes on a slow machine, and more beside other work.
foreach(suite IN ITEMS driver emit frontend)
  brick_register_test(lit.${suite} LABELS lit HALF_CORES 4 TIMEOUT 900
    COMMAND ${Python3_EXECUTABLE} ${BRICK_LIT} -sv -j2 ${CMAKE_CURRENT_BINARY_DIR}/${suite})
endforeach()
