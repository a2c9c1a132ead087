/* PERF_RECORD_FORK {pid, parent's pid, tid, parent's tid}: include/uapi/linux/perf_event.h. */
#include "record/targets/task_filter.h"

#include <linux/perf_event.h>
#include <string.h>

#include "base/mem.h"

/* As two numbers lie in a word of a record. */
struct two {
    uint32_t first, second;
};

static struct two two_of(uint64_t word)
{
    struct two two;

    memcpy(&two, &word, sizeof two);
    return two;
}

static struct perf_event_header header_of(uint64_t word)
{
    struct perf_event_header header;

    memcpy(&header, &word, sizeof header);
    return header;
}

static bool has(const struct task_set *s, uint32_t number)
{
    return number / 8 < s->room && s->bits[number / 8] >> number % 8 & 1;
}

/* Numbers that no task has are not taken. */
static void set(struct task_filter *t, struct task_set *s, uint32_t number, bool on)
{
    const size_t at = number / 8;
    const unsigned char bit = (unsigned char)(1U << number % 8);

    if (number > INT32_MAX || has(s, number) == on)
        return;
    t->n = on ? t->n + 1 : t->n - 1;
    s->bits = mem_grow(s->bits, &s->room, at + 1, 1);
    s->bits[at] = (unsigned char)(on ? s->bits[at] | bit : s->bits[at] & ~bit);
}

void task_filter_free(struct task_filter *t)
{
    mem_free(t->processes.bits, t->processes.room, 1);
    mem_free(t->threads.bits, t->threads.room, 1);
    *t = (struct task_filter){.processes = {.room = 0}};
}

void task_filter_add_process(struct task_filter *t, uint32_t pid)
{
    set(t, &t->processes, pid, true);
}

void task_filter_add_thread(struct task_filter *t, uint32_t tid)
{
    set(t, &t->threads, tid, true);
}

/* A number that is used anew is that of another task. */
void task_filter_see(struct task_filter *t, const uint64_t words[TASK_FILTER_WORDS])
{
    const struct two pids = two_of(words[1]);
    const struct two tids = two_of(words[2]);

    if (header_of(words[0]).type != PERF_RECORD_FORK)
        return;
    if (pids.first != pids.second)
        set(t, &t->processes, pids.first, has(&t->processes, pids.second));
    set(t, &t->threads, tids.first, has(&t->threads, tids.second));
}

bool task_filter_keeps(const struct task_filter *t, const uint64_t words[TASK_FILTER_WORDS])
{
    struct two who = two_of(words[1]);

    switch (header_of(words[0]).type) {
    case PERF_RECORD_SAMPLE:
        if (t->keeps_samples)
            return true;
        who = two_of(words[3]);
        break;
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
        who.second = two_of(words[2]).first;
        break;
    case PERF_RECORD_SWITCH_CPU_WIDE: /* behind the other thread */
        who = two_of(words[2]);
        break;
    case PERF_RECORD_MMAP:
    case PERF_RECORD_MMAP2:
    case PERF_RECORD_COMM:
    case PERF_RECORD_SWITCH:
        break;
    default:
        return true;
    }
    return has(&t->processes, who.first) || has(&t->threads, who.second);
}
