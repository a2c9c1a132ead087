/* 5:cpuid,42;... : a profile's row of a report as a record, passed between processes and kept from
 * run to run. */
#include "render/report/report.h"

#include <math.h>

#include "base/fields.h"
#include "model/profile.h"
#include "render/common/amount.h"

enum { COLOUR_MOST = 0xffffff, PERCENT_DIGITS = 2 };

static const double percent_most = 1e9;

void report_box_put(struct sink *s, const struct report_box *box)
{
    fields_put_number(s, box->x);
    fields_put_number(s, box->width);
    fields_put_number(s, box->y);
    fields_put_number(s, box->height);
    fields_put_number(s, (uint64_t)box->fill.r << 16 | (uint64_t)box->fill.g << 8 | box->fill.b);
}

bool report_box_get(struct str *rest, struct report_box *box)
{
    size_t x;
    size_t width;
    size_t y;
    size_t height;
    size_t fill;

    if (!fields_get_count(rest, REPORT_THUMB_WIDTH, &x) ||
        !fields_get_count(rest, REPORT_THUMB_WIDTH - x, &width) ||
        !fields_get_count(rest, REPORT_THUMB_HEIGHT, &y) ||
        !fields_get_count(rest, REPORT_THUMB_HEIGHT - y, &height) ||
        !fields_get_count(rest, COLOUR_MOST, &fill))
        return false;
    *box = (struct report_box){{(unsigned char)(fill >> 16), (unsigned char)(fill >> 8 & 0xff),
                                (unsigned char)(fill & 0xff)},
                               (unsigned)x,
                               (unsigned)y,
                               (unsigned)width,
                               (unsigned)height};
    return true;
}

/* Takes a text that holds boxes and nothing else. */
static bool get_boxes(struct str *rest, struct str *boxes)
{
    struct report_box box;

    if (!fields_get_text(rest, boxes))
        return false;
    for (struct str left = *boxes; left.n;)
        if (!report_box_get(&left, &box))
            return false;
    return true;
}

static void put_functions(struct sink *s, const struct report_function *functions, size_t n)
{
    fields_put_number(s, n);
    for (size_t i = 0; i < n; i++) {
        fields_put_text(s, functions[i].name);
        fields_put_number(s, functions[i].self);
        fields_put_number(s, functions[i].total);
    }
}

static bool get_functions(struct str *rest, struct report_function *functions, size_t *n)
{
    bool ok = fields_get_count(rest, REPORT_FUNCTIONS, n);

    for (size_t i = 0; ok && i < *n; i++)
        ok = fields_get_text(rest, &functions[i].name) &&
             fields_get_number(rest, &functions[i].self) &&
             fields_get_number(rest, &functions[i].total);
    return ok;
}

/* As its bits, because the same machine reads it back. */
static void put_double(struct sink *s, double n)
{
    uint64_t bits;

    memcpy(&bits, &n, sizeof bits);
    fields_put_number(s, bits);
}

static bool get_double(struct str *rest, double *n)
{
    uint64_t bits;

    if (!fields_get_number(rest, &bits))
        return false;
    memcpy(n, &bits, sizeof *n);
    return *n == *n;
}

static void put_excesses(struct sink *s, const struct report_row *row)
{
    fields_put_number(s, row->n_excesses);
    for (size_t i = 0; i < row->n_excesses; i++) {
        fields_put_number(s, row->excesses[i].rule);
        fields_put_text(s, row->excesses[i].name);
        fields_put_text(s, row->excesses[i].stack);
        fields_put_number(s, row->excesses[i].value);
        put_double(s, row->excesses[i].share);
        fields_put_number(s, row->excesses[i].of);
    }
}

static bool get_excesses(struct str *rest, struct report_row *row)
{
    bool ok = fields_get_count(rest, REPORT_EXCESSES, &row->n_excesses) &&
              row->n_excesses <= row->n_exceeded;

    for (size_t i = 0; ok && i < row->n_excesses; i++) {
        struct report_excess *e = &row->excesses[i];
        size_t of = 0;
        ok = fields_get_number(rest, &e->rule) && fields_get_text(rest, &e->name) &&
             fields_get_text(rest, &e->stack) && fields_get_number(rest, &e->value) &&
             get_double(rest, &e->share) && e->share >= 0 && e->share <= percent_most &&
             fields_get_count(rest, REPORT_SHARE_KINDS - 1, &of) && e->rule < row->met.n;
        e->of = (enum report_share_of)of;
    }
    return ok;
}

static bool get_bool(struct str *rest, bool *set)
{
    size_t n;
    bool ok = fields_get_count(rest, 1, &n);

    *set = ok && n;
    return ok;
}

static void put_interval(struct sink *s, double before, double after, double low, double high)
{
    put_double(s, before);
    put_double(s, after);
    put_double(s, low);
    put_double(s, high);
}

