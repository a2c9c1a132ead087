/* Runs the recorder with what the command line asks for, and reports. */
#include "app/record/run_record.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/record/runtimes.h"
#include "app/record/unwind.h"
#include "base/parse.h"
#include "record/data_fields.h"

enum { HZ_COMMAND = 997, HZ_PROCESS = 199, HZ_WIDE = 99, SEEN = 3, OFF_CPU_PERIOD_NS = 10000000 };

static const struct event_choice CYCLES = {
    .name = "cycles", .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES};

bool record_is_recording(const char *output)
{
    return str_ends(str_of(output), STR(".data"));
}

bool record_is_folder(const char *output)
{
    const struct str name = path_base_name(str_of(output));
    struct stat status;

    if (strcmp(output, "-") == 0)
        return false;
    return !memchr(name.p, '.', name.n) || (stat(output, &status) == 0 && S_ISDIR(status.st_mode));
}

/* The recording that was asked for, perf.data, or a file beside the first picture. */
static bool choose_path(const struct record_request *request, struct recorded *recorded,
                        struct fault *f)
{
    const struct request_list *outputs = &request->outputs;

    recorded->recording = request->recording;
    if (recorded->recording)
        return true;
    recorded->recording = outputs->n ? NULL : "perf.data";
    for (size_t i = 0; i < outputs->n; i++) {
        if (!record_is_recording(outputs->items[i]))
            continue;
        if (recorded->recording)
            return fault_set(f, FAULT_USAGE, "%s: a second recording, wanted one and pictures",
                             outputs->items[i]);
        recorded->recording = outputs->items[i];
    }
    if (recorded->recording)
        return true;
    buf_add(&recorded->temporary, str_of(outputs->items[0]));
    buf_add(&recorded->temporary, (struct str){".data", sizeof ".data"});
    recorded->recording = recorded->temporary.p;
    if (access(recorded->recording, F_OK) == 0)
        return fault_set(f, FAULT_USAGE,
                         "%s: is there, but wanted for the recording; name one with -o x.data",
                         recorded->recording);
    return true;
}

static uint64_t frequency_of(const struct record_request *r)
{
    if (r->frequency || r->period)
        return r->frequency;
    if (r->all || r->groups.n || r->containers.n)
        return HZ_WIDE;
    return r->command[0] || r->started ? HZ_COMMAND : HZ_PROCESS;
}

/* Whether samples are taken by the number of events, which may be any number a second. */
static bool is_by_period(const struct record_request *r)
{
    return r->period || (r->events.n && event_is_tracepoint(&r->events.rows[0]));
}

static struct counting counting_of(const struct record_request *r,
                                   const struct event_choices *events)
{
    /* Users may lock memory for few large samples only, so they begin with smaller ones; and so
     * does what may come in any number. */
    const bool automatic = r->chain == CHAIN_AUTO;
    const bool much = automatic && geteuid() == 0 && !is_by_period(r);
    const uint32_t usual = automatic || !r->stack_bytes ? RECORD_STACK_USUAL : r->stack_bytes;

    return (struct counting){
        .events = events,
        .may_replace = r->events.n == 0,
        .frequency = frequency_of(r),
        .period = r->period ? r->period : 1,
        .chain = r->chain,
        .stack_bytes = much ? RECORD_STACK_LARGE : usual,
        .other_stack_bytes = much ? RECORD_STACK_USUAL : RECORD_STACK_LARGE,
        .data = r->data,
        .switches = r->wall,
        .no_user = r->kernel,
        .no_kernel = r->user,
        .need_kernel = r->kernel,
        .processors = str_of(r->processors ? r->processors : ""),
    };
}

/* With --wall, samples of sleep tell where threads wait. 0: it is not sampled. */
static uint64_t off_cpu_period_of(const struct record_request *r)
{
    if (!r->off_cpu && (!r->wall || r->processors))
        return 0;
    return r->off_cpu_ns ? r->off_cpu_ns : OFF_CPU_PERIOD_NS;
}

static void show(void *context, uint64_t ns, const struct ring_counts *counts, uint64_t bytes)
{
    bool *shown = context;

    *shown = true;
    fprintf(stderr,
            "\r\033[Krecording: %" PRIu64 ".%" PRIu64 " s, %" PRIu64 " sample%s, %" PRIu64
            " lost, %" PRIu64 " kB; Ctrl-C ends it",
            ns / 1000000000, ns / 100000000 % 10, counts->samples, plural(counts->samples),
            counts->lost, bytes / 1000);
    fflush(stderr);
}

