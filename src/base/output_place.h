/* What is at the path of an output, looked at once: who can write to its folders may put something
 * else there at any moment. */
#ifndef BASE_OUTPUT_PLACE_H
#define BASE_OUTPUT_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/* The caller closes the descriptors. */
struct output_place {
    int folder;       /* for the *at functions */
    const char *name; /* borrowed from the path: in the folder */
    int through;      /* a device or FIFO, or what a link to one leads to, open to write; -1: a file
                       * is to be put there */
    bool is_folder;   /* it is one itself; then there is no descriptor */
    bool is_there;    /* something that a file is to replace: */
    struct stat there;
};

/* Nothing but a device or FIFO is opened. False with errno, and no descriptor. */
bool output_place_find(struct output_place *p, const char *path);

#endif
