# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles every source of the numerics library for riscv64 without any library header, and checks that the
# objects need nothing but memcpy, memset, memmove and each other.
file(GLOB sources ${SOURCE_DIR}/src/*.cpp)
file(MAKE_DIRECTORY ${BINARY_DIR})
set(objects)
foreach(source IN LISTS sources)
  get_filename_component(stem ${source} NAME_WE)
  set(object ${BINARY_DIR}/${stem}.o)
  execute_process(
    COMMAND ${COMPILER} --target=riscv64 -march=rv64gc -mabi=lp64d -std=c++20 -O1 -ffreestanding
      -nostdinc++ -nostdlibinc -fno-exceptions -fno-rtti -ffp-contract=off -fno-math-errno -Wall
      -I${SOURCE_DIR}/include -c ${source} -o ${object}
    RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${source}:\n${errors}")
  endif()
  list(APPEND objects ${object})
endforeach()

find_program(NM NAMES llvm-nm-19 llvm-nm)
if(NM)
  execute_process(COMMAND ${NM} --undefined-only --just-symbol-name ${objects}
    OUTPUT_VARIABLE symbols RESULT_VARIABLE result)
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(symbol IN LISTS symbols)
    if(symbol AND NOT symbol MATCHES "^_ZN?K?8charonia|^mem(cpy|set|move)$|\\.o:$")
      message(FATAL_ERROR "undefined symbol ${symbol}")
    endif()
  endforeach()
endif()
list(LENGTH objects count)
message(STATUS "${count} objects")
