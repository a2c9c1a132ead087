/* Extracts a comparison's record for a report: changed functions, exceeded rules, environments. */
#include "app/report/changes.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "model/compare/evidence.h"
#include "render/flame/difference_text.h"
#include "render/flame/difference_verdict.h"

enum { NAME_MOST = 300, STACK_FRAMES = 8, SHARE_DIGITS = 2 };

struct str report_name(struct str name)
{
    struct str plain = name_without_mark(name);

    return str_from_to(plain, 0, plain.n < NAME_MOST ? plain.n : NAME_MOST);
}

/* ---- stacks ---------------------------------------------------------------------------------- */

/* Returns the heaviest stack that ends in the function; of equal ones the first. */
static stack_id heaviest(const struct picture *picture, name_id name, enum frame_kind kind)
{
    const struct tree *tree = picture->tree;
    const struct profile *p = picture->profile;
    stack_id found = 0;

    for (stack_id i = 1; i < tree->n; i++) {
        const struct frame *frame = &p->frames.rows[p->stacks.rows[i].frame];
        if (frame->name == name && frame->kind == kind &&
            (!found || tree->total[i] > tree->total[found]))
            found = i;
    }
    return found;
}

struct str report_stack(struct report_stacks *stacks, const struct picture *picture, name_id name,
                        enum frame_kind kind)
{
    const struct profile *p = picture->profile;
    struct buf *to = &stacks->texts[stacks->n++];
    stack_id stack = heaviest(picture, name, kind);
    stack_id path[STACK_FRAMES];
    size_t n = 0;

    while (stack && n < STACK_FRAMES) {
        path[n++] = stack;
        stack = p->stacks.rows[stack].caller;
    }
    if (stack)
        buf_add(to, STR("...;"));
    while (n-- > 0) {
        buf_add(to, report_name(tree_name(picture->tree, path[n])));
        if (n)
            buf_add_byte(to, ';');
    }
    return buf_str(to);
}

void report_stacks_free(struct report_stacks *stacks)
{
    for (size_t i = 0; i < stacks->n; i++)
        buf_free(&stacks->texts[i]);
    stacks->n = 0;
}

/* ---- functions that changed ------------------------------------------------------------------ */

struct changes_builder {
    struct report_changes *to;
    struct report_row *row;
    const struct picture *picture;
    const struct difference *d;
    const struct budget *budget;
    bool instructions; /* the values count instructions, or samples of them */
    bool counted;      /* the former, in one run a side: each run counts nearly the same */
};

/* A change that the report may list. */
struct candidate {
    const struct evidence_row *row;
    frame_id frame;
    bool self;
    bool named; /* waits so few that they are named, not judged */
};

/* Sorts proven changes first, what is merely named last, then changes of self cost, because they
 * also change the totals of all callers; then larger changes. */
