/* "cpu(4711) was 12 % for 2.0 s (wanted < 20 %): recording 1 of 5" */
#include "app/record/run_trapped.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/record/output_name.h"
#include "app/record/wait_reader.h"
#include "base/clock.h"
#include "base/mem.h"
#include "record/group/container.h"
#include "record/trap/watch.h"

/* Owns its parts. */
struct trapped {
    const struct record_request *request;
    record_once *once;
    struct command command;
    uint32_t pid;         /* of the command */
    struct family family; /* its processes */
    struct buf groups;    /* the paths of containers, each with a NUL */
    const char **all_groups;
    size_t n_groups;
    struct wait_reader stacks;
    struct watch_order order;
    struct watch watch;
    uint64_t sprung, with_samples; /* how often */
    bool ended;                    /* nothing is left to watch */
};

/* One recording. Owns its names. */
struct turn {
    struct trapped *trapped;
    struct record_request request;
    struct buf names; /* of its outputs, each with a NUL */
    uint64_t begun_ns;
};

static uint64_t times_of(const struct trapped *t)
{
    return t->request->trap.times ? t->request->trap.times : 1;
}

/* Control groups that were named, and those of containers. */
static bool find_groups(struct trapped *t, struct fault *f)
{
    const struct record_request *r = t->request;
    struct buf path = {0};
    bool ok = true;

    for (size_t i = 0; ok && i < r->containers.n; i++) {
        ok = container_find(r->containers.items[i], &path, f);
        if (ok)
            buf_add(&t->groups, (struct str){path.p, strlen(path.p) + 1});
    }
    buf_free(&path);
    t->all_groups = mem_alloc(r->groups.n + r->containers.n, sizeof *t->all_groups);
    for (size_t i = 0; i < r->groups.n; i++)
        t->all_groups[t->n_groups++] = r->groups.items[i];
    for (size_t at = 0; ok && at < t->groups.n; at += strlen(t->groups.p + at) + 1)
        t->all_groups[t->n_groups++] = t->groups.p + at;
    return ok;
}

/* What would fail when the trap springs is better said at once: it may spring in days. Of a command
 * that does not run yet, this process stands for it. */
static bool check_first(const struct trapped *t, struct fault *f)
{
    struct record_request request = *t->request;
    struct recorded none = {0};
    uint32_t self = (uint32_t)getpid();

    request.only_check = true;
    if (*request.command && !request.all && !t->n_groups) {
        request.pids = &self;
        request.n_pids = 1;
    }
    while (*request.command)
        request.command++;
    return run_record(&request, &none, f);
}

/* What a condition without a target is about. The command runs from now on. */
static bool begin(struct trapped *t, int *status, struct fault *f)
{
    const struct record_request *r = t->request;
    const struct trap_request *trap = &r->trap;

    if (!find_groups(t, f) || !check_first(t, f))
        return false;
    if (r->command[0]) {
        if (!command_prepare(&t->command, r->command, &r->setting, f) ||
            !command_start(&t->command, status, f))
            return false;
        t->pid = (uint32_t)t->command.pid;
    }
    const bool alone = t->pid && !r->all && !t->n_groups;
    t->order = (struct watch_order){
        .conditions = trap->conditions,
        .n_conditions = trap->n_conditions,
        .file = trap->file,
        .command = trap->command,
        .as = r->setting.as,
        .lasting_ns = trap->lasting_ns,
        .at_most_ns = trap->at_most_ns,
        .recorded = {alone ? &t->pid : r->pids, alone ? 1 : r->n_pids, t->all_groups, t->n_groups},
        .stacks = &t->stacks.as_reader,
        .root = "",
    };
    return watch_open(&t->watch, &t->order, f);
}

static void tell(const struct trapped *t, struct buf *found, const char *more)
{
    if (!t->request->quiet)
        message_print("%.*s%s", (int)found->n, found->p ? found->p : "", more);
    buf_free(found);
}

static void tell_sprung(const struct trapped *t)
{
    struct buf found = {0};
    char more[80] = "";

    if (times_of(t) > 1)
        snprintf(more, sizeof more, ": recording %" PRIu64 " of %" PRIu64, t->sprung, times_of(t));
    else
        snprintf(more, sizeof more, ": recording");
    watch_add_found(&t->watch, &found);
    tell(t, &found, more);
}

/* Why there are no more recordings, and what was found last. */
static void tell_end(const struct trapped *t, enum watch_state state)
{
    struct buf text = {0};
    char sprang[80] = "the trap never sprang";

    if (t->sprung)
        snprintf(sprang, sizeof sprang, "the trap sprang %" PRIu64 " time%s of %" PRIu64, t->sprung,
                 plural(t->sprung), times_of(t));
    if (state == WATCH_ENDED && t->command.ended) {
        buf_add(&text, STR("the command has ended"));
    } else if (state == WATCH_ENDED) {
        watch_add_gone(&t->watch, &text);
    } else {
        watch_add_found(&t->watch, &text);
        if (state == WATCH_GAVE_UP)
            buf_add(&text, STR(" at last (--for-at-most)"));
    }
    buf_add(&text, STR(": "));
    tell(t, &text, sprang);
}

