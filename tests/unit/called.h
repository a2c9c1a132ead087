/* What a reader makes of a text that knows callers and callees. */
#ifndef TESTS_UNIT_CALLED_H
#define TESTS_UNIT_CALLED_H

#include "input/formats.h"
#include "input/input.h"
#include "unit.h"

struct called_read {
    struct profile p;
    struct tally tally;
    struct notes notes;
    struct fault f;
    bool ok;
};

/* Reads the text of that format; called_done frees. Names stay as they are written. */
static inline void called_read(struct called_read *in, const char *format_name, const char *text)
{
    const struct ask ask = {
        .limits = limits_usual(),
        .naming = {.mangled = true, .full = true}}; /* as in callgraph, which reads them */
    struct source source;
    struct blocks blocks;
    struct reading r = {
        .name = "test", .ask = &ask, .info = &in->p.info, .first_part = true, .parts = 1};

    memset(in, 0, sizeof *in);
    const struct input_format *format = input_find(str_of(format_name), &in->f);
    assert_non_null(format);
    assert_true(format->stackless);
    profile_init(&in->p, 1, TIME_NONE);
    assert_true(source_open_memory(&source, "test", str_of(text), &ask.limits, &in->f));
    blocks_init(&blocks, &source);
    in->ok = format->read(&r, &blocks, &in->p, &in->f);
    in->tally = r.tally;
    in->notes = r.notes;
    blocks_free(&blocks);
    source_close(&source);
}

static inline void called_done(struct called_read *in)
{
    profile_free(&in->p);
}

/* The frame of that name, which may be written "module!name"; 0: there is none. */
static inline frame_id called_frame(const struct called_read *in, const char *text)
{
    struct str wanted = str_of(text);
    size_t bang = str_find(wanted, 0, STR("!"));
    struct str module = str_from_to(wanted, 0, bang < wanted.n ? bang : 0);
    struct str name = bang < wanted.n ? str_from_to(wanted, bang + 1, wanted.n) : wanted;

    for (frame_id i = 1; i < in->p.frames.n; i++) {
        const struct frame *row = &in->p.frames.rows[i];
        if (str_equal(names_get(&in->p.names, row->name), name) &&
            (!module.n || str_equal(names_get(&in->p.names, row->module), module)))
            return i;
    }
    fail_msg("there is no function %s", text);
    return 0;
}

/* What the samples of the function alone are worth. */
static inline uint64_t called_own(const struct called_read *in, const char *name, size_t column)
{
    frame_id frame = called_frame(in, name);
    uint64_t sum = 0;

    for (uint32_t i = 0; i < in->p.n_samples; i++) {
        const struct stack *stack = &in->p.stacks.rows[in->p.samples[i].stack];
        assert_int_equal(stack->caller, 0);
        if (stack->frame == frame)
            sum += in->p.columns[column].values[i];
    }
    return sum;
}

/* The number of the call; fails when there is none. */
static inline uint32_t called_call(const struct called_read *in, const char *caller,
                                   const char *callee)
{
    frame_id a = called_frame(in, caller);
    frame_id b = called_frame(in, callee);

    for (uint32_t i = 0; i < in->p.calls.pairs.n; i++)
        if (in->p.calls.pairs.rows[i].a == a && in->p.calls.pairs.rows[i].b == b)
            return i;
    fail_msg("%s does not call %s", caller, callee);
    return 0;
}

static inline uint64_t called_cost(const struct called_read *in, const char *caller,
                                   const char *callee, size_t column)
{
    return calls_cost_of(&in->p.calls, called_call(in, caller, callee), column);
}

static inline uint64_t called_count(const struct called_read *in, const char *caller,
                                    const char *callee)
{
    return in->p.calls.counts[called_call(in, caller, callee)];
}

static inline struct called called_of(struct called_read *in, const char *name)
{
    return *calls_called(&in->p.calls, called_frame(in, name));
}

#endif
