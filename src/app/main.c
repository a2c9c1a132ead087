/* The main function of flame, which draws flame graphs, and callgraph, which draws call graphs. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/callgraph/draw_graph.h"
#include "app/command_line.h"
#include "app/common/message.h"
#include "app/common/resource_limits.h"
#include "app/draw/outputs.h"
#include "app/help/help.h"
#include "app/options/record_outputs.h"
#include "app/options/resolve.h"
#include "app/options/resolve_outputs.h"
#include "app/record/drawing.h"
#include "app/record/named.h"
#include "app/record/nothing.h"
#include "app/record/old_picture.h"
#include "app/record/run_trapped.h"
#include "app/record/users.h"
#include "app/report/report.h"
#include "app/trial/run_trial.h"
#include "base/mem.h"
#include "record/proc.h"
#include "render/common/csp.h"

enum { INTERNAL_FAULT = 4 };

/* Opens standard descriptors that were closed at start, so that no input or output gets their
 * numbers. They are opened in the wrong direction, so that use of them fails visibly. */
static void open_standard(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : fd == 1 ? O_RDONLY : O_RDWR);
}

/* Appends a text at `at`, where stdio must not be called; returns the new end. */
static char *append(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    return at;
}

static char *append_u64(char *at, uint64_t n)
{
    char digits[20];
    size_t from = sizeof digits;

    do {
        digits[--from] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    memcpy(at, digits + from, sizeof digits - from);
    return at + sizeof digits - from;
}

/* Writes the program's name and a last message. Async-signal-safe. */
static void print_end(const char *words)
{
    char text[200];
    const char *name = program_name(); /* NOLINT(bugprone-signal-handler): made for it */
    const char *end = append(append(text, name), words);
    ssize_t ignored = write(2, text, (size_t)(end - text));

    (void)ignored;
}

/* Prints that a resource limit set by --limit was reached, in the words of base/limits.h. */
static void print_limit(int resource, const char *name)
{
    struct rlimit limit;
    char words[150];

    if (getrlimit(resource, &limit) != 0) /* NOLINT(bugprone-signal-handler): a bare system call */
        return;
    /* Linux raises the soft limit of processor time by a second with each signal. */
    limit.rlim_cur -= resource == RLIMIT_CPU;
    char *at = append(append(append(words, ": limit \""), name), "\" (");
    at = append(append_u64(at, limit.rlim_cur), ") reached; raise it with --limit ");
    at = append(append_u64(append(append(at, name), "="), limit.rlim_cur * 2), "\n");
    *at = '\0';
    print_end(words);
}

/* If two threads fail, the lock lets one print; the other waits until the program ends. */
static void on_exhaustion(void)
{
    flockfile(stderr);
    sink_remove_unfinished();
    print_end(": out of memory\n");
    _exit(FAULT_SYSTEM);
}

static void on_memory_limit(void)
{
    if (!resource_limits_reached_memory())
        on_exhaustion();
    flockfile(stderr); /* as in on_exhaustion */
    sink_remove_unfinished();
    print_limit(RLIMIT_DATA, "memory");
    _exit(FAULT_INPUT);
}

/* The default action was restored on entry: raising ends the program as the signal would have. */
static void on_signal(int signal_number)
{
    sink_remove_unfinished(); /* NOLINT(bugprone-signal-handler): made for it */
    if (signal_number == SIGABRT) {
        print_end(": a fault of this program; please report it\n");
        _exit(INTERNAL_FAULT);
    }
    raise(signal_number);
}

static void on_time_limit(int signal_number)
{
    (void)signal_number;
    sink_remove_unfinished(); /* NOLINT(bugprone-signal-handler): made for it */
    print_limit(RLIMIT_CPU, "time");
    _exit(FAULT_INPUT);
}

static void on_file_limit(int signal_number)
{
    (void)signal_number;
}

/* What is ignored stays so. Nothing else may become so: programs that we start would ignore it as
 * well, while what is caught has its default action in them. */
static void catch_signal(int signal_number, const struct sigaction *action)
{
    struct sigaction before;

    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(signal_number, action, NULL);
}

static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGABRT};
    struct sigaction action = {.sa_handler = on_signal};
    /* A write beyond the limit then fails, and is reported as such. */
    const struct sigaction file_limit = {.sa_handler = on_file_limit, .sa_flags = SA_RESTART};

    catch_signal(SIGXFSZ, &file_limit);
    action.sa_flags = (int)SA_RESETHAND;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        catch_signal(signals[i], &action);
}

