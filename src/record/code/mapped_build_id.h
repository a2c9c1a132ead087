/* The build-id of a mapped program or library, from the notes of its file. */
#ifndef RECORD_CODE_MAPPED_BUILD_ID_H
#define RECORD_CODE_MAPPED_BUILD_ID_H

#include "record/synthetic.h"

/* Sets the build-id of a mapping from the ELF file fd, of this machine's word size; it stays empty
 * when the file has none. */
void mapped_build_id_read(struct mapped_range *m, int fd);

#endif
