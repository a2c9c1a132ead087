/* The texts of a comparison. */
#include "render/flame/difference_text.h"

#include <math.h>

#include "model/compare/evidence.h"
#include "model/compare/variation.h"
#include "render/common/amount.h"
#include "render/common/tier_text.h"
#include "render/flame/difference_box.h"

#define ARROW " \xE2\x86\x92 "

/* ---- numbers */

static double factor_of(const struct picture *picture)
{
    struct decimal factor = picture->style->factor;

    return picture->difference->shares ? 1 : (double)factor.value / pow(10, factor.scale);
}

/* Whether a side is shown exactly as counted. */
static bool is_exact(const struct picture *picture, enum side side)
{
    const struct difference *d = picture->difference;

    return !d->shares && d->weight[side] == 1 && factor_of(picture) == 1;
}

static double value_of(const struct picture *picture, struct change_sums sums, enum side side)
{
    uint64_t sum = side == SIDE_AFTER ? sums.after : sums.before;

    return (double)sum * picture->difference->scale[side] * factor_of(picture);
}

/* Means and rates in one picture have the same number of digits after the point: five significant
 * ones of the whole. */
static void write_value(struct sink *s, const struct picture *picture, double value)
{
    const double most = 1e18;
    struct change_sums all = difference_total(picture->difference, 0);
    double whole = fmax(value_of(picture, all, SIDE_BEFORE), value_of(picture, all, SIDE_AFTER));
    bool exact = is_exact(picture, SIDE_BEFORE) && is_exact(picture, SIDE_AFTER);
    unsigned digits = 0;

    if (picture->difference->shares) {
        sink_fixed(s, value, 2);
        sink_byte(s, '%');
        return;
    }
    for (double n = whole; n < (exact ? 1e3 : 1e4) && digits < 6; n *= 10)
        digits++;
    double scaled = value * pow(10, digits) + 0.5;
    if (whole < 1e-2 || scaled >= most)
        amount_write_digits(s, value, 4);
    else
        sink_grouped(s, (uint64_t)scaled, digits);
}

static bool is_scaled(const struct picture *picture)
{
    return !picture->difference->shares && amount_is_scaled(picture_unit(picture));
}

/* Writes "1,234", "1.23 ms" or "12.34 %". */
static void write_scaled_value(struct sink *s, const struct picture *picture, double value)
{
    if (picture->difference->shares) {
        sink_fixed(s, value, 2);
        sink_text(s, " %");
    } else if (is_scaled(picture)) {
        amount_write_scaled(s, value, picture_unit(picture));
    } else {
        write_value(s, picture, value);
    }
}

/* Whether numbers in columns are for people: "1.23 ms". */
static bool shows_scaled(const struct picture *picture)
{
    return picture->style->scaled && is_scaled(picture);
}

static unsigned digits_of(const struct picture *picture)
{
    return picture->profile->columns[1].scale;
}

void difference_text_amount(struct sink *s, const struct picture *picture, struct change_sums sums,
                            enum side side)
{
    uint64_t sum = side == SIDE_AFTER ? sums.after : sums.before;

    if (shows_scaled(picture) && sum)
        write_scaled_value(s, picture, value_of(picture, sums, side));
    else if (is_exact(picture, side))
        sink_grouped(s, sum, digits_of(picture));
    else
        write_value(s, picture, value_of(picture, sums, side));
}

/* Whether a number, as written, reads as 0. */
static bool is_nothing(struct str number)
{
    for (size_t i = 0; i < number.n; i++)
        if (number.p[i] >= '1' && number.p[i] <= '9')
            return false;
    return true;
}

static void write_signed(struct sink *s, struct str number, bool less)
{
    if (!is_nothing(number))
        sink_byte(s, less ? '-' : '+');
    sink_str(s, number);
}

