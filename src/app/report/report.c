/* Makes a report: draws a picture of each profile and comparison, then writes pages about all of
 * them. */
#include "app/report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/draw/outputs.h"
#include "app/report/digest.h"
#include "app/report/state.h"
#include "app/report/verdict.h"
#include "app/report/work.h"
#include "app/report/workers.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/parse.h"

enum { SAID_MOST = 50 };

/* ---- preparation ----------------------------------------------------------------------------- */

/* All is done in the folder that is opened here, whatever others put at its path later. */
static bool make_folder(struct report_run *run, struct fault *f)
{
    run->at = folder_make(run->folder);
    if (run->at >= 0)
        return true;
    if (errno == ENOTDIR)
        return fault_set(f, FAULT_SYSTEM, "%s: is not a folder, wanted one to write to",
                         run->folder);
    if (errno == ELOOP)
        return fault_set(f, FAULT_SYSTEM,
                         "%s: is a link that others may have made, wanted a folder to write to",
                         run->folder);
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", run->folder, strerror(errno));
}

/* Fails for growth rules without --before: nothing could break them, so they would seem met. */
static bool check_budget(const struct report_run *run, struct fault *f)
{
    for (size_t i = 0; i < run->budget.n; i++) {
        struct str text = budget_text(&run->budget, i);
        if (run->budget.rules[i].kind == BUDGET_GROWTH && !run->flame->sides->before.n)
            return fault_set(f, FAULT_USAGE, "%s: \"%.*s\" found, wanted --before DIR2 with it",
                             run->request->budget, (int)text.n, text.p);
    }
    return true;
}

/* What is missing is told where there is a budget, which could not be held against it. */
static void make_lacks(struct report_run *run)
{
    for (size_t i = 0; i < run->n_parts - run->n_drawings; i++) {
        const struct report_lack *lack = &run->pairs.lacks[i];
        struct report_part *part = &run->parts[run->n_drawings + i];
        part->below = run->pairs.text.p + lack->name;
        part->picture = "";
        part->path = part->below;
        part->lack = lack;
    }
}

static void make_parts(struct report_run *run)
{
    const struct report_files *files = &run->files;

    run->n_drawings = files->n + run->pairs.n;
    run->n_parts = run->n_drawings + (run->request->budget ? run->pairs.n_lacks : 0);
    run->parts = mem_alloc(run->n_parts, sizeof *run->parts);
    for (size_t i = 0; i < files->n; i++) {
        struct report_part *part = &run->parts[i];
        part->below = report_files_text(files, files->rows[i].below);
        part->picture = report_files_text(files, files->rows[i].picture);
        part->path = report_files_text(files, files->rows[i].path);
        part->found = files->rows[i].found;
        part->error = files->rows[i].error;
    }
    for (size_t i = 0; i < run->pairs.n; i++) {
        const struct report_pair *pair = &run->pairs.rows[i];
        struct report_part *part = &run->parts[files->n + i];
        part->below = run->pairs.text.p + pair->name;
        part->picture = run->pairs.text.p + pair->picture;
        part->path = report_files_text(files, files->rows[run->pairs.after[pair->after]].path);
        part->pair = pair;
        for (size_t k = 0; k < pair->n_after; k++)
            run->parts[run->pairs.after[pair->after + k]].runs = pair;
    }
    make_lacks(run);
    for (size_t i = 0; i < run->n_drawings; i++)
        report_words(&run->parts[i].words, run, &run->parts[i]);
}

/* Fails if --before cannot be read or has no profiles: everything after would count as new. */
static bool check_before(const struct report_run *run, struct fault *f)
{
    const struct request_list *given = &run->flame->sides->before;
    struct stat status;

    for (size_t i = 0; i < given->n; i++)
        if (stat(given->items[i], &status) != 0)
            return fault_set(f, FAULT_SYSTEM, "%s: %s", given->items[i], strerror(errno));
    for (size_t i = 0; i < run->before.n; i++) {
        const struct report_file *row = &run->before.rows[i];
        if (row->error)
            return fault_set(f, FAULT_SYSTEM, "%s: cannot be read: %s",
                             report_files_text(&run->before, row->path), strerror(row->error));
    }
    if (given->n && run->before.n == 0)
        return fault_set(f, FAULT_INPUT, "%s: no profile found, wanted one to compare with",
                         given->items[0]);
    return true;
}