static void put_sides(struct sink *s, const struct report_sides *sides)
{
    fields_put_text(s, sides->sentence);
    fields_put_text(s, sides->headline);
    fields_put_text(s, sides->certainty);
    fields_put_text(s, sides->power);
    fields_put_text(s, sides->environment);
    fields_put_text(s, sides->doubt);
    put_interval(s, sides->before, sides->after, sides->low, sides->high);
    fields_put_number(s, sides->n_runs[0]);
    fields_put_number(s, sides->n_runs[1]);
    fields_put_number(s, sides->exact);
    fields_put_number(s, sides->provable);
    fields_put_number(s, sides->proven);
    fields_put_number(s, sides->n_proven);
    fields_put_number(s, sides->n_changes);
    for (size_t i = 0; i < sides->n_changes; i++) {
        const struct report_change *c = &sides->changes[i];
        fields_put_text(s, c->name);
        fields_put_text(s, c->stack);
        fields_put_text(s, c->change);
        fields_put_text(s, c->verdict);
        put_interval(s, c->before, c->after, c->low, c->high);
        fields_put_number(s, c->self);
        fields_put_number(s, c->proven);
    }
}

static bool get_change(struct str *rest, struct report_change *c)
{
    return fields_get_text(rest, &c->name) && fields_get_text(rest, &c->stack) &&
           fields_get_text(rest, &c->change) && fields_get_text(rest, &c->verdict) &&
           get_double(rest, &c->before) && get_double(rest, &c->after) &&
           get_double(rest, &c->low) && get_double(rest, &c->high) && get_bool(rest, &c->self) &&
           get_bool(rest, &c->proven);
}

static bool get_sides(struct str *rest, struct report_sides *sides)
{
    bool ok = fields_get_text(rest, &sides->sentence) && fields_get_text(rest, &sides->headline) &&
              fields_get_text(rest, &sides->certainty) && fields_get_text(rest, &sides->power) &&
              fields_get_text(rest, &sides->environment) && fields_get_text(rest, &sides->doubt) &&
              get_double(rest, &sides->before) && get_double(rest, &sides->after) &&
              get_double(rest, &sides->low) && get_double(rest, &sides->high) &&
              sides->before >= 0 && isfinite(sides->before) && sides->after >= 0 &&
              isfinite(sides->after) && fields_get_number(rest, &sides->n_runs[0]) &&
              fields_get_number(rest, &sides->n_runs[1]) && get_bool(rest, &sides->exact) &&
              get_bool(rest, &sides->provable) && get_bool(rest, &sides->proven) &&
              fields_get_number(rest, &sides->n_proven) &&
              fields_get_count(rest, REPORT_CHANGES, &sides->n_changes);

    for (size_t i = 0; ok && i < sides->n_changes; i++)
        ok = get_change(rest, &sides->changes[i]);
    return ok;
}

void report_row_write(struct sink *s, const struct report_row *row)
{
    fields_put_text(s, row->format);
    fields_put_text(s, row->event);
    fields_put_text(s, row->unit);
    fields_put_text(s, row->about);
    fields_put_text(s, row->boxes);
    fields_put_text(s, row->answer);
    fields_put_number(s, row->total);
    fields_put_number(s, row->scale);
    fields_put_number(s, row->n_functions);
    fields_put_number(s, row->n_lines);
    fields_put_number(s, row->n_skipped);
    put_functions(s, row->self, row->n_self);
    put_functions(s, row->most, row->n_most);
    fields_put_text(s, row->met);
    fields_put_text(s, row->tried);
    fields_put_number(s, row->n_exceeded);
    put_excesses(s, row);
    fields_put_number(s, row->both);
    if (row->both)
        put_sides(s, &row->sides);
}

/* Nothing, or what was tried of each rule. */
static bool get_tried(struct str *rest, struct report_row *row)
{
    struct report_tried tried;

    if (!fields_get_text(rest, &row->tried))
        return false;
    struct str left = row->tried;
    for (size_t i = 0; left.p && row->tried.n && i < row->met.n; i++)
        if (!report_tried_get(&left, &tried))
            return false;
    return left.n == 0;
}

static bool read_row(struct report_row *row, struct str record)
{
    struct str rest = record;
    uint64_t scale = 0;

    *row = (struct report_row){
        .path = STR(""), .picture = STR(""), .message = STR(""), .words = STR("")};
    bool ok = fields_get_text(&rest, &row->format) && fields_get_text(&rest, &row->event) &&
              fields_get_text(&rest, &row->unit) && fields_get_text(&rest, &row->about) &&
              get_boxes(&rest, &row->boxes) && fields_get_text(&rest, &row->answer) &&
              fields_get_number(&rest, &row->total) && fields_get_number(&rest, &scale) &&
              fields_get_number(&rest, &row->n_functions) &&
              fields_get_number(&rest, &row->n_lines) &&
              fields_get_number(&rest, &row->n_skipped) &&
              get_functions(&rest, row->self, &row->n_self) &&
              get_functions(&rest, row->most, &row->n_most) && fields_get_text(&rest, &row->met) &&
              get_tried(&rest, row) && fields_get_number(&rest, &row->n_exceeded) &&
              get_excesses(&rest, row) && get_bool(&rest, &row->both) &&
              (!row->both || get_sides(&rest, &row->sides));
    row->scale = (unsigned)(scale & 15);
    return ok && rest.n == 0 && scale <= PROFILE_SCALE_MAX;
}

