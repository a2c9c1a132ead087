/* Assembles the BPF program instruction by instruction: no compiler is needed. */
#include "record/trap/waiting_program.h"

#include <linux/btf.h>

#include "base/str.h"
#include "record/sleep/task_code.h"

/* Places in the frame: the key, and an entry to be added. */
enum { KEY = -4, ZERO = -8, ENTRY = -48, NOW = -56 };

#define IN_ENTRY(member) ((int16_t)(ENTRY + (int16_t)offsetof(struct waiting_thread, member)))
#define OF_ENTRY(member) ((int16_t)offsetof(struct waiting_thread, member))
#define OF_ROW(member) ((int16_t)offsetof(struct waiting_row, member))

bool waiting_types_find(struct waiting_types *to, const struct kernel_types *types)
{
    const struct str task = STR("task_struct");

    to->iter_task = kernel_types_find(types, BTF_KIND_FUNC, STR("bpf_iter_task"));
    return to->iter_task && kernel_types_member(types, task, STR("pid"), &to->pid) &&
           kernel_types_member(types, task, STR("tgid"), &to->tgid) &&
           kernel_types_member(types, task, STR("__state"), &to->state) &&
           kernel_types_member(types, task, STR("flags"), &to->flags) &&
           kernel_types_member(types, task, STR("on_cpu"), &to->on_cpu) &&
           task_code_find_runtime(&to->runtime, types);
}

/* R8 = what the task in R7 does: enum waiting_kind. */
static void find_kind(struct bpf_code *c, const struct waiting_types *types)
{
    struct bpf_jumps known = {.n = 0};
    struct bpf_jumps ready = {.n = 0};

    bpf_set(c, R8, WAITING_NOT);
    bpf_load(c, BPF_W, R1, R7, types->state);
    bpf_jump_if(c, BPF_JEQ, R1, 0, &ready);
    bpf_do(c, BPF_AND, R1, TASK_ASLEEP | TASK_NOT_COUNTED);
    bpf_jump_if(c, BPF_JEQ, R1, 0, &known);
    bpf_jump_if(c, BPF_JGE, R1, TASK_NOT_COUNTED, &known);
    bpf_set(c, R8, WAITING_ASLEEP);
    bpf_jump(c, &known);
    bpf_set_jump_targets(c, &ready);
    bpf_load(c, BPF_W, R1, R7, types->on_cpu);
    bpf_jump_if(c, BPF_JNE, R1, 0, &known);
    bpf_set(c, R8, WAITING_PROCESSOR);
    bpf_set_jump_targets(c, &known);
}

/* Leaves unless there is an entry in which the task in R7 did the same as now, and has not run
 * since; makes one, or begins it anew. R9 = the entry. */
static void find_entry(struct bpf_code *c, const struct waiting_types *types,
                       const struct waiting_maps *maps, struct bpf_jumps *none)
{
    struct bpf_jumps found = {.n = 0};
    struct bpf_jumps other = {.n = 0};
    struct bpf_jumps same = {.n = 0};

    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JNE, R0, 0, &found);
    bpf_load(c, BPF_DW, R1, FRAME, NOW);
    bpf_store(c, BPF_DW, FRAME, IN_ENTRY(since_ns), R1);
    bpf_load(c, BPF_DW, R1, R7, types->runtime);
    bpf_store(c, BPF_DW, FRAME, IN_ENTRY(ran_ns), R1);
    bpf_store(c, BPF_DW, FRAME, IN_ENTRY(kind), R8);
    bpf_store_value(c, BPF_DW, FRAME, IN_ENTRY(told), 0);
    bpf_address_in_frame(c, R2, KEY);
    bpf_address_in_frame(c, R3, ENTRY);
    bpf_set(c, R4, BPF_ANY);
    bpf_load_map(c, R1, maps->threads);
    bpf_call(c, BPF_FUNC_map_update_elem);
    bpf_jump(c, none);
    bpf_set_jump_targets(c, &found);
    bpf_move(c, R9, R0);
    bpf_load(c, BPF_DW, R1, R9, OF_ENTRY(kind));
    bpf_do_with(c, BPF_SUB, R1, R8);
    bpf_jump_if(c, BPF_JNE, R1, 0, &other);
    bpf_load(c, BPF_DW, R1, R9, OF_ENTRY(ran_ns));
    bpf_load(c, BPF_DW, R2, R7, types->runtime);
    bpf_do_with(c, BPF_SUB, R1, R2);
    bpf_jump_if(c, BPF_JEQ, R1, 0, &same);
    bpf_set_jump_targets(c, &other);
    bpf_load(c, BPF_DW, R1, FRAME, NOW);
    bpf_store(c, BPF_DW, R9, OF_ENTRY(since_ns), R1);
    bpf_load(c, BPF_DW, R1, R7, types->runtime);
    bpf_store(c, BPF_DW, R9, OF_ENTRY(ran_ns), R1);
    bpf_store(c, BPF_DW, R9, OF_ENTRY(kind), R8);
    bpf_store_value(c, BPF_DW, R9, OF_ENTRY(told), 0);
    bpf_jump(c, none);
    bpf_set_jump_targets(c, &same);
}

