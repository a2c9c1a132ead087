/* What is used of libelf: libelf.elf_begin(...). */
#ifndef SYMBOL_LIBELF_H
#define SYMBOL_LIBELF_H

#include "base/process/library.h"

#include <gelf.h>

#define LIBELF(f)                                                                                  \
    f(elf_begin) f(elf_compress) f(elf_end) f(elf_getdata) f(elf_getphdrnum) f(elf_getscn)         \
        f(elf_getshdrnum) f(elf_getshdrstrndx) f(elf_kind) f(elf_memory) f(elf_ndxscn)             \
            f(elf_nextscn) f(elf_rawdata) f(elf_strptr) f(elf_version) f(gelf_fsize)               \
                f(gelf_getehdr) f(gelf_getphdr) f(gelf_getshdr) f(gelf_getsym) f(gelf_getversym)   \
                    f(gelf_update_shdr)

struct libelf {
    LIBELF(LIBRARY_POINTER)
};

extern struct libelf libelf;

/* Comes before the first use of a function. */
void libelf_load(void);

#endif
