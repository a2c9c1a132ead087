/* Many profiles, a picture of each, and pages about all of them. */
#include "app/report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/report_state.h"
#include "app/report_work.h"
#include "app/report_workers.h"
#include "app/run.h"
#include "app/say.h"
#include "base/cut.h"
#include "base/mem.h"

enum { SAID_MOST = 50 };

/* ---- before ---------------------------------------------------------------------------------- */

/* Makes the folder, and those above it. */
static bool make_folder(const char *path, struct fault *f)
{
    struct buf part = {0};
    struct stat status;
    int error = 0;

    buf_add(&part, str_of(path));
    buf_add_byte(&part, '\0');
    for (size_t i = 1; part.p[i - 1]; i++) {
        char after = part.p[i];
        if (after != '/' && after != '\0')
            continue;
        part.p[i] = '\0';
        if (mkdir(part.p, 0777) != 0 && errno != EEXIST)
            error = errno;
        part.p[i] = after;
    }
    buf_free(&part);
    if (stat(path, &status) == 0)
        return S_ISDIR(status.st_mode) ||
               fault_set(f, FAULT_SYSTEM, "%s: is no folder, wanted one to write to", path);
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", path, strerror(error));
}

/* A rule that nothing can break would pass for one that is kept. */
static bool check_budget(const struct report_run *run, struct fault *f)
{
    for (size_t i = 0; i < run->budget.n; i++) {
        struct str text = budget_text(&run->budget, i);
        if (run->budget.rules[i].kind == BUDGET_GROWTH)
            return fault_set(
                f, FAULT_USAGE,
                "%s: \"%.*s\" found, but a report does not compare profiles yet; wanted "
                "max total, max self or forbid",
                run->request->report.budget, (int)text.n, text.p);
    }
    return true;
}

static bool prepare(struct report_run *run, struct fault *f)
{
    const struct request *r = run->request;

    if (r->report.budget && (!budget_read(&run->budget, r->report.budget, &run->budget_bytes, f) ||
                             !check_budget(run, f)))
        return false;
    report_files_find(&run->files, &r->inputs, run->folder);
    if (run->files.n == 0)
        return fault_set(f, FAULT_INPUT, "%s: no profile found%s, wanted one", r->inputs.items[0],
                         r->inputs.n > 1 ? " there and in what else was given" : "");
    run->parts = mem_alloc(run->files.n, sizeof *run->parts);
    if (!make_folder(run->folder, f))
        return false;
    report_state_begin(run);
    report_state_read(run);
    return true;
}

/* ---- behind ---------------------------------------------------------------------------------- */

static void fail_folders(struct report_run *run)
{
    for (size_t i = 0; i < run->files.n; i++) {
        const struct report_file *file = &run->files.rows[i];
        struct fault f = {0};
        if (!file->error)
            continue;
        fault_set(&f, FAULT_SYSTEM, "%s: cannot be read: %s",
                  report_files_text(&run->files, file->path), strerror(file->error));
        run->parts[i].state = REPORT_FAILED;
        buf_add(&run->parts[i].answer, str_of(f.text));
    }
}

/* Messages name files as they were given; in the report they are called as elsewhere in it. */
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

static void say_failures(struct report_run *run, const struct report *report)
{
    size_t said = 0;

    for (size_t i = 0; i < run->files.n; i++) {
        const struct report_part *part = &run->parts[i];
        if (part->state == REPORT_FAILED && said++ < SAID_MOST)
            say("%.*s", (int)part->answer.n, part->answer.p);
    }
    if (said > SAID_MOST)
        say("%zu profiles could not be read, of which these are the first", report->n_failed);
    if (report->n_others && !run->request->quiet)
        say("%zu file%s in folders %s no profile%s", report->n_others, plural(report->n_others),
            report->n_others == 1 ? "is" : "are", plural(report->n_others));
}

/* Owns what the report borrows beside the run. */
struct telling {
    struct report report;
    struct report_entry *entries;
    struct str *rules;
    bool *met;
};

