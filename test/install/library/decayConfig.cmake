include(CMakeFindDependencyMacro)
find_dependency(brick)
include(${CMAKE_CURRENT_LIST_DIR}/decayTargets.cmake)
