/* Threads that slept beyond the limit are reported with their stacks; those that were ready to run
 * without them, as they waited for a processor. */
#include "record/trap/stall.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/group/group_tasks.h"
#include "record/small_file.h"
#include "record/trap/group_files.h"

static const uint64_t MS = 1000000;

enum { LOOKS = 10 /* within the limit */, FAMILY_MS = 250, STANDS_MS = 250, STEP_MOST_MS = 50 };

static bool refuse(enum off_cpu_fault fault, int error, struct fault *f)
{
    static const char *const mends[] = {
        [OFF_CPU_FINE] = "",
        [OFF_CPU_NO_RIGHT] = "run as root, or with the capabilities BPF and PERFMON",
        [OFF_CPU_NO_TYPES] = "wanted Linux 5.15 with /sys/kernel/btf/vmlinux",
        [OFF_CPU_NAMESPACE] = "run in the host's namespace of processes (--pid=host, hostPID)",
        [OFF_CPU_REFUSED] = "the kernel refuses it",
    };

    return fault_set(f, FAULT_SYSTEM,
                     "--when stall: no program may look at what threads wait for (bpf): %s%s%s",
                     mends[fault], fault == OFF_CPU_REFUSED ? ": " : "",
                     fault == OFF_CPU_REFUSED ? strerror(error) : "");
}

static bool open_process(struct stall *s, uint32_t pid, struct fault *f)
{
    return family_add(&s->family, pid) ||
           fault_set(f, FAULT_USAGE,
                     "--when: process %" PRIu32 " does not run, wanted one that does", pid);
}

/* Whose threads count: of processes or groups, or all. */
static bool choose(struct stall *s, const struct gauge_recorded *recorded, const char *root,
                   struct fault *f)
{
    const struct condition *c = s->condition;
    bool ok = true;

    switch (c->of) {
    case OF_PROCESS:
        return open_process(s, c->pid, f);
    case OF_GROUP:
        return group_file_find(c, c->group, root, &s->groups, f) != NULL;
    case OF_MACHINE:
        return true;
    case OF_RECORDED:
        break;
    }
    for (size_t i = 0; ok && i < recorded->n_groups; i++)
        ok = group_file_find(c, str_of(recorded->groups[i]), root, &s->groups, f) != NULL;
    for (size_t i = 0; ok && recorded->n_groups == 0 && i < recorded->n_pids; i++)
        ok = open_process(s, recorded->pids[i], f);
    return ok;
}

bool stall_open(struct stall *s, const struct condition *c, const struct gauge_recorded *recorded,
                const char *root, const struct stall_reader *reader, struct fault *f)
{
    *s = (struct stall){.condition = c, .reader = reader, .family = {.root = root}};
    if (!choose(s, recorded, root, f))
        return false;
    const enum off_cpu_fault fault = waiting_open(&s->waiting, c->value);
    return fault == OFF_CPU_FINE || refuse(fault, errno, f);
}

void stall_close(struct stall *s)
{
    waiting_close(&s->waiting);
    family_free(&s->family);
    buf_free(&s->groups);
    mem_free(s->members, s->members_room, sizeof *s->members);
    *s = (struct stall){.condition = NULL};
}

uint64_t stall_step_ns(const struct stall *s)
{
    const uint64_t step = s->condition->value / LOOKS;

    return step < STEP_MOST_MS * MS ? step : STEP_MOST_MS * MS;
}

/* Finds what the processes have started since; false when none of the first ones runs. */
static bool look_at_family(struct stall *s, uint64_t now_ns)
{
    if (s->family.n_firsts == 0 || now_ns < s->family_next_ns)
        return true;
    s->family_next_ns = now_ns + FAMILY_MS * MS;
    return family_look(&s->family);
}

static void add_member(void *stall, uint32_t tid)
{
    struct stall *s = stall;

    s->members = mem_grow(s->members, &s->members_room, s->n_members + 1, sizeof *s->members);
    s->members[s->n_members++] = tid;
}

