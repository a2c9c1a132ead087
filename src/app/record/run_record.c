/* Runs the recorder with what the command line asks for, and reports. */
#include "app/record/run_record.h"

#include <string.h>
#include <unistd.h>

#include "app/record/progress.h"
#include "app/record/rate.h"
#include "app/record/runtimes.h"
#include "app/record/tell.h"
#include "app/record/unwind.h"
#include "base/mem.h"
#include "base/parse.h"

enum { OFF_CPU_PERIOD_NS = 10000000 };

static const struct event_choice CYCLES = {
    .name = "cycles", .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES};

static struct counting counting_of(const struct record_request *r,
                                   const struct event_choices *events)
{
    /* Users may lock memory for few large samples only, so they begin with smaller ones; and so
     * does what may come in any number, and what is kept in memory until a trap springs. */
    const bool automatic = r->chain == CHAIN_AUTO;
    const bool much =
        automatic && geteuid() == 0 && !record_is_by_period(r) && r->trap.lead_ns == 0;
    const uint32_t usual = automatic || !r->stack_bytes ? RECORD_STACK_USUAL : r->stack_bytes;

    return (struct counting){
        .events = events,
        .may_replace = r->events.n == 0,
        .frequency = record_frequency(r),
        .period = r->period ? r->period : 1,
        .chain = r->chain,
        .stack_bytes = much ? RECORD_STACK_LARGE : usual,
        .other_stack_bytes = much ? RECORD_STACK_USUAL : RECORD_STACK_LARGE,
        .data = r->data,
        .switches = r->wall,
        .sums = r->setting.files != NULL,
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

/* A command may write to the terminal itself; one that is only waited for, as with -a -- sleep 9,
 * does not. */
static bool prints_nothing(const struct record_request *r)
{
    const char *command = r->command[0];

    return !r->started && (!command || str_equal(path_base_name(str_of(command)), STR("sleep")));
}

static struct recording_place place_of(const struct record_request *r,
                                       const struct recorded *recorded)
{
    return (struct recording_place){recorded->recording, recorded->called,
                                    recorded->temporary.n != 0, r->recording_folder};
}

/* A recording that begins when its trap springs. */
struct sprung {
    const struct record_request *request;
    struct recorded *recorded;
};

static bool place_sprung(void *context, struct recording_place *place, struct fault *f)
{
    const struct sprung *s = context;

    s->request->sprung(s->request->sprung_context);
    if (!recorded_choose_place(s->recorded, s->request, f))
        return false;
    *place = place_of(s->request, s->recorded);
    return true;
}

/* A record holds no more of a stack, as its size has 16 bits. */
static uint32_t off_cpu_stack_of(const struct record_request *r)
{
    const uint32_t wanted = r->off_cpu_stack_bytes ? r->off_cpu_stack_bytes : RECORD_STACK_LARGE;

    return wanted < OFF_CPU_STACK ? wanted : OFF_CPU_STACK;
}

bool run_record(const struct record_request *request, struct recorded *recorded, struct fault *f)
{
    struct event_choice usual = CYCLES;
    const struct event_choices events = {.rows = &usual, .n = 1};
    struct record_progress *progress = NULL;
    struct sprung sprung = {request, recorded};
    struct record_reading reading = {request->reader, &recorded->unwound};

    if (!request->watch && !request->only_check && !recorded_choose_place(recorded, request, f))
        return false;
    if (!request->quiet && prints_nothing(request) && record_progress_can())
        progress = mem_alloc(1, sizeof *progress);
    const struct record_order order = {
        .counting = counting_of(request, request->events.n ? &request->events : &events),
        .command = request->command,
        .setting = request->setting,
        .started = request->started,
        .running = request->running,
        .watch = request->watch,
        .lead_ns = request->trap.lead_ns,
        .sprung = place_sprung,
        .sprung_context = &sprung,
        .all = request->all,
        .pids = request->pids,
        .n_pids = request->n_pids,
        .n_named = request->n_named,
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
        .off_cpu_stack_bytes = off_cpu_stack_of(request),
        .place = place_of(request, recorded),
        .program = "flame " FLAME_VERSION,
        .arguments = request->arguments,
        .stacks = record_stack_reader(&reading),
        .keep_stacks = request->keep_stacks,
        .progress = progress ? record_progress_show : NULL,
        .context = progress,
        .busy = progress ? &progress->busy : NULL,
    };
    if (!request->quiet && !request->only_check)
        runtimes_tell(request);
    bool ok = request->only_check ? record_check(&order, f) : record(&order, &recorded->outcome, f);
    if (progress) {
        record_progress_end(progress);
        mem_free(progress, 1, sizeof *progress);
    }
    if (request->only_check)
        return ok;
    if (ok && (!request->watch || recorded->outcome.watched == WATCH_SPRUNG))
        record_tell(request, recorded);
    return ok;
}
