/* The control groups of containers, and of pods of kubernetes, known by their names. */
#ifndef RECORD_GROUP_CONTAINER_TREE_H
#define RECORD_GROUP_CONTAINER_TREE_H

#include <sys/types.h>

#include "base/buf.h"

enum { CONTAINER_ROOTS = 3 };

struct container {
    size_t id, group; /* in the texts, each with a NUL; the second is the path of a folder */
    uint32_t process; /* one of its own, as seen from here; 0: none is */
    bool is_pod;      /* a pod with all its containers; its id is the uid, with '-' */
};

/* Owns rows and texts. Zeroed: empty. */
struct container_tree {
    struct container *rows;
    size_t room, n;
    struct buf texts;
    struct {
        dev_t device;
        ino_t inode;
    } read[CONTAINER_ROOTS]; /* the folders that were walked */
    size_t n_read;
};

/* Adds the containers whose groups lie below the folder of a system's root, "" or as "/host": in
 * the tree in which events are counted, which is one of its own in version 1. A tree that was read
 * already is not walked again, whatever its path; nor are more than CONTAINER_ROOTS. */
void container_tree_read(struct container_tree *t, const char *root);

static inline const char *container_id(const struct container_tree *t, const struct container *c)
{
    return t->texts.p + c->id;
}

void container_tree_free(struct container_tree *t);

#endif
