/* Decides for -g auto whether frame pointers suffice, by the stacks of the first samples. */
#include "record/chain_choice.h"

#include "base/clock.h"
#include "record/recorder_state.h"

/* Once there are SEEN_LEAST samples, more of each stack is taken if many are cut. Once there are
 * JUDGED_LEAST, frame pointers if they tell all callers in most stacks or copies would be too much
 * to write, else as much of each stack as is needed. */
enum {
    SEEN_LEAST = 100,
    JUDGED_LEAST = 400,
    FEW_PERCENT = 10,       /* of stacks, that may lack callers by frame pointers */
    CUT_PERCENT = 2,        /* of stacks, that may be cut */
    COPIES_MOST = 64 << 20, /* bytes a second */
    BURST = 2,              /* times so many while a program starts */
};

/* What samples take of stacks now. */
static uint32_t stack_bytes_of(const struct recorder *r)
{
    const struct counting *how = &r->counting;

    return r->counters.set == SET_OTHER_STACKS ? how->other_stack_bytes : how->stack_bytes;
}

/* Bytes a second that so many of each stack are, by what came so far. */
static uint64_t copies_a_second(const struct recorder *r, uint32_t stack_bytes)
{
    const uint64_t ms = (clock_now_ns() - (r->begun_ns - r->lead_ns)) / 1000000 + 1;

    return r->file.end * 1000 / ms * stack_bytes / stack_bytes_of(r);
}

void chain_choice_look(struct recorder *r)
{
    const uint32_t a = r->counting.stack_bytes;
    const uint32_t b = r->counting.other_stack_bytes;
    const uint32_t fewer = a < b ? a : b;
    const uint32_t more = a < b ? b : a;
    struct stack_verdict v;
    struct fault ignored = {0};
    const uint64_t n = r->counts.samples - r->counts.waits;
    const struct process_files of_process = {code_names_open, &r->names};

    if (r->counters.n_sets == 1 || r->decided || n < SEEN_LEAST || (r->seen && n < JUDGED_LEAST))
        return;
    const uint64_t least = copies_a_second(r, fewer);
    const bool last = n >= JUDGED_LEAST;
    const bool too_many = least / (last ? 1 : BURST) > COPIES_MOST;
    r->seen = true;
    r->decided = too_many || last;
    if (too_many) /* at once: buffers fill while stacks are judged */
        counters_choose(&r->counters, SET_FRAME_POINTERS);
    if (!r->order->stacks.judge(r->order->stacks.context, &r->file, &of_process, fewer, &v,
                                &ignored))
        return;
    if (r->decided)
        r->judged = v;
    const uint32_t wanted = v.cut * 100 > v.n * CUT_PERCENT ? more : fewer;
    const bool enough = (v.n - v.by_pointers) * 100 <= v.n * FEW_PERCENT;
    r->copies_a_second = too_many && !enough ? least : 0;
    if (too_many)
        return;
    if (r->decided && enough)
        counters_choose(&r->counters, SET_FRAME_POINTERS);
    else if ((r->decided || wanted == more) && wanted != stack_bytes_of(r))
        counters_choose(&r->counters, r->counters.set == SET_FIRST ? SET_OTHER_STACKS : SET_FIRST);
}

void chain_choice_tell(const struct recorder *r, struct record_outcome *outcome)
{
    const struct counting *how = &r->counting;

    outcome->judged = r->judged;
    outcome->copies_a_second = r->copies_a_second;
    outcome->chain = how->chain;
    outcome->stack_bytes = stack_bytes_of(r);
    if (r->counters.set == SET_FRAME_POINTERS)
        outcome->chain = CHAIN_FRAME_POINTERS;
    if (r->decided && r->counters.set != SET_FRAME_POINTERS)
        outcome->chain = CHAIN_DWARF;
}