/* R9 = room for a row, with the times of the entry that R9 was, and who it is. */
static void begin_row(struct bpf_code *c, const struct waiting_types *types,
                      const struct waiting_maps *maps, struct bpf_jumps *none)
{
    bpf_load(c, BPF_DW, R1, R9, OF_ENTRY(since_ns));
    bpf_store(c, BPF_DW, FRAME, IN_ENTRY(since_ns), R1);
    bpf_store_value(c, BPF_W, FRAME, ZERO, 0);
    bpf_look_up(c, maps->row, ZERO);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_move(c, R9, R0);
    bpf_load(c, BPF_DW, R1, FRAME, IN_ENTRY(since_ns));
    bpf_store(c, BPF_DW, R9, OF_ROW(since_ns), R1);
    bpf_load(c, BPF_DW, R1, FRAME, NOW);
    bpf_store(c, BPF_DW, R9, OF_ROW(now_ns), R1);
    bpf_load(c, BPF_W, R1, R7, types->tgid);
    bpf_store(c, BPF_W, R9, OF_ROW(pid), R1);
    bpf_load(c, BPF_W, R1, R7, types->pid);
    bpf_store(c, BPF_W, R9, OF_ROW(tid), R1);
    bpf_store(c, BPF_W, R9, OF_ROW(kind), R8);
}

static void add_stack(struct bpf_code *c)
{
    task_code_keep_registers(c, OF_ROW(registers));
    task_code_keep_callers(c, R7, OF_ROW(callers), OF_ROW(callers_bytes));
}

/* Where there is no room now, the kernel runs the program once more for the same task. R6: the
 * arguments. */
static void write_row(struct bpf_code *c, const struct waiting_maps *maps, struct bpf_jumps *none)
{
    bpf_load(c, BPF_DW, R1, R6, 0);
    bpf_load(c, BPF_DW, R1, R1, 0); /* its seq_file */
    bpf_move(c, R2, R9);
    bpf_set(c, R3, sizeof(struct waiting_row));
    bpf_call(c, BPF_FUNC_seq_write);
    bpf_jump_if(c, BPF_JNE, R0, 0, none);
    bpf_look_up(c, maps->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_store_value(c, BPF_DW, R0, OF_ENTRY(told), 1);
}

/* Arguments: what the kernel knows of the round; the task, or 0 at its end. */
void waiting_code(struct bpf_code *c, const struct waiting_types *types,
                  const struct waiting_maps *maps, uint32_t limit_us)
{
    struct bpf_jumps none = {.n = 0};

    bpf_move(c, R6, R1);
    bpf_load(c, BPF_DW, R7, R6, 8);
    bpf_jump_if(c, BPF_JEQ, R7, 0, &none);
    bpf_load(c, BPF_W, R1, R7, types->flags);
    bpf_jump_if(c, BPF_JSET, R1, TASK_KERNEL_THREAD, &none);
    bpf_call(c, BPF_FUNC_ktime_get_ns);
    bpf_store(c, BPF_DW, FRAME, NOW, R0);
    bpf_load(c, BPF_W, R1, R7, types->pid);
    bpf_store(c, BPF_W, FRAME, KEY, R1);
    find_kind(c, types);
    find_entry(c, types, maps, &none);
    bpf_jump_if(c, BPF_JEQ, R8, WAITING_NOT, &none);
    bpf_load(c, BPF_DW, R1, R9, OF_ENTRY(told));
    bpf_jump_if(c, BPF_JNE, R1, 0, &none);
    bpf_load(c, BPF_DW, R1, FRAME, NOW);
    bpf_load(c, BPF_DW, R2, R9, OF_ENTRY(since_ns));
    bpf_do_with(c, BPF_SUB, R1, R2);
    bpf_do(c, BPF_DIV, R1, 1000);
    bpf_jump_if(c, BPF_JLT, R1, (int32_t)limit_us, &none);
    begin_row(c, types, maps, &none);
    add_stack(c);
    write_row(c, maps, &none);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}
