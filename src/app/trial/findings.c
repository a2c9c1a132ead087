/* Has the pictures of a trial drawn, and prints the outcome. */
#include "app/trial/findings.h"

#include <string.h>

#include "app/common/message.h"
#include "app/options/record_outputs.h"
#include "app/record/run_record.h"
#include "app/record/tell.h"
#include "app/trial/drawing.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "render/report/gate.h"

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
    print_texts(&from->times);
    print_texts(&from->doubts);
    record_tell_doubts(&t->request, &t->outcome);
    return true;
}

static bool draw(struct findings *to, const struct trial *t, struct fault *f)
{
    return t->request.reader ? findings_draw_apart(to, t, f) : findings_draw(to, t, NULL, NULL, f);
}

/* Of an earlier look. */
static void clear_drawn(struct findings *to)
{
    to->n = to->n_proven = 0;
    to->n_exceeded = 0;
    to->n_unmatched = to->n_unprovable = 0;
    buf_clear(&to->text);
    buf_clear(&to->unit);
    buf_clear(&to->power);
    buf_clear(&to->excesses);
    buf_clear(&to->doubts);
}

/* Whether the picture, whose colours are of totals, shows a change of self value as well. */
static bool is_coloured(const struct findings *from, const struct changed_function *self)
{
    for (size_t i = 0; i < from->n; i++)
        if (!from->functions[i].self &&
            strcmp(from->text.p + from->functions[i].name, from->text.p + self->name) == 0)
            return true;
    return false;
}

bool findings_locate(struct findings *to, const struct trial *t, bool *located, struct fault *f)
{
    const struct evidence_row *whole = &t->measures.rows[0].evidence.rows[0];

    *located = true;
    if (!can_draw(t))
        return true;
    clear_drawn(to);
    if (!draw(to, t, f))
        return false;
    *located = false;
    for (size_t i = 0; i < to->n; i++) {
        const struct changed_function *function = &to->functions[i];
        const bool along = (function->after > function->before) == (whole->after > whole->before);
        *located = *located || (function->self && along && is_coloured(to, function));
    }
    return true;
}

/* A budget is kept only if each of its rules could be checked. */
static bool check_rules(const struct findings *from, const struct trial *t, struct fault *f)
{
    const struct report rules = {.n_unmatched = from->n_unmatched,
                                 .n_unprovable = from->n_unprovable};
    struct sink why;

    if (!from->n_unmatched && !from->n_unprovable)
        return true;
    sink_open_buf(&why);
    report_gate_reasons(&why, &rules);
    fault_set(f, FAULT_INPUT, "%s: could not be checked in full, as %.*s", t->request.budget,
              (int)why.buf.n, why.buf.p);
    sink_discard(&why);
    return false;
}

bool findings_make(struct findings *to, const struct trial *t, struct fault *f)
{
    clear_drawn(to);
    if (can_draw(t) && !draw(to, t, f))
        return false;
    findings_add_sentence(to, t);
    findings_add_times(to, t);
    findings_add_doubts(to, t);
    if (!findings_write(to, t, f) || !print(to, t, f))
        return false;
    if (to->budget.n && !can_draw(t))
        return fault_set(f, FAULT_INPUT,
                         "--budget: no samples were taken, so no function was held against it, "
                         "wanted programs that run for longer, or more samples (-F, -c)");
    print_texts(&to->excesses);
    if (to->n_exceeded)
        return fault_set(f, FAULT_BUDGET, "%s", "");
    return check_rules(to, t, f);
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
    buf_free(&from->times);
    buf_free(&from->doubts);
}
