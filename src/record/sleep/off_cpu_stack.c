/* Pages are read one by one, as a read fails where a part of it does. What could not be read the
 * kernel fills with zeros. To find that a page is not there takes longer than to read it, some
 * microseconds: so where a stack ends is remembered, and a page that is missing between others
 * takes as much of the thread's budget as finding its callers. */
#include "record/sleep/off_cpu_stack.h"

#include "record/sleep/task_code.h"

/* R0 = 0 once R2 bytes of user space at R3 are read to R1: of the current task, or of that in R8.
 */
static void read_user(struct bpf_code *c, bool other)
{
    if (!other) {
        bpf_call(c, BPF_FUNC_probe_read_user);
        return;
    }
    bpf_move(c, R4, R8);
    bpf_set(c, R5, 0);
    bpf_call(c, BPF_FUNC_copy_from_user_task);
}

void off_cpu_keep_registers(struct bpf_code *c)
{
    task_code_keep_registers(c, OFF_CPU_AT(registers));
    bpf_load(c, BPF_DW, R7, R9, (int16_t)(OFF_CPU_AT(registers) + 8 * TASK_STACK_POINTER));
}

/* Sets the space to what lies between R1, a stack pointer, and the end of its page; R2 as well. */
static void set_space(struct bpf_code *c)
{
    bpf_do(c, BPF_AND, R1, OFF_CPU_PAGE - 1);
    bpf_set(c, R2, OFF_CPU_PAGE);
    bpf_do_with(c, BPF_SUB, R2, R1);
    bpf_store(c, BPF_DW, FRAME, SPACE, R2);
}

void off_cpu_keep_first(struct bpf_code *c, bool other)
{
    struct bpf_jumps less = {.n = 0};
    struct bpf_jumps failed = {.n = 0};
    struct bpf_jumps done = {.n = 0};

    bpf_store_value(c, BPF_W, R9, OFF_CPU_AT(stack_bytes), 0);
    bpf_move(c, R1, R7);
    set_space(c);
    bpf_jump_if(c, BPF_JLT, R2, OFF_CPU_FIRST, &less);
    bpf_set(c, R2, OFF_CPU_FIRST);
    bpf_set_jump_targets(c, &less);
    bpf_store(c, BPF_DW, FRAME, PAGE, R2);
    bpf_move(c, R1, R9);
    bpf_do(c, BPF_ADD, R1, OFF_CPU_AT(stack));
    bpf_move(c, R3, R7);
    read_user(c, other);
    bpf_jump_if(c, BPF_JNE, R0, 0, &failed);
    bpf_load(c, BPF_DW, R2, FRAME, PAGE);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(stack_bytes), R2);
    bpf_jump(c, &done);
    bpf_set_jump_targets(c, &failed);
    bpf_set(c, R7, 0);
    bpf_set_jump_targets(c, &done);
}

uint32_t off_cpu_pages(uint32_t stack_bytes)
{
    return (stack_bytes + OFF_CPU_PAGE - 1) / OFF_CPU_PAGE + 1;
}

static int32_t pages_most(const struct off_cpu_maps *maps)
{
    return (int32_t)off_cpu_pages(maps->stack_bytes);
}

/* Sets the key of a page: the thread, and which of its pages. */
static void set_page_key(struct bpf_code *c, int32_t i)
{
    bpf_load(c, BPF_W, R1, FRAME, KEY);
    bpf_store(c, BPF_W, FRAME, PAGE, R1);
    bpf_store_value(c, BPF_W, FRAME, PAGE + 4, i);
}

/* The scratch memory of this processor, or the one for other tasks, which is not to be taken from
 * who looks at them; its address is in the frame then. */
static void find_scratch(struct bpf_code *c, const struct off_cpu_maps *maps, bool other,
                         struct bpf_jumps *none)
{
    if (other)
        bpf_set(c, R0, (int32_t)maps->n_scratch - 1);
    else
        bpf_call(c, BPF_FUNC_get_smp_processor_id);
    bpf_store(c, BPF_W, FRAME, FIRST, R0);
    bpf_look_up(c, maps->scratch, FIRST);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_store(c, BPF_DW, FRAME, SCRATCH, R0);
}

