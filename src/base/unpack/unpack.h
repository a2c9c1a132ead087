/* Unpacks gzip, zstd and xz; recognises them by their first bytes. */
#ifndef BASE_UNPACK_UNPACK_H
#define BASE_UNPACK_UNPACK_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"

/* PACKING_ZIP is the bare deflate data of one zip member; packing_of never returns it. */
enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD, PACKING_XZ, PACKING_ZIP };

/* Recognises the packing by the first bytes (6, or fewer if the input is shorter). */
enum packing packing_of(struct str head);

struct unpack;

/* Returns an unpacker, or NULL with a fault if this build lacks the library for the packing; the
 * message names the library. name is borrowed, for messages. */
MUST_CHECK struct unpack *unpack_new(enum packing packing, const char *name,
                                     const struct limits *limits, struct fault *f);
void unpack_free(struct unpack *u);

/* Where unpacked bytes go; writing advances p and lowers n. */
struct unpack_room {
    char *p;
    size_t n;
};

/* Unpacks from in to room, advancing both, across concatenated members. in_ended: no more input
 * will come. Then an unchanged room means the end, and a truncated member is a fault. Checks the
 * limits inflate and inflate-ratio (above 1 MiB). Skips zero bytes after the last gzip member. */
MUST_CHECK bool unpack_some(struct unpack *u, struct str *in, bool in_ended,
                            struct unpack_room *room, struct fault *f);

/* Checks those limits where so many bytes came of others. */
MUST_CHECK bool unpack_within_limits(const char *name, uint64_t in, uint64_t out,
                                     const struct limits *l, struct fault *f);

/* Starts on another separately packed member. The limits hold for all members together. */
void unpack_again(struct unpack *u);

/* Whether the last member is complete and no other has begun. */
bool unpack_ended(const struct unpack *u);

/* Whether unpacking failed because of damaged bytes, not for lack of memory or at a limit. */
bool unpack_damaged(const struct unpack *u);

#endif