static bool prepare(struct report_run *run, struct fault *f)
{
    const struct report_request *r = run->request;
    const struct request_list *given = run->flame->input.paths;

    if (r->budget &&
        (!budget_read(&run->budget, r->budget, &run->budget_bytes, f) || !check_budget(run, f)))
        return false;
    report_files_find(&run->files, given, run->folder);
    if (run->files.n == 0)
        return fault_set(f, FAULT_INPUT, "%s: no profile found%s, wanted one", given->items[0],
                         given->n > 1 ? " there and in what else was given" : "");
    report_files_find(&run->before, &run->flame->sides->before, run->folder);
    if (!check_before(run, f))
        return false;
    report_pairs_find(&run->pairs, &run->before, &run->files);
    make_parts(run);
    if (!make_folder(run, f))
        return false;
    report_digest_options(&run->options, run->flame, buf_str(&r->options));
    report_digest_beside(&run->options, &run->before);
    report_digest_beside(&run->options, &run->files);
    digest_add(&run->options, buf_str(&run->budget_bytes));
    report_state_read(run);
    return true;
}

/* Files of a name are runs of one work: if one of them is a profile, or was meant to be one, all
 * were. */
static void fail_meant_runs(struct report_run *run, const size_t *files, size_t n)
{
    bool meant = false;

    for (size_t i = 0; i < n; i++)
        meant = meant || run->parts[files[i]].state != REPORT_NO_PROFILE;
    for (size_t i = 0; meant && i < n; i++)
        if (run->parts[files[i]].state == REPORT_NO_PROFILE)
            run->parts[files[i]].state = REPORT_FAILED;
}

static struct str run_name_at(const struct report_run *run, size_t file)
{
    return report_run_name(str_of(run->parts[file].below));
}

static void fail_meant(struct report_run *run)
{
    const struct report_pairs *pairs = &run->pairs;

    for (size_t i = 0; i < pairs->n; i++)
        fail_meant_runs(run, pairs->after + pairs->rows[i].after, pairs->rows[i].n_after);
    for (size_t from = 0, to = 0; from < pairs->n_added; from = to) {
        while (to < pairs->n_added &&
               str_equal(run_name_at(run, pairs->added[from]), run_name_at(run, pairs->added[to])))
            to++;
        fail_meant_runs(run, pairs->added + from, to - from);
    }
}

/* With --allow-missing compares the runs after that could be read, if any could. */
static void leave_out_runs(struct report_run *run, size_t at)
{
    struct report_pair *pair = &run->pairs.rows[at];
    struct report_part *part = &run->parts[run->files.n + at];
    size_t *files = run->pairs.after + pair->after;
    size_t n = 0;

    for (size_t k = 0; k < pair->n_after; k++)
        n += run->parts[files[k]].state == REPORT_DRAWN;
    if (n == 0 || n == pair->n_after)
        return;
    n = 0;
    for (size_t k = 0; k < pair->n_after; k++)
        if (run->parts[files[k]].state == REPORT_DRAWN)
            files[n++] = files[k];
    pair->n_after = n;
    part->path = report_files_text(&run->files, run->files.rows[files[0]].path);
    buf_clear(&part->words);
    report_words(&part->words, run, part);
}

/* Fails the comparison because of a run after, whose own message says why. */
static void block(struct report_part *part, const struct report_part *file)
{
    part->blocked = true;
    part->state = REPORT_FAILED;
    buf_add(&part->answer, str_of(part->below));
    buf_add(&part->answer, STR(": not compared, as "));
    buf_add(&part->answer, str_of(file->below));
    buf_add(&part->answer, STR(" could not be read"));
}

/* Drops pairs whose side after contains a file that is no profile, or a profile that failed. */
static void drop_pairs(struct report_run *run)
{
    for (size_t i = run->files.n; i < run->n_drawings; i++) {
        struct report_part *part = &run->parts[i];
        if (run->request->allow_missing)
            leave_out_runs(run, i - run->files.n);
        for (size_t k = 0; k < part->pair->n_after; k++) {
            size_t file = run->pairs.after[part->pair->after + k];
            part->dropped = part->dropped || run->parts[file].state == REPORT_NO_PROFILE;
            if (run->parts[file].state == REPORT_FAILED && !part->blocked)
                block(part, &run->parts[file]);
        }
    }
}

