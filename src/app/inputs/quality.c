/* main;read;entry_SYSCALL_64_after_hwframe;do_syscall_64 is complete.
 * entry_SYSCALL_64_after_hwframe;do_syscall_64 lacks its user frames. Counts incomplete stacks. */
#include "app/inputs/quality.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "app/selection/events.h"
#include "base/mem.h"
#include "input/input.h"

enum {
    HAS_KERNEL = 1,
    HAS_USER = 2,
    FROM_USER = 4, /* the outermost frame is a kernel entry */
    FROM_NOWHERE = 8,
    NO_USER = 16, /* a frame is [Missed User Stack] */
    NO_KERNEL = 32,
    DEEPEST = 127, /* kernel.perf_event_max_stack */
};

/* Whether a function is where user code enters the Linux kernel: by system calls, faults and
 * interrupts. Kernel threads begin elsewhere. */
static bool is_entry(struct str name)
{
    static const char *const starts[] = {
        "entry_SYSCALL", "entry_SYSENTER", "entry_INT80", "do_syscall_64", "__x64_sys_",
        "asm_exc_",      "asm_sysvec_",    "el0_",        "el0t_",         "ret_fast_syscall"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(name, str_of(starts[i])))
            return true;
    return false;
}

static unsigned flags_of(const struct profile *p, const struct frame *row, bool outermost)
{
    struct str name = name_without_mark(names_get(&p->names, row->name));
    unsigned flags = 0;

    if (row->kind == KIND_KERNEL)
        flags |= HAS_KERNEL;
    else if (row->kind == KIND_USER || row->kind == KIND_JIT)
        flags |= HAS_USER;
    else if (str_equal(name, STR("[Missed User Stack]")))
        flags |= NO_USER;
    else if (str_equal(name, STR("[Missed Kernel Stack]")))
        flags |= NO_KERNEL;
    if (outermost && row->kind == KIND_KERNEL && is_entry(name))
        flags |= FROM_USER;
    if (outermost && row->kind != KIND_KERNEL && str_equal(name, STR("[unknown]")))
        flags |= FROM_NOWHERE;
    return flags;
}

/* Finds the flags of each stack, and its depth, at most DEEPEST + 1. Inlined frames do not count:
 * recordings do not contain them. */
static void look_at_stacks(const struct profile *p, unsigned char *flags, unsigned char *depth)
{
    unsigned char *frame_flags[2];

    for (size_t outermost = 0; outermost < 2; outermost++) {
        frame_flags[outermost] = mem_alloc(p->frames.n, 1);
        for (frame_id i = 1; i < p->frames.n; i++)
            frame_flags[outermost][i] =
                (unsigned char)flags_of(p, &p->frames.rows[i], outermost == 1);
    }
    for (stack_id i = 1; i < p->stacks.n; i++) {
        struct stack row = p->stacks.rows[i];
        bool counts = p->frames.rows[row.frame].kind != KIND_INLINED;
        flags[i] = flags[row.caller] | frame_flags[row.caller == 0][row.frame];
        depth[i] = (unsigned char)(depth[row.caller] + (counts && depth[row.caller] <= DEEPEST));
    }
    for (size_t outermost = 0; outermost < 2; outermost++)
        mem_free(frame_flags[outermost], p->frames.n, 1);
}

/* Returns, by label set, whether its event should have kernel frames. System call tracepoints do
 * not: they are recorded as if they happened in the program. */
static bool *find_tracepoints(struct profile *p)
{
    bool *found = mem_alloc(p->labels.n, sizeof *found);
    name_id key = names_add(&p->names, STR("event"));

    for (labels_id id = 1; id < p->labels.n; id++) {
        size_t n;
        const struct label *pairs = labels_get(&p->labels, id, &n);
        for (size_t i = 0; i < n; i++)
            if (pairs[i].key == key)
                found[id] = events_is_tracepoint(names_get(&p->names, pairs[i].value)) &&
                            !str_starts(names_get(&p->names, pairs[i].value), STR("syscalls:"));
    }
    return found;
}

void stack_quality_count(struct quality *q, struct profile *p)
{
    unsigned char *flags = mem_alloc(p->stacks.n, 1);
    unsigned char *depth = mem_alloc(p->stacks.n, 1);
    bool *tracepoint = find_tracepoints(p);

    *q = (struct quality){.has_samples = events_have_samples(p)};
    look_at_stacks(p, flags, depth);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const struct sample *s = &p->samples[i];
        uint64_t n = q->has_samples ? p->columns[COLUMN_SAMPLES].values[i] : 1;
        unsigned f = flags[s->stack];
        q->all += n;
        bool chain = depth[s->stack] > 1;
        if (f & NO_USER || (chain && (f & FROM_USER) && !(f & HAS_USER)))
            q->no_user += n;
        if (f & NO_KERNEL || (chain && tracepoint[s->labels] && !(f & HAS_KERNEL)))
            q->no_kernel += n;
        if (f & FROM_NOWHERE)
            q->nowhere += n;
        if (depth[s->stack] == DEEPEST && f & (HAS_KERNEL | HAS_USER))
            q->cut += n;
    }
    mem_free(flags, p->stacks.n, 1);
    mem_free(depth, p->stacks.n, 1);
    mem_free(tracepoint, p->labels.n, sizeof *tracepoint);
}

static void print_part(const struct quality *q, uint64_t n, const char *what)
{
    if (n)
        message_print("%" PRIu64 " of %" PRIu64 " %s %s", n, q->all,
                      q->has_samples ? "samples" : "distinct stacks", what);
}

void stack_quality_print(const struct quality *q)
{
    print_part(q, q->no_user, "lost their user part: they begin where the kernel is entered");
    print_part(q, q->no_kernel, "lost their kernel part: their event is one of the kernel");
    print_part(q, q->nowhere,
               "begin at an address in no module: callers are missing or wrong there");
    print_part(
        q, q->cut,
        "have 127 frames, the most that is recorded by default: callers are probably missing");
}
