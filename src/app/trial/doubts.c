/* What may make the outcome of a trial wrong, or less certain than it could be. */
#include <math.h>
#include <string.h>

#include "app/trial/findings.h"
#include "app/trial/folder.h"
#include "base/sink.h"

enum { BY_SIGNAL = 128 }; /* is added to its number, as shells do */

static const double busy_least = 0.1;    /* processors */
static const double stolen_least = 0.01; /* of a processor */
static const double speed_least = 0.03;
static const double short_run = 0.1;  /* seconds */
static const double span_least = 1e9; /* ns; what others do is told in hundredths of a second */

/* Texts end with NUL. */
static void end(struct sink *s)
{
    sink_byte(s, '\0');
}

static void write_both(struct sink *s, const char *first, const double *sides, bool as_one,
                       const char *unit, unsigned digits)
{
    sink_text(s, first);
    sink_fixed(s, sides[SIDE_BEFORE], digits);
    sink_text(s, unit);
    if (as_one) {
        sink_text(s, " beside the two programs");
        return;
    }
    sink_text(s, " beside the old program and ");
    sink_fixed(s, sides[SIDE_AFTER], digits);
    sink_text(s, " beside the new one");
}

/* What the machine did beside the runs of each side. */
struct beside {
    double others[SIDES], stolen[SIDES]; /* processors */
    double khz[SIDES];                   /* the mean; 0: not known */
    bool as_one; /* the runs of a side took too little time: what was beside both is told of each */
};

static void add_up(double *sides)
{
    sides[SIDE_BEFORE] += sides[SIDE_AFTER];
    sides[SIDE_AFTER] = sides[SIDE_BEFORE];
}

static struct beside beside_of(const struct trial_runs *runs)
{
    struct beside b = {{0}, {0}, {0}, false};
    double span[SIDES] = {0};
    double own[SIDES] = {0};
    size_t n[SIDES] = {0};

    for (size_t i = 0; i < runs->n; i++) {
        const struct trial_run *run = &runs->rows[i];
        span[run->side] += (double)run->span_ns;
        b.others[run->side] += (double)run->busy_ns;
        own[run->side] += (double)run->own_ns;
        b.stolen[run->side] += (double)run->stolen_ns;
        b.khz[run->side] += (double)run->khz;
        n[run->side]++;
    }
    b.as_one = fmin(span[SIDE_BEFORE], span[SIDE_AFTER]) < span_least;
    if (b.as_one) {
        add_up(b.others);
        add_up(b.stolen);
        add_up(span);
        add_up(own);
    }
    for (unsigned side = 0; side < SIDES; side++) {
        const bool is_known = span[side] >= span_least;
        b.others[side] = is_known ? fmax(b.others[side] - own[side], 0) / span[side] : 0;
        b.stolen[side] = is_known ? b.stolen[side] / span[side] : 0;
        b.khz[side] /= n[side] ? (double)n[side] : 1;
    }
    return b;
}

static double larger(const double *sides)
{
    return fmax(sides[SIDE_BEFORE], sides[SIDE_AFTER]);
}

static void add_machine(struct sink *s, const struct trial *t)
{
    const struct beside b = beside_of(&t->runs);
    const double khz = b.khz[SIDE_BEFORE];

    if (larger(b.others) >= busy_least) {
        write_both(s, "other programs kept ", b.others, b.as_one, " processors busy", 1);
        sink_text(s, "; a quiet machine proves more by fewer runs");
        end(s);
    }
    if (larger(b.stolen) >= stolen_least) {
        write_both(s, "other virtual machines took ", b.stolen, b.as_one, " processors", 2);
        end(s);
    }
    if (khz > 0 && fabs(b.khz[SIDE_AFTER] / khz - 1) >= speed_least) {
        const double mhz[SIDES] = {khz / 1000, b.khz[SIDE_AFTER] / 1000};
        write_both(s, "processors ran at ", mhz, false, " MHz", 0);
        end(s);
    }
    if (*t->first.governor && strcmp(t->first.governor, "performance") != 0) {
        sink_text(s, "the frequency of processors follows the load (governor ");
        sink_text(s, t->first.governor);
        sink_text(s, "); steadier: sudo cpupower frequency-set -g performance");
        end(s);
    }
}

