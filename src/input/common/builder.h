/* Stacks as readers meet them, leaf first or root first, made into samples of a profile. */
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
    size_t n_values;                        /* that builder_add is given; 1 unless set */
    bool scaled;                            /* some factor is not 1 */
    uint32_t factors[PROFILE_COLUMNS_MOST]; /* of the values given, to the scales of the columns */
    frame_id *frames; /* of the stack that is being built, in the order of adding */
    size_t n, frames_room;
    uint64_t hash;             /* of frames */
    uint64_t time_ns;          /* of the sample; PROFILE_NO_TIME until the reader knows it */
    uint32_t near;             /* the row of the last sample, or one that the next may be of */
    struct builder_step *path; /* the last stack that was looked up, from its root */
    size_t n_path, path_room;
    struct builder_memo *memo; /* stacks met lately, by the hash of their frames */
    size_t n_memo;
    struct buf text;
    uint64_t n_new; /* stacks that were not in memo since it grew */
};

enum builder_order { LEAF_FIRST, ROOT_FIRST };

void builder_init(struct builder *b, struct reading *r, struct profile *p, struct fault *f);
void builder_free(struct builder *b);

/* Says that the values given for a column have so many digits after the point; 0 unless said. False
 * with a fault when the sum does not fit with these. */
MUST_CHECK bool builder_scale(struct builder *b, size_t column, unsigned scale);

/* Brings a value to the scale of its column; false when it does not fit then. */
MUST_CHECK static inline bool builder_value(const struct builder *b, size_t column, uint64_t *value)
{
    if (b->scaled && *value > UINT64_MAX / b->factors[column])
        return false;
    *value *= b->factors[column];
    return true;
}

/* Takes all frames off the stack. */
static inline void builder_clear(struct builder *b)
{
    b->n = 0;
    b->hash = 0;
}

/* Begins a stack without frames. */
static inline void builder_begin(struct builder *b)
{
    builder_clear(b);
    b->time_ns = PROFILE_NO_TIME;
}

/* Finds or adds a name, with its separators replaced (tidy.h), so that folded stacks tell it from
 * others. False with a fault when it is too long. */
MUST_CHECK bool builder_name(struct builder *b, struct str name, name_id *id);

/* Finds or adds the frame of that name and kind. False with a fault when a limit is reached. */
MUST_CHECK bool builder_frame(struct builder *b, struct str name, enum frame_kind kind,
                              frame_id *frame);

/* Finds or adds a frame that is known more of. False with a fault when there are too many, be they
 * of samples or not. */
MUST_CHECK bool builder_row(struct builder *b, const struct frame *row, frame_id *frame);

/* Sets the fault of a stack that is too deep; returns false. */
bool builder_too_deep(struct builder *b);

/* Makes room for one frame more, or sets a fault when the stack is too deep. */
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

/* Makes those of the frames [from, to) of the stack that have the kind `was` rows of the kind
 * `now`, where it is told only behind them whose they are. */
void builder_rekind(struct builder *b, size_t from, size_t to, enum frame_kind was,
                    enum frame_kind now);

/* Adds a sample of the stack with n_values values, for the first columns; `line` is where it began.
 * False with a fault when a limit is reached or the sum overflows. */
MUST_CHECK bool builder_add(struct builder *b, enum builder_order order, labels_id labels,
                            const uint64_t *values, uint64_t line);

/* Finds or adds the stack, for a reader that adds samples of it later. */
stack_id builder_stack(struct builder *b, enum builder_order order);

/* The same for frames that the callers, a stack that the caller knows, have called. */
stack_id builder_stack_on(struct builder *b, enum builder_order order, stack_id callers);

/* The same as builder_add for a stack of the profile that the caller knows. */
MUST_CHECK bool builder_add_stack(struct builder *b, stack_id stack, labels_id labels,
                                  const uint64_t *values, uint64_t line);

#endif