/* Writes a signed number in the unit shown: "+134". */
static void write_difference(struct sink *s, const struct picture *picture, double value)
{
    struct sink text;

    sink_open_buf(&text);
    write_value(&text, picture, fabs(value) * factor_of(picture));
    struct str number = buf_str(&text.buf);
    number.n -= str_ends(number, STR("%"));
    write_signed(s, number, value < 0);
    sink_discard(&text);
}

/* Writes "+134", "-1.5 ms", "+0.20" (points, for shares). */
static void write_scaled_difference(struct sink *s, const struct picture *picture, double value)
{
    struct sink text;

    if (!is_scaled(picture)) {
        write_difference(s, picture, value);
        return;
    }
    sink_open_buf(&text);
    write_scaled_value(&text, picture, fabs(value) * factor_of(picture));
    write_signed(s, buf_str(&text.buf), value < 0);
    sink_discard(&text);
}

void difference_text_change(struct sink *s, const struct picture *picture, struct change_sums sums)
{
    double change = value_of(picture, sums, SIDE_AFTER) - value_of(picture, sums, SIDE_BEFORE);
    bool fell = sums.after < sums.before;
    bool exact = is_exact(picture, SIDE_BEFORE) && is_exact(picture, SIDE_AFTER);
    struct sink text;

    if (shows_scaled(picture) && change != 0) {
        write_scaled_difference(s, picture, difference_change(picture->difference, sums));
        return;
    }
    sink_open_buf(&text);
    if (exact)
        sink_grouped(&text, fell ? sums.before - sums.after : sums.after - sums.before,
                     digits_of(picture));
    else
        write_value(&text, picture, fabs(change));
    struct str number = buf_str(&text.buf);
    number.n -= str_ends(number, STR("%"));
    write_signed(s, number, exact ? fell : change < 0);
    if (picture->difference->shares)
        sink_text(s, " points");
    sink_discard(&text);
}

/* In tooltips of frames, which programs read, the percent sign follows the number directly. */
static void write_percent(struct sink *s, double percent)
{
    struct sink text;

    sink_open_buf(&text);
    sink_fixed(&text, fabs(percent), 2);
    write_signed(s, buf_str(&text.buf), percent < 0);
    sink_byte(s, '%');
    sink_discard(&text);
}

/* Writes what amounts count, "samples", "samples per request", "of samples"; nothing if amounts are
 * written with a scaled unit. */
static void write_unit(struct sink *s, const struct picture *picture, bool scaled)
{
    const struct difference *d = picture->difference;
    struct buf clean = {0};

    if (!scaled) {
        buf_add(&clean, d->shares ? STR(" of ") : STR(" "));
        text_clean(picture_unit(picture), &clean);
    }
    if (d->by_work && d->per.n) {
        buf_add(&clean, STR(" per "));
        text_clean(d->per, &clean);
    }
    sink_str(s, buf_str(&clean));
    buf_free(&clean);
}

/* ---- sentences */

static void write_both(struct sink *s, const struct picture *picture, struct change_sums sums)
{
    sink_text(s, "before ");
    difference_text_amount(s, picture, sums, SIDE_BEFORE);
    sink_text(s, ", after ");
    difference_text_amount(s, picture, sums, SIDE_AFTER);
    sink_text(s, ", ");
    difference_text_change(s, picture, sums);
}

static void write_scaled_interval(struct sink *s, const struct picture *picture,
                                  const struct evidence_row *row)
{
    sink_byte(s, '[');
    write_scaled_difference(s, picture, row->low);
    sink_text(s, ", ");
    write_scaled_difference(s, picture, row->high);
    sink_byte(s, ']');
}

void difference_text_interval(struct sink *s, const struct picture *picture,
                              const struct evidence_row *row)
{
    if (shows_scaled(picture)) {
        write_scaled_interval(s, picture, row);
        return;
    }
    sink_byte(s, '[');
    write_difference(s, picture, row->low);
    sink_text(s, ", ");
    write_difference(s, picture, row->high);
    sink_byte(s, ']');
}

