/* Reads the files in a zip archive one by one, in order and without seeking, so that an archive may
 * come through a pipe. */
#ifndef BASE_UNPACK_ZIP_H
#define BASE_UNPACK_ZIP_H

#include "base/buf.h"
#include "base/source.h"

/* Owns its buffers and the unpacker; borrows blocks. */
struct zip {
    struct blocks *blocks;
    const struct limits *limits;
    const char *name; /* of the archive, for messages; borrowed */
    struct str block; /* the unread part of it */
    uint64_t at;      /* bytes of the archive consumed so far */
    struct buf parts; /* joins bytes that lie in two blocks */
    struct buf file;  /* the name of the current file */
    bool in_file;
    bool is_described; /* its checksum follows its data */
    bool has_mark;     /* the signature of the next record was read behind that */
    char mark[4];
    bool is_packed;        /* false: stored */
    uint64_t stored;       /* its remaining bytes in the archive */
    struct unpack *unpack; /* used for all packed files; NULL: none so far */
    uint32_t sum, wanted_sum;
};

void zip_init(struct zip *z, struct blocks *blocks, const char *name, const struct limits *limits);
void zip_free(struct zip *z);

/* Goes to the next file and skips the rest of this one; z->in_file is false after the last. False
 * with a fault, also when a build without zlib meets a packed file. */
MUST_CHECK bool zip_next(struct zip *z, struct fault *f);

/* Reads up to n bytes of the file; *got is 0 only at its end. A truncated or damaged file is a
 * fault. */
MUST_CHECK bool zip_read(struct zip *z, char *to, size_t n, size_t *got, struct fault *f);

#endif
