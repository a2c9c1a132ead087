# Chapters of the manual, as text for a terminal and as pages for man.
#
#   cmake -P page.cmake text CHAPTER.md OUT     without the targets of links
#   cmake -P page.cmake body CHAPTER.md OUT     what lowdown makes the body of a page of
#   cmake -P page.cmake man CHAPTER.md BODY.roff OUT NAME SECTION VERSION
#
# The first line of a chapter is "# TITLE"; the title is what the page says behind its NAME. No page
# has a date, so that it is the same at each build.

cmake_minimum_required(VERSION 3.25)

set(form ${CMAKE_ARGV3})
set(chapter ${CMAKE_ARGV4})
file(READ "${chapter}" text)
if(NOT text MATCHES "^# ([^\n]+)\n")
    message(FATAL_ERROR "${chapter}: no title in the first line, wanted \"# TITLE\".")
endif()
set(title "${CMAKE_MATCH_1}")
# Pictures, each a paragraph in a line of its own, can be shown by neither.
string(REGEX REPLACE "\n!\\[[^\n]+\\)\n" "" text "${text}")

if(form STREQUAL "text")
    string(REGEX REPLACE "\n\\[[^]\n]+\\]: [^\n]+" "" text "${text}")
    string(REGEX REPLACE "\n+$" "\n" text "${text}")
    file(WRITE "${CMAKE_ARGV5}" "${text}")
    return()
endif()

if(form STREQUAL "body")
    # What is a section below the title is a section of the page; a comment in a script is none.
    string(REGEX REPLACE "^[^\n]+\n" "# Description\n" text "${text}")
    string(REGEX REPLACE "\n#(#+ )" "\n\\1" text "${text}")
    file(WRITE "${CMAKE_ARGV5}" "${text}")
    return()
endif()

file(READ "${CMAKE_ARGV5}" page)
set(out ${CMAKE_ARGV6})
set(name ${CMAKE_ARGV7})
set(section ${CMAKE_ARGV8})
set(version ${CMAKE_ARGV9})

# lowdown writes code in \fC, which mandoc does not know, boxes around tables, paragraphs behind
# headings, and examples at the margin. A minus stays one, so that options can be copied.
string(REGEX REPLACE "^.*\n\\.TH [^\n]*\n" "" page "${page}")
string(REPLACE "\\fC" "\\fB" page "${page}")
string(REPLACE " expand allbox;" ";" page "${page}")
string(REGEX REPLACE "(\n|^)\\.S([HS])\n([^\n]+)\n(\\.LP\n)?" "\\1.S\\2 \\3\n" page "${page}")
string(REPLACE "\n.EX\n" "\n.RS 2\n.EX\n" page "${page}")
string(REPLACE "\n.EE\n" "\n.EE\n.RE\n" page "${page}")
string(REPLACE "-" "\\-" page "${page}")
string(REPLACE ".sp \\-" ".sp -" page "${page}")
string(REGEX MATCHALL "\n\\.SH [^\n]+" heads "\n${page}")
foreach(head IN LISTS heads)
    string(TOUPPER "${head}" upper)
    string(REPLACE "${head}\n" "${upper}\n" page "\n${page}")
    string(REGEX REPLACE "^\n" "" page "${page}")
endforeach()

set(volume_1 "User Commands")
set(volume_5 "File Formats")
set(volume_7 "Miscellaneous")
string(TOUPPER "${name}" upper)
file(WRITE "${out}"
     ".TH ${upper} ${section} \"\" \"flame ${version}\" \"${volume_${section}}\"\n"
     ".SH NAME\n${name} \\- ${title}\n${page}")