static bool print(const struct request *request, struct fault *f)
{
    struct sink sink;

    sink_open_stdout(&sink);
    switch (request->task) {
    case TASK_HELP:
        help_print(&sink, request->program, request->help_topic);
        break;
    case TASK_VERSION:
        sink_text(&sink, request->program == PROGRAM_CALLGRAPH ? "callgraph " : "flame ");
        sink_text(&sink, FLAME_VERSION "\n");
        break;
    case TASK_THEMES:
        help_print_themes(&sink, request->program);
        break;
    case TASK_FORMATS:
        help_print_formats(&sink, request->program);
        break;
    case TASK_CSP:
        csp_print(&sink);
        break;
    case TASK_DRAW:
        break;
    }
    return sink_close(&sink, f);
}

static void apply_limits(const struct limits *limits)
{
    if (limits->memory)
        mem_on_exhaustion(on_memory_limit);
    if (limits->time)
        signal(SIGXCPU, on_time_limit);
    resource_limits_apply(limits);
}

/* Draws several outputs of one reading. */
static bool draw_each(const struct request *request, struct fault *f)
{
    const size_t n = request->outputs.n;
    struct request *each = mem_alloc(n, sizeof *each);
    struct flame_request *views = mem_alloc(n, sizeof *views);
    bool ok = request_outputs_resolve(request, each, f);

    for (size_t i = 0; ok && i < n; i++) {
        resource_limits_derive(&each[i].read.limits);
        views[i] = request_flame(&each[i]);
    }
    if (ok) {
        apply_limits(&each[0].read.limits);
        ok = draw_outputs(views, n, f);
    }
    mem_free(each, n, sizeof *each);
    mem_free(views, n, sizeof *views);
    return ok;
}

static bool draw(struct request *request, struct fault *f)
{
    bool graph = request->program == PROGRAM_CALLGRAPH;

    if (request->outputs.n > 1)
        return draw_each(request, f);
    if (!request_resolve(request, f))
        return false;
    resource_limits_derive(&request->read.limits);
    const struct flame_request flame_graph = request_flame(request);
    const struct callgraph_request call_graph = request_callgraph(request);
    if (request->report.on)
        return run_report(&flame_graph, &request->report, f);
    apply_limits(&request->read.limits);
    return graph ? draw_callgraph(&call_graph, f) : draw_flamegraph(&flame_graph, NULL, f);
}

/* Makes the request of `flame -o OUTPUT... -- RECORDING`, which borrows the texts. */
static bool request_pictures(struct request *request, const char *recording, bool quiet,
                             const struct request_list *outputs, struct fault *f)
{
    struct request_list words = {0};

    request_list_add(&words, "flame");
    request_list_add(&words, quiet ? "--quiet" : "--from=perf-data");
    for (size_t i = 0; i < outputs->n; i++) {
        request_list_add(&words, "-o");
        request_list_add(&words, outputs->items[i]);
    }
    request_list_add(&words, "--");
    request_list_add(&words, recording);
    char **arguments = mem_alloc(words.n + 1, sizeof *arguments); /* up to a NULL */
    memcpy(arguments, words.items, words.n * sizeof *arguments);  /* they are not changed */
    bool ok = request_parse(request, (int)words.n, arguments, f);

    mem_free(arguments, words.n + 1, sizeof *arguments);
    request_list_free(&words);
    return ok;
}

/* The pictures that were asked for, or else profile.svg, and the heavy paths on a terminal. */
static struct request_list pictures_of(const struct record_request *r)
{
    struct request_list pictures = {0};

    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            request_list_add(&pictures, r->outputs.items[i]);
    if (r->outputs.n)
        return pictures;
    request_list_add(&pictures, "profile.svg");
    if (!r->quiet && isatty(1) == 1)
        request_list_add(&pictures, "-");
    return pictures;
}

/* Finds out before the recording whether its outputs can be written. */
static bool check_pictures(const struct record_request *r, struct fault *f)
{
    if (!record_check_outputs(&r->outputs, f))
        return false;
    struct request_list pictures = pictures_of(r);
    struct request *each = mem_alloc(pictures.n, sizeof *each);
    struct request request = {0};
    bool ok = pictures.n == 0 || (request_pictures(&request, "perf.data", true, &pictures, f) &&
                                  (pictures.n > 1 ? request_outputs_resolve(&request, each, f)
                                                  : request_resolve(&request, f)));

    request_free(&request);
    mem_free(each, pictures.n, sizeof *each);
    request_list_free(&pictures);
    return ok;
}

static bool draw_recorded(const struct record_request *r, const struct recorded *recorded,
                          struct fault *f)
{
    struct request_list pictures = pictures_of(r);
    struct request request = {0};
    bool ok =
        pictures.n == 0 || request_pictures(&request, recorded->recording, r->quiet, &pictures, f);

