/* "1,990 samples of cycles at 199 Hz in 10.00 s; functions of 0.2 % and more show" */
#include "app/record/tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/common/message.h"
#include "app/record/nothing.h"
#include "app/record/rate.h"
#include "record/data_fields.h"
#include "record/proc.h"
#include "record/sleep/thread_filter.h"

enum { SEEN = 3 };

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
        [REFUSED_RIGHTS] = "of a process whose rights flame could not take",
        [REFUSED_MUTE] = "of a process whose files did not open in time",
        [REFUSED_ENDED] = "given up at a signal",
    };
    char said[600];
    size_t at = 0;
    uint64_t n = 0;
    struct fault no_proc = {0}; /* was said */

    for (size_t i = 0; i < EMBEDDED_REFUSALS; i++) {
        const uint32_t here = taken->refused[i];
        if (here && at < sizeof said)
            at += (size_t)snprintf(said + at, sizeof said - at, "%s%" PRIu32 " %s", n ? ", " : "",
                                   here, reasons[i]);
        n += here;
    }
    if (n)
        message_print("%" PRIu64 " perf map%s or jitdump%s not taken along: %s", n, plural(n),
                      n == 1 ? " was" : "s were", said);
    if (taken->no_room)
        message_print("the disk has no room for the %" PRIu32
                      " file%s that name code: names of what "
                      "has ended are missing",
                      taken->files, plural(taken->files));
    if (taken->java_silent)
        message_print("%" PRIu32 " Java machine%s asked for the names of %s code and gave none, as "
                      "those before version 17 do, or one that is too busy; start it with "
                      "-XX:+DumpPerfMapAtExit, or use perf-map-agent",
                      taken->java_silent, taken->java_silent == 1 ? " was" : "s were",
                      taken->java_silent == 1 ? "its" : "their");
    if (taken->too_many)
        message_print("there were more processes, or files that they mapped, than are remembered: "
                      "names of functions of some may be missing; record fewer, or for less time");
    if (taken->no_functions)
        message_print("names of functions were not taken along, as the recording or a file that "
                      "was mapped could not be read, or the disk is full");
    if (taken->kernel_hidden && proc_check(&no_proc))
        message_print("the kernel's functions have no names, as it hides their addresses; run as "
                      "root, or sudo sysctl kernel.kptr_restrict=0");
}

/* Which stacks of sleep lack callers, and what mends it. */
static void tell_stacks_of_sleep(const struct unwound_counts *u, const struct waits_outcome *w)
{
    const uint64_t n = u->waits_cut - u->waits_brief;
    char more[48] = "as much as a record holds";

    if (w->stack_bytes < OFF_CPU_STACK)
        snprintf(more, sizeof more, "take more: -g dwarf,%d",
                 w->stack_bytes < RECORD_STACK_LARGE ? (int)RECORD_STACK_LARGE
                                                     : (int)OFF_CPU_STACK);
    if (n && !w->n_cut)
        message_print("%" PRIu64 " of %" PRIu64 " stacks of sleep go on beyond the %" PRIu32
                      " bytes that were taken of them; %s",
                      n, u->waits, w->stack_bytes, more);
    if (u->waits_brief)
        message_print("%" PRIu64 " of %" PRIu64 " stacks of sleep go on beyond %d bytes, as of "
                      "threads that sleep thousands of times a second few are taken whole",
                      u->waits_brief, u->waits, (int)OFF_CPU_FIRST);
}

