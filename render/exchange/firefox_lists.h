/* What the tables of a thread in a profile of Firefox hold, in the order of their rows. */
#ifndef RENDER_EXCHANGE_FIREFOX_LISTS_H
#define RENDER_EXCHANGE_FIREFOX_LISTS_H

#include "render/exchange/threads.h"

/* Ids that a thread uses, each once, in the order of their first use. */
struct firefox_list {
    uint32_t *place, *turn; /* by id: its place in the list of that turn */
    size_t n_ids;
    uint32_t *ids;
    size_t room;
    uint32_t n;
};

/* Owns its arrays; borrows the profile. */
struct firefox_lists {
    const struct profile *p;
    struct stacks locations;        /* a frame behind what it is inlined into */
    uint32_t *location_of;          /* by stack: that of its last frame */
    frame_id *function_of, *lib_of; /* by frame: the first of its function, of its library; 0 */
    struct firefox_list stacks, places, functions, libs, names; /* places are locations */
    struct firefox_list all_libs;                               /* of all threads so far */
    uint32_t turn;                                              /* the thread, from 1 */
    bool has_unknown; /* the thread has samples without frames */
    stack_id *path;
    size_t path_room;
};

void firefox_lists_init(struct firefox_lists *l, const struct profile *p);
void firefox_lists_free(struct firefox_lists *l);

/* Lists all that the samples of a thread lead to, callers before what they call. */
void firefox_lists_fill(struct firefox_lists *l, const struct threads *threads, uint32_t thread);

#endif