/* "once, 0.58 s; not judged": waits so few that their spread is not known. */
static void write_waits(struct sink *s, const struct picture *picture, const struct variation *v)
{
    const double digits = pow(10, picture->profile->columns[1].scale);

    if (v->n_waits < 3) {
        sink_text(s, v->n_waits == 1 ? "once" : "twice");
    } else {
        sink_u64(s, v->n_waits);
        sink_text(s, " times");
    }
    if (amount_is_scaled(picture_unit(picture))) {
        sink_text(s, ", ");
        amount_write_scaled(s, v->waited / digits * factor_of(picture), picture_unit(picture));
    }
    sink_text(s, "; not judged");
}

void difference_text_verdict(struct sink *s, const struct picture *picture, frame_id frame,
                             bool self)
{
    static const char *const within[] = {
        [BASIS_RUNS] = "within the noise",
        [BASIS_SAMPLES] = "within the noise of sampling",
        [BASIS_TIMES] = "no more than these recordings varied within themselves",
        [BASIS_RANGES] = "no more than parts of this recording differ",
    };
    static const char *const words[] = {
        [VERDICT_UNKNOWN] = "",
        [VERDICT_PROVEN] = "proven",
        [VERDICT_NOT_PROVEN] = "not proven",
        [VERDICT_BEYOND_TIMES] = ("more than these recordings varied within themselves; another "
                                  "run may differ by more"),
        [VERDICT_BEYOND_RANGES] = "more than parts of this recording differ",
        [VERDICT_BEYOND_SAMPLING] = "more than sampling explains; not judged",
        [VERDICT_FEW_SAMPLES] = "too few samples; not judged",
        [VERDICT_NO_SAMPLES] = "not judged: no counts of samples",
        [VERDICT_SHORT] = "too little time; not judged",
        [VERDICT_SKIPPED] = "among the smaller of very many; not judged",
        [VERDICT_CENSUS] = "counted whole",
    };
    const struct difference *d = picture->difference;
    const enum difference_verdict verdict = difference_verdict_of(d, frame, self);

    if (verdict == VERDICT_FEW_WAITS)
        write_waits(s, picture, difference_variation(d, frame, self));
    else
        sink_text(s, verdict == VERDICT_WITHIN ? within[difference_basis(d)] : words[verdict]);
}

void difference_text_sure_short(struct sink *s, const struct picture *picture, frame_id frame,
                                bool self, bool interval)
{
    const struct evidence_row *row = difference_evidence(picture->difference, frame, self);
    static const char *const words[] = {
        [VERDICT_UNKNOWN] = "",
        [VERDICT_WITHIN] = "within the noise",
        [VERDICT_PROVEN] = "proven",
        [VERDICT_NOT_PROVEN] = "not proven",
        [VERDICT_BEYOND_TIMES] = "not proven",
        [VERDICT_BEYOND_RANGES] = "not proven",
        [VERDICT_BEYOND_SAMPLING] = "not judged",
        [VERDICT_FEW_SAMPLES] = "not judged",
        [VERDICT_NO_SAMPLES] = "not judged",
        [VERDICT_FEW_WAITS] = "not judged",
        [VERDICT_SHORT] = "not judged",
        [VERDICT_SKIPPED] = "not judged",
        [VERDICT_CENSUS] = "counted whole",
    };

    if (row && interval && !difference_is_exact(picture->difference)) {
        difference_text_interval(s, picture, row);
        sink_byte(s, ' ');
    }
    sink_text(s, words[difference_verdict_of(picture->difference, frame, self)]);
}

void difference_text_sure(struct sink *s, const struct picture *picture, frame_id frame, bool self,
                          const char *between)
{
    const struct evidence_row *row = difference_evidence(picture->difference, frame, self);

    if (row && !difference_is_exact(picture->difference)) {
        difference_text_interval(s, picture, row);
        sink_text(s, between);
    }
    difference_text_verdict(s, picture, frame, self);
}