static bool draw_all(struct report_run *run, struct fault *f)
{
    if (!report_workers_run(run, 0, run->files.n, f))
        return false;
    fail_meant(run);
    drop_pairs(run);
    return report_workers_run(run, run->files.n, run->n_parts, f);
}

/* ---- results --------------------------------------------------------------------------------- */

static void fail_folders(struct report_run *run)
{
    for (size_t i = 0; i < run->files.n; i++) {
        struct report_part *part = &run->parts[i];
        struct fault f = {0};
        if (!part->error)
            continue;
        fault_set(&f, FAULT_SYSTEM, "%s: cannot be read: %s", part->path, strerror(part->error));
        part->state = REPORT_FAILED;
        buf_add(&part->answer, str_of(f.text));
    }
}

/* Replaces the given path in a message by the name that the report uses. */
static void call_as_in_report(struct buf *message, const char *path, const char *below)
{
    struct buf changed = {0};
    struct str rest = buf_str(message);
    struct str wanted = str_of(path);

    for (size_t at; (at = str_find(rest, 0, wanted)) < rest.n;) {
        buf_add(&changed, str_from_to(rest, 0, at));
        buf_add(&changed, str_of(below));
        rest = str_from_to(rest, at + wanted.n, rest.n);
    }
    buf_add(&changed, rest);
    buf_free(message);
    *message = changed;
}

static void print_failures(const struct report_run *run)
{
    size_t failed = 0;
    size_t others = 0;

    for (size_t i = 0; i < run->n_parts; i++) {
        const struct report_part *part = &run->parts[i];
        if (part->state == REPORT_FAILED && !part->blocked && failed++ < SAID_MOST)
            message_print("%.*s", (int)part->answer.n, part->answer.p);
        others += part->state == REPORT_NO_PROFILE && !part->lack;
    }
    if (failed > SAID_MOST)
        message_print("%zu profiles and comparisons failed, of which these are the first", failed);
    if (others && !run->flame->input.messages->quiet)
        message_print("%zu file%s in folders %s no profile%s", others, plural(others),
                      others == 1 ? "is" : "are", plural(others));
}

/* Owns what `report` borrows, except for the run. */
struct telling {
    struct report report;
    struct report_entry *entries; /* by part */
    struct str *rules;
    enum report_rule *states;   /* by rule */
    bool *matched;              /* by rule */
    struct report_tried *tried; /* by rule */
    struct str *added, *gone;
};

static void tell_sides_of(struct telling *t, const struct report_row *row)
{
    struct str rest = row->tried;
    struct report_tried tried;

    for (size_t k = 0; rest.n && k < t->report.n_rules && report_tried_get(&rest, &tried); k++) {
        t->tried[k].functions += tried.functions;
        t->tried[k].provable += tried.provable;
        t->tried[k].comparisons += tried.functions != 0;
    }
    t->report.n_proven += row->sides.n_proven > 0;
    t->report.n_provable += row->sides.provable;
    t->report.n_exact += row->sides.exact;
    t->report.n_differing += row->sides.exact && row->sides.n_changes;
    t->report.n_doubted += row->sides.doubt.n > 0;
    if (!t->report.environment.n)
        t->report.environment = row->sides.environment;
}

static void tell_row(struct telling *t, const struct report_entry *entry)
{
    struct report_row row;

    report_row_of(&row, entry);
    t->report.n_exceeding += row.n_exceeded > 0;
    t->report.n_exceeded += row.n_exceeded;
    for (size_t k = 0; k < row.met.n && k < t->report.n_rules; k++) {
        const enum report_rule state = report_row_rule(&row, k);
        t->matched[k] = t->matched[k] || state != REPORT_RULE_UNMATCHED;
        if (state > t->states[k])
            t->states[k] = state;
    }
    if (row.both)
        tell_sides_of(t, &row);
}