/* Reads a page of the stack at R7, of which the first begins where the stack does, to R1. */
static void read_page(struct bpf_code *c, int32_t i, bool other, struct bpf_jumps *absent)
{
    struct bpf_jumps known = {.n = 0};

    bpf_move(c, R3, R7);
    bpf_load(c, BPF_DW, R2, FRAME, SPACE);
    if (i) {
        bpf_do_with(c, BPF_ADD, R3, R2);
        bpf_do(c, BPF_ADD, R3, (i - 1) * OFF_CPU_PAGE);
        bpf_set(c, R2, OFF_CPU_PAGE);
    } else { /* what is always so, but not known to the kernel any more */
        bpf_jump_if(c, BPF_JLT, R2, OFF_CPU_PAGE, &known);
        bpf_set(c, R2, OFF_CPU_PAGE);
        bpf_set_jump_targets(c, &known);
    }
    read_user(c, other);
    bpf_jump_if(c, BPF_JNE, R0, 0, absent);
}

/* Takes of the budget what a page costs that is not there. */
static void charge_absent_page(struct bpf_code *c)
{
    struct bpf_jumps enough = {.n = 0};

    bpf_load(c, BPF_DW, R1, R9, OFF_CPU_AT(budget_ns));
    bpf_jump_if(c, BPF_JGE, R1, OFF_CPU_LOOK_NS, &enough);
    bpf_set(c, R1, OFF_CPU_LOOK_NS);
    bpf_set_jump_targets(c, &enough);
    bpf_do(c, BPF_SUB, R1, OFF_CPU_LOOK_NS);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(budget_ns), R1);
}

/* R1 = where the page begins in which the stack does. */
static void find_base(struct bpf_code *c)
{
    bpf_load(c, BPF_DW, R1, FRAME, SPACE);
    bpf_do_with(c, BPF_ADD, R1, R7);
    bpf_do(c, BPF_SUB, R1, OFF_CPU_PAGE);
}

/* Sets the end of what is read, behind the base: where nothing was found the last time, if that is
 * known of all that could be read now. It is looked at again once in a while. */
static void find_end(struct bpf_code *c, int32_t all)
{
    enum { AGAIN = 64 };
    struct bpf_jumps unknown = {.n = 0};

    find_base(c);
    bpf_set(c, R4, all);
    bpf_load(c, BPF_DW, R2, R9, OFF_CPU_AT(absent_to));
    bpf_do_with(c, BPF_SUB, R2, R1);
    bpf_jump_if(c, BPF_JLT, R2, all, &unknown);
    bpf_load(c, BPF_DW, R2, R9, OFF_CPU_AT(absent_from));
    bpf_do_with(c, BPF_SUB, R2, R1);
    bpf_jump_if(c, BPF_JGE, R2, all, &unknown);
    bpf_jump_if(c, BPF_JEQ, R2, 0, &unknown);
    bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(looks));
    bpf_do(c, BPF_ADD, R1, 1);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(looks), R1);
    bpf_do(c, BPF_AND, R1, AGAIN - 1);
    bpf_jump_if(c, BPF_JEQ, R1, 0, &unknown);
    bpf_move(c, R4, R2);
    bpf_set_jump_targets(c, &unknown);
    bpf_store(c, BPF_DW, FRAME, END, R4);
}

/* Remembers where nothing was found, if all was looked at. */
static void learn_end(struct bpf_code *c, int32_t all)
{
    struct bpf_jumps known = {.n = 0};

    bpf_load(c, BPF_DW, R1, FRAME, END);
    bpf_jump_if(c, BPF_JNE, R1, all, &known);
    find_base(c);
    bpf_do(c, BPF_ADD, R1, all);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(absent_to), R1);
    bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(stack_bytes));
    bpf_do_with(c, BPF_ADD, R1, R7);
    bpf_store(c, BPF_DW, R9, OFF_CPU_AT(absent_from), R1);
    bpf_set_jump_targets(c, &known);
}

