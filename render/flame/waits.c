/* read → pipe_read → schedule → __schedule → bpf_prog_6896_sched_switch waits in pipe_read. */
#include "render/flame/waits.h"

#include "base/mem.h"

/* All that Linux switches threads with is called so, and programs have no such names. */
static bool is_switch(const struct frame *frame, struct str name)
{
    return str_equal(name, STR("__schedule")) ||
           (frame->kind == KIND_KERNEL && str_equal(name, STR("schedule")));
}

static bool is_scheduler(struct str name)
{
    static const char *const names[] = {"__schedule",         "schedule",
                                        "io_schedule",        "schedule_idle",
                                        "preempt_schedule",   "schedule_preempt_disabled",
                                        "io_schedule_timeout"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal(name, str_of(names[i])))
            return true;
    return str_starts(name, STR("schedule_timeout")) || str_starts(name, STR("schedule_hrtimeout"));
}

static struct str name_of(const struct profile *p, frame_id frame)
{
    return name_without_mark(names_get(&p->names, p->frames.rows[frame].name));
}

static bool has_switch(const struct profile *p)
{
    for (frame_id i = 1; i < p->frames.n; i++) {
        struct str name = names_get(&p->names, p->frames.rows[i].name);
        if (name.n >= STR("schedule").n && name.n <= STR("__schedule_[k]").n &&
            is_switch(&p->frames.rows[i], name_without_mark(name)))
            return true;
    }
    return false;
}

/* The frame that waits, of each stack that reaches the scheduler. */
static frame_id *list_waits(const struct profile *p, const bool *scheduler)
{
    const struct stack *rows = p->stacks.rows;
    frame_id *waits = mem_alloc(p->stacks.n, sizeof *waits);

    for (stack_id i = 1; i < p->stacks.n; i++) {
        stack_id caller = rows[i].caller;
        if (waits[caller])
            waits[i] = waits[caller];
        else if (scheduler[rows[i].frame])
            waits[i] = rows[caller ? caller : i].frame;
    }
    return waits;
}

/* Returns the sum of what changed its frame. */
static uint64_t add_up(const struct tree *t, const frame_id *waits, uint64_t *self)
{
    const struct profile *p = t->profile;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        stack_id stack = p->samples[i].stack;
        uint64_t value = t->column->values[i];
        self[waits[stack] ? waits[stack] : p->stacks.rows[stack].frame] += value;
        sum += waits[stack] ? value : 0;
    }
    return sum;
}

bool *waits_find(const struct tree *t, uint64_t *self)
{
    const struct profile *p = t->profile;
    const frame_id n = p->frames.n;

    if (!has_switch(p))
        return NULL;
    bool *scheduler = mem_alloc(n, sizeof *scheduler);
    uint64_t *found = mem_alloc(n, sizeof *found);
    for (frame_id i = 1; i < n; i++)
        scheduler[i] = is_scheduler(name_of(p, i));
    frame_id *waits = list_waits(p, scheduler);
    bool most = add_up(t, waits, found) > t->total[0] / 2;
    if (most)
        memcpy(self, found, n * sizeof *self);
    mem_free(waits, p->stacks.n, sizeof *waits);
    mem_free(found, n, sizeof *found);
    if (most)
        return scheduler;
    mem_free(scheduler, n, sizeof *scheduler);
    return NULL;
}
