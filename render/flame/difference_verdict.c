/* The first sentence of a comparison: what it proves. */
#include "render/flame/difference_verdict.h"

#include <math.h>

#include "model/compare/evidence.h"
#include "model/compare/variation.h"
#include "render/common/amount.h"
#include "render/common/name_parts.h"
#include "render/common/text.h"
#include "render/flame/difference_text.h"

enum { NAME_CELLS = 36 };

/* The functions that changed in one direction, which are proven, or beyond the noise. */
struct changed {
    size_t n;
    frame_id most; /* the one that changed most */
};

struct finding {
    const struct picture *picture;
    struct sink *s;
    bool self;
    struct changed more, less;
};

static bool provable(const struct difference *d)
{
    return d->n_runs[SIDE_BEFORE] > 1 && d->n_runs[SIDE_AFTER] > 1;
}

static bool has_times(const struct difference *d)
{
    return difference_basis(d) == BASIS_TIMES || difference_basis(d) == BASIS_RANGES;
}

/* Whether a function is counted: one that was judged. By times one of twenty would be so by chance,
 * were its q not asked. */
static bool counts(const struct difference *d, frame_id frame, bool self)
{
    const double most = 0.05;
    const struct evidence_row *row = difference_evidence(d, frame, self);

    if (!row || !difference_is_function(d, frame) || row->after == row->before)
        return false;
    if (provable(d))
        return row->proven;
    return row->beyond_noise && !verdict_lacks_samples(difference_verdict_of(d, frame, self)) &&
           (!has_times(d) || row->q <= most);
}

static double size_of(const struct evidence_row *row)
{
    return fabs(row->after - row->before);
}

static void find(struct finding *f, bool self)
{
    const struct difference *d = f->picture->difference;

    f->self = self;
    f->more = f->less = (struct changed){0};
    for (frame_id i = 1; i < d->profile->frames.n; i++) {
        if (!counts(d, i, self))
            continue;
        const struct evidence_row *row = difference_evidence(d, i, self);
        struct changed *to = row->after > row->before ? &f->more : &f->less;
        if (!to->n++ || size_of(row) > size_of(difference_evidence(d, to->most, self)))
            to->most = i;
    }
}

/* Whether time is counted. */
static bool is_time(const struct picture *picture)
{
    struct str unit = picture_unit(picture);
    bool bytes = str_find(unit, 0, STR("byte")) < unit.n || str_ends(unit, STR("B"));

    if (difference_is_exact(picture->difference))
        return false;
    return (amount_is_scaled(unit) && !bytes) || str_equal(unit, STR("samples")) ||
           str_equal(unit, STR("cycles"));
}

/* "slower" where time is counted, "larger" otherwise. In another range of the same recording
 * nothing got slower: it took more time. */
static const char *word_of(const struct picture *picture, bool more)
{
    if (is_time(picture) && difference_basis(picture->difference) == BASIS_RANGES)
        return more ? "took more time" : "took less time";
    if (is_time(picture))
        return more ? "slower" : "faster";
    return more ? "larger" : "smaller";
}

static void write_percent(struct sink *s, double share)
{
    struct sink text;
    double percent = share * 100;

    sink_open_buf(&text);
    sink_fixed(&text, fabs(percent), fabs(percent) < 10 ? 1 : 0);
    if (text.buf.n && !str_equal(buf_str(&text.buf), STR("0.0")))
        sink_byte(s, percent < 0 ? '-' : '+');
    sink_str(s, buf_str(&text.buf));
    sink_discard(&text);
}

/* " +64 % [+44, +88]", " new", " gone" */
static void write_change(struct sink *s, const struct evidence_row *row, bool exact)
{
    const double most = 1e4;

    if (row->before <= 0 || row->after <= 0) {
        sink_text(s, row->before <= 0 ? ", new" : ", gone");
        return;
    }
    if (row->after / row->before > most)
        return;
    sink_byte(s, ' ');
    write_percent(s, row->after / row->before - 1);
    sink_text(s, " %");
    if (exact)
        return;
    sink_text(s, " [");
    write_percent(s, row->low / row->before);
    sink_text(s, ", ");
    write_percent(s, row->high / row->before);
    sink_byte(s, ']');
}