/* Fills the entry of a part. Returns false for a dropped part, which gets none. */
static bool tell_part(struct telling *t, struct report_entry *entry, const struct report_part *part)
{
    struct report *r = &t->report;

    if (part->dropped || (part->lack && part->state == REPORT_NO_PROFILE))
        return false;
    *entry = (struct report_entry){.state = part->state,
                                   .path = str_of(part->below),
                                   .picture = STR(""),
                                   .message = STR(""),
                                   .words = buf_str(&part->words),
                                   .record = STR("")};
    r->n_drawn += part->state == REPORT_DRAWN && !part->pair;
    r->n_failed += part->state == REPORT_FAILED && !part->pair && !part->lack;
    r->n_lacks += part->lack != NULL;
    r->n_uncompared += part->state == REPORT_FAILED && part->pair;
    r->n_others += part->state == REPORT_NO_PROFILE;
    if (part->state == REPORT_DRAWN) {
        entry->picture = str_of(part->picture);
        entry->record = buf_str(&part->answer);
        tell_row(t, entry);
    } else {
        entry->message = buf_str(&part->answer);
    }
    return true;
}

static void tell_rules(struct telling *t, const struct report_run *run)
{
    const char *budget = run->request->budget;

    t->rules = mem_alloc(run->budget.n, sizeof *t->rules);
    t->states = mem_alloc(run->budget.n, sizeof *t->states);
    t->matched = mem_alloc(run->budget.n, sizeof *t->matched);
    t->report.rules = t->rules;
    t->tried = mem_alloc(run->budget.n, sizeof *t->tried);
    t->report.rule_states = t->states;
    t->report.rule_matched = t->matched;
    t->report.tried = t->tried;
    t->report.n_rules = run->budget.n;
    t->report.budget = budget ? path_base_name(str_of(budget)) : STR("");
    for (size_t i = 0; i < run->budget.n; i++) {
        t->rules[i] = budget_text(&run->budget, i);
        if (run->budget.rules[i].kind == BUDGET_FORBID)
            t->states[i] = REPORT_RULE_CHECKED; /* as it should be, if no function matches */
    }
}

/* Lists profiles that only one side has. Those before were not read, so they may be other files. */
static void tell_sides(struct telling *t, const struct report_run *run)
{
    const struct report_pairs *pairs = &run->pairs;

    t->added = mem_alloc(run->files.n, sizeof *t->added);
    t->gone = mem_alloc(run->before.n, sizeof *t->gone);
    t->report.added = t->added;
    t->report.gone = t->gone;
    t->report.both = run->flame->sides->before.n;
    for (size_t i = 0; t->report.both && i < pairs->n_added; i++)
        if (run->parts[pairs->added[i]].state != REPORT_NO_PROFILE)
            t->added[t->report.n_added++] = str_of(run->parts[pairs->added[i]].below);
    for (size_t i = 0; i < pairs->n_gone; i++)
        t->gone[t->report.n_gone++] =
            str_of(report_files_text(&run->before, run->before.rows[pairs->gone[i]].below));
}

/* Whether a rule could have been held against what it is about. If not, because that could not be
 * read or compared, this is said instead: a comparison that is missing or doubtful may be the one
 * that could have proven something. */
static bool is_tried(const struct report *r, enum budget_kind kind, enum report_rule state)
{
    if (kind != BUDGET_GROWTH)
        return r->n_drawn > 0;
    if (report_rule_is_unprovable(state))
        return r->n_uncompared + r->n_lacks + r->n_doubted == 0;
    return r->n_pairs > r->n_uncompared;
}

static void tell(struct telling *t, struct report_run *run)
{
    size_t n = 0;

    t->entries = mem_alloc(run->n_parts, sizeof *t->entries);
    t->report = (struct report){.entries = t->entries,
                                .n = run->files.n,
                                .allow_missing = run->request->allow_missing,
                                .arguments = buf_str(&run->request->options),
                                .alone = buf_str(&run->request->options_alone),
                                .environment = STR("")};
    tell_rules(t, run);
    tell_sides(t, run);
    for (size_t i = 0; i < run->n_parts; i++)
        n += tell_part(t, &t->entries[n], &run->parts[i]);
    t->report.pairs = t->entries + run->files.n;
    t->report.n_pairs = n - run->files.n - t->report.n_lacks;
    t->report.lacks = t->entries + n - t->report.n_lacks;
    for (size_t i = 0; i < run->budget.n; i++) {
        if (t->states[i] != REPORT_RULE_CHECKED &&
            !is_tried(&t->report, run->budget.rules[i].kind, t->states[i]))
            t->states[i] = REPORT_RULE_UNTRIED;
        t->report.n_unmatched += t->states[i] == REPORT_RULE_UNMATCHED;
        if (t->states[i] == REPORT_RULE_UNMATCHED && run->budget.rules[i].by_instructions)
            t->states[i] = REPORT_RULE_UNCOUNTED;
        t->report.n_unprovable += report_rule_is_unprovable(t->states[i]);
    }
}

