/* The build-id among ELF notes: elf(5). */
#ifndef BASE_ELF_NOTE_H
#define BASE_ELF_NOTE_H

#include "base/str.h"

/* Lends the build-id; empty: there is none, or the notes are cut before it. align is that of the
 * notes, 4 or 8; big: they are of a big-endian machine. */
struct str elf_note_build_id(struct str notes, size_t align, bool big);

#endif
