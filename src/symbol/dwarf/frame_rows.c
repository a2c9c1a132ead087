/* One step of unwinding with a row of call frame information (DWARF 5, 6.4.3). */
#include "symbol/dwarf/frame_rows.h"

#include <assert.h>

#include "base/mem.h"

void frame_rows_free(struct frame_rows *f)
{
    mem_free(f->rows, f->room, sizeof *f->rows);
    mem_free(f->rules, f->rules_room, sizeof *f->rules);
    mem_free(f->ops, f->ops_room, sizeof *f->ops);
    *f = (struct frame_rows){0};
}

uint32_t frame_rows_add_ops(struct frame_rows *f, const struct expression_op *ops, size_t n)
{
    size_t first = f->n_ops;

    assert(n <= UINT32_MAX && first <= UINT32_MAX - n);
    f->ops = mem_grow(f->ops, &f->ops_room, first + n, sizeof *f->ops);
    if (n)
        memcpy(f->ops + first, ops, n * sizeof *ops);
    f->n_ops += n;
    return (uint32_t)first;
}

uint32_t frame_rows_add(struct frame_rows *f, struct frame_row row, const struct frame_rule *rules,
                        size_t n)
{
    assert(n <= UINT32_MAX && f->n_rules <= UINT32_MAX - n && f->n < UINT32_MAX);
    f->rules = mem_grow(f->rules, &f->rules_room, f->n_rules + n, sizeof *f->rules);
    if (n)
        memcpy(f->rules + f->n_rules, rules, n * sizeof *rules);
    row.first_rule = (uint32_t)f->n_rules;
    row.n_rules = (uint32_t)n;
    f->n_rules += n;
    f->rows = mem_grow(f->rows, &f->room, f->n + 1, sizeof *f->rows);
    f->rows[f->n] = row;
    return (uint32_t)f->n++;
}

/* The input of a rule: the registers before the step. */
struct frame {
    const struct frame_rows *rows;
    const struct unwind_memory *memory;
    const struct unwind_registers *registers;
    uint64_t cfa;
};

static enum frame_step read_word(const struct frame *f, uint64_t address, uint64_t *value)
{
    switch (unwind_read(f->memory, address, f->registers->machine->word, value)) {
    case MEMORY_READ:
        return FRAME_CALLER;
    case MEMORY_BEHIND:
        return FRAME_CUT;
    case MEMORY_NONE:
        break;
    }
    return FRAME_LOST;
}

static enum frame_step run_expression(const struct frame *f, const struct frame_rule *rule,
                                      uint64_t *value)
{
    const struct expression e = {f->rows->ops + rule->first_op, rule->n_ops};

    switch (expression_run(e, f->registers, f->memory, f->cfa, value)) {
    case EXPRESSION_VALUE:
        return FRAME_CALLER;
    case EXPRESSION_CUT:
        return FRAME_CUT;
    case EXPRESSION_NONE:
        break;
    }
    return FRAME_LOST;
}

static enum frame_step run_rule(const struct frame *f, const struct frame_rule *rule,
                                uint64_t *value)
{
    switch ((enum frame_rule_kind)rule->kind) {
    case FRAME_AT:
        return read_word(f, f->cfa + (uint64_t)rule->offset, value);
    case FRAME_IS:
        *value = f->cfa + (uint64_t)rule->offset;
        return FRAME_CALLER;
    case FRAME_REGISTER:
        if (!unwind_knows(f->registers, rule->other))
            return FRAME_LOST;
        *value = f->registers->value[rule->other] + (uint64_t)rule->offset;
        return FRAME_CALLER;
    case FRAME_AT_EXPRESSION: {
        enum frame_step step = run_expression(f, rule, value);
        return step == FRAME_CALLER ? read_word(f, *value, value) : step;
    }
    case FRAME_EXPRESSION:
        return run_expression(f, rule, value);
    }
    return FRAME_LOST;
}

/* The addresses of a 32-bit machine end at 4 GiB. */
static uint64_t in_words(const struct unwind_machine *m, uint64_t value)
{
    return m->word == 4 ? (uint32_t)value : value;
}

/* By the ABI, a row without a rule for the return address is the outermost frame. */
static bool is_root(const struct frame_rows *f, const struct frame_row *row)
{
    if (row->same >> row->return_address & 1)
        return false;
    for (uint32_t i = 0; i < row->n_rules; i++)
        if (f->rules[row->first_rule + i].reg == row->return_address)
            return false;
    return true;
}

bool frame_rows_is_root(const struct frame_rows *f, uint32_t row)
{
    return is_root(f, &f->rows[row]);
}

enum frame_step frame_rows_step(const struct frame_rows *f, uint32_t index,
                                const struct unwind_memory *memory, struct unwind_registers *r)
{
    const struct frame_row *row = &f->rows[index];
    const struct unwind_machine *machine = r->machine;
    const struct unwind_registers before = *r;
    struct frame frame = {.rows = f, .memory = memory, .registers = &before};

    if (is_root(f, row))
        return FRAME_ROOT;
    enum frame_step step = run_rule(&frame, &row->cfa, &frame.cfa);
    if (step != FRAME_CALLER)
        return step;
    frame.cfa = in_words(machine, frame.cfa);
    struct unwind_registers after = before;
    after.known &= row->same;
    unwind_set(&after, machine->sp, frame.cfa);
    for (uint32_t i = 0; i < row->n_rules; i++) {
        const struct frame_rule *rule = &f->rules[row->first_rule + i];
        uint64_t value = 0;
        step = run_rule(&frame, rule, &value);
        if (step == FRAME_CALLER)
            unwind_set(&after, rule->reg, in_words(machine, value));
        else if (rule->reg == row->return_address)
            return step;
    }
    if (!unwind_knows(&after, row->return_address))
        return FRAME_LOST;
    uint64_t caller = after.value[row->return_address] & machine->address_mask;
    if (caller == 0)
        return FRAME_ROOT;
    unwind_set(&after, machine->pc, caller);
    *r = after;
    return FRAME_CALLER;
}
