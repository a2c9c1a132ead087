/* Worker processes, each of which draws one profile after another. A crash in one does not affect
 * the others, and memory is reused without new page faults. A worker reads the number of a part and
 * answers with one text:
 *   "same", "drawn DIGEST RECORD", "failed MESSAGE", or "odd MESSAGE" if the file is no profile,
 *   nor meant to be one.
 */
#include "app/report/work.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/common/resource_limits.h"
#include "app/common/shell_quote.h"
#include "app/draw/outputs.h"
#include "app/report/digest.h"
#include "app/report/facts.h"
#include "base/fields.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/transfer.h"
#include "input/folded.h"
#include "input/input.h"
#include "input/recognise/recognise.h"
#include "render/output.h"

enum { EXIT_MEMORY = 3, EXIT_ANSWER_LOST = 5, EXIT_MEMORY_LIMIT };

/* The first number of an answer. */
enum answer { ANSWER_SAME, ANSWER_DRAWN, ANSWER_FAILED, ANSWER_ODD };

size_t report_path(struct buf *to, const char *folder, const char *file)
{
    buf_clear(to);
    buf_add(to, str_of(folder));
    if (!str_ends(buf_str(to), STR("/")))
        buf_add_byte(to, '/');
    size_t n = to->n;
    buf_add(to, str_of(file));
    buf_add_byte(to, '\0');
    return n;
}

/* ---- in the worker --------------------------------------------------------------------------- */

static void on_exhaustion(void)
{
    sink_remove_unfinished();
    _exit(resource_limits_reached_memory() ? EXIT_MEMORY_LIMIT : EXIT_MEMORY);
}

/* Removes the unfinished file, then crashes: the default action was restored on entry. */
static void on_crash(int signal_number)
{
    sink_remove_unfinished(); /* NOLINT(bugprone-signal-handler): made for it */
    raise(signal_number);
}

static void become_worker(pid_t parent)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action = {.sa_handler = on_crash};

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(EXIT_ANSWER_LOST);
    action.sa_flags = (int)SA_RESETHAND;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    mem_on_exhaustion(on_exhaustion);
}

/* Whether the last report has the same picture, and the file still exists. */
static bool is_same(const struct report_run *run, const struct report_part *part,
                    const struct digest *digest)
{
    struct stat status;

    if (run->request->force || !part->known || !digest_equal(digest, &part->known_digest) ||
        !str_equal(part->known_picture, str_of(part->picture)))
        return false;
    int folder = folder_that_holds(run->at, str_of(part->picture), false);
    if (folder < 0)
        return false;
    bool is = fstatat(folder, path_base_name(str_of(part->picture)).p, &status,
                      AT_SYMLINK_NOFOLLOW) == 0 &&
              S_ISREG(status.st_mode);
    close(folder);
    return is;
}

/* What a file is that could not be drawn. */
enum file_kind {
    FILE_PROFILE, /* it may be one, or cannot be looked at */
    FILE_OTHER,   /* a text that no reader recognises, or only one without stacks */
    FILE_LOST,    /* the same of no text, or of nothing */
};

static bool is_profile(const char *path, struct str prefix, const struct input_report *report)
{
    const struct input_format *format = report->format;

    return !input_is_svg(prefix) && (!format->stackless || format->counts) &&
           (format != &input_folded || folded_is_called_so(str_of(path)) ||
            folded_has_stacks(prefix));
}

static enum file_kind kind_of(const struct report_run *run, const char *path)
{
    const struct ask *ask = &run->flame->input.read->ask;
    struct input_report report = {0};
    enum file_kind kind = FILE_LOST;
    struct blocks blocks;
    struct source source;
    struct fault f = {0};
    struct str prefix;

    if (ask->format || !source_open(&source, path, &ask->limits, &f))
        return FILE_PROFILE;
    blocks_init(&blocks, &source);
    if (!blocks_prefix(&blocks, &prefix, &f) ||
        (input_find_format(&source, &blocks, ask, &prefix, &report, &f) &&
         is_profile(path, prefix, &report)))
        kind = FILE_PROFILE;
    else if (prefix.n && !memchr(prefix.p, '\0', prefix.n))
        kind = FILE_OTHER;
    blocks_free(&blocks);
    source_close(&source);
    return kind;
}

static enum file_kind kind_at(const struct report_run *run, const struct report_files *files,
                              size_t at)
{
    return kind_of(run, report_files_text(files, files->rows[at].path));
}

/* Whether one of the files is a profile. */
static bool any_profile(const struct report_run *run, const struct report_files *files,
                        const size_t *which, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kind_at(run, files, which[i]) == FILE_PROFILE)
            return true;
    return false;
}

