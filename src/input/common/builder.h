/* Turns stacks that a reader finds, leaf first or root first, into samples of a profile. */
#ifndef INPUT_COMMON_BUILDER_H
#define INPUT_COMMON_BUILDER_H

#include "base/buf.h"
#include "input/common/reading.h"

struct builder_step;
struct builder_memo;

/* Owns its arrays; borrows the rest. */
struct builder {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    size_t n_values;                       /* how many values builder_add is given; 1 by default */
    bool moved;                            /* values are not in the order of the columns */
    uint8_t columns[PROFILE_COLUMNS_MOST]; /* then: those of the values, or BUILDER_NO_COLUMN */
    uint64_t ratios[PROFILE_COLUMNS_MOST]; /* of the units of given values to those of columns */
    bool sums;   /* values may be 2^63 or more: they are sums, or have digits after the point */
    bool scaled; /* some factor is not 1 */
    uint64_t factors[PROFILE_COLUMNS_MOST]; /* the same, and to the scales of columns */
    uint32_t n_before;                      /* stacks that the profile had before */
    frame_id *frames;                       /* of the current stack, in the order of adding */
    size_t n, frames_room;
    uint64_t hash;             /* of frames */
    struct moment moment;      /* of the sample: unknown until the reader knows it */
    uint32_t near;             /* the row of the last sample, or a guess for the next */
    struct builder_step *path; /* the last stack that was looked up, root first */
    size_t n_path, path_room;
    struct builder_memo *memo; /* recent stacks, by the hash of their frames */
    size_t n_memo;
    struct buf text, marked;
    uint64_t n_new; /* stacks not found in memo since it grew */
    name_id *shown; /* with naming.shown: by name, what pictures show; 0: the name itself */
    size_t shown_room;
};

/* Of a value that is left out. */
enum { BUILDER_NO_COLUMN = UINT8_MAX };

enum builder_order { LEAF_FIRST, ROOT_FIRST };

void builder_init(struct builder *b, struct reading *r, struct profile *p, struct fault *f);
void builder_free(struct builder *b);

/* The column of a given value. */
static inline size_t builder_column(const struct builder *b, size_t value)
{
    return b->moved ? b->columns[value] : value;
}

/* Looks again at the columns of values and their units. */
void builder_moved(struct builder *b);

/* Says how many digits after the point the given values of a column have; 0 by default. False with
 * a fault when the sum does not fit. */
MUST_CHECK bool builder_scale(struct builder *b, size_t column, unsigned scale);

/* Converts a value to the scale of its column; false when it does not fit. */
MUST_CHECK static inline bool builder_value(const struct builder *b, size_t column, uint64_t *value)
{
    if (b->scaled && *value > UINT64_MAX / b->factors[column])
        return false;
    *value *= b->factors[column];
    return true;
}

/* Removes all frames from the stack. */
static inline void builder_clear(struct builder *b)
{
    b->n = 0;
    b->hash = 0;
}

/* Begins an empty stack. */
static inline void builder_begin(struct builder *b)
{
    builder_clear(b);
    b->moment = MOMENT_UNKNOWN;
}

/* Finds or adds a name; replaces separators of folded stacks in it (tidy.h). False with a fault
 * when it is too long. */
MUST_CHECK bool builder_name(struct builder *b, struct str name, name_id *id);

/* Finds or adds the module or file where a function was seen (frame.seen). Returns 0 for an empty
 * one, and for one that is too long. */
name_id builder_place(struct builder *b, struct str name);

/* With naming.shown: the same for a name that is shown (model/shown.h). */
MUST_CHECK bool builder_shown_name(struct builder *b, struct str text, name_id *id);

/* With naming.shown: says which name pictures show of a name. One of each is counted as unshown if
 * there are several. */
void builder_show(struct builder *b, name_id name, name_id shown);

/* With naming.shown: lends what pictures call a row that is not added yet. */
struct str builder_shown(const struct builder *b, const struct frame *row);

/* With naming.shown: gives the row, whose own name does not have it yet, that name with more at its
 * end. Fails as builder_name. */
MUST_CHECK bool builder_show_with(struct builder *b, struct str more, struct frame *row);

/* Finds or adds the frame with that name and kind; pictures show the same name. False with a fault
 * when a limit is reached. */
MUST_CHECK bool builder_frame(struct builder *b, struct str name, enum frame_kind kind,
                              frame_id *frame);

/* Finds or adds a frame with more information; one without a name is [unknown]. Pictures show what
 * builder_show said of its name unless the row says it. False with a fault
 * when there are too many frames, used or not. */
MUST_CHECK bool builder_row(struct builder *b, const struct frame *row, frame_id *frame);

/* Sets the fault of a stack that is too deep; returns false. */
bool builder_too_deep(struct builder *b);

/* Makes room for one more frame. False with a fault when the stack is too deep. */
MUST_CHECK bool builder_grow(struct builder *b);

static inline uint64_t builder_hash(uint64_t hash, frame_id frame)
{
    hash = (hash ^ frame) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Adds a frame to the stack. */
MUST_CHECK static inline bool builder_push(struct builder *b, frame_id frame)
{
    if (b->n == b->frames_room && !builder_grow(b))
        return false;
    b->frames[b->n++] = frame;
    b->hash = builder_hash(b->hash, frame);
    return true;
}

/* Changes the kind of frames [from, to) of the stack from `was` to `now`, for formats that say only
 * after them whose they are. */
void builder_rekind(struct builder *b, size_t from, size_t to, enum frame_kind was,
                    enum frame_kind now);

/* Whether any of n values that an input gives is a number below 0, printed without a sign: a
 * counter that ran backwards leaves 2^64-321, where 2^63 is beyond what any of them reaches. */
static inline bool builder_is_below(const uint64_t *values, size_t n)
{
    const uint64_t most = UINT64_C(1) << 63;
    bool below = false;

    for (size_t i = 0; i < n; i++)
        below |= values[i] > most;
    return below;
}

/* Counts the sample that began at that line as damaged by such a value. */
MUST_CHECK bool builder_bad_below(const struct builder *b, uint64_t line);

/* Adds a sample of the stack with n_values values, for the first columns; `line` is where it began.
 * One with a value below 0 is skipped. False with a fault when a limit is reached or a sum
 * overflows. */
MUST_CHECK bool builder_add(struct builder *b, enum builder_order order, labels_id labels,
                            const uint64_t *values, uint64_t line);

/* Finds or adds the stack, without a sample. */
stack_id builder_stack(struct builder *b, enum builder_order order);

/* The same for frames called by a known stack. */
stack_id builder_stack_on(struct builder *b, enum builder_order order, stack_id callers);

/* Says who ended the wait that was added last. */
static inline void builder_waker(struct builder *b, struct waker waker)
{
    if (moments_have_times(&b->p->moments))
        moments_set_waker(&b->p->moments, b->near, waker);
}

/* Finds or adds a counter, and lends it until the next one is added. Its times are in the clock of
 * the samples' (see struct counter). A name that is too long is left out. */
struct counter *builder_counter(struct builder *b, struct str name, struct str unit, thread_id of);

/* Adds a mark with that text, whose times are in the clock of the samples'. A text that is too long
 * is left out. */
void builder_mark(struct builder *b, struct mark mark, struct str text);

/* Checks the limit nodes-ratio (reading.h). */
MUST_CHECK bool builder_in_proportion(const struct builder *b, uint64_t line);

/* Adds a sample as builder_add does, of a known stack. */
MUST_CHECK bool builder_add_stack(struct builder *b, stack_id stack, labels_id labels,
                                  const uint64_t *values, uint64_t line);

#endif