static void keep_page(struct bpf_code *c, const struct off_cpu_maps *maps, int32_t i, bool other,
                      struct bpf_jumps *no_room)
{
    struct bpf_jumps is_new = {.n = 0};
    struct bpf_jumps kept = {.n = 0};
    struct bpf_jumps absent = {.n = 0};
    struct bpf_jumps done = {.n = 0};

    bpf_load(c, BPF_DW, R1, FRAME, END);
    bpf_jump_if(c, BPF_JLE, R1, i * OFF_CPU_PAGE, &done);
    set_page_key(c, i);
    bpf_look_up(c, maps->pages, PAGE);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &is_new);
    bpf_move(c, R1, R0);
    read_page(c, i, other, &absent);
    bpf_jump(c, &kept);
    bpf_set_jump_targets(c, &is_new);
    bpf_load(c, BPF_DW, R1, FRAME, SCRATCH);
    read_page(c, i, other, &absent);
    bpf_load_map(c, R1, maps->pages);
    bpf_address_in_frame(c, R2, PAGE);
    bpf_load(c, BPF_DW, R3, FRAME, SCRATCH);
    bpf_set(c, R4, BPF_ANY);
    bpf_call(c, BPF_FUNC_map_update_elem);
    bpf_jump_if(c, BPF_JNE, R0, 0, no_room);
    bpf_store_value(c, BPF_W, R9, OFF_CPU_AT(pages), i + 1);
    bpf_set_jump_targets(c, &kept);
    bpf_load(c, BPF_DW, R1, FRAME, SPACE);
    bpf_do(c, BPF_ADD, R1, i * OFF_CPU_PAGE);
    bpf_store(c, BPF_W, R9, OFF_CPU_AT(stack_bytes), R1);
    bpf_jump(c, &done);
    bpf_set_jump_targets(c, &absent);
    charge_absent_page(c);
    bpf_set_jump_targets(c, &done);
}

/* Counts the thread in R9 among those for whose stack there was no room, once. */
static void count_cut(struct bpf_code *c, const struct off_cpu_maps *maps, struct bpf_jumps *none)
{
    bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(is_counted));
    bpf_jump_if(c, BPF_JNE, R1, 0, none);
    bpf_store_value(c, BPF_W, R9, OFF_CPU_AT(is_counted), 1);
    bpf_store_value(c, BPF_W, FRAME, FIRST, 1);
    bpf_look_up(c, maps->empty, FIRST);
    bpf_jump_if(c, BPF_JEQ, R0, 0, none);
    bpf_load(c, BPF_DW, R1, R0, OFF_CPU_AT(slept_ns));
    bpf_do(c, BPF_ADD, R1, 1);
    bpf_store(c, BPF_DW, R0, OFF_CPU_AT(slept_ns), R1);
}

void off_cpu_keep_pages(struct bpf_code *c, const struct off_cpu_maps *maps, bool other)
{
    const int32_t most = (int32_t)maps->stack_bytes;
    const int32_t n = pages_most(maps);
    struct bpf_jumps no_room = {.n = 0};
    struct bpf_jumps done = {.n = 0};

    bpf_jump_if(c, BPF_JEQ, R7, 0, &done);
    find_scratch(c, maps, other, &done);
    find_end(c, n * OFF_CPU_PAGE);
    for (int32_t i = 0; i < n; i++)
        keep_page(c, maps, i, other, &no_room);
    learn_end(c, n * OFF_CPU_PAGE);
    bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(stack_bytes));
    bpf_jump_if(c, BPF_JLT, R1, most, &done);
    bpf_store_value(c, BPF_W, R9, OFF_CPU_AT(stack_bytes), most);
    bpf_jump(c, &done);
    bpf_set_jump_targets(c, &no_room);
    count_cut(c, maps, &done);
    bpf_set_jump_targets(c, &done);
}

/* Puts a page behind those before it; one that is not there is not at its address, 0, either. */
static void gather_page(struct bpf_code *c, const struct off_cpu_maps *maps, int32_t i,
                        struct bpf_jumps *done)
{
    struct bpf_jumps known = {.n = 0};

