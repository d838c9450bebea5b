# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The only place where compile flags are set. Every target of the project links charonia_flags
# through charonia_add_library() or charonia_add_executable().
include_guard()

add_library(charonia_flags INTERFACE)
# Contraction is off everywhere: a fused multiply-add is always written as such, so that the
# interpreter, the simulator and generated code round alike.
target_compile_options(charonia_flags INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wno-unused-parameter -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(charonia_flags INTERFACE -Wno-gcc-compat)
  # A compiler cache restores a precompiled header with a new time; without the stamp it still matches.
  target_compile_options(charonia_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
if(CHARONIA_WERROR)
  target_compile_options(charonia_flags INTERFACE -Werror)
endif()
if(CHARONIA_SANITIZE)
  target_compile_options(charonia_flags INTERFACE
    -fsanitize=${CHARONIA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(charonia_flags INTERFACE -fsanitize=${CHARONIA_SANITIZE})
  if(CHARONIA_SANITIZE MATCHES "undefined")
    # LLVM is built without sanitizers: its vtables carry no type information for vptr checks.
    target_compile_options(charonia_flags INTERFACE -fno-sanitize=vptr)
  endif()
  target_compile_definitions(charonia_flags INTERFACE CHARONIA_SANITIZED=1)
endif()
if(CHARONIA_FUZZ)
  target_compile_options(charonia_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
find_program(CHARONIA_MOLD mold)
if(CHARONIA_MOLD)
  target_link_options(charonia_flags INTERFACE -fuse-ld=mold)
endif()

# charonia_add_library(<name> SOURCES ... [LINK ...] [LINK_PRIVATE ...] [INCLUDE dir ...])
# A static library with the alias charonia::<name without charonia_>.
function(charonia_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LINK_PRIVATE;INCLUDE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE charonia_flags ${ARG_LINK_PRIVATE})
  if(ARG_INCLUDE)
    target_include_directories(${name} PUBLIC ${ARG_INCLUDE})
  endif()
  string(REGEX REPLACE "^charonia_" "" alias ${name})
  add_library(charonia::${alias} ALIAS ${name})
endfunction()

# charonia_add_executable(<name> SOURCES ... [LINK ...])
function(charonia_add_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE charonia_flags ${ARG_LINK})
endfunction()

# charonia_add_test(<name> SOURCES ... [LINK ...] [LABELS ...]): one GoogleTest executable, one ctest entry.
function(charonia_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE charonia_flags ${ARG_LINK} GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support)
  target_compile_definitions(${name} PRIVATE
    CHARONIA_SOURCE_DIR="${CMAKE_SOURCE_DIR}" CHARONIA_CORPUS_DIR="${CHARONIA_CORPUS}")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
