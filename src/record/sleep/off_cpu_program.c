/* Assembles the BPF programs instruction by instruction: no compiler is needed. */
#include "record/sleep/off_cpu_program.h"

#include <linux/btf.h>

#include "base/str.h"
#include "record/sleep/off_cpu_stack.h"
#include "record/sleep/task_code.h"

/* The kernel's callers take longest to find, so a thread has them found for each quarter of a
 * millisecond that goes by, and 64 times at once at most; the same holds for more of its stack than
 * a few hundred bytes. What it does in the kernel is then not known of each of its sleeps, but of
 * those that last. */
enum { BUDGET_NS = 64 * OFF_CPU_LOOK_NS };

bool off_cpu_types_find(struct off_cpu_types *to, const struct kernel_types *types)
{
    const struct str task = STR("task_struct");

    to->sched_switch = kernel_types_find(types, BTF_KIND_TYPEDEF, STR("btf_trace_sched_switch"));
    to->sched_process_fork =
        kernel_types_find(types, BTF_KIND_TYPEDEF, STR("btf_trace_sched_process_fork"));
    to->task_rename = kernel_types_find(types, BTF_KIND_TYPEDEF, STR("btf_trace_task_rename"));
    to->iter_task = kernel_types_find(types, BTF_KIND_FUNC, STR("bpf_iter_task"));
    return to->sched_switch && to->sched_process_fork && to->task_rename &&
           kernel_types_member(types, task, STR("pid"), &to->pid) &&
           kernel_types_member(types, task, STR("tgid"), &to->tgid) &&
           kernel_types_member(types, task, STR("__state"), &to->state) &&
           kernel_types_member(types, task, STR("flags"), &to->flags) &&
           task_code_find_runtime(&to->runtime, types);
}

/* Sets the key to the number of a task that a register has. */
static void set_key(struct bpf_code *c, const struct off_cpu_types *types, int task)
{
    bpf_load(c, BPF_W, R1, task, types->pid);
    bpf_store(c, BPF_W, FRAME, KEY, R1);
}

/* Adds an empty entry for the key. Counts those for which there is no room. */
static void add_empty(struct bpf_code *c, const struct off_cpu_maps *maps, struct bpf_jumps *none)
{
    struct bpf_jumps added = {.n = 0};

    bpf_store_value(c, BPF_W, FRAME, FIRST, 0);
    bpf_look_up(c, maps->empty, FIRST);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_move(c, R3, R0);
    bpf_address_in_frame(c, R2, KEY);
    bpf_set(c, R4, BPF_ANY);
    bpf_load_map(c, R1, maps->threads);
    bpf_call(c, BPF_FUNC_map_update_elem);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &added);
    bpf_store_value(c, BPF_W, FRAME, FIRST, 1);
    bpf_look_up(c, maps->empty, FIRST);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_load(c, BPF_DW, R1, R0, OFF_CPU_AT(told_ns));
    bpf_do(c, BPF_ADD, R1, 1);
    bpf_store(c, BPF_DW, R0, OFF_CPU_AT(told_ns), R1);
    bpf_set_jump_targets(c, &added);
}

/* R9 = the entry of the key, which is made if need be. */
static void find_entry(struct bpf_code *c, const struct off_cpu_maps *maps, bool all,
                       uint32_t period_ns, struct bpf_jumps *none)
{
    struct bpf_jumps found = {.n = 0};

    bpf_look_up(c, maps->threads, KEY);
    if (all) {
        bpf_jump_if(c, BPF_JNE, R0, 0, &found);
        add_empty(c, maps, none);
        bpf_look_up(c, maps->threads, KEY);
    }
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_set_jump_targets(c, &found);
    bpf_move(c, R9, R0);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(looked_ns));
    bpf_jump_if(c, BPF_JNE, R1, 0, &found);
    bpf_call(c, BPF_FUNC_get_prandom_u32);
    bpf_do(c, BPF_MOD, R0, (int32_t)period_ns);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(slept_ns), R0);
    bpf_set_jump_targets(c, &found);
}

/* Sets the entry's times. R8 = whether the kernel's callers are to be found. */
static void set_times(struct bpf_code *c)
{
    struct bpf_jumps ready = {.n = 0};
    struct bpf_jumps small = {.n = 0};

    bpf_call(c, BPF_FUNC_ktime_get_ns);
    bpf_store(c, BPF_DW, FRAME, NOW, R0);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(since_ns), R0);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(looked_ns));
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(looked_ns), R0);
    bpf_do_with(c, BPF_SUB, R0, R1);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(budget_ns));
    bpf_do_with(c, BPF_ADD, R1, R0);
    bpf_jump_if(c, BPF_JLT, R1, BUDGET_NS, &small);
    bpf_set(c, R1, BUDGET_NS);
    bpf_set_jump_targets(c, &small);
    bpf_set(c, R8, 0);
    bpf_jump_if(c, BPF_JLT, R1, OFF_CPU_LOOK_NS, &ready);
    bpf_do(c, BPF_SUB, R1, OFF_CPU_LOOK_NS);
    bpf_set(c, R8, 1);
    bpf_set_jump_targets(c, &ready);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(budget_ns), R1);
}

