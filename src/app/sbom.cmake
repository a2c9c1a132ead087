# The list of what the programs are made of, with versions and licences: flame.cdx.json, in the form
# of CycloneDX 1.5. The libraries that were found are noted when the build is configured; those that
# the linker did not need are left out when the programs are built (sbom_needed.cmake). The list has
# neither a date nor a path, so that it is the same at each build.

set_property(GLOBAL PROPERTY FLAME_SBOM "[]")

# Where headers tell the version of a library: SBOM_NAME is the name of the library, its licence in
# the words of SPDX, the header, and the macros that are the numbers of its version, or the whole.
set(SBOM_ZLIB zlib "Zlib" zlib.h ZLIB_VERSION)
set(SBOM_ZSTD zstd "BSD-3-Clause OR GPL-2.0-only" zstd.h
    ZSTD_VERSION_MAJOR ZSTD_VERSION_MINOR ZSTD_VERSION_RELEASE)
set(SBOM_LZMA liblzma "0BSD" lzma/version.h
    LZMA_VERSION_MAJOR LZMA_VERSION_MINOR LZMA_VERSION_PATCH)
set(SBOM_LIBDEFLATE libdeflate "MIT" libdeflate.h LIBDEFLATE_VERSION_STRING)
set(SBOM_LIBIBERTY libiberty "LGPL-2.0-or-later" libiberty/demangle.h)
set(SBOM_ELFUTILS libdw "LGPL-3.0-or-later OR GPL-2.0-or-later" elfutils/version.h _ELFUTILS_VERSION)
set(SBOM_ELF libelf "LGPL-3.0-or-later OR GPL-2.0-or-later" elfutils/version.h _ELFUTILS_VERSION)
set(SBOM_EXPAT expat "MIT" expat.h XML_MAJOR_VERSION XML_MINOR_VERSION XML_MICRO_VERSION)
set(SBOM_YAJL yajl "ISC" yajl/yajl_version.h YAJL_MAJOR YAJL_MINOR YAJL_MICRO)
set(SBOM_CAPSTONE capstone "BSD-3-Clause AND NCSA" capstone/capstone.h
    CS_API_MAJOR CS_API_MINOR CS_VERSION_EXTRA)
set(SBOM_CGRAPH cgraph "EPL-1.0" graphviz/graphviz_version.h PACKAGE_VERSION)
set(SBOM_GVC gvc "EPL-1.0" graphviz/graphviz_version.h PACKAGE_VERSION)
set(SBOM_DOT_LAYOUT gvplugin_dot_layout "EPL-1.0" graphviz/graphviz_version.h PACKAGE_VERSION)
set(SBOM_NEATO_LAYOUT gvplugin_neato_layout "EPL-1.0" graphviz/graphviz_version.h PACKAGE_VERSION)
set(SBOM_BABELTRACE babeltrace2 "MIT" babeltrace2/babeltrace.h)
set(SBOM_LIBC glibc "LGPL-2.1-or-later" features.h __GLIBC__ __GLIBC_MINOR__)

# Where pkg-config tells it: the name of the library as it is linked, its module, its licence.
set(SBOM_MODULES
    "cairo|cairo|LGPL-2.1-only OR MPL-1.1"
    "gdk_pixbuf-2.0|gdk-pixbuf-2.0|LGPL-2.1-or-later"
    "gio-2.0|gio-2.0|LGPL-2.1-or-later"
    "glib-2.0|glib-2.0|LGPL-2.1-or-later"
    "gobject-2.0|gobject-2.0|LGPL-2.1-or-later"
    "harfbuzz|harfbuzz|MIT"
    "jpeg|libjpeg|IJG AND BSD-3-Clause AND Zlib"
    "pango-1.0|pango|LGPL-2.0-or-later"
    "pangocairo-1.0|pangocairo|LGPL-2.0-or-later"
    "png16|libpng|libpng-2.0"
    "rsvg-2|librsvg-2.0|LGPL-2.1-or-later"
    "z|zlib|Zlib")