static void add_speed(struct sink *s, const struct trial *t)
{
    const struct speed_change change = speed_change_find(&t->measures.rows[0], &t->runs);

    if (!change.pair)
        return;
    sink_text(s, "from run ");
    sink_u64(s, change.pair);
    sink_text(s, " on both programs took ");
    sink_fixed(s, fmin(fabs(change.ratio - 1) * 100, 1e9), 0);
    sink_text(s, change.ratio > 1 ? " % more" : " % less");
    sink_text(s, ", as if the machine had changed its speed; the interval is wider for it");
    end(s);
}

static void add_failed(struct sink *s, const struct trial *t, enum side side)
{
    const size_t failed = t->runs.n_failed[side];
    const struct trial_run *last = NULL;
    struct buf path = {0};

    for (size_t i = 0; i < t->runs.n; i++)
        if (t->runs.rows[i].side == side && t->runs.rows[i].failed)
            last = &t->runs.rows[i];
    if (!last)
        return;
    sink_text(s, side == SIDE_BEFORE ? "the old program failed in " : "the new program failed in ");
    sink_u64(s, failed);
    sink_text(s, " of ");
    sink_u64(s, failed + t->runs.n_good[side]);
    sink_text(s, last->cost.by_signal ? " runs, which are left out; the last ended by signal "
                                      : " runs, which are left out; the last ended with ");
    sink_u64(s, (uint64_t)last->status - (last->cost.by_signal ? BY_SIGNAL : 0));
    sink_text(s, ": ");
    trial_folder_errors(&path, t->folder.path, side, last->number);
    sink_text(s, path.p);
    end(s);
    buf_free(&path);
}

static void add_ends(struct sink *s, const struct trial *t)
{
    if (t->stopped) {
        sink_text(s, "stopped after ");
        sink_u64(s, t->runs.n_good[SIDE_BEFORE]);
        sink_text(s, " runs of the old program and ");
        sink_u64(s, t->runs.n_good[SIDE_AFTER]);
        sink_text(s, " of the new one");
        end(s);
    }
    add_failed(s, t, SIDE_BEFORE);
    add_failed(s, t, SIDE_AFTER);
    if (t->usual[SIDE_AFTER]) {
        sink_text(s, "both programs ended with ");
        sink_u64(s, (uint64_t)t->usual[SIDE_AFTER]);
        sink_text(s, " in all runs that were counted");
        end(s);
    }
}

static const struct trial_measure *find(const struct measures *all, enum measure_kind kind)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->rows[i].kind == kind)
            return &all->rows[i];
    return NULL;
}

/* Whether time passes otherwise, though processors do the same or the opposite. */
static bool waits_otherwise(const struct evidence_row *wall, const struct evidence_row *cpu)
{
    return wall->proven &&
           (!cpu->proven || (wall->after > wall->before) != (cpu->after > cpu->before));
}

static void add_wall(struct sink *s, const struct trial *t)
{
    const struct trial_measure *wall = find(&t->measures, MEASURE_WALL);
    const struct trial_measure *cpu = find(&t->measures, MEASURE_CPU);

    if (!wall || !cpu || t->request.wall || t->request.off_cpu ||
        !waits_otherwise(&wall->evidence.rows[0], &cpu->evidence.rows[0]))
        return;
    sink_text(s, "new takes ");
    sink_text(s, wall->evidence.rows[0].after > wall->evidence.rows[0].before ? "more" : "less");
    sink_text(s, " wall time, which is proven, but not for its time on processors: --wall compares "
                 "it, and shows where threads wait");
    end(s);
}

static void add_short(struct sink *s, const struct trial *t)
{
    const struct trial_measure *m = &t->measures.rows[0];
    const struct evidence_row *row = &m->evidence.rows[0];
    const double longer = fmax(row->before, row->after);

    if (!t->runs.n_sampled[SIDE_BEFORE] || !t->runs.n_sampled[SIDE_AFTER]) {
        sink_text(s, "no samples were taken, so nothing is drawn, wanted programs that run for "
                     "longer, or more samples (-F, -c)");
        end(s);
    }
    if (m->kind == MEASURE_EVENT || longer >= short_run)
        return;
    sink_text(s, "runs took ");
    sink_fixed(s, longer * 1000, 0);
    sink_text(s, " ms, of which starting the program is a part; functions show in longer ones");
    end(s);
}

void findings_add_doubts(struct findings *to, const struct trial *t)
{
    struct sink s;

    sink_open_buf(&s);
    add_ends(&s, t);
    add_wall(&s, t);
    add_speed(&s, t);
    add_machine(&s, t);
    add_short(&s, t);
    buf_add(&to->doubts, buf_str(&s.buf));
    sink_discard(&s);
}
