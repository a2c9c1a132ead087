/* A profile: samples, each with its stack, labels and values. */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include "base/fault.h"
#include "model/calls.h"
#include "model/labels.h"
#include "model/moments.h"
#include "model/recording_info.h"
#include "model/stacks.h"
#include "model/time/tracks.h"

enum { PROFILE_SCALE_MAX = 6, PROFILE_COLUMNS_MOST = 24 }; /* columns: in an input */

/* One measure of every sample. A number n stands for exactly n / 10^scale units. */
struct column {
    name_id name;     /* "samples", "cycles", "before", ...; 0: unnamed */
    name_id unit;     /* "samples", "ns", "bytes", ...; 0: none */
    unsigned scale;   /* digits after the point, at most PROFILE_SCALE_MAX */
    unsigned place;   /* its position among the input's measures, from 1; 0: not known */
    bool subtracted;  /* holds the negative values of the column with the same place, as positive
                       * numbers */
    bool census;      /* its samples are a state counted whole: threads of a dump, memory in use */
    double period;    /* what a sample weighs, at most, in units; 0: not known, or not sampled;
                       * below 0: it is not known how many samples there are */
    uint64_t *values; /* by sample; unsigned; their sum fits, see total */
    size_t room;
    uint64_t total; /* of all values; because it fits, no partial sum can overflow */
};

struct sample {
    stack_id stack;
    labels_id labels;
};

/* Owns everything in it. */
struct profile {
    struct names names;
    struct frames frames;
    struct labels labels;
    struct stacks stacks;
    struct calls calls; /* for inputs without stacks */
    struct recording_info info;
    struct sample *samples;
    size_t samples_room;
    uint32_t n_samples;
    struct column *columns;
    size_t n_columns;
    struct moments moments; /* its kind is set at the start */
    struct tracks tracks;
    uint64_t first_ns;      /* the earliest time that was given with a sample since this was set
                             * to NO_TIME; of any kind of moments */
    unsigned char *sampled; /* by stack, a bit each: a sample of it was added */
    size_t sampled_room;
    uint32_t *slots; /* 1 + the sample, by hash of stack, labels and state; 0: free; made when
                      * needed */
    size_t n_slots;
    uint32_t n_entered; /* samples below this are in slots; the others are entered when a look-up
                         * needs it */
    uint64_t n_merged;  /* samples added to an existing row */
};

/* Makes an empty profile with n columns. */
void profile_init(struct profile *p, size_t n_columns, enum time_kind kind);
void profile_free(struct profile *p);

/* Makes a copy with the same ids. What is done to it has the result that it has with the original.
 */
void profile_copy(struct profile *to, const struct profile *from);

/* Forgets where samples are found: whoever takes rows out, moves them or changes their labels does
 * so after. */
void profile_forget_slots(struct profile *p);

/* Takes the labels off all samples, and the threads off those who ended waits; rows that become
 * equal stay apart. */
void profile_forget_labels(struct profile *p);

/* Whether the profile may have a sample of the stack; where every sample is kept always true. */
static inline bool profile_may_sample(const struct profile *p, stack_id stack)
{
    if (p->moments.kind != TIME_NONE)
        return true;
    return stack / 8 < p->sampled_room && p->sampled[stack / 8] >> stack % 8 & 1;
}

/* Gives the last sample that was added the waker of a sample of another profile; `stack` is what it
 * did, here; 0: that is not kept. */
void profile_take_waker(struct profile *p, const struct profile *other, uint32_t sample,
                        stack_id stack);

/* Adds the counters and marks of another profile. */
void profile_add_tracks(struct profile *p, const struct profile *other);

/* Gives the profile at least n columns; a reader may ask for PROFILE_COLUMNS_MOST. Existing samples
 * have 0 in the new ones. */
void profile_need_columns(struct profile *p, size_t n);

/* Adds a sample with a value for each column; adds to the row with the same stack, labels and state
 * if there is one. A reader does not know how many columns earlier inputs had: it passes
 * PROFILE_COLUMNS_MOST values, 0 for those it does not fill. Returns false when a column's total
 * would not fit into 64 bits; then nothing was added. */
MUST_CHECK bool profile_add(struct profile *p, stack_id stack, labels_id labels,
                            const uint64_t *values);

/* The same of a moment. */
MUST_CHECK bool profile_add_at(struct profile *p, struct moment moment, stack_id stack,
                               labels_id labels, const uint64_t *values);

/* Prefetches row `near` (any number is allowed) for a profile_add_near that follows soon. */
void profile_expect(const struct profile *p, uint32_t near);

/* The same with a guess *near of the row for this stack and label set; any number is allowed. Sets
 * *near to the row used. */
MUST_CHECK bool profile_add_near(struct profile *p, struct moment moment,
                                 const struct sample *sample, const uint64_t *values,
                                 uint32_t *near);

/* Makes the times of the samples from `first` on relative to the earliest of them. */
void profile_start_times(struct profile *p, uint32_t first);

/* Gives a column, and its costs of calls, more digits after the point. Returns false, with nothing
 * changed, when a sum would not fit or scale is above PROFILE_SCALE_MAX. */
MUST_CHECK bool profile_rescale(struct profile *p, size_t column, unsigned scale);

/* Puts a column, the one that is subtracted from it, and its costs of calls into a finer unit, of
 * which `ratio` are one of its unit. Returns false, with nothing changed, when a sum would not fit.
 */
MUST_CHECK bool profile_refine(struct profile *p, size_t column, uint64_t ratio, struct str unit);

/* Adds all samples of another profile with as many columns. A column without name or unit takes the
 * other's, and both get the greater scale; a period is kept if both have the same. Names, frames,
 * label sets and stacks are found or added in the order of the other: merging the parts of an input
 * one by one gives the same as reading it whole, except for the order of ids. False on overflow; p
 * is valid then. */
MUST_CHECK bool profile_merge(struct profile *p, struct profile *other);

/* The same, but with these rows in place of the other's frames, indexed by its frame ids, with its
 * names. */
MUST_CHECK bool profile_merge_as(struct profile *p, struct profile *other,
                                 const struct frame *rows);

/* The same, and merges a frame of the other that lies directly below one of the same function with
 * another name: functions are numbers by frame, 0: none; NULL: none has one. */
MUST_CHECK bool profile_merge_parts(struct profile *p, struct profile *other,
                                    const struct frame *rows, const uint32_t *functions);

/* Gives a column what the samples of another weigh, as they are added to its own: both the same, or
 * it is not known. */
void column_join_period(struct column *to, const struct column *from);

/* Makes a column one of the same measure as another, without its values. Names are not copied. */
void column_describe(struct column *to, const struct column *from);

/* Returns the column that is subtracted from this one; n_columns if there is none. */
size_t profile_subtracted(const struct profile *p, size_t column);

/* Splits a profile with subtracted columns in two without them: negative values go to the empty
 * profile `below`, as positive. */
void profile_split(struct profile *p, struct profile *below);

/* Keeps only one column of the samples. */
void profile_keep_column(struct profile *p, size_t column);

#endif
