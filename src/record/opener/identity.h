/* The user, rights and namespaces of a process, which decide what files it can open. */
#ifndef RECORD_OPENER_IDENTITY_H
#define RECORD_OPENER_IDENTITY_H

#include "base/buf.h"
#include "record/opener/wire.h"

struct identity {
    uint64_t users, mounts; /* the numbers of its namespaces */
    uint64_t device, inode; /* of its root */
    struct opener_rights rights;
    uint32_t inside;   /* its number in its own namespace */
    unsigned n_spaces; /* in so many namespaces it has a number; 0: it is gone */
};

/* Reads what there is to know of a process. n_spaces is set if it was there, also when it is false,
 * with errno, as its files may not be seen. text: scratch. */
bool identity_read(struct identity *who, uint32_t pid, struct buf *text);

/* Opens the root and the namespaces of a process, which must be those that were read: ESTALE if
 * they are others by now. The caller closes them. */
bool identity_open(const struct identity *who, uint32_t pid, int fds[OPENER_DESCRIPTORS - 1]);

/* Whether a helper may have its rights: its ids are known here, and it is no process of root that
 * sees what a user arranged. mounts: its mount namespace. */
bool identity_may_be_taken(const struct identity *who, int mounts);

/* Whether both see the same with the same rights. */
bool identity_equals(const struct identity *a, const struct identity *b);

#endif
