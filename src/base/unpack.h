/* Unpacking of gzip, zstd and xz, told apart by their first bytes. */
#ifndef BASE_UNPACK_H
#define BASE_UNPACK_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"

/* PACKING_ZIP is what stands packed in a zip archive, one member, which packing_of never tells. */
enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD, PACKING_XZ, PACKING_ZIP };

/* Looks at the first bytes (6 or more where there are as many). */
enum packing packing_of(struct str head);

struct unpack;

/* Returns an unpacker, or NULL with a fault when this build has none for the packing: the sentence
 * says which library it was built without. name is borrowed and called so in faults. */
MUST_CHECK struct unpack *unpack_new(enum packing packing, const char *name,
                                     const struct limits *limits, struct fault *f);
void unpack_free(struct unpack *u);

/* Where unpacked bytes go: what is written moves p and lowers n. */
struct unpack_room {
    char *p;
    size_t n;
};

/* Unpacks from in to room, advancing both. Concatenated members go on. in_ended says that no more
 * input will come: then a room that is as before means the end, and a member cut short is a fault.
 * The limits inflate and inflate-ratio (looked at above 1 MiB) are checked while unpacking.
 * Trailing zero bytes after the last gzip member are passed over. */
MUST_CHECK bool unpack_some(struct unpack *u, struct str *in, bool in_ended,
                            struct unpack_room *room, struct fault *f);

/* Another member begins where one that stands alone in its packing has ended. The limits hold for
 * all of them together. */
void unpack_again(struct unpack *u);

/* Whether the last member that came is complete, and none has begun behind it. */
bool unpack_ended(const struct unpack *u);

/* Whether unpacking failed at bytes that are damaged, and not for want of memory or at a limit. */
bool unpack_damaged(const struct unpack *u);

#endif
