/* The files in a zip archive, one behind the other as they lie in it: nothing is sought, so that an
 * archive may come through a pipe. */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include "base/buf.h"
#include "base/source.h"

/* Owns its buffers and the unpacker; borrows blocks. */
struct zip {
    struct blocks *blocks;
    const struct limits *limits;
    const char *name; /* of the archive, for messages; borrowed */
    struct str block; /* what is left of it */
    uint64_t at;      /* bytes of the archive that were taken */
    struct buf parts; /* bytes that lie in two blocks */
    struct buf file;  /* the name of the file that is read */
    bool in_file;
    bool is_described;     /* its checksum stands behind it */
    bool is_packed;        /* else it is stored */
    uint64_t stored;       /* bytes that are left of it */
    struct unpack *unpack; /* of all files that are packed; NULL: none was yet */
    uint32_t sum, wanted_sum;
};

void zip_init(struct zip *z, struct blocks *blocks, const char *name, const struct limits *limits);
void zip_free(struct zip *z);

/* Goes to the next file, whatever is left of this one; z->in_file is false behind the last. False
 * with a fault, also when this build has no zlib. */
MUST_CHECK bool zip_next(struct zip *z, struct fault *f);

/* Reads up to n bytes of the file; *got is 0 at its end only. A file that is cut or damaged is a
 * fault. */
MUST_CHECK bool zip_read(struct zip *z, char *to, size_t n, size_t *got, struct fault *f);

#endif