    request.read.is_passing = recorded->temporary.n != 0;
    request.read.opened = &recorded->outcome.file;
    request.read.called = recorded->called;
    request.read.wall = r->wall && !recorded->outcome.no_switches;
    request.read.off_cpu = r->off_cpu;
    const struct record_drawing drawing = {draw, &request, &pictures, recorded, r->reader};
    ok = ok && (pictures.n == 0 || record_draw(&drawing, f));
    if (ok && !r->outputs.n && !r->quiet)
        message_print("%s, %s", recorded->recording, pictures.items[0]);
    request_free(&request);
    request_list_free(&pictures);
    return ok;
}

static bool is_drawn(const struct record_request *r)
{
    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            return true;
    return r->outputs.n == 0;
}

static void tell_kept(struct recorded *recorded)
{
    struct fault why = {0};

    if (recorded_keep(recorded, &why))
        message_print("the recording is kept: %s", recorded->recording);
    else
        message_print("the recording is not kept: %s", why.text);
}

static bool draw_what_there_is(const struct record_request *r, struct recorded *recorded,
                               struct fault *f)
{
    const bool empty = record_is_empty(r, &recorded->outcome);

    record_give_open_to_user(recorded->outcome.file);
    if (!empty && !draw_recorded(r, recorded, f)) {
        tell_kept(recorded);
        return false;
    }
    return !empty || !is_drawn(r) || record_fault_of_nothing(r, recorded, f);
}

static bool record_and_draw(const struct record_request *r, struct recorded *recorded,
                            struct fault *f)
{
    if (!run_record(r, recorded, f))
        return false;
    if (r->watch && recorded->outcome.watched != WATCH_SPRUNG)
        return true;
    const bool kept = r->outputs.n == 0 && old_picture_keep("profile.svg");
    const bool ok = draw_what_there_is(r, recorded, f);
    if (kept && !ok)
        old_picture_restore("profile.svg");
    return ok;
}

static bool record_once_and_draw(const struct record_request *r, int *status, struct fault *f)
{
    struct recorded *recorded = mem_alloc(1, sizeof *recorded);
    const bool ok = record_and_draw(r, recorded, f);

    *status = recorded->outcome.status;
    recorded_free(recorded);
    mem_free(recorded, 1, sizeof *recorded);
    return ok;
}

/* The exit status is that of the recorded command, unless we fail ourselves. */
static bool record_as_asked(const struct record_request *r, int *status, struct fault *f)
{
    if (r->before)
        return run_trial(r, status, f);
    if (!check_pictures(r, f))
        return false;
    if (trap_request_is_set(&r->trap))
        return run_trapped(r, record_and_draw, status, f);
    return record_once_and_draw(r, status, f);
}

static bool record_as_users(struct record_request *r, int *status, struct fault *f)
{
    struct record_users *users = mem_alloc(1, sizeof *users);
    bool ok = record_users_find(r, users, f) && record_as_asked(r, status, f);

    mem_free(users, 1, sizeof *users);
    return ok;
}

/* Without /proc a command is recorded all the same, as the kernel tells what it maps. */
static bool record_what_is_asked(struct record_request *r, int *status, struct fault *f)
{
    if (!proc_check(f)) {
        if (!r->command[0] || r->all || record_request_has_pids(r) || record_request_has_tids(r))
            return false;
        message_print("%s", f->text);
        *f = (struct fault){0};
    }
    return record_find_named(r, f) && record_as_users(r, status, f);
}

static bool carry_out(struct request *request, int *status, struct fault *f)
{
    if (request->task == TASK_HELP && !help_knows(request->help_topic, f))
        return false;
    if (request->task != TASK_DRAW)
        return print(request, f);
    if (request->record.on)
        return record_what_is_asked(&request->record, status, f);
    if (request->inputs.n == 0 && isatty(0) == 1)
        return fault_set(f, FAULT_USAGE,
                         "no PROFILE given and standard input is a terminal, wanted a file: %s",
                         request->program == PROGRAM_CALLGRAPH
                             ? "callgraph profile.folded -o profile.svg (callgraph --help)"
                             : "flame profile.folded -o profile.svg (flame --help)");
    return draw(request, f);
}

int main(int argc, char **argv)
{
    struct fault fault = {0};

    open_standard();
    catch_signals();
    mem_on_exhaustion(on_exhaustion);
    int status = 0;
    struct request *request = mem_alloc(1, sizeof *request);
    *request = (struct request){0};
    bool ok = request_parse(request, argc, argv, &fault) && carry_out(request, &status, &fault);
    if (!ok)
        message_print_fault(&fault);
    request_free(request);
    mem_free(request, 1, sizeof *request);
    return fault.kind && !status ? (int)fault.kind : status;
}