/* What became of the copies of stacks. */
static void tell_stacks(const struct recorded *recorded)
{
    const struct record_outcome *o = &recorded->outcome;
    const struct unwound_counts *u = &recorded->unwound;
    const uint64_t n = u->whole + u->cut + u->lost - u->waits;
    const uint64_t cut = u->cut - u->waits_cut - u->ended;

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
    if (o->unwound && cut && o->stack_bytes < RECORD_STACK_MOST)
        message_print("%" PRIu64 " of %" PRIu64 " stacks go on beyond the %" PRIu32
                      " bytes that were taken of them; take more: -g dwarf,%" PRIu32,
                      cut, n, o->stack_bytes,
                      o->stack_bytes < RECORD_STACK_LARGE ? RECORD_STACK_LARGE : RECORD_STACK_MOST);
    if (o->unwound && u->ended)
        message_print("%" PRIu64 " of %" PRIu64 " stacks go on beyond memory that was never "
                      "touched, where the kernel ends copies; -g fp finds their callers in "
                      "programs that keep frame pointers",
                      u->ended, n);
    if (o->unwound)
        tell_stacks_of_sleep(u, &o->waits);
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

static void tell_waits(const struct record_request *r, const struct record_outcome *o)
{
    const struct waits_outcome *w = &o->waits;
    char mends[160];

    mending(w, mends, sizeof mends);
    if (w->by == WAITS_BY_TRACING)
        message_print("each switch of threads was traced, as no program could sample sleep, which "
                      "costs less: %s",
                      mends);
    if (w->by == WAITS_BY_SWITCHES)
        message_print("where threads waited is %sguessed by the sample before, as neither a "
                      "program could sample sleep nor sched_switch be traced: %s",
                      w->n_looked ? "known of waits that were looked at, up to 50 times a second, "
                                    "and else "
                                  : "",
                      mends);
    if (w->is_full)
        message_print("--off-cpu: there were more than %d threads at a time; what those beyond "
                      "did is missing: record fewer processes",
                      OFF_CPU_THREADS);
    if (w->n_cut)
        message_print("--off-cpu: of the stacks of %" PRIu64 " threads little was kept, as the "
                      "kernel's memory that is set aside for them was full: record fewer "
                      "processes, or once they run (-p), as more is set aside for many threads",
                      w->n_cut);
    if (w->stack_bytes && r->off_cpu_stack_bytes > w->stack_bytes)
        message_print("--off-cpu: of stacks of sleep %" PRIu32 " bytes were taken, not %" PRIu32
                      ", as a record holds no more",
                      w->stack_bytes, r->off_cpu_stack_bytes);
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

static void tell_not_sampled(const struct record_outcome *o)
{
    const uint64_t permille = o->not_sampled.ns * 1000 / o->not_sampled.used_ns;
    const char *more = o->counts.lost        ? "records were lost, or "
                       : o->counts.throttled ? "the kernel took fewer, or "
                                             : "";

    message_print(
        "%" PRIu64 ".%" PRIu64 " %% of the time on processors is in no sample, as %sthreads "
        "ran for less than the time between two; [not sampled] in pictures: root, or who "
        "has the capability PERFMON, counts processors in place of threads; else take more "
        "samples (-F)",
        permille / 10, permille % 10, more);
}

void record_tell_doubts(const struct record_request *r, const struct record_outcome *o)
{
    const uint64_t lost = o->counts.lost - o->waits.n_lost;

    if (o->replaced)
        message_print("this machine has no counter of cycles, so cpu-clock was recorded");
    if (o->user_only)
        message_print("the kernel's part is missing, as kernel.perf_event_paranoid hides it from "
                      "users; run as root, or sudo sysctl kernel.perf_event_paranoid=1");
    if (lost)
        message_print("%" PRIu64 " record%s lost, as the buffer was full; take fewer samples "
                      "(%s), or no copies of stacks (-g fp)",
                      lost, plural(lost), record_is_by_period(r) ? "-c" : "-F");
    if (o->waits.n_lost)
        message_print("%" PRIu64 " sample%s of sleep lost, as the buffer was full; take fewer "
                      "(--off-cpu-period), or less of each stack (-g dwarf,8192)",
                      o->waits.n_lost, plural(o->waits.n_lost));
    if (o->counts.throttled)
        message_print("the kernel took fewer samples than asked for %" PRIu64 " time%s; lower -F",
                      o->counts.throttled, plural(o->counts.throttled));
    if (o->few_files)
        tell_filtered(&o->needed);
    if (o->not_sampled.ns)
        tell_not_sampled(o);
    if (o->left_out)
        message_print("%" PRIu64 " thread%s started when there were %d already, and left out, as "
                      "what they started: record fewer processes, or their control group",
                      o->left_out, o->left_out == 1 ? " was" : "s were", THREAD_FILTER_THREADS);
    if (o->no_switches)
        message_print("--wall: this kernel does not tell when threads wait; Linux 4.3 does");
    tell_waits(r, o);
    if (r->data)
        tell_data(r, o);
    tell_refused(&o->taken);
    if (o->given_up)
        message_print("a signal came when the recording had ended: names and callers that were "
                      "still to be found are missing; what was recorded is kept");
    if (o->maps_cut)
        message_print("of %" PRIu32 " process%s not all that is mapped is known, as the list is "
                      "longer than 16 MB, or all lists than 256 MB",
                      o->maps_cut, o->maps_cut == 1 ? "" : "es");
    if (o->running)
        message_print("%s goes on", r->command[0]);
}

/* "perf.data: No space left on device after 3.20 s; what came later, and 28 samples of before, are
 * not in the recording" */
static void tell_full(const char *recording, const struct record_outcome *o)
{
    const uint64_t n = o->counts.no_room;
    char before[64] = " is";

    if (n)
        snprintf(before, sizeof before, ", and %" PRIu64 " sample%s of before, are", n, plural(n));
    message_print(
        "%s: %s after %" PRIu64 ".%02" PRIu64 " s; what came later%s not in the recording",
        recording, strerror(o->full), o->full_ns / 1000000000, o->full_ns / 10000000 % 100, before);
    if (o->unfinished)
        message_print("%s: there was no room to finish it: it is read as far as it goes, and lacks "
                      "the names of what has ended",
                      recording);
}

static void tell_lead(const struct record_request *r, const struct record_outcome *o)
{
    message_print("with %" PRIu64 ".%" PRIu64 " s before it sprang (--lead)",
                  o->lead_ns / 1000000000, o->lead_ns / 100000000 % 10);
    if (o->lead_short)
        message_print("before that there was more, for which 256 MB of memory did not suffice; "
                      "take fewer samples (%s), or no copies of stacks (-g fp)",
                      record_is_by_period(r) ? "-c" : "-F");
}

/* By the rule of three, of n samples a share of 3/n is missed by all of them once in 20 times. */
void record_tell(const struct record_request *r, const struct recorded *recorded)
{
    const struct record_outcome *o = &recorded->outcome;
    const uint64_t n = o->counts.samples - o->counts.waits;
    char waits[48] = "";
    char rate[40] = "";
    char share[80] = "";

    if (o->full_ns)
        tell_full(recorded->called, o);
    if (r->quiet)
        return;
    if (record_frequency(r))
        snprintf(rate, sizeof rate, " at %" PRIu64 " Hz", record_frequency(r));
    if (n > SEEN) {
        uint64_t permille = (UINT64_C(1000) * SEEN + n - 1) / n;
        snprintf(share, sizeof share, "; functions of %" PRIu64 ".%" PRIu64 " %% and more show",
                 permille / 10, permille % 10);
    }
    if (o->waits.by == WAITS_BY_PROGRAM || o->waits.n_looked)
        snprintf(waits, sizeof waits, " and %" PRIu64 " of sleep", o->counts.waits);
    message_print("%" PRIu64 " sample%s of %s%s%s in %" PRIu64 ".%02" PRIu64 " s%s", n, plural(n),
                  o->event, rate, waits, o->ns / 1000000000, o->ns / 10000000 % 100, share);
    if (n && record_slept(r, o))
        message_print("what was recorded ran for less than 1 %% of the time; --off-cpu draws where "
                      "it slept");
    if (r->watch)
        tell_lead(r, o);
    record_tell_doubts(r, o);
    tell_stacks(recorded);
}