# sbom_text(OUT TEXT) makes a text of JSON of one.
function(sbom_text out text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# sbom_linked(LINKED NAME FILE) says whether a library is linked "static" or "dynamic", or "loaded"
# when it is first used, and the name by which programs know it.
function(sbom_linked linked name file)
    cmake_path(GET file FILENAME known)
    set(${linked} dynamic PARENT_SCOPE)
    if(known MATCHES "\\.a$")
        set(${linked} static PARENT_SCOPE)
    elseif(EXISTS "${file}" AND CMAKE_READELF)
        execute_process(COMMAND ${CMAKE_READELF} -d "${file}" OUTPUT_VARIABLE text ERROR_QUIET)
        if(text MATCHES "\\(SONAME\\)[^\n]*\\[([^]\n]+)\\]")
            set(known ${CMAKE_MATCH_1})
        endif()
    endif()
    get_property(loaded GLOBAL PROPERTY FLAME_SBOM_LOADED)
    if(known IN_LIST loaded)
        set(${linked} loaded PARENT_SCOPE)
    endif()
    set(${name} ${known} PARENT_SCOPE)
endfunction()

# sbom_add(TYPE NAME VERSION LICENCE FILE) adds a component; what is "" is not known. FILE is the
# library that is linked. What is there already is not added again.
function(sbom_add type name version licence file)
    get_property(components GLOBAL PROPERTY FLAME_SBOM)
    if(components MATCHES "\"name\" : \"${name}\"")
        return()
    endif()
    set(component "{}")
    sbom_text(value "${type}")
    string(JSON component SET "${component}" type "${value}")
    sbom_text(value "${name}")
    string(JSON component SET "${component}" name "${value}")
    if(NOT version STREQUAL "")
        sbom_text(value "${version}")
        string(JSON component SET "${component}" version "${value}")
    endif()
    if(NOT licence STREQUAL "")
        sbom_text(value "${licence}")
        string(JSON component SET "${component}" licenses "[{\"expression\": ${value}}]")
    endif()
    if(NOT file STREQUAL "")
        sbom_linked(linked file "${file}")
        sbom_text(value "${file}")
        string(JSON component SET "${component}" properties
               "[{\"name\": \"flame:file\", \"value\": ${value}},
                 {\"name\": \"flame:linked\", \"value\": \"${linked}\"}]")
    endif()
    string(JSON n LENGTH "${components}")
    string(JSON components SET "${components}" ${n} "${component}")
    set_property(GLOBAL PROPERTY FLAME_SBOM "${components}")
endfunction()

# sbom_version(OUT HEADER FILE MACRO...) reads a version from a header; where that tells none, from
# the package that the library FILE is of, on Debian.
function(sbom_version out header file)
    set(version)
    foreach(macro IN LISTS ARGN)
        file(STRINGS "${header}" lines REGEX "^#[ \t]*define[ \t]+${macro}[ \t]")
        if(lines MATCHES "${macro}[ \t]+\"?([0-9][0-9.]*)")
            list(APPEND version ${CMAKE_MATCH_1})
        endif()
    endforeach()
    list(JOIN version . version)
    if(ARGN STREQUAL "_ELFUTILS_VERSION")
        string(PREPEND version "0.")
    endif()
    find_program(FLAME_DPKG_QUERY dpkg-query)
    mark_as_advanced(FLAME_DPKG_QUERY)
    if(version STREQUAL "" AND NOT file STREQUAL "" AND FLAME_DPKG_QUERY)
        execute_process(COMMAND ${FLAME_DPKG_QUERY} -S "${file}"
                        OUTPUT_VARIABLE package ERROR_QUIET)
        if(package MATCHES "^([^ ,]+): ")
            execute_process(COMMAND ${FLAME_DPKG_QUERY} -W -f "\${Version}" ${CMAKE_MATCH_1}
                            OUTPUT_VARIABLE version ERROR_QUIET)
        endif()
    endif()
    set(${out} "${version}" PARENT_SCOPE)
endfunction()

# sbom_library(ZLIB FOLDER FILE) adds the library SBOM_ZLIB, whose headers are below the folder.
# The build is configured again when another version is installed.
function(sbom_library key folder file)
    list(POP_FRONT SBOM_${key} name licence header)
    set(header ${folder}/${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    sbom_version(version ${header} "${file}" ${SBOM_${key}})
    if(name STREQUAL "liblzma" AND version VERSION_LESS 5.6)
        set(licence "LicenseRef-public-domain")
    endif()
    sbom_add(library ${name} "${version}" "${licence}" "${file}")
endfunction()

# sbom_modules(FILE...) adds libraries that pkg-config found.
function(sbom_modules)
    foreach(file IN LISTS ARGN)
        cmake_path(GET file STEM LAST_ONLY library)
        string(REGEX REPLACE "^lib" "" library "${library}")
        if(library STREQUAL "m")
            continue() # a part of the C library
        endif()
        set(module ${library})
        set(version)
        set(licence)
        foreach(row IN LISTS SBOM_MODULES)
            string(REPLACE "|" ";" row "${row}")
            list(GET row 0 name)
            if(name STREQUAL library)
                list(POP_FRONT row name module licence)
                execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --modversion ${module}
                                OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
            endif()
        endforeach()
        sbom_add(library ${module} "${version}" "${licence}" "${file}")
    endforeach()
endfunction()

# sbom_c_library() adds the C library, where it is that of GNU (others do not tell their version), and
# what of the compiler is in a static program.
function(sbom_c_library)
    find_path(FLAME_LIBC_INCLUDE features.h)
    mark_as_advanced(FLAME_LIBC_INCLUDE)
    list(POP_FRONT SBOM_LIBC name licence header)
    sbom_version(version ${FLAME_LIBC_INCLUDE}/${header} "" ${SBOM_LIBC})
    if(NOT version STREQUAL "")
        set(file libc.so.6)
        if(FLAME_STATIC)
            set(file libc.a)
        endif()
        sbom_add(library ${name} ${version} "${licence}" ${file})
    endif()
    if(FLAME_STATIC AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        sbom_add(library libgcc ${CMAKE_C_COMPILER_VERSION}
                 "GPL-3.0-or-later WITH GCC-exception-3.1" libgcc.a)
    endif()
endfunction()

# sbom_write(FILE PROGRAM...) has the list written when the programs are built.
function(sbom_write out)
    get_property(components GLOBAL PROPERTY FLAME_SBOM)
    set(sbom "{\"bomFormat\": \"CycloneDX\", \"specVersion\": \"1.5\", \"version\": 1,
               \"metadata\": {\"component\": {\"type\": \"application\", \"name\": \"flame\",
               \"version\": \"${PROJECT_VERSION}\", \"licenses\": [{\"expression\": \"MIT\"}]}}}")
    string(JSON sbom SET "${sbom}" components "${components}")
    set(found ${CMAKE_BINARY_DIR}/components.json)
    file(CONFIGURE OUTPUT ${found} CONTENT "${sbom}\n" @ONLY)
    set(script ${CMAKE_SOURCE_DIR}/src/app/sbom_needed.cmake)
    set(files)
    foreach(program IN LISTS ARGN)
        list(APPEND files $<TARGET_FILE:${program}>)
    endforeach()
    add_custom_command(
        OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -P ${script} "${CMAKE_READELF}" ${found} ${out} ${files}
        DEPENDS ${script} ${found} ${ARGN}
        COMMENT "Listing components"
        VERBATIM)
    add_custom_target(components ALL DEPENDS ${out})
endfunction()