/* Keeps who called in the kernel: behind the program itself and what runs it. */
static void keep_callers(struct bpf_code *c)
{
    enum { SKIPPED = 2 };

    bpf_move(c, R1, R6);
    bpf_move(c, R2, R9);
    bpf_do(c, BPF_ADD, R2, OFF_CPU_AT(callers));
    bpf_set(c, R3, TASK_CALLERS * 8);
    bpf_set(c, R4, SKIPPED);
    bpf_call(c, BPF_FUNC_get_stack);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(callers_bytes), R0);
}

/* Forgets the task in R7, whose number is the key, if it leaves for good; the number may be that of
 * another soon. */
static void forget_dead(struct bpf_code *c, const struct off_cpu_types *types,
                        const struct off_cpu_maps *maps)
{
    struct bpf_jumps alive = {.n = 0};

    bpf_load(c, BPF_W, R1, R7, types->state);
    bpf_do(c, BPF_AND, R1, TASK_DEAD);
    bpf_jump_if(c, BPF_JEQ, R1, 0, &alive);
    off_cpu_forget_pages(c, maps);
    bpf_address_in_frame(c, R2, KEY);
    bpf_load_map(c, R1, maps->threads);
    bpf_call(c, BPF_FUNC_map_delete_elem);
    bpf_set_jump_targets(c, &alive);
}

/* Leaves if the task in R7 is the kernel's own. */
static void check_user(struct bpf_code *c, const struct off_cpu_types *types,
                       struct bpf_jumps *none)
{
    bpf_load(c, BPF_W, R1, R7, types->flags);
    bpf_jump_if(c, BPF_JSET, R1, TASK_KERNEL_THREAD, none);
}

/* Leaves unless the task in R7 sleeps, and not for the kernel. */
static void check_asleep(struct bpf_code *c, const struct off_cpu_types *types,
                         struct bpf_jumps *awake, struct bpf_jumps *none)
{
    bpf_load(c, BPF_W, R1, R7, types->state);
    bpf_do(c, BPF_AND, R1, TASK_ASLEEP | TASK_NOT_COUNTED);
    bpf_jump_if(c, BPF_JEQ, R1, 0, awake);
    bpf_jump_if(c, BPF_JGE, R1, TASK_NOT_COUNTED, none);
}

/* The same for the one that leaves; R6: the arguments. One that is preempted on its way to sleep,
 * or back, does not sleep, whatever its state. */
static void check_leaves_asleep(struct bpf_code *c, const struct off_cpu_types *types,
                                struct bpf_jumps *awake, struct bpf_jumps *none)
{
    bpf_load(c, BPF_DW, R1, R6, 0);
    bpf_jump_if(c, BPF_JNE, R1, 0, awake);
    check_asleep(c, types, awake, none);
}

/* Keeps of the task in R7 its numbers, and for how long it ran. */
static void keep_task(struct bpf_code *c, const struct off_cpu_types *types)
{
    bpf_load(c, BPF_W, R1, R7, types->tgid);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(pid), R1);
    bpf_load(c, BPF_W, R1, R7, types->pid);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(tid), R1);
    bpf_load(c, BPF_DW, R1, R7, types->runtime);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(ran_ns), R1);
}

/* Ends the sleep of the task in a register, if it slept: until NOW, or until now if that is 0. Some
 * kernels run this program for some switches only, so it may have come back, or come and gone,
 * before that: it slept for as long as it did not run. R6: the arguments, R9: its entry. */
static void end_sleep(struct bpf_code *c, const struct off_cpu_types *types,
                      const struct off_cpu_maps *maps, int task, uint32_t period_ns)
{
    struct bpf_jumps known = {.n = 0};
    struct bpf_jumps none = {.n = 0};

    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(since_ns));
    bpf_jump_if(c, BPF_JEQ, R1, 0, &none);
    bpf_load(c, BPF_DW, R0, FRAME, NOW);
    bpf_jump_if(c, BPF_JNE, R0, 0, &known);
    bpf_call(c, BPF_FUNC_ktime_get_ns);
    bpf_set_jump_targets(c, &known);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(since_ns));
    bpf_do_with(c, BPF_SUB, R0, R1);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(ran_ns));
    bpf_do_with(c, BPF_ADD, R0, R1);
    bpf_load(c, BPF_DW, R1, task, types->runtime);
    bpf_do_with(c, BPF_SUB, R0, R1);
    bpf_store_value(c, BPF_DW, R9, OFF_CPU_AT(since_ns), 0);
    bpf_jump_if(c, BPF_JSLT, R0, 0, &none);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(slept_ns));
    bpf_do_with(c, BPF_ADD, R0, R1);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(slept_ns), R0);
    bpf_jump_if(c, BPF_JLT, R0, (int32_t)period_ns, &none);
    bpf_move(c, R1, R0);
    bpf_do(c, BPF_MOD, R1, (int32_t)period_ns);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(slept_ns), R1);
    bpf_do_with(c, BPF_SUB, R0, R1);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(told_ns), R0);
    off_cpu_write_row(c, maps, &none);
    bpf_set_jump_targets(c, &none);
}

