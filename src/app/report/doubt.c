/* Compares each run with the mean of the other runs of its side, and with that of the other side.
 *
 * The bounds are far from what noise does: a run of the same work has neither a quarter of what all
 * others have nor a tenth of its functions in common with them. Two runs count as exchanged if each
 * is at least twice as far from the rest of its side as any other run there, and at least twice as
 * near to the other side. */
#include "app/report/doubt.h"

#include <math.h>

#include "base/mem.h"

enum {
    TIMES_MOST = 4,        /* how much the totals of runs of a side may differ */
    ALONE_TIMES_MOST = 10, /* the same of a single run, compared with the other side */
    RUNS_TO_TELL = 3,      /* runs of a side that show which of them is another program's */
    RUNS_TO_EXCHANGE = 4,  /* runs of a side that show which of them is exchanged */
};

static const double alike_most = 0.1;  /* what runs of two programs may share */
static const double alike_least = 0.4; /* what runs of one program share */
static const double far = 2;

/* Runs are numbered in the order of their columns. */
struct doubt {
    const struct difference *d;
    struct frame_sums sums;
    size_t n_runs;
    double *all[SIDES]; /* by frame: the sum of the self values over the runs of the side */
    double whole[SIDES];
    double *total; /* by run */
};

static enum side side_of(const struct doubt *t, size_t run)
{
    return run < t->d->n_runs[SIDE_BEFORE] ? SIDE_BEFORE : SIDE_AFTER;
}

static size_t first_of(const struct doubt *t, enum side side)
{
    return side == SIDE_AFTER ? t->d->n_runs[SIDE_BEFORE] : 0;
}

/* The value of a frame in a run, comparable between sides. */
static double value_of(const struct doubt *t, frame_id frame, size_t run)
{
    enum side side = side_of(t, run);

    return (double)t->sums.self[frame * t->sums.n_columns + 1 + run] * t->d->weight[side] *
           (double)t->d->n_runs[side];
}

static void begin(struct doubt *t, const struct difference *d)
{
    *t = (struct doubt){.d = d, .n_runs = d->n_runs[SIDE_BEFORE] + d->n_runs[SIDE_AFTER]};
    frame_sums_build(&t->sums, d->profile, d->reversed);
    t->total = mem_alloc(t->n_runs, sizeof *t->total);
    for (unsigned side = 0; side < SIDES; side++)
        t->all[side] = mem_alloc(t->sums.n_frames, sizeof *t->all[side]);
    for (frame_id frame = 1; frame < t->sums.n_frames; frame++)
        for (size_t run = 0; run < t->n_runs; run++) {
            double value = value_of(t, frame, run);
            t->all[side_of(t, run)][frame] += value;
            t->total[run] += value;
        }
    for (size_t run = 0; run < t->n_runs; run++)
        t->whole[side_of(t, run)] += t->total[run];
}

static void end(struct doubt *t)
{
    for (unsigned side = 0; side < SIDES; side++)
        mem_free(t->all[side], t->sums.n_frames, sizeof *t->all[side]);
    mem_free(t->total, t->n_runs, sizeof *t->total);
    frame_sums_free(&t->sums);
}

/* ---- how runs differ ------------------------------------------------------------------------- */

/* The mean of a side in a frame, without the run if it is one of that side; of all: frame 0. */
static double mean_of(const struct doubt *t, enum side side, size_t run, frame_id frame)
{
    bool own = side_of(t, run) == side;
    double n = (double)(t->d->n_runs[side] - own);
    double all = frame ? t->all[side][frame] : t->whole[side];
    double out = own ? (frame ? value_of(t, frame, run) : t->total[run]) : 0;

    return n > 0 ? (all - out) / n : 0;
}

/* How far a run is from the mean of a side, in the unit of the values. As the root of squares, in
 * which one function that changed outweighs the noise of many. */
static double distance(const struct doubt *t, size_t run, enum side side)
{
    double squares = 0;

    for (frame_id frame = 1; frame < t->sums.n_frames; frame++) {
        double apart = value_of(t, frame, run) - mean_of(t, side, run, frame);
        squares += apart * apart;
    }
    return sqrt(squares);
}