/* How certain the change of the function is, which may occur in other stacks as well. */
static void write_evidence(struct sink *s, const struct picture *picture, struct change_sums sums,
                           frame_id frame, bool self)
{
    const double near = 1e-9;
    const struct difference *d = picture->difference;
    const struct evidence_row *row = difference_evidence(d, frame, self);
    double here = difference_change(d, sums);

    if (difference_verdict_of(d, frame, self) == VERDICT_UNKNOWN)
        return;
    if (row && fabs(here - (row->after - row->before)) > near * (row->before + row->after)) {
        sink_text(s, "; in all its places ");
        write_difference(s, picture, row->after - row->before);
    }
    sink_text(s, row && !difference_is_exact(d) ? " " : ", ");
    difference_text_sure(s, picture, frame, self, ", ");
}

void difference_text_tiers(struct sink *s, const struct picture *picture, frame_id frame)
{
    const struct difference *d = picture->difference;

    if (d->tiers && frame)
        tier_text_change(s, d->tiers,
                         names_get(&d->profile->names, d->profile->frames.rows[frame].name));
}

/* "; interpreted before, optimised after" */
static void add_tiers(struct sink *s, const struct picture *picture, frame_id frame)
{
    struct sink text;

    sink_open_buf(&text);
    difference_text_tiers(&text, picture, frame);
    sink_text(s, text.buf.n ? "; " : "");
    sink_str(s, buf_str(&text.buf));
    sink_discard(&text);
}

void difference_text_title(struct sink *s, const struct picture *picture, const struct box *box)
{
    const struct difference *d = picture->difference;
    struct change_sums total = difference_box_sums(picture, box);
    struct change_sums self = difference_self(d, box->stack);
    frame_id frame = d->profile->stacks.rows[box->stack].frame;
    double whole = value_of(picture, difference_total(d, 0), SIDE_AFTER);
    double after = value_of(picture, total, SIDE_AFTER);
    double before = value_of(picture, total, SIDE_BEFORE);

    sink_byte(s, '(');
    difference_text_amount(s, picture, total, SIDE_AFTER);
    write_unit(s, picture, false);
    if (!picture->difference->shares) {
        sink_text(s, ", ");
        sink_fixed(s, whole > 0 ? after / whole * 100 : 0, 2);
        sink_byte(s, '%');
    }
    sink_text(s, "; ");
    write_percent(s, whole > 0 ? (after - before) / whole * 100 : 0);
    sink_text(s, "; ");
    write_both(s, picture, total);
    if (!box->joined && difference_moved(d, box->stack))
        sink_text(s, ", moved");
    else if (!box->joined)
        write_evidence(s, picture, total, frame, false);
    if (d->by_self && !box->joined) {
        sink_text(s, "; by itself ");
        write_both(s, picture, self);
        write_evidence(s, picture, self, frame, true);
    }
    if (!box->joined)
        add_tiers(s, picture, frame);
    sink_byte(s, ')');
}

/* ---- for people to read ---------------------------------------------------------------------- */

static void write_scaled_side(struct sink *s, const struct picture *picture, enum side side)
{
    struct change_sums all = difference_total(picture->difference, 0);

    if (is_exact(picture, side) && !is_scaled(picture))
        difference_text_amount(s, picture, all, side);
    else
        write_scaled_value(s, picture, value_of(picture, all, side));
}

void difference_text_finding(struct sink *s, const struct picture *picture,
                             const struct evidence_row *row)
{
    write_scaled_difference(s, picture, row->after - row->before);
    bool is_exact_change = difference_is_exact(picture->difference);
    if (isfinite(row->low) && isfinite(row->high) && !is_exact_change) {
        sink_byte(s, ' ');
        write_scaled_interval(s, picture, row);
    }
    if (picture->difference->shares)
        sink_text(s, " points");
    else
        write_unit(s, picture, is_scaled(picture));
}