bool report_row_read(struct report_row *row, struct str record, const struct report_frame *frame)
{
    return read_row(row, record) && row->met.n == frame->n_rules && row->both == frame->both;
}

void report_row_of(struct report_row *row, const struct report_entry *entry)
{
    if (entry->state != REPORT_DRAWN || !read_row(row, entry->record))
        *row = (struct report_row){.format = STR(""),
                                   .event = STR(""),
                                   .unit = STR(""),
                                   .about = STR(""),
                                   .answer = STR(""),
                                   .boxes = STR(""),
                                   .met = STR(""),
                                   .tried = STR("")};
    row->state = entry->state;
    row->path = entry->path;
    row->picture = entry->picture;
    row->message = entry->message;
    row->words = entry->words;
}

void report_amount(struct sink *s, const struct report_row *row, uint64_t value)
{
    double shown = (double)value;

    if (!amount_is_scaled(row->unit)) {
        sink_grouped(s, value, row->scale);
        sink_byte(s, ' ');
        sink_str(s, amount_unit_behind((struct decimal){value, row->scale}, row->unit));
        return;
    }
    for (unsigned i = 0; i < row->scale; i++)
        shown /= 10;
    amount_write_scaled(s, shown, row->unit);
}

double report_percent(const struct report_row *row, uint64_t value)
{
    double percent = row->total ? 100.0 * ((double)value / (double)row->total) : 0;

    return percent < percent_most ? percent : percent_most;
}

void report_share(struct sink *s, const struct report_row *row, uint64_t value)
{
    sink_fixed(s, report_percent(row, value), PERCENT_DIGITS);
    sink_text(s, " %");
}

void report_tried_put(struct sink *s, const struct report_tried *tried)
{
    fields_put_number(s, tried->functions);
    fields_put_number(s, tried->provable);
}

bool report_tried_get(struct str *rest, struct report_tried *tried)
{
    return fields_get_number(rest, &tried->functions) &&
           fields_get_number(rest, &tried->provable) && tried->provable <= tried->functions;
}

void report_tried_text(struct sink *s, const struct report_tried *tried)
{
    sink_text(s, "held against ");
    sink_grouped(s, tried->provable, 0);
    sink_text(s, " of ");
    sink_grouped(s, tried->functions, 0);
    sink_text(s, tried->comparisons > 1 ? " functions, counted in each comparison" : " functions");
    sink_text(s, tried->functions - tried->provable == 1 ? "; the other has too few samples"
                                                         : "; the others have too few samples");
}

enum report_rule report_row_rule(const struct report_row *row, size_t rule)
{
    static const enum report_rule known[] = {REPORT_RULE_NO_SAMPLES, REPORT_RULE_ONE_RUN,
                                             REPORT_RULE_FEW_SAMPLES, REPORT_RULE_CHECKED};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (row->met.p[rule] == (char)('0' + known[i]))
            return known[i];
    return REPORT_RULE_UNMATCHED;
}

const char *report_rule_text(enum report_rule state)
{
    static const char *const texts[] = {
        [REPORT_RULE_UNMATCHED] = "no function matches",
        [REPORT_RULE_UNCOUNTED] = "no function matches where instructions are compared",
        [REPORT_RULE_NO_SAMPLES] =
            "growth cannot be proven, as the numbers are no counts of samples",
        [REPORT_RULE_ONE_RUN] =
            "growth cannot be proven by one run a side: give five or more a side",
        [REPORT_RULE_FEW_SAMPLES] =
            "growth cannot be proven by so few samples: record longer, or more runs",
        [REPORT_RULE_UNTRIED] = "",
        [REPORT_RULE_CHECKED] = ""};

    return texts[state];
}

void report_excess_share(struct sink *s, const struct report_excess *excess)
{
    static const char *const ends[] = {[REPORT_OF_ALL] = " %",
                                       [REPORT_GROWTH_OF_ALL] = " % of all",
                                       [REPORT_GROWTH_OF_ITSELF] = " % of itself"};

    sink_text(s, excess->of == REPORT_OF_ALL ? "" : "+");
    sink_fixed(s, excess->share, PERCENT_DIGITS);
    sink_text(s, ends[excess->of]);
}

void report_excess_text(struct sink *s, const struct report *report, const struct report_row *row,
                        const struct report_excess *excess)
{
    sink_str(s, excess->name);
    sink_text(s, ": ");
    report_excess_share(s, excess);
    sink_text(s, " (");
    report_amount(s, row, excess->value);
    sink_text(s, excess->of == REPORT_OF_ALL ? "), budget: " : " more), budget: ");
    sink_str(s, report->rules[excess->rule]);
}