static bool all_are_lost(const struct report_run *run, const struct report_files *files,
                         const size_t *which, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kind_at(run, files, which[i]) != FILE_LOST)
            return false;
    return true;
}

/* Whether the numbered runs of a name may be what a profiler leaves that failed. What was printed
 * in each run has another name. */
static bool may_be_lost(const struct report_part *part)
{
    static const struct str printed[] = {{".log", 4}, {".txt", 4}, {".err", 4}};
    struct str below = str_of(part->below);
    struct str name = report_run_name(below);

    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++)
        if (str_ends(name, printed[i]))
            return false;
    return name.n < below.n;
}

/* Whether a file that is no profile was meant to be one: by its name, or because runs of that name
 * before are profiles, or all runs of both sides are lost. The first of the runs asks for all of
 * them; report.c compares it with the others. */
static bool was_meant(const struct report_run *run, const struct report_part *part)
{
    const struct report_pair *runs = part->runs;

    if (folded_is_called_so(str_of(part->path)))
        return true;
    if (!runs || run->pairs.after[runs->after] != (size_t)(part - run->parts))
        return false;
    const size_t *before = run->pairs.before + runs->before;
    return any_profile(run, &run->before, before, runs->n_before) ||
           (may_be_lost(part) && all_are_lost(run, &run->before, before, runs->n_before) &&
            all_are_lost(run, &run->files, run->pairs.after + runs->after, runs->n_after));
}

/* The profiles of a part. */
struct sides {
    const char **before, **after;           /* owned lists */
    const char **told_before, **told_after; /* the same as shown in the report */
    size_t n_before, n_after;
};

const char *report_path_shown(const char *path, const char *below, bool compared)
{
    size_t n = strlen(path);
    size_t at = n - strlen(below);

    if (path[0] != '/')
        return path;
    if (!compared || at < 1 || at > n)
        return below;
    for (at--; at > 0 && path[at - 1] != '/';)
        at--;
    return path + at;
}

static void list_side(const char **paths, const char **shown, const struct report_files *files,
                      const size_t *which, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct report_file *row = &files->rows[which[i]];
        paths[i] = report_files_text(files, row->path);
        shown[i] = report_path_shown(paths[i], report_files_text(files, row->below), true);
    }
}

static void list_sides(struct sides *sides, const struct report_run *run,
                       const struct report_part *part)
{
    const struct report_pair *pair = part->pair;

    *sides = (struct sides){.n_after = pair ? pair->n_after : 1};
    sides->n_before = pair ? pair->n_before : 0;
    sides->before = mem_alloc(sides->n_before, sizeof *sides->before);
    sides->after = mem_alloc(sides->n_after, sizeof *sides->after);
    sides->told_before = mem_alloc(sides->n_before, sizeof *sides->told_before);
    sides->told_after = mem_alloc(sides->n_after, sizeof *sides->told_after);
    if (!pair) {
        sides->after[0] = part->path;
        sides->told_after[0] = report_path_shown(part->path, part->below, false);
        return;
    }
    list_side(sides->before, sides->told_before, &run->before, run->pairs.before + pair->before,
              pair->n_before);
    list_side(sides->after, sides->told_after, &run->files, run->pairs.after + pair->after,
              pair->n_after);
}

static void free_sides(struct sides *sides)
{
    mem_free(sides->before, sides->n_before, sizeof *sides->before);
    mem_free(sides->after, sides->n_after, sizeof *sides->after);
    mem_free(sides->told_before, sides->n_before, sizeof *sides->told_before);
    mem_free(sides->told_after, sides->n_after, sizeof *sides->told_after);
}

/* Returns the number of a run; UINT64_MAX if it has none or it has leading zeros. *stem: the length
 * of the path before the number. */
static uint64_t run_of(const char *path, size_t *stem)
{
    struct str text = str_of(path);
    struct str digits;
    uint64_t n = 0;

    *stem = report_run_name(text).n;
    *stem += *stem < text.n;
    digits = str_from_to(text, *stem, text.n);
    bool is = digits.n && (digits.p[0] != '0' || digits.n == 1) && parse_u64(digits, &n);
    return is ? n : UINT64_MAX;
}

/* Returns how many runs from the first have consecutive numbers. */
static size_t count_row(const char *const *paths, size_t n)
{
    size_t stem;
    uint64_t first = run_of(paths[0], &stem);
    size_t same;
    size_t row = 1;

    while (first < UINT64_MAX - n && row < n && run_of(paths[row], &same) == first + row &&
           same == stem && memcmp(paths[row], paths[0], stem) == 0)
        row++;
    return row;
}

/* Adds " --before=old/x.{1..5}", words of a command line with braces, which bash, zsh and others
 * expand. */
