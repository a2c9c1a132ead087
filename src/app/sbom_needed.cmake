# cmake -P sbom_needed.cmake READELF FOUND.json OUT.json PROGRAM...   leaves libraries out that no
# program needs, because the linker found no use for them.

cmake_minimum_required(VERSION 3.25)

set(readelf "${CMAKE_ARGV3}")
file(READ "${CMAKE_ARGV4}" sbom)
set(out "${CMAKE_ARGV5}")

set(needed)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 6 ${last})
    execute_process(COMMAND "${readelf}" -d "${CMAKE_ARGV${i}}" OUTPUT_VARIABLE text
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*\\[[^]\n]+\\]" lines "${text}")
    string(APPEND needed "${lines}")
endforeach()

string(JSON n LENGTH "${sbom}" components)
math(EXPR last "${n} - 1")
foreach(i RANGE ${last} 0 -1)
    string(JSON file ERROR_VARIABLE none GET "${sbom}" components ${i} properties 0 value)
    string(JSON linked ERROR_VARIABLE none GET "${sbom}" components ${i} properties 1 value)
    string(FIND "${needed}" "[${file}]" at)
    if(linked STREQUAL "dynamic" AND at EQUAL -1)
        string(JSON sbom REMOVE "${sbom}" components ${i})
    endif()
endforeach()
file(WRITE "${out}" "${sbom}\n")
