/* Is a change between two parts of time more than what was recorded varies by itself? Two ranges of
 * one recording are compared so, and one recording with another. Pure arithmetic on the events of a
 * row, such as a function.
 *
 * Samples of a program follow each other: requests, phases and collections last longer than one
 * sample. Whoever takes samples for independent calls two of five functions of a steady program
 * changed. Here the variance comes from blocks of time. For blocks of w = l, l / 2, l / 4 ... (l is
 * the shorter of both parts, the least 10 ms and a period), squares are those of the blocks of each
 * part from the mean of the part, and of all blocks of the rest of the recording from their mean;
 * df is the number of blocks without one for each of these groups. Where df is 4 or more, the long-
 * run variance is s2 = squares / df / w. The largest counts, as a row is steady only if it is so
 * for blocks of every length:
 *
 *     V    = the most of s2 x t(0.05, df)^2
 *     more = max(1, mean rate of both parts / rate of all that was recorded)
 *     half = sqrt(max(V x more x (1 / a + 1 / b), 1.96^2 x chance))
 *
 * a and b are the lengths of the parts; chance is the sum of the squares of samples of each part,
 * divided by the square of its length: what sampling alone gives. A change of the rate is beyond
 * what varies where it is larger than half. Sums that are not divided by the lengths of their parts
 * are judged in the same way, 1 / a and 1 / b above multiplied by the square of how much larger
 * they are. The rule is wrong for 2 to 5.5 of 100 functions of
 * steady programs, and says nothing of what other recordings may do. */
#ifndef MODEL_COMPARE_VARIATION_H
#define MODEL_COMPARE_VARIATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VARIATION_SAMPLES_LEAST = 50, /* in both parts, that a row needs to be judged */
    VARIATION_WAITS_LEAST = 5,    /* the same where it waits; fewer are merely named */
    VARIATION_DF_LEAST = 9,       /* of one length of blocks at least */
    VARIATION_RESTS_MOST = 3,
    VARIATION_LEVELS_MOST = 64,
};

struct variation_part {
    uint64_t from_ns, to_ns;
};

/* What is the same for all rows. */
struct variation_plan {
    struct variation_part side[2]; /* before and after; neither is empty, they have nothing in
                                    * common */
    struct variation_part rest[VARIATION_RESTS_MOST]; /* what was recorded beside them */
    size_t n_rests;
    double weight[2];   /* what the sum of a side is multiplied by; one by its length: a rate */
    uint64_t period_ns; /* from sample to sample of a thread; 0: not known, or there are none */

    /* By variation_prepare: */
    struct {
        uint64_t block_ns;
        size_t df;
        double t; /* the 95 % point */
    } levels[VARIATION_LEVELS_MOST];
    size_t n_levels;
};

/* What happens to a row at a time: a sample, or a wait that begins or ends. */
struct variation_event {
    uint64_t at_ns;
    double value; /* of a sample */
    double rate;  /* what a wait adds by the ns; below 0 where it ends; 0: a sample */
};

enum variation_verdict {
    VARIATION_WITHIN,
    VARIATION_BEYOND,
    VARIATION_SHORT,       /* not judged: the parts are too short */
    VARIATION_FEW_SAMPLES, /* not judged */
    VARIATION_FEW_WAITS,   /* not judged: n_waits of them are most of the row */
    VARIATION_SKIPPED,     /* not judged, nor anything else known: it was not looked at */
};

struct variation {
    enum variation_verdict verdict;
    double before, after; /* the weighted sums of both parts */
    double half;          /* of the 95 % interval of after - before; infinite: not known */
    double p;             /* 1: not judged */
    uint64_t block_ns;    /* of the largest variance; 0: there is none */
    size_t df;            /* of it */
    size_t n_waits;       /* in both parts */
    double waited;        /* their value, cut to the parts */
};

/* Fills the levels. */
void variation_prepare(struct variation_plan *plan);

/* Judges a row: n of the events by index, in the order of their times, at one time ends of waits
 * first. A wait that begins ends in the row as well. Takes time for each event and level, whatever
 * the lengths of parts. */
void variation_judge(struct variation *v, const struct variation_plan *plan,
                     const struct variation_event *events, const uint32_t *row, size_t n);

#endif