/* "2 perf maps or jitdumps were not taken along: 1 of another user, 1 too large, above 128 MB" */
static void tell_refused(const struct taken_counts *taken)
{
    static const char *const reasons[] = {
        [REFUSED_KIND] = "no regular file that may be read",
        [REFUSED_OWNER] = "of another user",
        [REFUSED_SIZE] = "too large, above 128 MB",
        [REFUSED_TOTAL] = "too large together with the others",
        [REFUSED_COPY] = "not copied, as reading or writing failed",
        [REFUSED_LINK] = "behind a link, which kernels before 5.6 do not follow safely",
        [REFUSED_MANY] = "beyond what can be held open",
    };
    char said[400];
    size_t at = 0;
    uint64_t n = 0;

    for (size_t i = 0; i < TAKEN_REFUSALS; i++) {
        const uint32_t here = taken->refused[i];
        if (here && at < sizeof said)
            at += (size_t)snprintf(said + at, sizeof said - at, "%s%" PRIu32 " %s", n ? ", " : "",
                                   here, reasons[i]);
        n += here;
    }
    if (n)
        message_print("%" PRIu64 " perf map%s or jitdump%s not taken along: %s", n, plural(n),
                      n == 1 ? " was" : "s were", said);
    if (taken->java_silent)
        message_print("%" PRIu32 " Java machine%s asked for the names of %s code and gave none, as "
                      "those before version 17 do; start it with -XX:+DumpPerfMapAtExit, or use "
                      "perf-map-agent",
                      taken->java_silent, taken->java_silent == 1 ? " was" : "s were",
                      taken->java_silent == 1 ? "its" : "their");
    if (taken->kernel_hidden)
        message_print("the kernel's functions have no names, as it hides their addresses; run as "
                      "root, or sudo sysctl kernel.kptr_restrict=0");
}

/* What became of the copies of stacks. */
static void tell_stacks(const struct recorded *recorded)
{
    const struct record_outcome *o = &recorded->outcome;
    const struct unwound_counts *u = &recorded->unwound;
    const uint64_t n = u->whole + u->cut + u->lost;

    if (o->copies_stay.kind)
        message_print("%s; what the program had on its stacks stays in the recording",
                      o->copies_stay.text);
    if (o->copies_a_second)
        message_print("stacks by frame pointers, as copies of them would be %" PRIu64
                      " MB a second (-g auto); they miss callers in %" PRIu64 " of %" PRIu64
                      " stacks that were looked at: take fewer samples (-c, -F), or copies all "
                      "the same (-g dwarf)",
                      o->copies_a_second / 1000000, o->judged.n - o->judged.by_pointers,
                      o->judged.n);
    else if (o->judged.n && o->chain == CHAIN_FRAME_POINTERS)
        message_print("stacks by frame pointers, which tell all callers in %" PRIu64 " of %" PRIu64
                      " stacks that were looked at (-g auto)",
                      o->judged.by_pointers, o->judged.n);
    else if (o->judged.n)
        message_print("stacks by unwind tables, as frame pointers miss callers in %" PRIu64
                      " of %" PRIu64 " stacks that were looked at (-g auto)",
                      o->judged.n - o->judged.by_pointers, o->judged.n);
    if (o->unwound && u->cut && o->stack_bytes < RECORD_STACK_MOST)
        message_print("%" PRIu64 " of %" PRIu64 " stacks go on beyond the %" PRIu32
                      " bytes that were taken of them; take more: -g dwarf,%" PRIu32,
                      u->cut, n, o->stack_bytes,
                      o->stack_bytes < RECORD_STACK_LARGE ? RECORD_STACK_LARGE : RECORD_STACK_MOST);
}

