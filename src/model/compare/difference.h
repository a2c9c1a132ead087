/* Compares the two sides of a profile, before and after, by stack and by function. */
#ifndef MODEL_COMPARE_DIFFERENCE_H
#define MODEL_COMPARE_DIFFERENCE_H

#include "model/time/time_window.h"

struct evidence;
struct evidence_row;
struct tiers;
struct variation;

enum side { SIDE_BEFORE, SIDE_AFTER, SIDES };

/* Which side gives frames their widths. */
enum difference_layout { LAYOUT_UNION, LAYOUT_AFTER, LAYOUT_BEFORE };

/* What is known of the samples behind the values of both sides. */
enum difference_samples {
    SAMPLES_KNOWN,    /* how many there are */
    SAMPLES_MEASURED, /* it is not known, as where costs were not sampled: runs tell how they vary
                       */
    SAMPLES_UNKNOWN,  /* it is not known: nothing is proven */
    SAMPLES_CENSUS    /* a state counted whole: it differs by what it differs */
};

enum { DIFFERENCE_RUNS_MOST = 200 }; /* both sides together: stacks have a column for each run */

/* Borrows a profile, which must not change meanwhile. Its first column gives the widths; then comes
 * a column for each run before, then one for each run after. All have one unit and, except the
 * first, one scale. If `counted`, as many columns follow, with the counts of samples of each run, 0
 * where it does not know them. Frames of equal name and kind are one row. Owns its arrays. */
struct difference {
    const struct profile *profile;
    size_t n_runs[SIDES];
    uint64_t *total[SIDES]; /* by stack: the sum over all runs of the side, including callees */
    uint64_t *self[SIDES];  /* by stack: the same without callees */
    bool *moved;            /* by stack: see difference_moved */
    double weight[SIDES];   /* makes the sums of both sides comparable: by number of runs, by units
                             * of work, for shares also by how much most functions changed */
    double scale[SIDES];    /* what to multiply a sum by to show it: the weight, with the digits
                             * after the point of the columns, or for shares in percent of the total
                             * before */
    struct str per;         /* the unit of work, "request"; "": none given */
    bool by_work;           /* divided by units of work */
    bool shares;   /* scaled so that most functions stay equal: 100 % is the total before */
    bool negate;   /* swaps the colours of growth and decrease */
    bool by_self;  /* colours follow self values, not totals */
    bool reversed; /* stacks are reversed: leaf first */
    bool all_told; /* of each function the kind, module or file is known: a frame without any is the
                    * name of a process, or another label */
    bool counted;  /* there are columns of counts, see above */
    bool no_counts; /* the numbers of a run are no counts of samples, but state no unit */
    enum difference_samples samples;  /* set by difference_test */
    size_t tests;                     /* see evidence_runs; 0: 1 */
    const struct evidence_row *whole; /* the change of all, where it was measured and not sampled,
                                       * in any unit; NULL: by the samples */
    /* By frame: how certain the change of a function is, of its total (counted once a stack; frame
     * 0: the whole profile) and of its self value, in the numbers that are shown. NULL: not tested.
     */
    struct evidence *total_evidence, *self_evidence;
    bool named_by_total;              /* no function is proven by itself: see difference_is_named */
    bool ranges;                      /* both sides are ranges of one recording */
    struct time_window window[SIDES]; /* of the times of a side; all of it: from 0 to UINT64_MAX */
    size_t rest; /* the column of what was recorded beside both ranges; 0: there is none */
    /* By frame, as evidence: how one run a side varies by itself, in the numbers that are shown.
     * NULL: times are not known. */
    struct variation *total_variation, *self_variation;
    size_t n_variations;
    struct tiers *tiers; /* how functions were compiled; borrowed; NULL: not known */
};

/* The column of one run. */
static inline size_t difference_column(const struct difference *d, enum side side, size_t run)
{
    return 1 + (side == SIDE_AFTER ? d->n_runs[SIDE_BEFORE] : 0) + run;
}

/* The column of the counts of samples of a run's column, if there are such columns. */
static inline size_t difference_counts(const struct difference *d, size_t column)
{
    return d->n_runs[SIDE_BEFORE] + d->n_runs[SIDE_AFTER] + column;
}

/* Returns the ratio by which most functions changed, as graph_pair_ratio computes it, between the
 * mean runs of both sides. Needs n_runs only. */
double difference_ratio(const struct difference *d, const struct profile *p);

/* Fills the first column of the profile, which gives the widths. Needs n_runs and weight only. The
 * width in a union is the mean of both sides, made comparable. */
void difference_lay_out(const struct difference *d, struct profile *p,
                        enum difference_layout layout);

/* Sums the samples by stack; all fields that say how to compare must be set. False when a sum over
 * the runs of one side does not fit into 64 bits. Free the difference in either case. */
MUST_CHECK bool difference_build(struct difference *d, const struct profile *p);
void difference_free(struct difference *d);

/* Where there is one run a side, and its times are known, finds how much functions vary: all by
 * themselves, and with callees the largest, as many as take a time that grows as the samples. Then
 * the samples of a stack are one row, without a time; the column of the rest is gone, and its
 * stacks have no samples. Ids of frames and stacks stay. Comes before difference_build and the
 * tree, when the profile is as it is drawn. */
