/* What changed between two sides of one profile, by stack and by function. */
#ifndef MODEL_DIFFERENCE_H
#define MODEL_DIFFERENCE_H

#include "model/profile.h"

struct evidence;
struct evidence_row;

enum side { SIDE_BEFORE, SIDE_AFTER, SIDES };

/* What widths are made of. */
enum difference_layout { LAYOUT_UNION, LAYOUT_AFTER, LAYOUT_BEFORE };

enum { DIFFERENCE_RUNS_MOST = 200 }; /* of both sides: stacks have a number for each */

/* Borrows a profile, which must not change meanwhile. Its first column is what widths are made of,
 * then follows a column for each run of before, then one for each of after; all have one unit and,
 * but for the first, one scale. Frames that agree in name and kind are one row. Owns its arrays. */
struct difference {
    const struct profile *profile;
    size_t n_runs[SIDES];
    uint64_t *total[SIDES]; /* by stack: the sum over all runs of the side, callees included */
    uint64_t *self[SIDES];  /* by stack: the same without callees */
    bool *moved;            /* by stack: see difference_moved */
    double weight[SIDES];   /* makes such sums comparable: by the runs and by units of work, for
                               shares also by how much most functions changed */
    double scale[SIDES];    /* what such a sum is multiplied by to be shown: the weight, with the
                               digits after the point of the columns, or for shares in percent of
                               the total before */
    struct str per;         /* the unit of work, "request"; "": none is said */
    bool by_work;           /* divided by units of work */
    bool shares;   /* scaled so that most functions stay equal: 100 % is the total before */
    bool negate;   /* grown and shrunk change their colours */
    bool by_self;  /* colours follow what frames have by themselves, not with callees */
    bool reversed; /* stacks begin with their last frame */
    /* By frame: how sure a change of the function is, with callees (counted once a stack; frame 0:
     * of the whole) and by itself, in the numbers that are shown; NULL: it was not looked at. */
    struct evidence *total_evidence, *self_evidence;
};

/* The column of a run. */
static inline size_t difference_column(const struct difference *d, enum side side, size_t run)
{
    return 1 + (side == SIDE_AFTER ? d->n_runs[SIDE_BEFORE] : 0) + run;
}

/* Returns by which ratio most functions changed, as graph_pair_ratio, between the means of the runs
 * of both sides; only n_runs must be known. */
double difference_ratio(const struct difference *d, const struct profile *p);

/* Fills the first column of the profile; only n_runs and weight must be known. Widths of a union
 * are the mean of both sides, made comparable. */
void difference_lay_out(const struct difference *d, struct profile *p,
                        enum difference_layout layout);

/* Adds up what stacks have; all that says how to compare must be known. False when a sum of the
 * runs of one side does not fit into 64 bits. The difference is to be freed in either case. */
MUST_CHECK bool difference_build(struct difference *d, const struct profile *p);
void difference_free(struct difference *d);

/* Looks how sure changes of functions are. Where samples are counted, one is known to be one. */
void difference_test(struct difference *d);

/* Returns how sure the change of a function is, by what colours follow; NULL: nothing is known. */
const struct evidence_row *difference_evidence(const struct difference *d, frame_id frame,
                                               bool self);

/* Returns what colours are multiplied by for that: 1 where the change is proven, or with one run a
 * side beyond the noise of sampling, or nothing is known; 0.6 where it is beyond the noise of its
 * own runs, as one function in twenty is by chance; 0.3 within the noise. */
double difference_sureness(const struct difference *d, frame_id frame);

/* What is compared of a stack: its sums with callees, or of itself. */
struct change_sums {
    uint64_t before, after;
};

static inline struct change_sums difference_total(const struct difference *d, stack_id stack)
{
    return (struct change_sums){d->total[SIDE_BEFORE][stack], d->total[SIDE_AFTER][stack]};
}

static inline struct change_sums difference_self(const struct difference *d, stack_id stack)
{
    return (struct change_sums){d->self[SIDE_BEFORE][stack], d->self[SIDE_AFTER][stack]};
}

/* Returns the change as it is shown: after less before. */
double difference_change(const struct difference *d, struct change_sums sums);

/* Returns how strongly a change is coloured, from -1 (less) to 1 (more): the square root of its
 * part of the larger side, so that half as much again is well seen; the paler the smaller it is of
 * the whole, from a fiftieth of the larger total down, as small numbers change by chance:
 *
 *     c = after - before;  sign(c) sqrt(|c| / max(before, after)) min(1, sqrt(50 |c| / whole)) */
double difference_heat(const struct difference *d, struct change_sums sums);

/* Finds what difference_moved then knows; of reversed stacks nothing. */
void difference_find_moved(struct difference *d);

/* Whether a stack, which one side alone has, only changed its name or place below a caller that
 * costs what it did: a callee that was inlined, split or renamed is not one that shrank, and
 * another that grew. Under such a caller what is gone (callees, or of what it had itself) and what
 * is new are within a quarter of each other, and its change is within a quarter of the greater; all
 * that is gone or new there, with all callees, has moved. */
static inline bool difference_moved(const struct difference *d, stack_id stack)
{
    return d->moved && d->moved[stack];
}

/* What functions hold, by frame and then by column of the profile. */
struct frame_sums {
    uint64_t *total; /* counts once for every stack that holds the function */
    uint64_t *self;
    size_t n_frames, n_columns;
};

/* Adds up all columns but the first. Frame 0 has the sums of the whole. */
void frame_sums_build(struct frame_sums *sums, const struct profile *p, bool reversed);
void frame_sums_free(struct frame_sums *sums);

/* Returns the sums over the runs of both sides. values: those of a frame. */
struct change_sums difference_of_runs(const struct difference *d, const uint64_t *values);

#endif