static void add_runs(struct buf *words, struct str option, const char *const *paths, size_t n)
{
    for (size_t i = 0, row; i < n; i += row) {
        struct str path = str_of(paths[i]);
        size_t stem = path.n;
        row = count_row(paths + i, n - i);
        if (row > 1)
            (void)run_of(paths[i], &stem);
        buf_add_byte(words, ' ');
        buf_add(words, option.n == 0 && str_starts(path, STR("-")) ? STR("./") : option);
        shell_quote(words, str_from_to(path, 0, stem));
        if (row == 1)
            continue;
        struct str last = str_of(paths[i + row - 1]);
        buf_add_byte(words, '{');
        buf_add(words, str_from_to(path, stem, path.n));
        buf_add(words, STR(".."));
        buf_add(words, str_from_to(last, stem, last.n));
        buf_add_byte(words, '}');
    }
}

void report_words(struct buf *to, const struct report_run *run, const struct report_part *part)
{
    struct sides sides;

    list_sides(&sides, run, part);
    add_runs(to, STR("--before="), sides.told_before, sides.n_before);
    add_runs(to, STR(""), sides.told_after, sides.n_after);
    free_sides(&sides);
}

static void take_facts(void *facts, struct picture *picture, bool reversed, const struct inputs *in)
{
    report_facts_take(facts, picture, reversed, in);
}

/* Draws as requested, but from these profiles, in one thread and without messages. */
static bool draw(const struct report_run *run, const struct report_part *part,
                 const struct sides *profiles, struct report_facts *facts, struct fault *f)
{
    struct drawn_listener listener = {.drawn = take_facts, .context = facts};
    const struct request_list paths = {profiles->after, profiles->n_after, profiles->n_after};
    const struct message_request messages = {.quiet = true};
    struct flame_request flame = *run->flame;
    struct read_request read = *flame.input.read;
    struct selection_request selection = *flame.input.selection;
    struct side_request sides = {.layout = LAYOUT_UNION};
    struct output_request output = *flame.output;
    struct buf path = {0};

    listener.folder = report_path(&path, run->folder, part->picture);
    listener.in = &run->at;
    read.ask.threads = 1;
    read.ask.or_counts = true;
    selection.join_events = paths.n > 1;
    if (part->pair) {
        sides = *flame.sides;
        sides.before =
            (struct request_list){profiles->before, profiles->n_before, profiles->n_before};
    }
    output.path = path.p;
    flame.input = (struct input_request){&paths, &read, &selection, &messages};
    flame.sides = &sides;
    flame.output = &output;
    bool ok = draw_flamegraph(&flame, &listener, f);
    buf_free(&path);
    return ok;
}

/* Adds all that the picture depends on. False if a profile cannot be read. */
static bool digest_part(struct digest *digest, const struct sides *sides, struct str words)
{
    bool ok = true;

    digest_add(digest, words);
    for (size_t i = 0; ok && i < sides->n_before; i++)
        ok = report_digest_profile(digest, sides->before[i]);
    digest_add(digest, STR("after"));
    for (size_t i = 0; ok && i < sides->n_after; i++)
        ok = report_digest_profile(digest, sides->after[i]);
    return ok;
}

/* Writes a fault's text: adds the profile's name if the text begins with an option, and removes
 * "--before: ", since users named no single files there. */
static void tell_fault(struct sink *s, const struct report_part *part, struct str text)
{
    static const struct str of_runs = {"--before: ", 10};

    if (str_starts(text, STR("--"))) {
        sink_text(s, part->below);
        sink_text(s, ": ");
    }
    sink_str(s, str_from_to(text, str_starts(text, of_runs) ? of_runs.n : 0, text.n));
}

/* Whether what one side lacks are profiles on the other, and not other files. */
static void answer_lack(const struct report_run *run, const struct report_lack *lack,
                        struct sink *s)
{
    const struct report_files *files = lack->before ? &run->files : &run->before;
    bool real = any_profile(run, files, lack->files ? lack->files : &lack->file, lack->n);

    fields_put_number(s, real ? ANSWER_FAILED : ANSWER_ODD);
    sink_text(s, run->pairs.text.p + lack->message);
}