/* Writes "+12.18 %", "new", "gone", or nothing if both sides are 0. */
static void write_relative(struct sink *s, const struct picture *picture, struct change_sums sums)
{
    const double most = 1e6;
    double before = value_of(picture, sums, SIDE_BEFORE);
    double after = value_of(picture, sums, SIDE_AFTER);
    struct sink text;

    switch (difference_fate_of(sums)) {
    case FATE_NEW:
        sink_text(s, "new");
        return;
    case FATE_GONE:
        sink_text(s, "gone");
        return;
    case FATE_STAYS:
        break;
    }
    if (!(before > 0 && (after - before) / before < most))
        return;
    sink_open_buf(&text);
    sink_fixed(&text, fabs(after - before) / before * 100, 2);
    write_signed(s, buf_str(&text.buf), after < before);
    sink_text(s, " %");
    sink_discard(&text);
}

void difference_text_headline(struct sink *s, const struct picture *picture)
{
    struct change_sums all = difference_total(picture->difference, 0);
    struct sink relative;

    write_scaled_side(s, picture, SIDE_BEFORE);
    sink_text(s, ARROW);
    write_scaled_side(s, picture, SIDE_AFTER);
    write_unit(s, picture, is_scaled(picture));
    sink_text(s, ", ");
    if (is_scaled(picture))
        write_scaled_difference(s, picture, difference_change(picture->difference, all));
    else
        difference_text_change(s, picture, all);
    if (picture->difference->shares)
        return;
    sink_open_buf(&relative);
    write_relative(&relative, picture, all);
    if (relative.buf.n) {
        sink_text(s, " (");
        sink_str(s, buf_str(&relative.buf));
        sink_byte(s, ')');
    }
    sink_discard(&relative);
}

void difference_text_certainty(struct sink *s, const struct picture *picture)
{
    const struct evidence_row *row = difference_evidence(picture->difference, 0, false);

    if (!row && picture->difference->no_counts) {
        sink_text(s, "not judged: no counts of samples");
        return;
    }
    if (row && !difference_is_exact(picture->difference)) {
        write_scaled_interval(s, picture, row);
        sink_text(s, ", ");
    }
    difference_text_verdict(s, picture, 0, false);
}

static void write_power(struct sink *s, const struct picture *picture, double least,
                        size_t runs_for_half)
{
    sink_text(s, "changes from ");
    write_scaled_value(s, picture, least * factor_of(picture));
    write_unit(s, picture, is_scaled(picture));
    sink_text(s, " up in a function with 5 % of the total would mostly have been proven");
    if (runs_for_half) {
        sink_text(s, "; to prove half of that takes ");
        sink_u64(s, runs_for_half);
        sink_text(s, " runs a side");
    }
    sink_byte(s, '\n');
}

void difference_text_power(struct sink *s, const struct picture *picture)
{
    const double usual = 0.05;
    const struct difference *d = picture->difference;
    const struct evidence *e = d->by_self ? d->self_evidence : d->total_evidence;
    struct evidence_row row;

    if (!e || difference_basis(d) == BASIS_RANGES)
        return;
    if (difference_is_exact(d)) {
        sink_text(s, "counted, not sampled: exact for what is compared; another may differ\n");
        return;
    }
    if (d->samples == SAMPLES_UNKNOWN) {
        sink_text(s, d->no_counts ? "the numbers are no counts of samples, and state no unit: no "
                                    "change is judged\n"
                                  : "samples of different weights were added: it is not known how "
                                    "many there are, so no change is proven\n");
        return;
    }
    if (d->n_runs[SIDE_BEFORE] < 2 || d->n_runs[SIDE_AFTER] < 2) {
        sink_text(s, difference_basis(d) == BASIS_TIMES
                         ? "another run may differ by more: give five or more a side\n"
                         : "one run proves nothing: give five or more a side\n");
        return;
    }
    struct change_sums all = difference_total(d, 0);
    evidence_typical(e, usual * (double)all.before * d->scale[SIDE_BEFORE], &row);
    double least = evidence_least(e, &row);
    if (isfinite(least) && least > 0)
        write_power(s, picture, least, evidence_runs_needed(e, &row, least / 2));
    else
        sink_text(s, "too few samples to prove anything: record longer, or more runs\n");
}