static void write_name(struct sink *s, const struct profile *p, frame_id frame)
{
    struct str name = name_without_mark(names_get(&p->names, p->frames.rows[frame].name));
    struct buf clean = {0};
    struct buf fitted = {0};

    text_clean_name(name, &clean);
    struct str shown = buf_str(&clean);
    struct name_parts parts = name_parts_of(shown);
    text_fit(str_from_to(shown, parts.core, parts.end), NAME_CELLS, TEXT_CUT_SMART, &fitted);
    sink_str(s, buf_str(&fitted));
    buf_free(&clean);
    buf_free(&fitted);
}

/* "2 functions proven slower, first hashKeys +64 % [+44, +88]" */
static void write_changed(struct finding *f, const struct changed *c, bool first)
{
    const struct difference *d = f->picture->difference;
    const char *word = word_of(f->picture, c == &f->more);

    if (!c->n)
        return;
    sink_text(f->s, first ? "" : ", ");
    sink_grouped(f->s, c->n, 0);
    if (first)
        sink_text(f->s, c->n == 1 ? " function" : " functions");
    sink_text(f->s, first && provable(d) ? " proven " : " ");
    sink_text(f->s, word);
    if (first && !f->self)
        sink_text(f->s, " with callees");
    if (f->picture->style->only_visible)
        return;
    sink_text(f->s, c->n == 1 ? ": " : ", first ");
    write_name(f->s, d->profile, c->most);
    write_change(f->s, difference_evidence(d, c->most, f->self), difference_is_exact(d));
}

static void write_functions(struct finding *f)
{
    bool more = f->more.n > 0;

    write_changed(f, &f->more, true);
    write_changed(f, &f->less, !more);
    if (more || f->less.n)
        return;
    sink_text(f->s, "No function proven ");
    sink_text(f->s, word_of(f->picture, true));
    sink_text(f->s, " or ");
    sink_text(f->s, word_of(f->picture, false));
}

static void write_whole(struct finding *f)
{
    const struct evidence_row *all = difference_evidence(f->picture->difference, 0, false);

    if (!all)
        return;
    sink_text(f->s, "; the whole: ");
    if (!all->proven || all->after == all->before) {
        sink_text(f->s, "no proven change");
        return;
    }
    sink_text(f->s, "proven ");
    sink_text(f->s, word_of(f->picture, all->after > all->before));
    write_change(f->s, all, false);
}

/* What functions by themselves are not judged for, as they waited so few times: the one that
 * changed most. "; not judged: wait_reply, once, 0.58 s" */
static void write_waits(struct finding *f)
{
    const struct difference *d = f->picture->difference;
    const struct profile *p = d->profile;
    const struct variation *most = NULL;
    frame_id of = 0;
    struct sink words;

    for (frame_id i = 1; i < p->frames.n && !f->picture->style->only_visible; i++) {
        const struct variation *v = difference_variation(d, i, true);
        if (v->verdict == VARIATION_FEW_WAITS && v->after != v->before &&
            (!most || fabs(v->after - v->before) > fabs(most->after - most->before))) {
            most = v;
            of = i;
        }
    }
    if (!most)
        return;
    sink_text(f->s, "; ");
    write_name(f->s, p, of);
    sink_byte(f->s, ' ');
    sink_open_buf(&words);
    difference_text_verdict(&words, f->picture, of, true);
    sink_str(f->s, buf_str(&words.buf));
    sink_discard(&words);
}

enum { VERDICTS = VERDICT_CENSUS + 1 };

static void see(const struct difference *d, bool *is_seen)
{
    for (frame_id i = 1; i < d->profile->frames.n; i++)
        for (unsigned self = 0; self < 2 && difference_is_function(d, i); self++)
            is_seen[difference_verdict_of(d, i, self)] = true;
}

static bool is_beyond_seen(const bool *is_seen)
{
    return is_seen[VERDICT_BEYOND_TIMES] || is_seen[VERDICT_BEYOND_RANGES];
}