static void tell_row(struct telling *t, const struct report_entry *entry)
{
    struct report_row row;

    report_row_of(&row, entry);
    t->report.n_exceeding += row.n_exceeded > 0;
    t->report.n_exceeded += row.n_exceeded;
    for (size_t k = 0; k < row.met.n && k < t->report.n_rules; k++)
        t->met[k] = t->met[k] || row.met.p[k] == '1';
}

static void tell(struct telling *t, struct report_run *run)
{
    struct str options = buf_str(&run->request->report.options);
    const char *budget = run->request->report.budget;

    t->entries = mem_alloc(run->files.n, sizeof *t->entries);
    t->rules = mem_alloc(run->budget.n, sizeof *t->rules);
    t->met = mem_alloc(run->budget.n, sizeof *t->met);
    t->report = (struct report){.entries = t->entries,
                                .n = run->files.n,
                                .rules = t->rules,
                                .n_rules = run->budget.n,
                                .rule_met = t->met,
                                .budget = budget ? cut_base_name(str_of(budget)) : STR(""),
                                .arguments = options};
    for (size_t i = 0; i < run->budget.n; i++) {
        t->rules[i] = budget_text(&run->budget, i);
        t->met[i] = run->budget.rules[i].kind == BUDGET_FORBID; /* is kept where none matches */
    }
    for (size_t i = 0; i < run->files.n; i++) {
        const struct report_file *file = &run->files.rows[i];
        struct report_part *part = &run->parts[i];
        struct report_entry *entry = &t->entries[i];
        const char *below = report_files_text(&run->files, file->below);
        *entry = (struct report_entry){part->state, str_of(below), STR(""), STR(""), STR("")};
        t->report.n_drawn += part->state == REPORT_DRAWN;
        t->report.n_failed += part->state == REPORT_FAILED;
        t->report.n_others += part->state == REPORT_NO_PROFILE;
        if (part->state == REPORT_DRAWN) {
            entry->picture = str_of(report_files_text(&run->files, file->picture));
            entry->record = buf_str(&part->answer);
            tell_row(t, entry);
        }
    }
}

static void name_messages(struct telling *t, struct report_run *run)
{
    for (size_t i = 0; i < run->files.n; i++) {
        struct report_part *part = &run->parts[i];
        if (part->state == REPORT_DRAWN)
            continue;
        call_as_in_report(&part->answer, report_files_text(&run->files, run->files.rows[i].path),
                          report_files_text(&run->files, run->files.rows[i].below));
        t->entries[i].message = buf_str(&part->answer);
    }
}

static void telling_free(struct telling *t, const struct report_run *run)
{
    mem_free(t->entries, run->files.n, sizeof *t->entries);
    mem_free(t->rules, run->budget.n, sizeof *t->rules);
    mem_free(t->met, run->budget.n, sizeof *t->met);
}

/* The page comes last: who waits for it finds all the others. */
static bool write_files(const struct report_run *run, const struct report *report, struct fault *f)
{
    static const struct {
        const char *name;
        void (*write)(struct sink *, const struct report *);
    } outputs[] = {
        {"junit.xml", report_junit},
        {"report.json", report_json},
        {"summary.md", report_markdown},
        {"index.html", report_page},
    };
    struct buf path = {0};
    bool ok = true;

    for (size_t i = 0; ok && i < sizeof outputs / sizeof outputs[0]; i++) {
        struct sink s;
        report_path(&path, run->folder, outputs[i].name);
        ok = sink_open_file(&s, path.p, f);
        if (ok) {
            outputs[i].write(&s, report);
            ok = sink_close(&s, f);
        }
    }
    buf_free(&path);
    return ok;
}

