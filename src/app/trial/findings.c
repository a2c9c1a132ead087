/* Draws the difference of all runs, finds the functions that changed, and prints the outcome. */
#include "app/trial/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/command_line.h"
#include "app/common/message.h"
#include "app/common/resource_limits.h"
#include "app/draw/outputs.h"
#include "app/options/resolve.h"
#include "app/record/run_record.h"
#include "app/report/changes.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "model/evidence.h"

enum { FUNCTIONS_MOST = 200 };

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

/* ---- drawing --------------------------------------------------------------------------------- */

/* flame --title TEXT -o OUTPUT --before BEFORE... -- AFTER...; owns its texts. */
struct drawing_words {
    struct buf paths; /* each with a NUL; the title first */
    struct request_list words;
};

static void add_title(struct drawing_words *to, const struct trial *t)
{
    buf_add(&to->paths, STR("Change: "));
    buf_add(&to->paths, str_of(t->shown[SIDE_BEFORE].p));
    buf_add(&to->paths, STR(" \xe2\x86\x92 "));
    buf_add(&to->paths, str_of(t->shown[SIDE_AFTER].p));
    buf_add_byte(&to->paths, '\0');
}

/* Those of a side lie one behind the other. Before there are any, a name stands for them. */
static void add_recordings(struct drawing_words *to, const struct trial *t, enum side side)
{
    struct buf path = {0};

    if (t->runs.n == 0) {
        trial_folder_recording(&path, t->folder, side, 1);
        buf_add(&to->paths, buf_str(&path));
    }
    for (size_t i = 0; i < t->runs.n; i++) {
        const struct trial_run *run = &t->runs.rows[i];
        if (run->side != side || run->failed || !run->samples)
            continue;
        trial_folder_recording(&path, t->folder, side, run->number);
        buf_add(&to->paths, buf_str(&path));
    }
    buf_free(&path);
}

static void add_words(struct drawing_words *to, const struct trial *t, const char *output)
{
    add_title(to, t);
    const size_t before = to->paths.n;
    add_recordings(to, t, SIDE_BEFORE);
    const size_t after = to->paths.n;
    add_recordings(to, t, SIDE_AFTER);
    const char *const first[] = {"flame", "--quiet", "--from=perf-data", "-o",
                                 output,  "--title", to->paths.p};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        request_list_add(&to->words, first[i]);
    if (t->request.events.n > 1 && !t->request.wall && !t->request.off_cpu) {
        request_list_add(&to->words, "--event");
        request_list_add(&to->words, t->request.events.rows[0].name);
    }
    for (size_t at = before; at < to->paths.n; at += strlen(to->paths.p + at) + 1) {
        if (at < after)
            request_list_add(&to->words, "--before");
        if (at == after)
            request_list_add(&to->words, "--");
        request_list_add(&to->words, to->paths.p + at);
    }
}

/* Draws one output of all recordings, or only checks whether it could be drawn. */
static bool draw(const struct trial *t, const char *output, const struct drawn_listener *listener,
                 struct fault *f)
{
    struct drawing_words w = {0};
    struct request request = {0};

    add_words(&w, t, output);
    char **arguments = mem_alloc(w.words.n + 1, sizeof *arguments);  /* up to a NULL */
    memcpy(arguments, w.words.items, w.words.n * sizeof *arguments); /* they are not changed */
    bool ok = request_parse(&request, (int)w.words.n, arguments, f) && request_resolve(&request, f);

    if (ok && t->runs.n) {
        const struct measure *of = measures_of_samples(&t->measures, &t->request);
        request.sides.tests = looks_tests(&t->looks);
        request.sides.whole = of ? &of->evidence.rows[0] : NULL;
        request.read.wall = t->request.wall && !t->outcome.no_switches;
        request.read.off_cpu = t->request.off_cpu;
        resource_limits_derive(&request.read.limits);
        const struct flame_request flame = request_flame(&request);
        ok = draw_flamegraph(&flame, listener, f);
        record_give_to_user(output);
    }
    mem_free(arguments, w.words.n + 1, sizeof *arguments);
    request_free(&request);
    request_list_free(&w.words);
    buf_free(&w.paths);
    return ok;
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
            ok = draw(t, output, NULL, f);
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
    for (frame_id frame = 1; frame < d->profile->frames.n; frame++)
        for (unsigned self = 0; self < 2; self++)
            add_function(l->to, d, frame, self);
    if (l->to->n)
        qsort(l->to->functions, l->to->n, sizeof *l->to->functions, compare);
    if (l->to->n > FUNCTIONS_MOST)
        l->to->n = FUNCTIONS_MOST;
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
    trial_folder_path(&path, t->folder, can_draw(t) ? "change.svg, change.json" : "change.json");
    message_print("%zu run%s a side: %s and the recordings", n, plural(n), path.p);
    buf_free(&path);
    print_texts(&from->doubts);
    record_tell_doubts(&t->request, &t->outcome);
    return true;
}

static bool draw_others(const struct trial *t, struct fault *f)
{
    const struct request_list *outputs = &t->request.outputs;
    bool ok = true;

    for (size_t i = 0; ok && i < outputs->n; i++)
        if (!record_is_folder(outputs->items[i]))
            ok = draw(t, outputs->items[i], NULL, f);
    return ok;
}

bool findings_make(struct findings *to, const struct trial *t, struct fault *f)
{
    struct listening listening = {to, t};
    struct buf path = {0};

    trial_folder_path(&path, t->folder, "change.svg");
    const struct drawn_listener listener = {
        .drawn = take, .context = &listening, .folder = path.n - sizeof "change.svg"};
    bool ok = !can_draw(t) || (draw(t, path.p, &listener, f) && draw_others(t, f));
    buf_free(&path);
    if (!ok)
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