/* Of a comparison, each run keeps the name of its folder. */
static void name_side(struct report_part *part, const struct report_files *files,
                      const size_t *which, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *path = report_files_text(files, files->rows[which[i]].path);
        const char *below = report_files_text(files, files->rows[which[i]].below);
        call_as_in_report(&part->answer, path, report_path_shown(path, below, true));
    }
}

static void name_messages(struct report_run *run)
{
    for (size_t i = 0; i < run->n_parts; i++) {
        struct report_part *part = &run->parts[i];
        if (part->state == REPORT_DRAWN)
            continue;
        if (part->pair) {
            name_side(part, &run->before, run->pairs.before + part->pair->before,
                      part->pair->n_before);
            name_side(part, &run->files, run->pairs.after + part->pair->after, part->pair->n_after);
        } else {
            call_as_in_report(&part->answer, part->path, part->below);
        }
    }
}

static void telling_free(struct telling *t, const struct report_run *run)
{
    mem_free(t->entries, run->n_parts, sizeof *t->entries);
    mem_free(t->rules, run->budget.n, sizeof *t->rules);
    mem_free(t->states, run->budget.n, sizeof *t->states);
    mem_free(t->matched, run->budget.n, sizeof *t->matched);
    mem_free(t->tried, run->budget.n, sizeof *t->tried);
    mem_free(t->added, run->files.n, sizeof *t->added);
    mem_free(t->gone, run->before.n, sizeof *t->gone);
}

static bool write_file(const struct report_run *run, const char *name,
                       void (*write)(struct sink *, const struct report *),
                       const struct report *report, struct fault *f)
{
    struct buf path = {0};
    struct sink s;

    size_t folder = report_path(&path, run->folder, name);
    bool ok = sink_open_below(&s, path.p, folder, run->at, f);
    if (ok) {
        write(&s, report);
        ok = sink_close(&s, f);
    }
    buf_free(&path);
    return ok;
}

/* Writes index.html last: once it exists, all other files do too. */
static bool write_files(const struct report_run *run, const struct report *report, struct fault *f)
{
    bool ok = write_file(run, "junit.xml", report_junit, report, f) &&
              write_file(run, "report.json", report_json, report, f) &&
              write_file(run, "summary.md", report_markdown, report, f) &&
              report_state_write(run, f) && write_file(run, "index.html", report_page, report, f);
    if (ok)
        report_state_remove_old(run);
    return ok;
}

/* Syncs the file system of the folder. Ignores failure: nothing else can be done. */
static void make_durable(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return;
    syncfs(fd);
    close(fd);
}

static bool make(struct report_run *run, struct fault *f)
{
    struct telling t = {0};

    if (!prepare(run, f) || !draw_all(run, f))
        return false;
    fail_folders(run);
    print_failures(run);
    name_messages(run);
    tell(&t, run);
    make_durable(run->at); /* pictures, before pages refer to them */
    bool ok = write_files(run, &t.report, f) && report_verdict_print(run, &t.report, f);
    telling_free(&t, run);
    return ok;
}

/* Checks options without the output path, which is a folder and cannot be one of the inputs. */
static bool check_options(const struct flame_request *flame, struct fault *f)
{
    struct output_request output = *flame->output;
    struct flame_request checked = *flame;

    output.path = NULL;
    checked.output = &output;
    return draw_check(&checked, f);
}

bool run_report(const struct flame_request *flame, const struct report_request *request,
                struct fault *f)
{
    struct report_run run = {.flame = flame,
                             .request = request,
                             .folder = flame->output->path,
                             .at = -1,
                             .process = getpid()};
    bool ok = check_options(flame, f) && make(&run, f);

    for (size_t i = 0; i < run.n_parts; i++) {
        buf_free(&run.parts[i].answer);
        buf_free(&run.parts[i].words);
    }
    mem_free(run.parts, run.n_parts, sizeof *run.parts);
    report_pairs_free(&run.pairs, &run.before, &run.files);
    report_files_free(&run.before);
    report_files_free(&run.files);
    budget_free(&run.budget);
    buf_free(&run.budget_bytes);
    buf_free(&run.last);
    if (run.at >= 0)
        close(run.at);
    return ok;
}
