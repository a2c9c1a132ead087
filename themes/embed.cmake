# cmake -P embed.cmake OUT.c TABLE FILE...   writes the files into OUT.c as the table of that name.

include("${CMAKE_CURRENT_LIST_DIR}/../src/base/embed.cmake")

set(tables)
set(rows)
math(EXPR last "${CMAKE_ARGC} - 1")
set(table ${CMAKE_ARGV4})
foreach(i RANGE 5 ${last})
    if(i GREATER last)
        break()
    endif()
    get_filename_component(name "${CMAKE_ARGV${i}}" NAME_WLE)
    file(READ "${CMAKE_ARGV${i}}" hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR n "${digits} / 2")
    c_bytes(bytes "${hex}")
    string(APPEND tables "static const char file_${i}[] = {\n${bytes}};\n\n")
    string(APPEND rows "    {\"${name}\", file_${i}, ${n}},\n")
endforeach()

file(WRITE "${CMAKE_ARGV3}" "#include \"base/embed.h\"\n\n#include <stddef.h>\n\n"
     "extern const struct built_in_file ${table}[];\n\n"
     "${tables}const struct built_in_file ${table}[] = {\n${rows}    {NULL, NULL, 0},\n};\n")
