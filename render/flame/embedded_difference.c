/* How to compare the two sides of an embedded tree, and how certain changes are. */
#include "render/flame/embedded_difference.h"

#include <math.h>
#include <string.h>

#include "base/leb128.h"
#include "model/compare/evidence.h"
#include "render/flame/difference_text.h"
#include "render/flame/embedded_format.h"

/* IEEE 754, little endian. */
static void put_double(struct buf *to, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (unsigned i = 0; i < 8; i++)
        buf_add_byte(to, (char)(bits >> 8 * i & 0xff));
}

static void put_float(struct buf *to, double value)
{
    float single = (float)value;
    uint32_t bits;

    memcpy(&bits, &single, sizeof bits);
    for (unsigned i = 0; i < 4; i++)
        buf_add_byte(to, (char)(bits >> 8 * i & 0xff));
}

static bool has_evidence(const struct difference *d)
{
    return d->total_evidence || d->self_evidence;
}

static unsigned flags_of(const struct difference *d)
{
    return (d->shares ? EMBEDDED_SHARES : 0u) | (d->by_work ? EMBEDDED_BY_WORK : 0u) |
           (d->by_self ? EMBEDDED_BY_SELF : 0u) | (has_evidence(d) ? EMBEDDED_EVIDENCE : 0u) |
           (d->tiers ? EMBEDDED_TIERS : 0u);
}

static void put_colour(struct buf *to, struct colour c)
{
    buf_add_byte(to, (char)c.r);
    buf_add_byte(to, (char)c.g);
    buf_add_byte(to, (char)c.b);
}

/* With what shades a change as difference_sureness does. */
static unsigned verdict_of(const struct difference *d, frame_id frame, bool self)
{
    const struct evidence_row *row = difference_evidence(d, frame, self);

    switch (difference_verdict_of(d, frame, self)) {
    case VERDICT_UNKNOWN:
    case VERDICT_CENSUS:
        return EMBEDDED_UNKNOWN;
    case VERDICT_PROVEN:
        return EMBEDDED_PROVEN;
    case VERDICT_NOT_PROVEN:
    case VERDICT_BEYOND_TIMES:
    case VERDICT_BEYOND_RANGES:
        return EMBEDDED_BEYOND_NOISE;
    case VERDICT_BEYOND_SAMPLING:
        return (unsigned)EMBEDDED_BEYOND_NOISE | EMBEDDED_NOT_JUDGED;
    case VERDICT_FEW_SAMPLES:
    case VERDICT_NO_SAMPLES:
        if (difference_basis(d) == BASIS_RUNS && row && !row->beyond_noise)
            break;
        return (unsigned)EMBEDDED_WITHIN_NOISE | EMBEDDED_NOT_JUDGED;
    case VERDICT_FEW_WAITS:
    case VERDICT_SHORT:
    case VERDICT_SKIPPED:
        return (unsigned)EMBEDDED_WITHIN_NOISE | EMBEDDED_NOT_JUDGED;
    case VERDICT_WITHIN:
        break;
    }
    return EMBEDDED_WITHIN_NOISE;
}

/* The viewer knows what else is said of several runs a side. */
static bool has_words(const struct difference *d, frame_id frame, bool self)
{
    return difference_basis(d) != BASIS_RUNS ||
           verdict_lacks_samples(difference_verdict_of(d, frame, self));
}

static void put_evidence(struct buf *to, const struct picture *picture, frame_id frame, bool self,
                         double factor)
{
    const struct difference *d = picture->difference;
    const bool is_known = frame != EMBEDDED_NO_FRAME;
    const unsigned verdict = is_known ? verdict_of(d, frame, self) : EMBEDDED_UNKNOWN;
    struct sink words;

    if (verdict == EMBEDDED_UNKNOWN) {
        buf_add_byte(to, EMBEDDED_UNKNOWN);
        return;
    }
    const struct evidence_row *row = difference_evidence(d, frame, self);
    const bool own_words = has_words(d, frame, self);
    const bool is_named = self != d->named_by_total && difference_is_named(d, frame);
    buf_add_byte(to, (char)(verdict | (row ? 0u : EMBEDDED_NO_INTERVAL) |
                            (own_words ? EMBEDDED_WORDS : 0u) | (is_named ? EMBEDDED_NAMED : 0u)));
    if (row) {
        put_float(to, row->low * factor);
        put_float(to, row->high * factor);
    }
    if (!own_words)
        return;
    sink_open_buf(&words);
    difference_text_verdict(&words, picture, frame, self);
    leb128_add_text(to, buf_str(&words.buf));
    sink_discard(&words);
}

static void put_tiers(struct buf *to, const struct picture *picture, frame_id frame)
{
    struct sink text;

    sink_open_buf(&text);
    difference_text_tiers(&text, picture, frame);
    leb128_add_text(to, buf_str(&text.buf));
    sink_discard(&text);
}

void embedded_difference_function(struct buf *to, const struct picture *picture, frame_id frame)
{
    const struct difference *d = picture->difference;
    struct decimal f = picture->style->factor;
    double factor = d->shares ? 1 : (double)f.value / pow(10, f.scale);

    for (unsigned self = 0; has_evidence(d) && self < 2; self++)
        put_evidence(to, picture, frame, self > 0, factor);
    if (d->tiers)
        put_tiers(to, picture, frame == EMBEDDED_NO_FRAME ? 0 : frame);
}

void embedded_difference_head(struct buf *to, const struct picture *picture)
{
    const struct difference *d = picture->difference;
    const struct theme *theme = picture->painter->theme;
    struct buf per = {0};

    leb128_add(to, flags_of(d));
    leb128_add(to, d->profile->columns[1].scale + picture->style->factor.scale);
    text_clean(d->per, &per);
    leb128_add_text(to, buf_str(&per));
    for (unsigned side = 0; side < SIDES; side++) {
        leb128_add(to, d->n_runs[side]);
        put_double(to, d->weight[side]);
    }
    put_colour(to, theme->unchanged);
    put_colour(to, d->negate ? theme->less : theme->more);
    put_colour(to, d->negate ? theme->more : theme->less);
    embedded_difference_function(to, picture, 0);
    buf_free(&per);
}