/* Sets the outputs of this turn, which lie in the names. */
static void name_outputs(const struct trapped *t, struct turn *turn)
{
    static const char *const usual[] = {"perf.data", "profile.svg"};
    const struct request_list *outputs = &t->request->outputs;
    const char *const *items = outputs->items;
    size_t n = outputs->n;
    const time_t now = time(NULL);
    struct output_turn which = {.number = t->sprung,
                                .of = times_of(t),
                                .distinct = t->request->for_ns >= UINT64_C(1000000000)};

    localtime_r(&now, &which.time);
    if (n == 0 && which.of > 1) {
        items = usual;
        n = sizeof usual / sizeof *usual;
    }
    for (size_t i = 0; i < n; i++)
        output_name_add(&turn->names, items[i], &which);
    for (size_t at = 0; at < turn->names.n; at += strlen(turn->names.p + at) + 1)
        request_list_add(&turn->request.outputs, turn->names.p + at);
}

/* The trap springs. */
static void begin_turn(void *context)
{
    struct turn *turn = context;
    struct trapped *t = turn->trapped;

    turn->begun_ns = clock_now_ns();
    t->sprung++;
    tell_sprung(t);
    name_outputs(t, turn);
}

/* The command runs already, so its processes are recorded as those that a user names. */
static void name_processes(struct trapped *t, struct record_request *each)
{
    while (*each->command)
        each->command++;
    each->started = t->request->command;
    each->running = &t->command;
    if (t->request->all || t->n_groups)
        return;
    family_free(&t->family);
    t->family.root = "";
    if (family_add(&t->family, t->pid) && family_look(&t->family)) {
        each->pids = t->family.pids;
        each->n_pids = t->family.n_pids;
    } else {
        each->pids = &t->pid; /* it ends this moment */
        each->n_pids = 1;
    }
}

/* Records, and draws. What has no samples is no end of it: what stalls may sleep. */
static bool record_turn(struct trapped *t, struct turn *turn, enum watch_state *state,
                        struct fault *f)
{
    struct recorded recorded = {0};
    struct fault here = {0};

    if (t->pid)
        name_processes(t, &turn->request);
    bool ok = t->once(&turn->request, &recorded, &here);
    if (ok && turn->request.watch)
        *state = recorded.outcome.watched;
    t->with_samples += recorded.outcome.counts.samples != 0;
    t->ended = t->ended || recorded.outcome.stopped || recorded.outcome.given_up;
    if (!ok && here.kind == FAULT_INPUT && (t->sprung < times_of(t) || t->with_samples)) {
        message_print_fault(&here);
        *state = WATCH_SPRUNG;
        ok = true;
    } else if (!ok) {
        *f = here;
    }
    recorded_free(&recorded);
    return ok;
}

/* With a lead, the recorder watches while it keeps what is before. */
static bool take_turn(struct trapped *t, enum watch_state *state, struct fault *f)
{
    struct turn turn = {.trapped = t, .request = *t->request};
    bool ok = true;

    turn.request.outputs = (struct request_list){0};
    if (t->request->trap.lead_ns) {
        turn.request.watch = &t->watch;
        turn.request.sprung = begin_turn;
        turn.request.sprung_context = &turn;
        ok = record_turn(t, &turn, state, f);
    } else {
        *state = watch_wait(&t->watch, t->pid ? &t->command : NULL, f);
        ok = f->kind == FAULT_NONE;
        if (ok && *state == WATCH_SPRUNG) {
            begin_turn(&turn);
            ok = record_turn(t, &turn, state, f);
        }
    }
    if (ok && *state == WATCH_SPRUNG)
        watch_rearm(&t->watch, turn.begun_ns + t->request->trap.every_ns);
    request_list_free(&turn.request.outputs);
    buf_free(&turn.names);
    return ok;
}

static bool record_each(struct trapped *t, struct fault *f)
{
    enum watch_state state = WATCH_SPRUNG;

    while (!t->ended && t->sprung < times_of(t)) {
        if (!take_turn(t, &state, f))
            return false;
        if (state != WATCH_SPRUNG) {
            if (t->pid)
                command_wait(&t->command, false); /* its end may have been seen in /proc first */
            tell_end(t, state);
            return true;
        }
    }
    return true;
}

bool run_trapped(const struct record_request *request, record_once *once, int *status,
                 struct fault *f)
{
    struct trapped t = {.request = request, .once = once, .command = {.go = -1, .error = -1}};
    wait_reader_init(&t.stacks);
    bool ok = begin(&t, status, f) && record_each(&t, f);

    wait_reader_close(&t.stacks);
    command_give_up(&t.command);
    if (t.pid)
        command_wait(&t.command, false);
    if (ok && t.pid && !t.command.ended && !request->quiet)
        message_print("%s goes on", request->command[0]);
    if (ok)
        *status = t.command.ended ? command_exit_status(&t.command)
                  : t.sprung      ? 0
                                  : STATUS_NEVER_SPRANG;
    watch_close(&t.watch);
    family_free(&t.family);
    buf_free(&t.groups);
    mem_free(t.all_groups, request->groups.n + request->containers.n, sizeof *t.all_groups);
    return ok;
}
