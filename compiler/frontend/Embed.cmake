# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=F -DENTRIES=module=file,... -P Embed.cmake: library files as rows {module, text} of a C++ table.
set(text "")
string(REPLACE "," ";" entries "${ENTRIES}")
foreach(entry IN LISTS entries)
  string(REGEX MATCH "^([^=]*)=(.*)$" _ "${entry}")
  set(module ${CMAKE_MATCH_1})
  set(path ${CMAKE_MATCH_2})
  file(READ "${path}" content)
  string(APPEND text "{\"${module}\", R\"charonia(${content})charonia\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
