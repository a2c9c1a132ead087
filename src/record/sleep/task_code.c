/* Parts of programs for the kernel, by hand as the programs are. */
#include "record/sleep/task_code.h"

#include "base/str.h"
#include "record/sleep/task_registers.h"

bool task_code_find_runtime(int16_t *at, const struct kernel_types *types)
{
    int16_t inside;

    if (!kernel_types_member(types, STR("task_struct"), STR("se"), at) ||
        !kernel_types_member(types, STR("sched_entity"), STR("sum_exec_runtime"), &inside) ||
        inside > INT16_MAX - *at)
        return false;
    *at = (int16_t)(*at + inside);
    return true;
}

void task_code_keep_registers(struct bpf_code *c, int16_t at)
{
    bpf_move(c, R1, R7);
    bpf_call(c, BPF_FUNC_task_pt_regs);
    bpf_move(c, R3, R0);
    bpf_move(c, R1, R9);
    bpf_do(c, BPF_ADD, R1, at);
    bpf_set(c, R2, 8 * TASK_REGISTERS);
    bpf_call(c, BPF_FUNC_probe_read_kernel);
}

void task_code_keep_callers(struct bpf_code *c, int task, int16_t at, int16_t at_bytes)
{
    bpf_move(c, R1, task);
    bpf_move(c, R2, R9);
    bpf_do(c, BPF_ADD, R2, at);
    bpf_set(c, R3, 8 * TASK_CALLERS);
    bpf_set(c, R4, 0);
    bpf_call(c, BPF_FUNC_get_task_stack);
    bpf_store(c, BPF_W, R9, at_bytes, R0);
}
