/* Stacks of samples that some workers find for another one. What threads did in time is followed by
 * one worker, from the first record to the last; the stacks do not depend on it. They are found
 * piece by piece: whoever has nothing else to do takes the next one. */
#ifndef INPUT_PERF_DATA_TIME_FOUND_H
#define INPUT_PERF_DATA_TIME_FOUND_H

#include <pthread.h>

#include "model/profile.h"

/* The stack of a sample, in the profile of its finder. */
struct found_stack {
    stack_id stack;
    stack_id whole; /* it, or its callers, which are known to go back to the start of their thread;
                     * 0: none */
    uint32_t n_names; /* that the profile had then; 0: no stack was wanted */
};

/* How much of a finder's profile is told. Zeroed: nothing. */
struct found_sizes {
    uint32_t names, frames, stacks;
};

/* The stacks of some records, and a copy of what is new in the profile of their finder. */
struct found_piece {
    size_t finder;
    size_t to;                 /* the record behind the last one whose stack was found */
    bool is_found, has_failed; /* that record */
    struct found_sizes from, told;
    size_t text_from; /* where the texts of the names begin in the finder's */
    size_t n_text;
    char *text;
    size_t *ends; /* of these, as the finder counts */
    struct frame *frames;
    struct stack *stacks;
};

/* Owns its arrays; shared by all who find, and the one that follows. */
struct found {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t n_records;
    struct found_stack *rows; /* by record; those of a piece that is found do not change */
    struct found_piece *pieces;
    size_t n_pieces;
    size_t n_begun; /* pieces; or all, as no more are wanted */
};

enum { FOUND_PIECE = 2048 }; /* records */

void found_init(struct found *f, size_t n_records);
void found_free(struct found *f);

/* Gives the finder the next piece, which begins at record *k * FOUND_PIECE; false: there is none.
 */
MUST_CHECK bool found_begin_piece(struct found *f, size_t finder, size_t *k);

/* Tells that the stacks of a piece are found, which are in the profile; or up to record `to` only:
 * then no more pieces are begun. *told is the finder's own. */
void found_end_piece(struct found *f, size_t k, size_t to, const struct profile *p,
                     struct found_sizes *told);

/* Says that no more pieces are needed. */
void found_stop(struct found *f);

/* Lends a piece that is found; NULL: it is not yet. wait: until it is, which somebody must have
 * begun: they are begun in order. */
const struct found_piece *found_get(struct found *f, size_t k, bool wait);

/* The ids of a finder in the profile of the one that follows. Owns its arrays. Zeroed: none yet. */
struct found_ids {
    const struct found_piece *piece;
    name_id *names;
    frame_id *frames;
    stack_id *stacks;
    size_t names_room, frames_room, stacks_room;
    struct found_sizes n; /* the first ones, which are known */
};

void found_ids_free(struct found_ids *ids);

/* Goes on to the next piece of the finder, which is borrowed; what is left of that before is added
 * to the profile. */
void found_ids_take(struct found_ids *ids, struct profile *p, const struct found_piece *piece);

/* Returns the stack of a sample in the piece, added to the profile if it is new, and sets *whole to
 * the other. What was found before it comes before it: names, frames and stacks get the order that
 * they would have if the profile's own worker had found them. */
stack_id found_ids_stack(struct found_ids *ids, struct profile *p, const struct found_stack *found,
                         stack_id *whole);

#endif
