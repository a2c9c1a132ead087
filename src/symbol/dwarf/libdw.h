/* What is used of libdw: libdw.dwarf_tag(...). */
#ifndef SYMBOL_DWARF_LIBDW_H
#define SYMBOL_DWARF_LIBDW_H

#include "base/process/library.h"

#include <elfutils/libdw.h>

#define LIBDW(f)                                                                                   \
    f(dwarf_attr) f(dwarf_begin_elf) f(dwarf_child) f(dwarf_cu_getdwarf) f(dwarf_diecu)            \
        f(dwarf_dieoffset) f(dwarf_end) f(dwarf_filesrc) f(dwarf_formref_die) f(dwarf_formstring)  \
            f(dwarf_formudata) f(dwarf_get_units) f(dwarf_getarangeinfo) f(dwarf_getaranges)       \
                f(dwarf_getsrc_die) f(dwarf_getsrcfiles) f(dwarf_hasattr) f(dwarf_haschildren)     \
                    f(dwarf_lineno) f(dwarf_linesrc) f(dwarf_new_oom_handler) f(dwarf_onearange)   \
                        f(dwarf_ranges) f(dwarf_setalt) f(dwarf_siblingof) f(dwarf_tag)            \
                            f(dwarf_whatform)

struct libdw {
    LIBDW(LIBRARY_POINTER)
};

extern struct libdw libdw;

/* Comes before the first use of a function. */
void libdw_load(void);

#endif
