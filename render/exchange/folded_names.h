/* The names of frames as folded stacks have them: without what would end a frame or a line. */
#ifndef RENDER_EXCHANGE_FOLDED_NAMES_H
#define RENDER_EXCHANGE_FOLDED_NAMES_H

#include "model/profile.h"

/* Borrows the names of the profile; owns those that it changed. */
struct folded_names {
    struct str *of; /* by frame: its name, with ':' in place of ';', ' ' in place of a line break */
    uint32_t n;
    char *replaced; /* text of the names that had some */
    size_t replaced_room;
};

/* Prepares the name of each frame once: a frame occurs in many stacks. */
void folded_names_init(struct folded_names *names, const struct profile *p);
void folded_names_free(struct folded_names *names);

#endif