/* R6: the arguments; R7: the thread that leaves. */
static void add_leaving(struct bpf_code *c, const struct off_cpu_types *types,
                        const struct off_cpu_maps *maps, bool all, uint32_t period_ns)
{
    struct bpf_jumps awake = {.n = 0};
    struct bpf_jumps goes = {.n = 0};
    struct bpf_jumps none = {.n = 0};
    struct bpf_jumps found = {.n = 0};

    check_user(c, types, &none);
    set_key(c, types, R7);
    check_leaves_asleep(c, types, &awake, &awake);
    find_entry(c, maps, all, period_ns, &none);
    bpf_jump(c, &found);
    bpf_set_jump_targets(c, &awake);
    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_move(c, R9, R0);
    bpf_set_jump_targets(c, &found);
    end_sleep(c, types, maps, R7, period_ns);
    check_leaves_asleep(c, types, &goes, &none);
    keep_task(c, types);
    set_times(c);
    off_cpu_keep_registers(c);
    off_cpu_keep_first(c, false);
    bpf_store_value(c, BPF_W, R9, OFF_CPU_AT(callers_bytes), 0);
    bpf_jump_if(c, BPF_JEQ, R8, 0, &none);
    off_cpu_keep_pages(c, maps, false);
    keep_callers(c);
    bpf_jump(c, &none);
    bpf_set_jump_targets(c, &goes);
    forget_dead(c, types, maps);
    bpf_set_jump_targets(c, &none);
}

/* R6: the arguments; R8: the thread that comes back. */
static void add_coming(struct bpf_code *c, const struct off_cpu_types *types,
                       const struct off_cpu_maps *maps, uint32_t period_ns)
{
    struct bpf_jumps none = {.n = 0};

    set_key(c, types, R8);
    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_move(c, R9, R0);
    end_sleep(c, types, maps, R8, period_ns);
    bpf_set_jump_targets(c, &none);
}

/* Arguments: preempted, the task that leaves, the one that comes. */
void off_cpu_switch_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps, bool all, uint32_t period_ns)
{
    bpf_move(c, R6, R1);
    bpf_store_value(c, BPF_DW, FRAME, NOW, 0);
    bpf_load(c, BPF_DW, R7, R6, 8);
    add_leaving(c, types, maps, all, period_ns);
    bpf_load(c, BPF_DW, R8, R6, 16);
    add_coming(c, types, maps, period_ns);
    bpf_end(c, 0);
}

/* Arguments: the parent, the child. */
void off_cpu_fork_code(struct bpf_code *c, const struct off_cpu_types *types,
                       const struct off_cpu_maps *maps)
{
    struct bpf_jumps none = {.n = 0};

    bpf_load(c, BPF_DW, R7, R1, 0);
    bpf_load(c, BPF_DW, R8, R1, 8);
    set_key(c, types, R7);
    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    set_key(c, types, R8);
    add_empty(c, maps, &none);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}

/* Arguments: the task, ... A task is renamed when it starts a program, just after the counters that
 * wait for that. */
void off_cpu_rename_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps)
{
    struct bpf_jumps none = {.n = 0};

    bpf_load(c, BPF_DW, R7, R1, 0);
    set_key(c, types, R7);
    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_store_value(c, BPF_DW, R0, OFF_CPU_AT(awaited), 0);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}

/* Arguments: what the kernel knows of the round; the task, or 0 at its end. It may wake while it is
 * looked at, and then does not sleep. */
void off_cpu_asleep_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps, bool all, uint32_t period_ns)
{
    struct bpf_jumps none = {.n = 0};
    struct bpf_jumps awake = {.n = 0};

    bpf_load(c, BPF_DW, R7, R1, 8);
    bpf_jump_if(c, BPF_JEQ, R7, 0, &none);
    check_user(c, types, &none);
    check_asleep(c, types, &none, &none);
    set_key(c, types, R7);
    find_entry(c, maps, all, period_ns, &none);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(since_ns));
    bpf_jump_if(c, BPF_JNE, R1, 0, &none);
    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(awaited));
    bpf_jump_if(c, BPF_JNE, R1, 0, &none);
    keep_task(c, types);
    bpf_move(c, R8, R7);
    off_cpu_keep_registers(c);
    off_cpu_keep_first(c, true);
    off_cpu_keep_pages(c, maps, true);
    task_code_keep_callers(c, R8, OFF_CPU_AT(callers), OFF_CPU_AT(callers_bytes));
    bpf_call(c, BPF_FUNC_ktime_get_ns);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(looked_ns), R0);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(since_ns), R0);
    bpf_move(c, R7, R8);
    check_asleep(c, types, &awake, &none);
    bpf_jump(c, &none);
    bpf_set_jump_targets(c, &awake);
    bpf_store_value(c, BPF_DW, R9, OFF_CPU_AT(since_ns), 0);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}
