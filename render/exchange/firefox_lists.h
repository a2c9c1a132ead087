/* The rows of a thread's tables in a Firefox profile, in order. */
#ifndef RENDER_EXCHANGE_FIREFOX_LISTS_H
#define RENDER_EXCHANGE_FIREFOX_LISTS_H

#include "render/exchange/thread_samples.h"

/* The ids that a thread uses, each once, in the order of first use. */
struct firefox_list {
    uint32_t *place, *turn; /* by id: its position in the list of that turn */
    size_t n_ids;
    uint32_t *ids;
    size_t room;
    uint32_t n;
};

/* Owns its arrays; borrows the profile. */
struct firefox_lists {
    const struct profile *p;
    struct stacks locations;        /* frames, each with the frame it is inlined into as its caller
                                     */
    uint32_t *location_of;          /* by stack: the location of its last frame */
    frame_id *function_of, *lib_of; /* by frame: the first frame of the same function, of the same
                                     * library; 0: none */
    struct firefox_list stacks, places, functions, libs, names; /* `places` holds locations */
    struct firefox_list waits;    /* stacks in which the thread waited */
    struct firefox_list all_libs; /* of all threads so far */
    uint32_t turn;                /* the current thread, from 1 */
    bool has_unknown;             /* the thread has samples without frames */
    stack_id *path;
    size_t path_room;
};

void firefox_lists_init(struct firefox_lists *l, const struct profile *p);
void firefox_lists_free(struct firefox_lists *l);

/* Whether a sample is of a thread that did nothing. */
bool firefox_is_wait(const struct thread_sample *sample);

/* Lists a name of the current thread. */
void firefox_lists_name(struct firefox_lists *l, name_id name);

/* Lists everything that the samples of a thread refer to, callers before callees. */
void firefox_lists_fill(struct firefox_lists *l, const struct thread_samples *threads,
                        uint32_t thread);

#endif
