# cmake -P embed.cmake OUT.c NAME SCRIPT.js PICTURE.css VIEWER.css ...   writes the texts of
# render/common/web_assets.h: for each four arguments NAME_script, NAME_style and NAME_viewer_style; for "-" none of
# those that it would be in.
#
# The script is taken as it is. The style is PICTURE.css, and with a script VIEWER.css behind it;
# comments on lines of their own and blanks that mean nothing are left out.

include("${CMAKE_CURRENT_LIST_DIR}/../../src/base/embed.cmake")

# check_text(FILE TEXT) refuses what would not survive in a CDATA section of any encoding.
function(check_text file text)
    string(FIND "${text}" "]]>" at)
    if(NOT at EQUAL -1)
        message(FATAL_ERROR "${file}: \"]]>\" would end the CDATA section it is to stand in.")
    endif()
    if(text MATCHES "[^\n -~]")
        message(FATAL_ERROR "${file}: a character that is not printable ASCII, or a tab.")
    endif()
endfunction()

# read_style(TEXT FILE) reads a style sheet without comments and needless blanks. Semicolons would
# split a list of CMake's, so they are other characters on the way.
function(read_style text file)
    file(READ "${file}" bytes)
    string(REPLACE ";" "\t" bytes "${bytes}")
    string(REGEX REPLACE "(^|\n) *\\/\\*[^\n]*\\*\\/\n" "\\1" bytes "${bytes}")
    string(REGEX REPLACE "\n *" " " bytes "${bytes}")
    string(REGEX REPLACE " *([{},>\t]) *" "\\1" bytes "${bytes}")
    string(REGEX REPLACE "([a-z]): +" "\\1:" bytes "${bytes}")
    string(STRIP "${bytes}" bytes)
    string(REPLACE "\t" ";" bytes "${bytes}")
    check_text("${file}" "${bytes}")
    set(${text} "${bytes}" PARENT_SCOPE)
endfunction()

# write_text(NAME TEXT) appends the text and its SHA-256 as a struct web_text.
function(write_text name text)
    string(HEX "${text}" hex)
    string(LENGTH "${text}" n)
    string(SHA256 digest "${text}")
    c_bytes(bytes "${hex}")
    string(REGEX REPLACE "(..)" "0x\\1, " digest "${digest}")
    file(APPEND "${out}" "static const char ${name}_bytes[] = {\n${bytes}};\n\n"
         "const struct web_text ${name} = {\n    ${name}_bytes,\n    ${n},\n    {${digest}},\n};\n\n")
endfunction()

set(out "${CMAKE_ARGV3}")
file(WRITE "${out}" "#include \"render/common/web_assets.h\"\n\n")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(at RANGE 4 ${last} 4)
    math(EXPR at_script "${at} + 1")
    math(EXPR at_picture "${at} + 2")
    math(EXPR at_viewer "${at} + 3")
    set(name "${CMAKE_ARGV${at}}")
    if(NOT "${CMAKE_ARGV${at_script}}" STREQUAL "-")
        file(READ "${CMAKE_ARGV${at_script}}" script)
        check_text("${CMAKE_ARGV${at_script}}" "${script}")
        write_text(${name}_script "${script}")
    endif()
    if(NOT "${CMAKE_ARGV${at_picture}}" STREQUAL "-")
        read_style(picture "${CMAKE_ARGV${at_picture}}")
        write_text(${name}_style "${picture}")
    endif()
    if(NOT "${CMAKE_ARGV${at_viewer}}" STREQUAL "-")
        read_style(viewer "${CMAKE_ARGV${at_viewer}}")
        write_text(${name}_viewer_style "${picture}${viewer}")
    endif()
endforeach()
