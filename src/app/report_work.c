/* Processes that draw one profile after the other: what goes wrong with one does not touch the
 * others, and memory that was used once costs no page faults again. One is told the number of a
 * file and answers, as one text,
 *   "same", or "drawn DIGEST RECORD", or "failed MESSAGE", or "odd MESSAGE" for what is no profile.
 */
#include "app/report_work.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/confine.h"
#include "app/report_facts.h"
#include "app/run.h"
#include "base/fields.h"
#include "base/mem.h"
#include "input/beside.h"
#include "input/recognise.h"

enum { HASHED_AT_ONCE = 256 << 10, EXIT_MEMORY = 3, EXIT_ANSWER_LOST = 5 };

/* The first number of an answer. */
enum answer { ANSWER_SAME, ANSWER_DRAWN, ANSWER_FAILED, ANSWER_ODD };

void report_path(struct buf *to, const char *folder, const char *file)
{
    buf_clear(to);
    buf_add(to, str_of(folder));
    if (!str_ends(buf_str(to), STR("/")))
        buf_add_byte(to, '/');
    buf_add(to, str_of(file));
    buf_add_byte(to, '\0');
}

/* ---- in the process -------------------------------------------------------------------------- */

static void on_exhaustion(void)
{
    sink_remove_unfinished();
    _exit(EXIT_MEMORY);
}

/* A crash leaves no half file either. The default action was restored on entry. */
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

