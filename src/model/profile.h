/* A profile: what was sampled, where, and how much of it. */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include "base/fault.h"
#include "model/calls.h"
#include "model/labels.h"
#include "model/recording_info.h"
#include "model/stacks.h"

enum { PROFILE_SCALE_MAX = 6, PROFILE_COLUMNS_MOST = 24 }; /* columns: of what is read */

/* The time of a sample that does not say it. */
#define PROFILE_NO_TIME UINT64_MAX

/* One measure of every sample. A value is value / 10^scale units, exactly. */
struct column {
    name_id name;     /* "samples", "cycles", "before", ...; 0: not said */
    name_id unit;     /* "samples", "ns", "bytes", ...; 0: not said */
    unsigned scale;   /* digits after the point, at most PROFILE_SCALE_MAX */
    unsigned place;   /* from 1, among the measures as the input has them; 0: not said */
    bool subtracted;  /* its values are those below 0 of the column with that place, as positive */
    uint64_t *values; /* by sample; unsigned: the sum of all fits, see total */
    size_t room;
    uint64_t total; /* of all values; no smaller sum can overflow */
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
    struct calls calls; /* of inputs that do not know stacks */
    struct recording_info origin;
    struct sample *samples;
    size_t samples_room;
    uint32_t n_samples;
    struct column *columns;
    size_t n_columns;
    bool ordered;    /* samples stand in time order and are not merged */
    bool timed;      /* samples keep their times and are not merged; set it at the start */
    uint64_t *times; /* when timed: by sample, in ns */
    size_t times_room;
    unsigned char *sampled; /* by stack, a bit each: whether a sample of it was added */
    size_t sampled_room;
    uint32_t *slots; /* 1 + the samples, by hash of stack and labels; 0: free; made when needed */
    size_t n_slots;
    uint32_t n_entered; /* samples below this are in it; others when one is looked for */
    uint64_t n_merged;  /* samples that were added to a row that was there */
};

/* Makes an empty profile with n columns. ordered: keep every sample, in the order of adding. */
void profile_init(struct profile *p, size_t n_columns, bool ordered);
void profile_free(struct profile *p);

/* Whether a sample of the stack may be there; in time order it is not known. */
static inline bool profile_may_sample(const struct profile *p, stack_id stack)
{
    if (p->ordered || p->timed)
        return true;
    return stack / 8 < p->sampled_room && p->sampled[stack / 8] >> stack % 8 & 1;
}

/* Gives the profile at least n columns, for a reader at most PROFILE_COLUMNS_MOST; what is there
 * has 0 in the new ones. */
void profile_need_columns(struct profile *p, size_t n);

/* Adds one sample with a value for each column to the row of an equal stack and label set where
 * there is one. A reader does not know the columns of the inputs before its own: it gives
 * PROFILE_COLUMNS_MOST values, of which those it does not fill are 0. Returns false when a column's
 * total would not fit into 64 bits; then nothing was added. */
MUST_CHECK bool profile_add(struct profile *p, stack_id stack, labels_id labels,
                            const uint64_t *values);

/* The same for a sample at a time, which is kept when the profile is timed. */
MUST_CHECK bool profile_add_at(struct profile *p, uint64_t time_ns, stack_id stack,
                               labels_id labels, const uint64_t *values);

/* Fetches a row, any number of which may be none, for a profile_add_near that comes soon. */
void profile_expect(const struct profile *p, uint32_t near);

/* The same for a caller that knows a row that may be of this stack and label set; any number may be
 * none. *near is that of the sample then. */
MUST_CHECK bool profile_add_near(struct profile *p, uint64_t time_ns, const struct sample *sample,
                                 const uint64_t *values, uint32_t *near);

/* Counts the times of the samples from `first` on from the earliest of them. */
void profile_start_times(struct profile *p, uint32_t first);

/* A part of the time, without its end. */
struct time_window {
    uint64_t from_ns, to_ns;
};

/* Whether a sample lies in it: all do when it is NULL or the profile is not timed, none that has no
 * time. */
static inline bool profile_in_window(const struct profile *p, uint32_t sample,
                                     const struct time_window *window)
{
    return !window || !p->timed ||
           (p->times[sample] >= window->from_ns && p->times[sample] < window->to_ns);
}

/* Gives a column, and what calls cost in it, more digits after the point. Returns false when a sum
 * would not fit then, or scale is above PROFILE_SCALE_MAX; all stays as it was. */
MUST_CHECK bool profile_rescale(struct profile *p, size_t column, unsigned scale);

/* Adds all samples of another profile with as many columns. A column without name or unit takes
 * that of the other, and of two scales both take the greater. Its names, frames, label sets and
 * stacks are found or added here, in its order: profiles of the parts of an input, added one by
 * one, give what reading the whole gives, but for the order of ids. False on overflow, p is valid
 * then. */
MUST_CHECK bool profile_merge(struct profile *p, struct profile *other);

/* The same with rows in place of the other's frames, by its ids and with its names. */
MUST_CHECK bool profile_merge_as(struct profile *p, struct profile *other,
                                 const struct frame *rows);

/* Drops samples whose label sets, by id, are not to be kept, or that lie outside of the window
 * (NULL: none do) when the profile is timed. Stacks, labels and names of them stay. */
void profile_keep_labels(struct profile *p, const bool *keep, const struct time_window *window);

/* Returns the column that has what is subtracted from a column, or n_columns: none has. */
size_t profile_subtracted(const struct profile *p, size_t column);

/* Splits a profile with such columns in two without them, the other an empty one: what is below 0
 * is in the columns of the other, as positive. */
void profile_split(struct profile *p, struct profile *below);

/* Leaves one column of the samples alone. */
void profile_keep_column(struct profile *p, size_t column);

#endif
