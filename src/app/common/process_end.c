/* "flame: out of memory": how a signal, the end of memory, or a limit of resources ends the
 * program. */
#include "app/common/process_end.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/common/resource_limits.h"
#include "base/mem.h"
#include "base/sink.h"

enum { INTERNAL_FAULT = 4 };

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

void process_end_prepare(void)
{
    catch_signals();
    mem_on_exhaustion(on_exhaustion);
}

void process_end_limit(const struct limits *limits)
{
    if (limits->memory)
        mem_on_exhaustion(on_memory_limit);
    if (limits->time)
        signal(SIGXCPU, on_time_limit);
    resource_limits_apply(limits);
}