/* What samples lack of what -d asked for. */
static void tell_data(const struct record_request *r, const struct record_outcome *o)
{
    size_t n;
    const struct data_field *fields = data_fields(&n);
    bool any = !o->replaced && r->events.n == 0;

    for (size_t i = 0; i < r->events.n; i++)
        any = any || data_fields_have_address(&r->events.rows[i]);
    if (!any)
        message_print("-d: samples of %s are about no data; take those of page-faults, or of an "
                      "event of the processor (-e page-faults)",
                      o->event);
    for (size_t i = 0; i < n; i++)
        if (o->untold & fields[i].bits)
            message_print("-d: without %s, which need Linux %s", fields[i].name, fields[i].since);
    if (o->no_physical)
        message_print("-d: without physical addresses, which kernel.perf_event_paranoid hides from "
                      "users; run as root, or sudo sysctl kernel.perf_event_paranoid=1");
}

/* What mends it that no program samples sleep. */
static void mending(const struct waits_outcome *w, char *text, size_t n)
{
    static const char *const mends[] = {
        [OFF_CPU_FINE] = "",
        [OFF_CPU_NO_RIGHT] = "run as root, or with the capabilities BPF and PERFMON",
        [OFF_CPU_NO_TYPES] = "needs Linux 5.15 with /sys/kernel/btf/vmlinux",
        [OFF_CPU_NAMESPACE] = "run in the host's namespace of processes (--pid=host, hostPID)",
        [OFF_CPU_REFUSED] = "the kernel refuses it",
    };

    if (w->why == OFF_CPU_REFUSED)
        snprintf(text, n, "%s: %s", mends[w->why], strerror(w->error));
    else
        snprintf(text, n, "%s", mends[w->why]);
}

static void tell_waits(const struct record_outcome *o)
{
    const struct waits_outcome *w = &o->waits;
    char mends[160];

    mending(w, mends, sizeof mends);
    if (w->by == WAITS_BY_TRACING)
        message_print("each switch of threads was traced, as no program could sample sleep, which "
                      "costs less: %s",
                      mends);
    if (w->by == WAITS_BY_SWITCHES)
        message_print("where threads waited is guessed by the sample before, as neither a program "
                      "could sample sleep nor sched_switch be traced: %s",
                      mends);
    if (w->is_full)
        message_print("--off-cpu: there were more than %d threads at a time; what those beyond "
                      "did is missing: record fewer processes",
                      OFF_CPU_THREADS);
    if (w->ended_ns)
        message_print("the tracing was ended, as threads switched more than 20,000 times a second; "
                      "from then on, where they waited is guessed by the sample before");
}

static void tell_filtered(const struct counters_needed *needed)
{
    message_print("%zu threads need %zu counters, but only %" PRIu64
                  " files may be open: the whole system was counted, and what others did left out; "
                  "to count the threads alone: sudo prlimit --nofile=%" PRIu64 " --pid $$",
                  needed->threads, needed->counters, needed->files_most, needed->files);
}

void record_tell_doubts(const struct record_request *r, const struct record_outcome *o)
{
    if (o->replaced)
        message_print("this machine has no counter of cycles, so cpu-clock was recorded");
    if (o->user_only)
        message_print("the kernel's part is missing, as kernel.perf_event_paranoid hides it from "
                      "users; run as root, or sudo sysctl kernel.perf_event_paranoid=1");
    if (o->counts.lost)
        message_print("%" PRIu64 " record%s lost, as the buffer was full; take fewer samples "
                      "(%s), or no copies of stacks (-g fp)",
                      o->counts.lost, plural(o->counts.lost), is_by_period(r) ? "-c" : "-F");
    if (o->counts.throttled)
        message_print("the kernel took fewer samples than asked for %" PRIu64 " time%s; lower -F",
                      o->counts.throttled, plural(o->counts.throttled));
    if (o->filtered)
        tell_filtered(&o->needed);
    if (o->no_switches)
        message_print("--wall: this kernel does not tell when threads wait; Linux 4.3 does");
    tell_waits(o);
    if (r->data)
        tell_data(r, o);
    tell_refused(&o->taken);
    if (o->running)
        message_print("%s goes on", r->command[0]);
}

static void tell_lead(const struct record_request *r, const struct record_outcome *o)
{
    message_print("with %" PRIu64 ".%" PRIu64 " s before it sprang (--lead)",
                  o->lead_ns / 1000000000, o->lead_ns / 100000000 % 10);
    if (o->lead_short)
        message_print("before that there was more, for which 256 MB of memory did not suffice; "
                      "take fewer samples (%s), or no copies of stacks (-g fp)",
                      is_by_period(r) ? "-c" : "-F");
}