static int compare(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    double left = fabs(x->row->after - x->row->before);
    double right = fabs(y->row->after - y->row->before);

    if (x->row->proven != y->row->proven)
        return x->row->proven ? -1 : 1;
    if (x->named != y->named)
        return x->named ? 1 : -1;
    if (x->self != y->self)
        return x->self ? -1 : 1;
    if (left != right)
        return left > right ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static struct str write_change(struct changes_builder *t, struct sink *s, const struct candidate *c)
{
    sink_open_buf(s);
    difference_text_finding(s, t->picture, c->row);
    return buf_str(&s->buf);
}

/* "proven; optimised before, interpreted after" */
static struct str write_verdict(struct changes_builder *t, struct buf *to,
                                const struct candidate *c)
{
    struct sink tiers;
    struct sink verdict;

    sink_open_buf(&tiers);
    difference_text_tiers(&tiers, t->picture, c->frame);
    sink_open_buf(&verdict);
    difference_text_verdict(&verdict, t->picture, c->frame, c->self);
    sink_text(&verdict, t->counted ? "counted" : "");
    buf_add(to, buf_str(&verdict.buf));
    sink_discard(&verdict);
    buf_add(to, tiers.buf.n ? STR("; ") : STR(""));
    buf_add(to, buf_str(&tiers.buf));
    sink_discard(&tiers);
    return buf_str(to);
}

static void tell_change(struct changes_builder *t, const struct candidate *c)
{
    struct report_sides *sides = &t->row->sides;
    const struct frame *frame = &t->d->profile->frames.rows[c->frame];
    struct sink *text = &t->to->texts[sides->n_changes];
    struct buf *verdict = &t->to->verdicts[sides->n_changes];

    sides->changes[sides->n_changes++] = (struct report_change){
        .name = report_name(names_get(&t->d->profile->names, frame->name)),
        .stack = report_stack(&t->to->stacks, t->picture, frame->name, frame->kind),
        .change = write_change(t, text, c),
        .verdict = write_verdict(t, verdict, c),
        .before = c->row->before,
        .after = c->row->after,
        .low = c->row->low,
        .high = c->row->high,
        .self = c->self,
        .proven = c->row->proven,
    };
}

/* What the test of one row says of the whole comparison. */
static void tell_proof(struct report_sides *sides, const struct evidence_row *row)
{
    sides->n_proven += row->proven;
    sides->provable =
        sides->provable || (row->tested && sides->n_runs[0] > 1 && sides->n_runs[1] > 1);
}

/* Whether the change of a function is listed: what was not judged for want of samples is not. */
static bool is_candidate(const struct changes_builder *t, struct candidate *c)
{
    const struct evidence *e = c->self ? t->d->self_evidence : t->d->total_evidence;

    c->row = e ? &e->rows[c->frame] : NULL;
    if (!c->row || !difference_is_function(t->d, c->frame) || c->row->after == c->row->before)
        return false;
    if (t->counted)
        return c->self;
    const enum difference_verdict verdict = difference_verdict_of(t->d, c->frame, c->self);
    c->named = c->self && verdict == VERDICT_FEW_WAITS;
    return c->named || (c->row->beyond_noise && !verdict_lacks_samples(verdict));
}

/* Lists the largest changes beyond the noise, and lone waits. Skips frame 0, which is the whole
 * profile. */
static void tell_changes(struct changes_builder *t)
{
    uint32_t n_frames = t->d->profile->frames.n;
    size_t room = (size_t)n_frames * 2;
    struct candidate *candidates = mem_alloc(room, sizeof *candidates);
    size_t n = 0;

    for (frame_id i = 1; i < n_frames; i++)
        for (unsigned self = 0; self < 2; self++) {
            struct candidate c = {.frame = i, .self = self};
            if (is_candidate(t, &c))
                candidates[n++] = c;
            if (c.row && difference_is_function(t->d, i))
                tell_proof(&t->row->sides, c.row);
        }
    qsort(candidates, n, sizeof *candidates, compare);
    for (size_t i = 0; i < n && i < REPORT_CHANGES; i++)
        tell_change(t, &candidates[i]);
    mem_free(candidates, room, sizeof *candidates);
}

/* ---- the whole profile ----------------------------------------------------------------------- */

/* Converts a number to units of 1/10^scale of the row. */
static uint64_t scaled(const struct report_row *row, double n)
{
    const double most = 1e19;

    for (unsigned i = 0; i < row->scale; i++)
        n *= 10;
    return n > 0 ? (uint64_t)(n < most ? n + 0.5 : most) : 0;
}

static void tell_whole(struct changes_builder *t)
{
    struct report_sides *sides = &t->row->sides;
    const struct evidence_row *all = difference_evidence(t->d, 0, false);
    struct change_sums sums = difference_total(t->d, 0);

    sink_open_buf(&t->to->sentence);
    difference_verdict(&t->to->sentence, t->picture);
    sides->sentence = buf_str(&t->to->sentence.buf);
    sink_open_buf(&t->to->headline);
    difference_text_headline(&t->to->headline, t->picture);
    sides->headline = buf_str(&t->to->headline.buf);
    sink_open_buf(&t->to->certainty);
    difference_text_certainty(&t->to->certainty, t->picture);
    sink_text(&t->to->certainty, t->counted ? "counted" : "");
    sides->certainty = buf_str(&t->to->certainty.buf);
    sink_open_buf(&t->to->power);
    if (t->counted)
        sink_text(&t->to->power, "counted, not sampled: one run a side will do");
    else
        difference_text_power(&t->to->power, t->picture);
    sides->power = buf_str(&t->to->power.buf);
    sides->power.n -= str_ends(sides->power, STR("\n"));
    sides->before = (double)sums.before * t->d->scale[SIDE_BEFORE];
    sides->after = (double)sums.after * t->d->scale[SIDE_AFTER];
    sides->low = all ? all->low : -(double)INFINITY;
    sides->high = all ? all->high : (double)INFINITY;
    sides->proven = all && all->proven;
    for (unsigned side = 0; side < SIDES; side++)
        sides->n_runs[side] = t->d->n_runs[side];
    sides->exact = t->counted || difference_is_exact(t->d);
    t->row->both = true;
    if (t->d->shares) {
        t->row->unit = STR("%");
        t->row->scale = SHARE_DIGITS;
    }
    t->row->total = scaled(t->row, sides->before);
}

/* ---- budget ---------------------------------------------------------------------------------- */

/* Returns the change of a function, whether it is certain or not; NULL: nothing was tested. */
static const struct evidence_row *change_of(const struct changes_builder *t, frame_id frame,
                                            bool self)
{
    const struct evidence *e = self ? t->d->self_evidence : t->d->total_evidence;

    return e ? &e->rows[frame] : NULL;
}

/* Whether a change of the function could have been proven, or why not. */
static enum report_rule provable(const struct changes_builder *t, frame_id frame)
{
    const struct evidence_row *total = change_of(t, frame, false);
    const struct evidence_row *self = change_of(t, frame, true);

    if (t->d->samples == SAMPLES_UNKNOWN)
        return REPORT_RULE_NO_SAMPLES;
    if (t->d->n_runs[SIDE_BEFORE] < 2 || t->d->n_runs[SIDE_AFTER] < 2)
        return REPORT_RULE_ONE_RUN;
    return (total && total->tested) || (self && self->tested) ? REPORT_RULE_CHECKED
                                                              : REPORT_RULE_FEW_SAMPLES;
}

/* Returns the change of a function, or NULL. If a proven one is wanted and the total is not proven,
 * because callees may be noisy, returns the self change if that is. */
static const struct evidence_row *growth_of(const struct changes_builder *t, frame_id frame,
                                            bool proven)
{
    const struct evidence_row *total = change_of(t, frame, false);
    const struct evidence_row *self = change_of(t, frame, true);

    if (!proven)
        return t->d->total_evidence ? &t->d->total_evidence->rows[frame] : NULL;
    if (total && total->proven)
        return total;
    return self && self->proven ? self : NULL;
}

/* Whether a rule of growth is about a function of this comparison. What is new was nothing before
 * of which it could have grown by a share. */
static bool is_about(const struct changes_builder *t, const struct budget_rule *rule,
                     frame_id frame)
{
    const struct evidence_row *total = change_of(t, frame, false);

    return rule->kind == BUDGET_GROWTH && total && (!rule->by_instructions || t->instructions) &&
           (!rule->of_itself || total->before > 0);
}

static void exceed(struct changes_builder *t, size_t i, frame_id frame, double growth, double whole)
{
    const double most = 1e9; /* percent */
    const struct frame *function = &t->d->profile->frames.rows[frame];
    const struct budget_rule *rule = &t->budget->rules[i];
    struct report_row *to = t->row;

    to->n_exceeded++;
    if (to->n_excesses == REPORT_EXCESSES)
        return;
    to->excesses[to->n_excesses++] = (struct report_excess){
        .rule = i,
        .name = report_name(names_get(&t->d->profile->names, function->name)),
        .stack = report_stack(&t->to->excess_stacks, t->picture, function->name, function->kind),
        .value = scaled(to, growth),
        .share = whole > 0 ? fmin(100 * (growth / whole), most) : most,
        .of = rule->of_itself ? REPORT_GROWTH_OF_ITSELF : REPORT_GROWTH_OF_ALL};
}

static void check_growth(struct changes_builder *t, size_t i, frame_id frame)
{
    const struct budget_rule *rule = &t->budget->rules[i];
    const struct evidence_row *row = growth_of(t, frame, rule->proven);

    if (!row || row->after <= row->before)
        return;
    double whole = rule->of_itself ? change_of(t, frame, false)->before : t->row->sides.before;
    if (budget_exceeds(rule, row->after - row->before, whole))
        exceed(t, i, frame, row->after - row->before, whole);
}

static void check_rule(struct changes_builder *t, size_t i, frame_id frame)
{
    const struct budget_rule *rule = &t->budget->rules[i];
    const enum report_rule found = rule->proven ? provable(t, frame) : REPORT_RULE_CHECKED;
    const unsigned char state = (unsigned char)('0' + found);
    struct report_tried *tried = &t->to->rules_tried[i];

    tried->functions += rule->proven;
    tried->provable += rule->proven && found == REPORT_RULE_CHECKED;
    if (state > t->to->met[i])
        t->to->met[i] = state;
    check_growth(t, i, frame);
}

static void check_budget(struct changes_builder *t)
{
    const struct budget *budget = t->budget;
    const struct profile *p = t->d->profile;
    struct buf name = {0};

    t->to->rules_tried = mem_alloc(budget->n, sizeof *t->to->rules_tried);
    sink_open_buf(&t->to->tried);
    t->to->met = mem_alloc(budget->n, 1);
    memset(t->to->met, '0', budget->n);
    for (frame_id frame = 1; budget->n && frame < p->frames.n; frame++) {
        if (!difference_is_function(t->d, frame))
            continue;
        buf_clear(&name);
        buf_add(&name, name_without_mark(names_get(&p->names, p->frames.rows[frame].name)));
        buf_add_byte(&name, '\0');
        for (size_t i = 0; i < budget->n; i++)
            if (is_about(t, &budget->rules[i], frame) && budget_is_about(budget, i, name.p))
                check_rule(t, i, frame);
    }
    for (size_t i = 0; i < budget->n; i++)
        report_tried_put(&t->to->tried, &t->to->rules_tried[i]);
    t->row->tried = buf_str(&t->to->tried.buf);
    t->row->met = (struct str){(const char *)t->to->met, budget->n};
    buf_free(&name);
}

/* ---- environment ----------------------------------------------------------------------------- */

/* Returns how a run was recorded: from the first line of details "NAME: recorded by ..."; "" if
 * none. */
static struct str recorded(const struct inputs *in, size_t run)
{
    static const struct str mark = {": recorded by ", 14};
    const struct text_list *details = &in->summary.details;
    struct str name = str_of(in->summary.inputs[run].name);

    for (size_t i = 0; i < details->n; i++) {
        struct str line = text_list_get(details, i);
        if (!str_starts(line, name))
            continue;
        line = str_from_to(line, name.n, line.n);
        if (str_starts(line, mark))
            return str_from_to(line, mark.n, line.n);
    }
    return STR("");
}

/* Notes how both sides were recorded, if that differs. The order of runs is not fixed, so each is
 * assigned to its side by name. */
static void tell_environment(struct changes_builder *t, const struct request_list *before,
                             const struct inputs *in)
{
    struct str known[SIDES] = {STR(""), STR("")};
    bool differ = false;

    for (size_t i = 0; i < in->summary.n; i++) {
        enum side side = SIDE_AFTER;
        for (size_t k = 0; k < before->n; k++)
            if (strcmp(before->items[k], in->summary.inputs[i].name) == 0)
                side = SIDE_BEFORE;
        struct str said = recorded(in, i);
        if (said.n && !known[side].n)
            known[side] = said;
    }
    differ = known[0].n && known[1].n && !str_equal(known[0], known[1]);
    sink_open_buf(&t->to->environment);
    if (differ) {
        sink_text(&t->to->environment, "before by ");
        sink_str(&t->to->environment, known[SIDE_BEFORE]);
        sink_text(&t->to->environment, ", after by ");
        sink_str(&t->to->environment, known[SIDE_AFTER]);
    }
    t->row->sides.environment = buf_str(&t->to->environment.buf);
}

/* Whether the values are instructions: Callgrind's Ir, or what perf counts or samples as such. */
static bool counts_instructions(const struct picture *picture, const struct inputs *in)
{
    const struct str perf = STR("instructions");

    return str_equal(picture_unit(picture), perf) || str_equal(picture_unit(picture), STR("Ir")) ||
           str_equal(buf_str(&in->event_measure), perf);
}

void report_changes_take(struct report_changes *changes, struct report_row *row,
                         const struct budget *budget, const struct picture *picture,
                         const struct request_list *before, const struct inputs *in)
{
    struct changes_builder t = {.to = changes,
                                .row = row,
                                .picture = picture,
                                .d = picture->difference,
                                .budget = budget,
                                .instructions = counts_instructions(picture, in)};

    *changes = (struct report_changes){0};
    t.counted = str_equal(picture_unit(picture), STR("Ir")) && t.d->n_runs[SIDE_BEFORE] == 1 &&
                t.d->n_runs[SIDE_AFTER] == 1;
    tell_whole(&t);
    tell_changes(&t);
    check_budget(&t);
    tell_environment(&t, before, in);
}

void report_changes_free(struct report_changes *changes, const struct budget *budget)
{
    sink_discard(&changes->sentence);
    sink_discard(&changes->headline);
    sink_discard(&changes->certainty);
    sink_discard(&changes->power);
    sink_discard(&changes->environment);
    for (size_t i = 0; i < REPORT_CHANGES; i++) {
        sink_discard(&changes->texts[i]);
        buf_free(&changes->verdicts[i]);
    }
    report_stacks_free(&changes->stacks);
    report_stacks_free(&changes->excess_stacks);
    mem_free(changes->met, budget->n, 1);
    mem_free(changes->rules_tried, budget->n, sizeof *changes->rules_tried);
    sink_discard(&changes->tried);
}
