/* The build-id of a program or library, from the notes of its file. */
#ifndef RECORD_BUILD_ID_NOTE_H
#define RECORD_BUILD_ID_NOTE_H

#include "record/synthetic.h"

/* Lends the build-id in a list of ELF notes; empty: none. */
struct str build_id_in_notes(struct str notes);

/* Sets the build-id of a mapping from the ELF file fd, of this machine's word size; it stays empty
 * when the file has none. */
void build_id_read(struct mapping *m, int fd);

#endif