/* Why no function could be judged; NULL: one was. */
static const char *why_not_judged(const bool *is_seen)
{
    if (is_seen[VERDICT_WITHIN] || is_beyond_seen(is_seen))
        return NULL;
    if (is_seen[VERDICT_SHORT])
        return "Not judged: too little time";
    if (is_seen[VERDICT_FEW_WAITS] && !is_seen[VERDICT_FEW_SAMPLES])
        return "Not judged: too few waits";
    return "Not judged: too few samples";
}

/* "; 1,950 smaller functions not judged with callees" */
static void write_skipped(struct finding *f)
{
    const struct difference *d = f->picture->difference;
    size_t n = 0;

    for (frame_id i = 1; i < d->profile->frames.n; i++)
        n += difference_is_function(d, i) && difference_verdict_of(d, i, false) == VERDICT_SKIPPED;
    if (!n)
        return;
    sink_text(f->s, "; ");
    sink_grouped(f->s, n, 0);
    sink_text(f->s, n == 1 ? " smaller function" : " smaller functions");
    sink_text(f->s, " not judged with callees");
}

/* "2 functions slower, first hashKeys +64 % [+44, +88]: more than parts of this recording differ"
 */
static void write_times(struct finding *f)
{
    const bool ranges = difference_basis(f->picture->difference) == BASIS_RANGES;
    bool is_seen[VERDICTS] = {false};

    see(f->picture->difference, is_seen);
    const char *why_not = why_not_judged(is_seen);
    if (why_not) {
        sink_text(f->s, why_not);
    } else if (!f->more.n && !f->less.n) {
        sink_text(f->s, is_beyond_seen(is_seen) ? "No more functions than by chance differ"
                                                : "No function differs");
        sink_text(f->s, ranges ? " by more than parts of this recording do"
                               : " by more than these recordings varied within themselves");
    } else {
        write_functions(f);
        sink_text(f->s, ranges ? ": more than parts of this recording differ"
                               : ": more than these recordings varied within themselves; another "
                                 "run may differ by more");
    }
    write_waits(f);
    write_skipped(f);
}

/* Whether a function by itself has samples enough to be judged. */
static bool is_any_tested(const struct difference *d)
{
    for (frame_id i = 1; i < d->profile->frames.n; i++) {
        const struct evidence_row *row = difference_evidence(d, i, true);
        if (difference_is_function(d, i) && row && row->tested)
            return true;
    }
    return false;
}

/* Of several runs a side. */
static void write_proven(struct finding *f)
{
    const struct difference *d = f->picture->difference;

    if (f->more.n || f->less.n || is_any_tested(d)) {
        write_functions(f);
    } else {
        sink_text(f->s, "No function judged: too few samples");
        if (difference_verdict_of(d, 0, false) == VERDICT_FEW_SAMPLES)
            return;
    }
    write_whole(f);
}

void difference_verdict(struct sink *s, const struct picture *picture)
{
    const struct difference *d = picture->difference;
    struct finding f = {.picture = picture, .s = s};

    if (!d->total_evidence || !d->self_evidence)
        return;
    find(&f, true);
    if (!f.more.n && !f.less.n)
        find(&f, false);
    if (!has_times(d) && d->samples == SAMPLES_UNKNOWN) {
        sink_text(s, d->no_counts
                         ? "Not judged: the numbers state no unit, and are no counts of samples"
                         : "Not judged: it is not known how many samples there are");
        return;
    }
    if (provable(d)) {
        write_proven(&f);
        return;
    }
    if (difference_basis(d) == BASIS_SAMPLES && is_time(picture)) {
        sink_text(s, "No verdict: one run a side, and runs differ by up to 12 times the noise of "
                     "sampling: give five or more, or recordings with times");
        return;
    }
    if (has_times(d)) {
        write_times(&f);
        return;
    }
    if (!f.more.n && !f.less.n)
        return;
    sink_text(s, difference_is_exact(d) ? "Counted whole: " : "Not proven by so few runs: ");
    write_functions(&f);
}