static void say_excesses(const struct report *report)
{
    struct report_row row;
    struct sink s;
    size_t said = 0;

    for (size_t i = 0; i < report->n && said < SAID_MOST; i++) {
        if (report->entries[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &report->entries[i]);
        for (size_t k = 0; k < row.n_excesses && said++ < SAID_MOST; k++) {
            sink_open_buf(&s);
            report_excess_text(&s, report, &row, &row.excesses[k]);
            say("%.*s: %.*s", (int)row.path.n, row.path.p, (int)s.buf.n, s.buf.p);
            sink_discard(&s);
        }
    }
    if (report->n_exceeded > SAID_MOST)
        say("%" PRIu64 " budgets are exceeded, of which these are the first", report->n_exceeded);
}

/* Says which rules are about nothing; false with a fault when that is not to be. */
static bool check_rules(const struct report_run *run, const struct report *report, struct fault *f)
{
    bool ok = true;

    for (size_t i = 0; i < report->n_rules && report->n_drawn; i++) {
        if (report->rule_met[i])
            continue;
        if (run->request->strict)
            ok =
                fault_set(f, FAULT_INPUT, "%s: no function matches \"%.*s\", wanted one",
                          run->request->report.budget, (int)report->rules[i].n, report->rules[i].p);
        else
            say("%s: no function matches \"%.*s\"", run->request->report.budget,
                (int)report->rules[i].n, report->rules[i].p);
    }
    return ok;
}

static void say_summary(const struct report_run *run, const struct report *report)
{
    size_t reused = 0;

    for (size_t i = 0; i < run->files.n; i++)
        reused += run->parts[i].reused;
    say("%zu profile%s: %zu drawn, %zu as in the last report, %zu not read; %zu other file%s",
        report->n_drawn + report->n_failed, plural(report->n_drawn + report->n_failed),
        report->n_drawn - reused, reused, report->n_failed, report->n_others,
        plural(report->n_others));
    if (report->n_rules)
        say("%zu rule%s of the budget: exceeded %" PRIu64 " time%s in %zu profile%s",
            report->n_rules, plural(report->n_rules), report->n_exceeded,
            plural(report->n_exceeded), report->n_exceeding, plural(report->n_exceeding));
}

/* The exit status: a budget goes before all else that was found. */
static bool conclude(const struct report_run *run, const struct report *report, struct fault *f)
{
    struct fault why = {0};
    bool rules = check_rules(run, report, &why);

    say_excesses(report);
    if (run->request->summary)
        say_summary(run, report);
    if (report->n_exceeded)
        return fault_set(f, FAULT_BUDGET, "%s", "");
    if (report->n_drawn == 0)
        return fault_set(f, FAULT_INPUT, "none of %zu file%s could be drawn, wanted one",
                         run->files.n, plural(run->files.n));
    if (run->request->strict && report->n_failed)
        return fault_set(f, FAULT_INPUT, "%zu of %zu profiles could not be read, wanted all",
                         report->n_failed, report->n_drawn + report->n_failed);
    if (run->request->strict && report->n_others)
        return fault_set(f, FAULT_INPUT, "%zu file%s in folders %s no profile%s, wanted none",
                         report->n_others, plural(report->n_others),
                         report->n_others == 1 ? "is" : "are", plural(report->n_others));
    if (!rules)
        *f = why;
    return rules;
}

/* A file system that cannot be asked has done what it can. */
static void make_durable(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return;
    syncfs(fd);
    close(fd);
}

static bool make(struct report_run *run, struct fault *f)
{
    struct telling t = {0};

    if (!prepare(run, f) || !report_workers_run(run, f))
        return false;
    fail_folders(run);
    tell(&t, run);
    say_failures(run, &t.report);
    name_messages(&t, run);
    make_durable(run->folder); /* before pages tell of them */
    bool ok =
        write_files(run, &t.report, f) && report_state_write(run, f) && conclude(run, &t.report, f);
    telling_free(&t, run);
    return ok;
}

bool run_report(struct request *request, struct fault *f)
{
    struct report_run run = {.request = request, .folder = request->output, .process = getpid()};
    bool ok = run_check(request, f) && make(&run, f);

    for (size_t i = 0; run.parts && i < run.files.n; i++)
        buf_free(&run.parts[i].answer);
    mem_free(run.parts, run.files.n, sizeof *run.parts);
    report_files_free(&run.files);
    budget_free(&run.budget);
    buf_free(&run.budget_bytes);
    buf_free(&run.last);
    return ok;
}