void difference_take_times(struct difference *d, struct profile *p);

/* Gives up times already where samples lack them, before the widths are laid out. */
void difference_join_untimed(struct difference *d, struct profile *p);

/* Whether both sides were counted whole, and are one run each: the changes have no intervals. */
static inline bool difference_is_exact(const struct difference *d)
{
    return d->samples == SAMPLES_CENSUS && d->n_runs[SIDE_BEFORE] == 1 &&
           d->n_runs[SIDE_AFTER] == 1;
}

/* Tests how certain the changes of functions are, by counts of samples whatever the unit is. */
void difference_test(struct difference *d);

/* Whether a frame is of a function, which can be slower, and not the name of a process. */
bool difference_is_function(const struct difference *d, frame_id frame);

/* Returns the test of a function, of its total or self value as colours follow; NULL: not tested.
 */
const struct evidence_row *difference_evidence(const struct difference *d, frame_id frame,
                                               bool self);

/* What can be said of the change of a function. */
enum difference_verdict {
    VERDICT_UNKNOWN,
    VERDICT_WITHIN, /* the noise, or how much it varies */
    VERDICT_PROVEN,
    VERDICT_NOT_PROVEN,      /* beyond the noise of its own runs, as one in twenty is by chance */
    VERDICT_BEYOND_TIMES,    /* by more than two recordings vary within themselves */
    VERDICT_BEYOND_RANGES,   /* by more than parts of this recording differ */
    VERDICT_BEYOND_SAMPLING, /* not judged: runs differ by more than samples tell */
    VERDICT_FEW_SAMPLES,     /* not judged */
    VERDICT_NO_SAMPLES,      /* not judged: it is not known how many there are */
    VERDICT_FEW_WAITS,       /* not judged, but named: see difference_variation */
    VERDICT_SHORT,           /* not judged: too little time */
    VERDICT_SKIPPED,         /* not judged: there are larger rows enough */
    VERDICT_CENSUS,          /* counted whole */
};

enum difference_verdict difference_verdict_of(const struct difference *d, frame_id frame,
                                              bool self);

/* Whether too few samples, or none that can be counted, are why a function is not judged. */
static inline bool verdict_lacks_samples(enum difference_verdict verdict)
{
    return verdict == VERDICT_FEW_SAMPLES || verdict == VERDICT_NO_SAMPLES;
}

/* What one run a side can be judged by. */
enum difference_basis { BASIS_RUNS, BASIS_SAMPLES, BASIS_TIMES, BASIS_RANGES };

enum difference_basis difference_basis(const struct difference *d);

/* How a function varies; NULL: times are not known. */
const struct variation *difference_variation(const struct difference *d, frame_id frame, bool self);

/* Whether a function is what the comparison is about: one that is proven by itself, or with its
 * callees where none is by itself. */
bool difference_is_named(const struct difference *d, frame_id frame);

/* Returns the factor for the colour of a change. 1: proven, or beyond how much it varies, or not
 * tested. 0.3: not proven, or not judged. 0.1: within the noise. */
double difference_sureness(const struct difference *d, frame_id frame);

/* The sums of a stack that are compared: total or self. */
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

/* Returns the change as shown: after minus before. */
double difference_change(const struct difference *d, struct change_sums sums);

/* Returns the colour strength of a change, from -1 (less) to 1 (more): the square root of its share
 * of the larger side, so that growth by half is easily seen. Changes below a fiftieth of the larger
 * total are paler, because small numbers change by chance:
 *
 *     c = after - before;  sign(c) sqrt(|c| / max(before, after)) min(1, sqrt(50 |c| / whole)) */
double difference_heat(const struct difference *d, struct change_sums sums);

/* Finds moved stacks for difference_moved; none if stacks are reversed. */
void difference_find_moved(struct difference *d);

/* Whether a stack that only one side has merely changed its name or place below a caller whose cost
 * stayed the same: inlining, splitting or renaming a callee is not a decrease here and growth
 * there. The conditions: below that caller, what vanished (callees, or part of its self value) and
 * what is new differ by at most a quarter, and the caller's change is at most a quarter of the
 * greater. Then all that vanished or appeared there has moved, with all its callees. */
static inline bool difference_moved(const struct difference *d, stack_id stack)
{
    return d->moved && d->moved[stack];
}

/* The values of functions, by frame and then by column of the profile. */
struct frame_sums {
    uint64_t *total; /* counted once for every stack that holds the function */
    uint64_t *self;
    size_t n_frames, n_columns;
};

/* Marks with a bit each the stacks whose last frame does not occur above in them; of p->stacks.n /
 * 8
 * + 1 bytes, which the caller frees. */
unsigned char *frame_sums_mark_first(const struct profile *p);

/* Sums all columns but the first. Frame 0 has the sums of the whole profile. */
void frame_sums_build(struct frame_sums *sums, const struct profile *p, bool reversed);
void frame_sums_free(struct frame_sums *sums);

/* Returns the sums over the runs of each side. values: those of one frame. */
struct change_sums difference_of_runs(const struct difference *d, const uint64_t *values);

#endif