/* By the rule of three, of n samples a share of 3/n is missed by all of them once in 20 times. */
static void tell(const struct record_request *r, const struct recorded *recorded)
{
    const struct record_outcome *o = &recorded->outcome;
    const uint64_t n = o->counts.samples - o->counts.waits;
    char waits[48] = "";
    char rate[40] = "";
    char share[80] = "";

    if (r->quiet)
        return;
    if (frequency_of(r))
        snprintf(rate, sizeof rate, " at %" PRIu64 " Hz", frequency_of(r));
    if (n > SEEN) {
        uint64_t permille = (UINT64_C(1000) * SEEN + n - 1) / n;
        snprintf(share, sizeof share, "; functions of %" PRIu64 ".%" PRIu64 " %% and more show",
                 permille / 10, permille % 10);
    }
    if (o->waits.by == WAITS_BY_PROGRAM)
        snprintf(waits, sizeof waits, " and %" PRIu64 " of sleep", o->counts.waits);
    message_print("%" PRIu64 " sample%s of %s%s%s in %" PRIu64 ".%02" PRIu64 " s%s", n, plural(n),
                  o->event, rate, waits, o->ns / 1000000000, o->ns / 10000000 % 100, share);
    if (r->watch)
        tell_lead(r, o);
    record_tell_doubts(r, o);
    tell_stacks(recorded);
}

/* A recording that begins when its trap springs. */
struct sprung {
    const struct record_request *request;
    struct recorded *recorded;
};

static bool name_sprung(void *context, const char **path, struct fault *f)
{
    const struct sprung *s = context;

    s->request->sprung(s->request->sprung_context);
    if (!choose_path(s->request, s->recorded, f))
        return false;
    *path = s->recorded->recording;
    return true;
}

bool run_record(const struct record_request *request, struct recorded *recorded, struct fault *f)
{
    struct event_choice usual = CYCLES;
    const struct event_choices events = {.rows = &usual, .n = 1};
    /* A command may write to the terminal itself. */
    const bool progress =
        !request->quiet && !request->command[0] && !request->started && isatty(2) == 1;
    bool shown = false;

    struct sprung sprung = {request, recorded};

    if (!request->watch && !request->only_check && !choose_path(request, recorded, f))
        return false;
    const struct record_order order = {
        .counting = counting_of(request, request->events.n ? &request->events : &events),
        .command = request->command,
        .files = request->files,
        .started = request->started,
        .running = request->running,
        .watch = request->watch,
        .lead_ns = request->trap.lead_ns,
        .sprung = name_sprung,
        .sprung_context = &sprung,
        .all = request->all,
        .pids = request->pids,
        .n_pids = request->n_pids,
        .tids = request->tids,
        .n_tids = request->n_tids,
        .groups = request->groups.items,
        .n_groups = request->groups.n,
        .containers = request->containers.items,
        .n_containers = request->containers.n,
        .no_attach = request->no_attach,
        .for_ns = request->for_ns,
        .delay_ns = request->delay_ns,
        .off_cpu_ns = off_cpu_period_of(request),
        .path = recorded->recording,
        .program = "flame " FLAME_VERSION,
        .arguments = request->arguments,
        .stacks = record_stack_reader(&recorded->unwound),
        .keep_stacks = request->keep_stacks,
        .progress = progress ? show : NULL,
        .context = &shown,
    };
    if (request->only_check)
        return record_check(&order, f);
    if (!request->quiet)
        runtimes_tell(request);
    bool ok = record(&order, &recorded->outcome, f);
    if (shown)
        fputs("\r\033[K", stderr);
    if (ok && (!request->watch || recorded->outcome.watched == WATCH_SPRUNG))
        tell(request, recorded);
    return ok;
}

/* The number in a variable of the environment; -1: none. */
static long id_in(const char *name)
{
    const char *text = getenv(name);
    uint64_t id;

    return text && parse_u64(str_of(text), &id) && id < INT32_MAX ? (long)id : -1;
}

void record_give_to_user(const char *path)
{
    long user = id_in("SUDO_UID");
    long group = id_in("SUDO_GID");

    if (geteuid() != 0 || user < 0 || group < 0)
        return;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status;
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
        status.st_uid == 0)
        (void)!fchown(fd, (uid_t)user, (gid_t)group);
    close(fd);
}