static void answer(const struct report_run *run, const struct report_part *part, struct sink *s)
{
    struct report_facts facts = {.budget = &run->budget};
    struct digest digest = run->options;
    struct fault f = {0};
    struct sides sides;

    list_sides(&sides, run, part);
    facts.before = (struct request_list){sides.before, sides.n_before, sides.n_before};
    facts.told[SIDE_BEFORE] = sides.told_before;
    facts.told[SIDE_AFTER] = sides.told_after;
    sink_open_buf(&facts.record);
    bool digested = digest_part(&digest, &sides, buf_str(&part->words));
    if (digested && is_same(run, part, &digest)) {
        fields_put_number(s, ANSWER_SAME);
    } else if (draw(run, part, &sides, &facts, &f)) {
        fields_put_number(s, ANSWER_DRAWN);
        fields_put_number(s, digested ? digest.half[0] : 0);
        fields_put_number(s, digested ? digest.half[1] : 0);
        sink_str(s, buf_str(&facts.record.buf));
    } else {
        bool odd = !part->pair && part->found && f.kind == FAULT_INPUT &&
                   kind_of(run, part->path) != FILE_PROFILE && !was_meant(run, part);
        fields_put_number(s, odd ? ANSWER_ODD : ANSWER_FAILED);
        tell_fault(s, part, str_of(f.text));
    }
    sink_discard(&facts.record);
    free_sides(&sides);
}

/* Reads the number of the next part; false at the end. */
static bool next_part(int tasks, size_t *part)
{
    size_t done = 0;

    while (done < sizeof *part) {
        ssize_t n = read(tasks, (char *)part + done, sizeof *part - done);
        if (n == 0 && done == 0)
            return false;
        if (n == 0 || (n < 0 && errno != EINTR))
            _exit(EXIT_ANSWER_LOST);
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

NO_RETURN void report_work(const struct report_run *run, int tasks, int answers)
{
    size_t part;

    become_worker(run->process);
    while (next_part(tasks, &part)) {
        struct sink text;
        struct sink framed;
        resource_limits_apply(&run->flame->input.read->ask.limits);
        sink_open_buf(&text);
        sink_open_buf(&framed);
        if (run->parts[part].lack)
            answer_lack(run, run->parts[part].lack, &text);
        else
            answer(run, &run->parts[part], &text);
        fields_put_text(&framed, buf_str(&text.buf));
        if (!transfer_write(answers, buf_str(&framed.buf)))
            _exit(EXIT_ANSWER_LOST);
        sink_discard(&text);
        sink_discard(&framed);
    }
    _exit(0);
}

/* ---- in the parent --------------------------------------------------------------------------- */

static void fail(struct report_part *part, const char *message)
{
    part->state = REPORT_FAILED;
    buf_clear(&part->answer);
    buf_add(&part->answer, str_of(message));
}

void report_lost(struct report_run *run, size_t at, int status)
{
    const char *path = run->parts[at].path;
    const struct limits *limits = &run->flame->input.read->ask.limits;
    struct fault f = {0};

    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU && limits->time)
        limits_reached(&f, path, "time", limits->time);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MEMORY_LIMIT && limits->memory)
        limits_reached(&f, path, "memory", limits->memory);
    else if (WIFEXITED(status) &&
             (WEXITSTATUS(status) == EXIT_MEMORY || WEXITSTATUS(status) == EXIT_MEMORY_LIMIT))
        fault_set(&f, FAULT_SYSTEM, "%s: out of memory", path);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        fault_set(&f, FAULT_SYSTEM, "%s: the process that drew it was killed", path);
    else
        fault_set(&f, FAULT_SYSTEM, "%s: a fault of this program (%s %d); please report it", path,
                  WIFSIGNALED(status) ? "signal" : "status",
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    fail(&run->parts[at], f.text);
}

static bool take_record(const struct report_run *run, struct report_part *part, struct str rest)
{
    struct report_frame frame = {run->budget.n, part->pair};
    struct report_row row;

    if (!fields_get_number(&rest, &part->digest.half[0]) ||
        !fields_get_number(&rest, &part->digest.half[1]) || !report_row_read(&row, rest, &frame))
        return false;
    buf_add(&part->answer, rest);
    part->state = REPORT_DRAWN;
    return true;
}

void report_take(struct report_run *run, size_t at, struct str text)
{
    struct report_part *part = &run->parts[at];
    struct str rest = text;
    struct buf message = {0};
    size_t kind;

    if (!fields_get_count(&rest, ANSWER_ODD, &kind)) {
        report_lost(run, at, 0);
    } else if (kind == ANSWER_SAME) {
        part->reused = true;
        part->digest = part->known_digest;
        buf_add(&part->answer, part->known_row);
        part->state = REPORT_DRAWN;
    } else if (kind == ANSWER_DRAWN) {
        if (!take_record(run, part, rest))
            report_lost(run, at, 0);
    } else {
        buf_add(&message, rest);
        buf_add_byte(&message, '\0');
        fail(part, message.p);
        if (kind == ANSWER_ODD)
            part->state = REPORT_NO_PROFILE;
    }
    buf_free(&message);
}