/* From 0 to 1, equal: the part of a run's cost that is where the mean of its side has it. */
static double likeness(const struct doubt *t, size_t run)
{
    enum side side = side_of(t, run);
    double whole = mean_of(t, side, run, 0);
    double common = 0;

    for (frame_id frame = 1; frame < t->sums.n_frames; frame++)
        common +=
            fmin(value_of(t, frame, run) / t->total[run], mean_of(t, side, run, frame) / whole);
    return t->total[run] > 0 && whole > 0 ? common : 0;
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void say_run(struct buf *to, const struct doubt *t, size_t run,
                    const char **const names[SIDES])
{
    enum side side = side_of(t, run);

    buf_add(to, str_of(names[side][run - first_of(t, side)]));
}

/* The run whose total is not of the size of all others of its side. */
static bool find_size(struct buf *to, const struct doubt *t, size_t run,
                      const char **const names[SIDES])
{
    enum side side = side_of(t, run);
    size_t n = t->d->n_runs[side];
    double least = INFINITY;
    double most = 0;

    for (size_t i = first_of(t, side); i < first_of(t, side) + n; i++) {
        least = i != run ? fmin(least, t->total[i]) : least;
        most = i != run ? fmax(most, t->total[i]) : most;
    }
    if (n == 1)
        least = mean_of(t, side == SIDE_AFTER ? SIDE_BEFORE : SIDE_AFTER, run, 0) * TIMES_MOST /
                ALONE_TIMES_MOST;
    bool small = t->total[run] * TIMES_MOST < least;
    bool large = n >= RUNS_TO_TELL && t->total[run] > most * TIMES_MOST;
    if (!small && !large)
        return false;
    say_run(to, t, run, names);
    buf_add(to, n == 1  ? STR(" has less than a tenth of what the other side has: was it cut, or "
                               "did it do other work?")
                : small ? STR(" has less than a quarter of what any other run of its side has: was "
                              "it cut, or did it do other work?")
                        : STR(" has more than four times what any other run of its side has: did "
                              "it do other work?"));
    return true;
}

/* The run that has hardly anything in common with the others of its side, which are alike. */
static bool find_stranger(struct buf *to, const struct doubt *t, const double *likenesses,
                          size_t run, const char **const names[SIDES])
{
    enum side side = side_of(t, run);
    size_t n = t->d->n_runs[side];

    if (n < RUNS_TO_TELL || likenesses[run] > alike_most)
        return false;
    for (size_t i = first_of(t, side); i < first_of(t, side) + n; i++)
        if (i != run && likenesses[i] < alike_least)
            return false;
    say_run(to, t, run, names);
    buf_add(to, STR(" has hardly a function in common with the other runs of its side: is it of "
                    "another program?"));
    return true;
}

/* Whether the sides share not one function, so nothing can be said to have grown. What both have of
 * a process or a thread is no function. */
static bool have_nothing_in_common(const struct doubt *t)
{
    for (frame_id frame = 1; frame < t->sums.n_frames; frame++) {
        bool has[SIDES] = {false, false};
        if (!difference_is_function(t->d, frame))
            continue;
        for (size_t run = 0; run < t->n_runs; run++)
            has[side_of(t, run)] =
                has[side_of(t, run)] || t->sums.total[frame * t->sums.n_columns + 1 + run];
        if (has[SIDE_BEFORE] && has[SIDE_AFTER])
            return false;
    }
    return t->whole[SIDE_BEFORE] > 0 && t->whole[SIDE_AFTER] > 0;
}

/* Returns the run of a side that stands far from the rest of it and near to the other side;
 * n_runs: none, or more than one. */
static size_t find_exchanged(const struct doubt *t, const double *apart, enum side side)
{
    size_t from = first_of(t, side);
    size_t to = from + t->d->n_runs[side];
    size_t found = from;
    double next = 0;

    for (size_t i = from; i < to; i++)
        found = apart[i] > apart[found] ? i : found;
    for (size_t i = from; i < to; i++)
        next = i != found ? fmax(next, apart[i]) : next;
    bool is =
        t->d->n_runs[side] >= RUNS_TO_EXCHANGE && apart[found] > far * next &&
        apart[found] > far * distance(t, found, side == SIDE_AFTER ? SIDE_BEFORE : SIDE_AFTER);
    return is ? found : t->n_runs;
}

static bool find_exchange(struct buf *to, const struct doubt *t, const char **const names[SIDES])
{
    double *apart = mem_alloc(t->n_runs, sizeof *apart);

    for (size_t run = 0; run < t->n_runs; run++)
        apart[run] = distance(t, run, side_of(t, run));
    size_t old = find_exchanged(t, apart, SIDE_BEFORE);
    size_t new = find_exchanged(t, apart, SIDE_AFTER);
    mem_free(apart, t->n_runs, sizeof *apart);
    if (old == t->n_runs || new == t->n_runs)
        return false;
    say_run(to, t, old, names);
    buf_add(to, STR(" is like the runs after, and "));
    say_run(to, t, new, names);
    buf_add(to, STR(" like those before: were they exchanged?"));
    return true;
}

static bool find_single(struct buf *to, const struct doubt *t, const char **const names[SIDES])
{
    double *likenesses = mem_alloc(t->n_runs, sizeof *likenesses);
    bool found = false;

    for (size_t run = 0; run < t->n_runs; run++)
        likenesses[run] = likeness(t, run);
    for (size_t run = 0; !found && run < t->n_runs; run++)
        found = find_size(to, t, run, names) || find_stranger(to, t, likenesses, run, names);
    mem_free(likenesses, t->n_runs, sizeof *likenesses);
    return found;
}

void report_doubt_find(struct buf *to, const struct difference *d, const char **const names[SIDES])
{
    struct doubt t;

    begin(&t, d);
    if (have_nothing_in_common(&t))
        buf_add(to, STR("the two sides have no function in common: are they of one program?"));
    else if (!find_single(to, &t, names))
        (void)find_exchange(to, &t, names);
    end(&t);
}