/* Finds the threads of the groups; false when none of them is there any more. */
static bool look_at_groups(struct stall *s)
{
    bool any = s->groups.n == 0;

    s->n_members = 0;
    for (size_t at = 0; at < s->groups.n; at += strlen(s->groups.p + at) + 1) {
        const struct str path = str_of(s->groups.p + at);
        struct buf folder = {0};
        buf_add(&folder, str_from_to(path, 0, (size_t)(path_base_name(path).p - path.p)));
        buf_add_byte(&folder, '\0');
        const int fd = open(folder.p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        any = (fd >= 0 && group_tasks_each(fd, add_member, s)) || any;
        if (fd >= 0)
            close(fd);
        buf_free(&folder);
    }
    return any;
}

static bool is_in(uint32_t number, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

static bool counts(const struct stall *s, const struct waiting_row *row)
{
    if (row->pid == (uint32_t)getpid())
        return false;
    if (s->groups.n)
        return is_in(row->tid, s->members, s->n_members);
    return s->family.n_firsts == 0 || is_in(row->pid, s->family.pids, s->family.n_pids);
}

/* Takes what springs the trap, if it is longer than what was found before. */
static void take(struct stall *s, const struct stall_answer *a, uint64_t now_ns)
{
    const uint64_t ns = a->now_ns - a->since_ns;

    if (a->told.cause != STALL_NONE && ns > s->found.ns && condition_holds(s->condition, ns))
        s->found = (struct stall_found){ns, now_ns + STANDS_MS * MS, a->pid, a->tid, a->told};
}

static void take_answers(struct stall *s, uint64_t now_ns)
{
    struct stall_answer *answers = mem_alloc(STALL_AT_ONCE, sizeof *answers);
    size_t n;

    while ((n = s->reader->answers(s->reader->context, answers)) != 0)
        for (size_t i = 0; i < n; i++)
            take(s, &answers[i], now_ns);
    mem_free(answers, STALL_AT_ONCE, sizeof *answers);
}

/* Those that could run are known; of the others the reader is asked. */
static void take_rows(struct stall *s, const struct waiting_row *rows, size_t n, uint64_t now_ns)
{
    struct waiting_row *asleep = mem_alloc(STALL_AT_ONCE, sizeof *asleep);
    size_t n_asleep = 0;

    for (size_t i = 0; i < n; i++) {
        const struct waiting_row *r = &rows[i];
        const struct stall_answer processor = {
            r->since_ns, r->now_ns, r->pid, r->tid, {STALL_PROCESSOR, ""}};
        if (!counts(s, r))
            continue;
        if (r->kind == WAITING_PROCESSOR)
            take(s, &processor, now_ns);
        else
            asleep[n_asleep++] = *r;
        if (n_asleep == STALL_AT_ONCE) {
            s->reader->ask(s->reader->context, asleep, n_asleep);
            n_asleep = 0;
        }
    }
    if (n_asleep)
        s->reader->ask(s->reader->context, asleep, n_asleep);
    mem_free(asleep, STALL_AT_ONCE, sizeof *asleep);
}

enum gauge_reading stall_read(struct stall *s, uint64_t now_ns, uint64_t *value)
{
    const struct waiting_row *rows;
    size_t n;

    if (!look_at_family(s, now_ns))
        return GAUGE_GONE;
    waiting_choose(&s->waiting, s->family.pids, s->family.n_pids);
    waiting_look(&s->waiting);
    if (now_ns >= s->found.until_ns)
        s->found = (struct stall_found){.ns = 0};
    rows = waiting_rows(&s->waiting, &n);
    if (n && !look_at_groups(s))
        return GAUGE_GONE;
    take_answers(s, now_ns);
    take_rows(s, rows, n, now_ns);
    *value = s->found.ns;
    return GAUGE_NUMBER;
}

void stall_add_found(const struct stall *s, struct buf *to)
{
    static const char *const causes[] = {[STALL_NONE] = "",
                                         [STALL_LOCK] = " for a lock",
                                         [STALL_DISK] = " for a disk",
                                         [STALL_PROCESSOR] = " for a processor"};
    const struct stall_found *found = &s->found;
    struct buf name = {0};
    struct excerpt e;
    char text[96];

    if (found->ns == 0) {
        buf_add(to, STR("no thread has waited so long for a lock, a disk or a processor"));
        return;
    }
    buf_add(to, STR("a thread of "));
    if (small_file_read(&name, "/proc/%" PRIu32 "/comm", found->pid) && name.n)
        buf_add(to, str_of(excerpt_of(&e, str_from_to(buf_str(&name), 0, name.n - 1))));
    snprintf(text, sizeof text, " (%" PRIu32 ") has waited ", found->pid);
    buf_add(to, str_of(text));
    condition_add_value(to, METRIC_STALL, found->ns);
    buf_add(to, str_of(causes[found->told.cause]));
    if (found->told.function[0]) {
        buf_add(to, STR(", in "));
        buf_add(to, str_of(excerpt_of(&e, str_of(found->told.function))));
    }
    buf_free(&name);
}