    if (i) {
        bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(stack_bytes));
        bpf_load(c, BPF_DW, R2, FRAME, SPACE);
        bpf_do_with(c, BPF_SUB, R1, R2);
        bpf_jump_if(c, BPF_JSLE, R1, (i - 1) * OFF_CPU_PAGE, done);
    }
    set_page_key(c, i);
    bpf_look_up(c, maps->pages, PAGE);
    bpf_move(c, R3, R0);
    bpf_load(c, BPF_DW, R1, FRAME, SCRATCH);
    bpf_do(c, BPF_ADD, R1, OFF_CPU_AT(stack));
    if (i) {
        bpf_load(c, BPF_DW, R2, FRAME, SPACE);
        bpf_jump_if(c, BPF_JLT, R2, OFF_CPU_PAGE, &known);
        bpf_set(c, R2, OFF_CPU_PAGE);
        bpf_set_jump_targets(c, &known);
        bpf_do_with(c, BPF_ADD, R1, R2);
        bpf_do(c, BPF_ADD, R1, (i - 1) * OFF_CPU_PAGE);
    }
    bpf_set(c, R2, OFF_CPU_PAGE);
    bpf_call(c, BPF_FUNC_probe_read_kernel);
}

/* R9 = the scratch memory, with all of the entry in R9. */
static void gather(struct bpf_code *c, const struct off_cpu_maps *maps, struct bpf_jumps *none)
{
    struct bpf_jumps done = {.n = 0};

    find_scratch(c, maps, false, none);
    bpf_move(c, R1, R0);
    bpf_set(c, R2, OFF_CPU_AT(stack));
    bpf_move(c, R3, R9);
    bpf_call(c, BPF_FUNC_probe_read_kernel);
    bpf_load(c, BPF_DW, R1, R9, (int16_t)(OFF_CPU_AT(registers) + 8 * TASK_STACK_POINTER));
    set_space(c);
    for (int32_t i = 0; i < pages_most(maps); i++)
        gather_page(c, maps, i, &done);
    bpf_set_jump_targets(c, &done);
}

/* Hands out R5 bytes behind what lies before the stack, at R4. */
static void put_out(struct bpf_code *c, const struct off_cpu_maps *maps)
{
    bpf_do(c, BPF_ADD, R5, OFF_CPU_AT(stack));
    bpf_move(c, R1, R6);
    bpf_load_map(c, R2, maps->output);
    bpf_set(c, R3, -1); /* BPF_F_CURRENT_CPU, without the upper half */
    bpf_do(c, BPF_LSH, R3, 32);
    bpf_do(c, BPF_RSH, R3, 32);
    bpf_call(c, BPF_FUNC_perf_event_output);
}

void off_cpu_write_row(struct bpf_code *c, const struct off_cpu_maps *maps, struct bpf_jumps *none)
{
    struct bpf_jumps more = {.n = 0};
    struct bpf_jumps done = {.n = 0};

    bpf_load(c, BPF_W, R5, R9, OFF_CPU_AT(stack_bytes));
    bpf_jump_if(c, BPF_JGT, R5, OFF_CPU_FIRST, &more);
    bpf_move(c, R4, R9);
    put_out(c, maps);
    bpf_jump(c, &done);
    bpf_set_jump_targets(c, &more);
    gather(c, maps, none);
    bpf_load(c, BPF_W, R5, R9, OFF_CPU_AT(stack_bytes));
    bpf_jump_if(c, BPF_JGT, R5, (int32_t)maps->stack_bytes, none);
    bpf_load(c, BPF_DW, R4, FRAME, SCRATCH);
    put_out(c, maps);
    bpf_set_jump_targets(c, &done);
}

void off_cpu_forget_pages(struct bpf_code *c, const struct off_cpu_maps *maps)
{
    struct bpf_jumps done = {.n = 0};

    for (int32_t i = 0; i < pages_most(maps); i++) {
        bpf_load(c, BPF_W, R1, R9, OFF_CPU_AT(pages));
        bpf_jump_if(c, BPF_JLE, R1, i, &done);
        set_page_key(c, i);
        bpf_address_in_frame(c, R2, PAGE);
        bpf_load_map(c, R1, maps->pages);
        bpf_call(c, BPF_FUNC_map_delete_elem);
    }
    bpf_set_jump_targets(c, &done);
}
