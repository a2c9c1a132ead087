/* The runs of two programs, and what is measured of them. */
#ifndef APP_TRIAL_RUNS_H
#define APP_TRIAL_RUNS_H

#include "app/options/record_request.h"
#include "model/compare/difference.h"
#include "model/compare/interim.h"
#include "record/recorder.h"

struct trial_run {
    enum side side;
    size_t number; /* among all of its side, from 1: in the names of its files */
    struct command_cost cost;
    uint64_t samples;
    int status;
    bool failed;        /* ended by a signal, or not as its program usually ends; left out */
    uint64_t span_ns;   /* with what recording takes before and after it; in this time: */
    uint64_t busy_ns;   /* what all programs had of processors, in ticks of the kernel */
    uint64_t own_ns;    /* what this program and the one that it recorded had */
    uint64_t stolen_ns; /* see machine_state */
    uint64_t khz;       /* when it ended; 0: not known */
    int file;           /* its recording, open */
    bool has_file;      /* it is: root draws what it has held since, whatever the name leads to */
};

/* All runs, in the order that they were made. Owns its array and their files. */
struct trial_runs {
    struct trial_run *rows;
    size_t n, room;
    size_t n_good[SIDES], n_failed[SIDES];
    size_t n_sampled[SIDES]; /* good ones with samples */
};

void trial_run_close(struct trial_run *run);
void trial_runs_add(struct trial_runs *runs, const struct trial_run *run);
void trial_runs_free(struct trial_runs *runs);

enum measure_kind { MEASURE_CPU, MEASURE_WALL, MEASURE_EVENT };

struct trial_measure {
    enum measure_kind kind;
    size_t event;             /* which, of MEASURE_EVENT */
    const char *name;         /* "processor time"; borrowed */
    struct evidence evidence; /* of a single row; values are seconds, or a number of events */
    double low, high;         /* the interval of its change that holds at all looks */
};

/* The first decides when the trial ends. Owns the evidence. */
struct measures {
    struct trial_measure rows[COSTS_MOST + 2];
    size_t n;
};

/* Chooses what to measure: the first event that was asked for, unless it is a clock; else the time
 * on processors, or with --wall and --off-cpu the time that passes; then all others. n_events: of
 * the first events it is known how many there were. */
void measures_choose(struct measures *m, const struct record_request *r, bool replaced,
                     size_t n_events);

/* The measure of all that samples of the first event are a part of; NULL: none is. */
const struct trial_measure *measures_of_samples(const struct measures *m,
                                                const struct record_request *r);

/* Tests each by the runs so far, of which both sides need one that did not fail. */
void measures_test(struct measures *m, const struct trial_runs *runs, const struct interim *looks);

/* The same for a look, and judges the whole. What was proven before stays proven, with the values
 * and intervals of the look that proved it: looks share the 5 %, so that no later one can take it
 * back. */
enum interim_verdict measures_look(struct measures *m, const struct trial_runs *runs,
                                   const struct interim *looks, enum interim_verdict so_far);
void measures_free(struct measures *m);

/* Of each run in seconds or events. */
double measure_value(const struct trial_measure *m, const struct trial_run *run);

/* How the values of a side's runs lie. */
struct measure_spread {
    double mean, deviation, least, most; /* the deviation of a run: 0 for a single one */
};

/* Of runs that did not fail, of which there is one at least. */
struct measure_spread measure_spread_of(const struct trial_measure *m,
                                        const struct trial_runs *runs, enum side side);

/* When both programs became faster or slower by a twentieth or more, as when the machine changed
 * its speed. */
struct speed_change {
    size_t pair;  /* of runs, from 1: the first of the new speed; 0: there was none */
    double ratio; /* how much longer runs took from then on */
};

struct speed_change speed_change_find(const struct trial_measure *m, const struct trial_runs *runs);

#endif
