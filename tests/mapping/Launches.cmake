# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# charonia_mapping_launches(<label>): one test for each launch file of the folder, and one that they are fresh.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(charonia_mapping_launches label)
  set(scripts ${CMAKE_SOURCE_DIR}/tests/mapping)
  file(GLOB launches CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.launch.json)
  foreach(launch IN LISTS launches)
    get_filename_component(name ${launch} NAME)
    string(REPLACE ".launch.json" "" name ${name})
    add_test(NAME ${label}.${name}
      COMMAND ${Python3_EXECUTABLE} -B ${scripts}/check_launch.py $<TARGET_FILE:charonia-cli> ${launch})
    set_tests_properties(${label}.${name} PROPERTIES LABELS "${label};mapping" TIMEOUT 120)
  endforeach()
  add_test(NAME ${label}.launches-are-fresh
    COMMAND ${Python3_EXECUTABLE} -B ${scripts}/check_fresh.py ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${label}.launches-are-fresh PROPERTIES LABELS "${label};mapping" TIMEOUT 120)
endfunction()
