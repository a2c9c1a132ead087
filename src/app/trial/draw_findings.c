/* Draws the pictures of a trial, and lists the functions that changed in them. */
#include <math.h>
#include <stdlib.h>

#include "app/record/recorded.h"
#include "app/report/changes.h"
#include "app/trial/drawing.h"
#include "app/trial/findings.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "model/compare/evidence.h"

/* The listener of a picture. */
struct listening {
    struct findings *to;
    const struct trial *trial;
};

static int compare(const void *a, const void *b)
{
    const struct changed_function *x = a;
    const struct changed_function *y = b;
    const double left = fabs(x->after - x->before);
    const double right = fabs(y->after - y->before);

    if (x->proven != y->proven)
        return x->proven ? -1 : 1;
    if (left < right || left > right)
        return left > right ? -1 : 1;
    if (x->self != y->self)
        return x->self ? -1 : 1;
    return (x->name > y->name) - (x->name < y->name);
}

static void add_function(struct findings *to, const struct difference *d, frame_id frame, bool self)
{
    const struct evidence_row *row = difference_evidence(d, frame, self);
    const struct profile *p = d->profile;

    if (!row || !row->beyond_noise || !difference_is_function(d, frame))
        return;
    to->functions = mem_grow(to->functions, &to->room, to->n + 1, sizeof *to->functions);
    to->functions[to->n++] = (struct changed_function){.name = to->text.n,
                                                       .self = self,
                                                       .proven = row->proven,
                                                       .before = row->before,
                                                       .after = row->after,
                                                       .low = row->low,
                                                       .high = row->high};
    to->n_proven += row->proven;
    buf_add(&to->text, report_name(names_get(&p->names, p->frames.rows[frame].name)));
    buf_add_byte(&to->text, '\0');
}

/* What exceeds the budget, in the words of a report. */
static void add_excesses(struct findings *to, const struct report_row *row)
{
    struct str *rules = mem_alloc(to->budget.n, sizeof *rules);
    struct report report = {.rules = rules, .n_rules = to->budget.n, .both = true};
    struct sink s;

    for (size_t i = 0; i < to->budget.n; i++)
        rules[i] = budget_text(&to->budget, i);
    for (size_t i = 0; i < row->n_excesses; i++) {
        sink_open_buf(&s);
        report_excess_text(&s, &report, row, &row->excesses[i]);
        buf_add(&to->excesses, buf_str(&s.buf));
        buf_add_byte(&to->excesses, '\0');
        sink_discard(&s);
    }
    to->n_exceeded = row->n_exceeded;
    mem_free(rules, to->budget.n, sizeof *rules);
}

/* A rule that is about nothing, or of which nothing could be proven, protects from nothing. */
static void add_unchecked(struct findings *to, const struct trial *t, const struct report_row *row)
{
    for (size_t i = 0; i < to->budget.n; i++) {
        enum report_rule state = report_row_rule(row, i);
        if (state == REPORT_RULE_CHECKED)
            continue;
        to->n_unmatched += state == REPORT_RULE_UNMATCHED;
        to->n_unprovable += report_rule_is_unprovable(state);
        if (state == REPORT_RULE_UNMATCHED && to->budget.rules[i].by_instructions)
            state = REPORT_RULE_UNCOUNTED;
        buf_add(&to->doubts, str_of(t->request.budget));
        buf_add(&to->doubts, STR(": "));
        buf_add(&to->doubts, str_of(report_rule_text(state)));
        buf_add(&to->doubts, STR(": \""));
        buf_add(&to->doubts, budget_text(&to->budget, i));
        buf_add(&to->doubts, STR("\""));
        buf_add_byte(&to->doubts, '\0');
    }
}

void findings_add_functions(struct findings *to, const struct difference *d)
{
    for (frame_id frame = 1; frame < d->profile->frames.n; frame++)
        for (unsigned self = 0; self < 2; self++)
            add_function(to, d, frame, self);
    if (to->n)
        qsort(to->functions, to->n, sizeof *to->functions, compare);
    if (to->n > FINDINGS_FUNCTIONS_MOST)
        to->n = FINDINGS_FUNCTIONS_MOST;
}

static void take_report(struct findings *to, const struct trial *t, const struct picture *picture,
                        const struct inputs *in)
{
    struct report_changes *changes = mem_alloc(1, sizeof *changes); /* too large for the stack */
    struct report_row *row = mem_alloc(1, sizeof *row);
    const struct request_list none = {0};

    *row =
        (struct report_row){.unit = picture_unit(picture), .scale = picture->tree->column->scale};
    report_changes_take(changes, row, &to->budget, picture, &none, in);
    add_excesses(to, row);
    add_unchecked(to, t, row);
    buf_add(&to->power, row->sides.power);
    if (to->power.n)
        buf_add_byte(&to->power, '\0');
    buf_add(&to->unit, picture_unit(picture));
    buf_add_byte(&to->unit, '\0');
    report_changes_free(changes, &to->budget);
    mem_free(changes, 1, sizeof *changes);
    mem_free(row, 1, sizeof *row);
}

/* Of the first run, as what each lacks is alike; the reference of all is the new program's. */
static void add_lacking(struct findings *to, const struct inputs *in)
{
    const struct text_list *remarks = &in->profile.info.remarks;

    for (size_t i = 0; i < remarks->n; i++) {
        const struct str line = text_list_get(remarks, i);
        if (str_find(line, 0, STR(" lack callers")) == line.n)
            continue;
        buf_add(&to->doubts, STR("in a run "));
        buf_add(&to->doubts, line);
        buf_add_byte(&to->doubts, '\0');
        return;
    }
}

static void take(void *context, struct picture *picture, bool reversed, const struct inputs *in)
{
    struct listening *l = context;
    const struct difference *d = picture->difference;

    (void)reversed;
    if (!d)
        return;
    findings_add_functions(l->to, d);
    add_lacking(l->to, in);
    take_report(l->to, l->trial, picture, in);
}

bool findings_draw(struct findings *to, const struct trial *t, const int *lent,
                   const struct process_files *files, struct fault *f)
{
    const struct request_list *outputs = &t->request.outputs;
    struct listening listening = {to, t};
    struct buf path = {0};

    trial_folder_path(&path, t->folder.path, "change.svg");
    const struct drawn_listener listener = {
        .drawn = take, .context = &listening, .in = &t->folder.fd};
    const struct trial_picture change = {path.p, &listener, lent, files};
    bool ok = trial_draw(t, &change, f);
    for (size_t i = 0; ok && i < outputs->n; i++) {
        const struct trial_picture other = {outputs->items[i], NULL, lent ? &lent[i + 1] : NULL,
                                            files};
        ok = record_is_folder(outputs->items[i]) || trial_draw(t, &other, f);
    }
    buf_free(&path);
    return ok;
}
