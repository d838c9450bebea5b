# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds MLIR 19 and gives the few helpers that our dialect libraries need. Only the two shared
# libraries are linked: a mix with the static archives would register every option twice.
include_guard()
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-19)
find_package(MLIR 19.1 REQUIRED CONFIG)
find_program(CHARONIA_MLIR_TBLGEN NAMES mlir-tblgen-19 mlir-tblgen HINTS /usr/lib/llvm-19/bin REQUIRED)

add_library(charonia_mlir INTERFACE)
target_include_directories(charonia_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_compile_definitions(charonia_mlir INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_directories(charonia_mlir INTERFACE ${LLVM_LIBRARY_DIRS})
target_link_libraries(charonia_mlir INTERFACE MLIR LLVM)

# One precompiled header of the MLIR core serves every library of the compiler.
add_library(charonia_mlir_pch OBJECT ${CMAKE_SOURCE_DIR}/compiler/cmake/MlirPch.cpp)
target_link_libraries(charonia_mlir_pch PRIVATE charonia_flags charonia_mlir)
target_precompile_headers(charonia_mlir_pch PRIVATE ${CMAKE_SOURCE_DIR}/compiler/cmake/MlirPch.h)

# charonia_tablegen(<target> <td file> <output> <flag> ...): pairs of output name and mlir-tblgen flags follow.
# Generated files land in the binary folder under the same path as the .td file, which is an include root.
function(charonia_tablegen target td)
  set(outputs)
  set(rest ${ARGN})
  get_filename_component(dir ${td} DIRECTORY)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/compiler/include/${dir})
  file(GLOB_RECURSE all_td CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/compiler/include/*.td)
  while(rest)
    list(POP_FRONT rest output flags)
    separate_arguments(flag_list UNIX_COMMAND "${flags}")
    set(out ${CMAKE_BINARY_DIR}/compiler/include/${dir}/${output})
    add_custom_command(OUTPUT ${out}
      COMMAND ${CHARONIA_MLIR_TBLGEN} ${flag_list}
              -I ${CMAKE_SOURCE_DIR}/compiler/include -I /usr/lib/llvm-19/include
              ${CMAKE_SOURCE_DIR}/compiler/include/${td} -o ${out}
      DEPENDS ${all_td} VERBATIM)
    list(APPEND outputs ${out})
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()

# charonia_add_mlir_library(<name> SOURCES ... [TABLEGEN targets] [LINK ...])
function(charonia_add_mlir_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;TABLEGEN;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC charonia_mlir ${ARG_LINK} PRIVATE charonia_flags)
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/compiler/include)
  # Generated code is not ours to warn about.
  target_include_directories(${name} SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/compiler/include)
  target_precompile_headers(${name} REUSE_FROM charonia_mlir_pch)
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
endfunction()