/* Reads a regular file whole into the digest; false for what is none, or cannot be read. */
static bool digest_file(struct digest *digest, const char *path)
{
    struct buf data = {0};
    struct stat status;
    bool ok = false;

    int fd = open(beside_data(path, &data) ? data.p : path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    buf_free(&data);
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
        char *bytes = mem_alloc(HASHED_AT_ONCE, 1);
        size_t n = 0;
        ssize_t got = 0;
        do {
            got = read(fd, bytes + n, HASHED_AT_ONCE - n);
            n += got > 0 ? (size_t)got : 0;
            if (got == 0 || n == HASHED_AT_ONCE) {
                digest_add(digest, (struct str){bytes, n});
                n = 0;
            }
        } while (got > 0 || (got < 0 && errno == EINTR));
        ok = got == 0;
        mem_free(bytes, HASHED_AT_ONCE, 1);
    }
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Whether the last report has the same picture, and it is still there. */
static bool is_same(const struct report_run *run, size_t file, const struct digest *digest)
{
    const struct report_part *part = &run->parts[file];
    const char *picture = report_files_text(&run->files, run->files.rows[file].picture);
    struct buf path = {0};
    struct stat status;

    if (run->request->report.force || !part->known || !digest_equal(digest, &part->known_digest) ||
        !str_equal(part->known_picture, str_of(picture)))
        return false;
    report_path(&path, run->folder, picture);
    bool is = lstat(path.p, &status) == 0 && S_ISREG(status.st_mode);
    buf_free(&path);
    return is;
}

/* Makes the folders of a picture. Nothing but folders is gone through: a link could lead out. */
static bool make_folders(const char *folder, struct str picture, struct fault *f)
{
    struct str rest = picture;
    struct str part;
    struct buf name = {0};
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *what = folder;

    while (at >= 0 && cut_part(&rest, '/', &part) && rest.p) {
        buf_clear(&name);
        buf_add(&name, part);
        buf_add_byte(&name, '\0');
        what = name.p;
        if (mkdirat(at, name.p, 0777) != 0 && errno != EEXIST)
            break;
        int below = openat(at, name.p, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(at);
        at = below;
        errno = error;
    }
    bool ok = at >= 0 && !rest.p;
    if (!ok)
        fault_set(f, FAULT_SYSTEM, "%s: is no folder to write to: %s", what, strerror(errno));
    if (at >= 0)
        close(at);
    buf_free(&name);
    return ok;
}

/* Whether no reader knows a file, or those that do know no stacks. */
static bool is_odd(const struct request *r, const char *path)
{
    const struct input_options options = {
        .limits = &r->limits, .strict = r->strict, .max_bad = r->max_bad};
    struct input_report report = {0};
    struct blocks blocks;
    struct source source;
    struct fault f = {0};
    struct str prefix;
    bool odd = false;

    if (r->from || !source_open(&source, path, &r->limits, &f))
        return false;
    blocks_init(&blocks, &source);
    if (blocks_prefix(&blocks, &prefix, &f))
        odd = input_is_svg(prefix) || !input_recognise(path, prefix, &options, &report, &f) ||
              report.format->stackless;
    blocks_free(&blocks);
    source_close(&source);
    return odd;
}

static bool draw(const struct report_run *run, const char *path, const char *picture,
                 struct report_facts *facts, struct fault *f)
{
    struct request r = *run->request;
    struct buf output = {0};

    report_path(&output, run->folder, picture);
    r.inputs = (struct request_list){.items = &path, .n = 1, .room = 1};
    r.output = output.p;
    r.to = output_find(STR("svg"), f);
    r.threads = 1;
    r.quiet = true;
    r.summary = r.progress = false;
    bool ok = r.to && make_folders(run->folder, str_of(picture), f) && run_draw(&r, facts, f);
    buf_free(&output);
    return ok;
}

static void answer(struct report_run const *run, size_t file, struct sink *s)
{
    const struct report_file *row = &run->files.rows[file];
    const char *path = report_files_text(&run->files, row->path);
    struct report_facts facts = {.budget = &run->budget};
    struct digest digest = run->options;
    struct fault f = {0};
    bool digested = digest_file(&digest, path);

    if (digested && is_same(run, file, &digest)) {
        fields_put_number(s, ANSWER_SAME);
        return;
    }
    sink_open_buf(&facts.record);
    if (draw(run, path, report_files_text(&run->files, row->picture), &facts, &f)) {
        fields_put_number(s, ANSWER_DRAWN);
        fields_put_number(s, digested ? digest.half[0] : 0);
        fields_put_number(s, digested ? digest.half[1] : 0);
        sink_str(s, buf_str(&facts.record.buf));
    } else {
        bool odd = row->found && f.kind == FAULT_INPUT && is_odd(run->request, path);
        fields_put_number(s, odd ? ANSWER_ODD : ANSWER_FAILED);
        sink_text(s, f.text);
    }
    sink_discard(&facts.record);
}

static void write_all(int fd, struct str text)
{
    while (text.n) {
        ssize_t n = write(fd, text.p, text.n);
        if (n < 0 && errno != EINTR)
            _exit(EXIT_ANSWER_LOST);
        text = str_from_to(text, n > 0 ? (size_t)n : 0, text.n);
    }
}

NO_RETURN void report_work(const struct report_run *run, int tasks, int answers)
{
    size_t file;
    ssize_t n;

    become_worker(run->process);
    while ((n = read(tasks, &file, sizeof file)) != 0) {
        struct sink text;
        struct sink framed;
        if (n != (ssize_t)sizeof file)
            _exit(EXIT_ANSWER_LOST); /* it is written at once, and so read */
        confine(&run->request->limits);
        sink_open_buf(&text);
        sink_open_buf(&framed);
        answer(run, file, &text);
        fields_put_text(&framed, buf_str(&text.buf));
        write_all(answers, buf_str(&framed.buf));
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

void report_lost(struct report_run *run, size_t file, int status)
{
    const char *path = report_files_text(&run->files, run->files.rows[file].path);
    const struct limits *limits = &run->request->limits;
    struct fault f = {0};

    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU && limits->time)
        limits_reached(&f, path, "time", limits->time);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MEMORY && limits->memory)
        limits_reached(&f, path, "memory", limits->memory);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MEMORY)
        fault_set(&f, FAULT_SYSTEM, "%s: out of memory", path);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        fault_set(&f, FAULT_SYSTEM, "%s: the process that drew it was killed", path);
    else
        fault_set(&f, FAULT_SYSTEM, "%s: a fault of this program (%s %d); please report it", path,
                  WIFSIGNALED(status) ? "signal" : "status",
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    fail(&run->parts[file], f.text);
}

static bool take_record(struct report_part *part, struct str rest)
{
    struct report_row row;

    if (!fields_get_number(&rest, &part->digest.half[0]) ||
        !fields_get_number(&rest, &part->digest.half[1]) || !report_row_read(&row, rest))
        return false;
    buf_add(&part->answer, rest);
    part->state = REPORT_DRAWN;
    return true;
}

void report_take(struct report_run *run, size_t file, struct str text)
{
    struct report_part *part = &run->parts[file];
    struct str rest = text;
    struct buf message = {0};
    size_t kind;

    if (!fields_get_count(&rest, ANSWER_ODD, &kind)) {
        report_lost(run, file, 0);
    } else if (kind == ANSWER_SAME) {
        part->reused = true;
        part->digest = part->known_digest;
        buf_add(&part->answer, part->known_row);
        part->state = REPORT_DRAWN;
    } else if (kind == ANSWER_DRAWN) {
        if (!take_record(part, rest))
            report_lost(run, file, 0);
    } else {
        buf_add(&message, rest);
        buf_add_byte(&message, '\0');
        fail(part, message.p);
        if (kind == ANSWER_ODD)
            part->state = REPORT_NO_PROFILE;
    }
    buf_free(&message);
}
