/* Finds the functions that changed, and prints the outcome. */
#include "app/trial/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/common/message.h"
#include "app/options/record_outputs.h"
#include "app/record/run_record.h"
#include "app/record/tell.h"
#include "app/report/changes.h"
#include "app/trial/drawing.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "model/compare/evidence.h"

/* ---- before anything is run ------------------------------------------------------------------ */

static bool read_budget(struct findings *to, const char *path, struct fault *f)
{
    if (!budget_read(&to->budget, path, &to->budget_bytes, f))
        return false;
    for (size_t i = 0; i < to->budget.n; i++) {
        const struct str text = budget_text(&to->budget, i);
        if (to->budget.rules[i].kind != BUDGET_GROWTH)
            return fault_set(
                f, FAULT_USAGE,
                "%s: \"%.*s\" is about one program, wanted growth, as max growth * 2%% "
                "proven",
                path, (int)text.n, text.p);
    }
    return true;
}

bool findings_prepare(struct findings *to, const struct trial *t, struct fault *f)
{
    const struct record_request *request = &t->request;
    bool ok = !request->budget || read_budget(to, request->budget, f);

    for (size_t i = 0; ok && i < request->outputs.n; i++) {
        const char *output = request->outputs.items[i];
        if (record_is_recording(output))
            ok = fault_set(f, FAULT_USAGE,
                           "%s: one recording, wanted a folder for those of all runs (-o FOLDER), "
                           "and pictures",
                           output);
        else if (!record_is_folder(output))
            ok = record_check_output(output, f) &&
                 trial_draw(t, &(struct trial_picture){.output = output}, f);
    }
    return ok;
}

/* ---- functions ------------------------------------------------------------------------------- */

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

    if (!row || !row->beyond_noise)
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

/* A rule that is about nothing protects from nothing. */
static void add_unmatched(struct findings *to, const struct report_row *row)
{
    for (size_t i = 0; i < to->budget.n; i++)
        if (row->met.p[i] == '0') {
            buf_add(&to->doubts, STR("no function matches the budget's \""));
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

static void take_report(struct findings *to, const struct picture *picture, const struct inputs *in)
{
    struct report_changes *changes = mem_alloc(1, sizeof *changes); /* too large for the stack */
    struct report_row *row = mem_alloc(1, sizeof *row);
    const struct request_list none = {0};

    *row =
        (struct report_row){.unit = picture_unit(picture), .scale = picture->tree->column->scale};
    report_changes_take(changes, row, &to->budget, picture, &none, in);
    add_excesses(to, row);
    add_unmatched(to, row);
    buf_add(&to->power, row->sides.power);
    if (to->power.n)
        buf_add_byte(&to->power, '\0');
    buf_add(&to->unit, picture_unit(picture));
    buf_add_byte(&to->unit, '\0');
    report_changes_free(changes, &to->budget);
    mem_free(changes, 1, sizeof *changes);
    mem_free(row, 1, sizeof *row);
}

static void take(void *context, struct picture *picture, bool reversed, const struct inputs *in)
{
    struct listening *l = context;
    const struct difference *d = picture->difference;

    (void)reversed;
    if (!d)
        return;
    findings_add_functions(l->to, d);
    take_report(l->to, picture, in);
}

/* ---- the outcome ----------------------------------------------------------------------------- */

static bool can_draw(const struct trial *t)
{
    return t->runs.n_sampled[SIDE_BEFORE] && t->runs.n_sampled[SIDE_AFTER];
}

static void print_texts(const struct buf *texts)
{
    for (size_t at = 0; at < texts->n; at += strlen(texts->p + at) + 1)
        message_print("%s", texts->p + at);
}

/* The answer goes to standard output, messages to standard error. */
static bool print(const struct findings *from, const struct trial *t, struct fault *f)
{
    struct buf path = {0};
    struct sink out;

    if (t->request.quiet)
        return true;
    sink_open_stdout(&out);
    sink_text(&out, from->sentence.p);
    sink_byte(&out, '\n');
    if (!sink_close(&out, f))
        return false;
    const size_t n = t->runs.n_good[SIDE_AFTER];
    trial_folder_path(&path, t->folder.path,
                      can_draw(t) ? "change.svg, change.json" : "change.json");
    message_print("%zu run%s a side: %s and the recordings", n, plural(n), path.p);
    buf_free(&path);
    print_texts(&from->doubts);
    record_tell_doubts(&t->request, &t->outcome);
    return true;
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

bool findings_make(struct findings *to, const struct trial *t, struct fault *f)
{
    if (can_draw(t) &&
        !(t->request.reader ? findings_draw_apart(to, t, f) : findings_draw(to, t, NULL, NULL, f)))
        return false;
    findings_add_sentence(to, t);
    findings_add_doubts(to, t);
    if (!findings_write(to, t, f) || !print(to, t, f))
        return false;
    if (to->budget.n && !can_draw(t))
        return fault_set(f, FAULT_INPUT,
                         "--budget: no samples were taken, so no function was held against it, "
                         "wanted programs that run for longer, or more samples (-F, -c)");
    print_texts(&to->excesses);
    return to->n_exceeded == 0 || fault_set(f, FAULT_BUDGET, "%s", "");
}

void findings_free(struct findings *from)
{
    budget_free(&from->budget);
    buf_free(&from->budget_bytes);
    mem_free(from->functions, from->room, sizeof *from->functions);
    buf_free(&from->text);
    buf_free(&from->unit);
    buf_free(&from->power);
    buf_free(&from->excesses);
    buf_free(&from->sentence);
    buf_free(&from->doubts);
}
