/* Keeps the sleeping threads in a hash table by thread number, which is quick for each switch. */
#include "record/sleep/asleep.h"

#include <linux/perf_event.h>
#include <string.h>

#include "base/mem.h"
#include "record/sample_fields.h"

enum { PROBES = 8, PREEMPTED = 1 << 14 };

void asleep_init(struct asleep *a)
{
    *a = (struct asleep){.slots = mem_alloc(ASLEEP_SLOTS, sizeof *a->slots)};
}

void asleep_free(struct asleep *a)
{
    mem_free(a->slots, ASLEEP_SLOTS, sizeof *a->slots);
    *a = (struct asleep){.slots = NULL};
}

/* Finds the slot of a thread, or a free one, or one of a thread that is not to be handed out; NULL:
 * there is none. */
static struct asleep_slot *slot_of(struct asleep *a, uint32_t tid)
{
    struct asleep_slot *other = NULL;

    for (uint32_t i = 0; i < PROBES; i++) {
        struct asleep_slot *s = &a->slots[(tid * UINT32_C(2654435761) + i) % ASLEEP_SLOTS];
        if (s->tid == tid)
            return s;
        if (!other && !(s->waits && !s->is_taken))
            other = s;
    }
    if (other)
        *other = (struct asleep_slot){.tid = tid};
    return other;
}

/* {header, ..., {pid, tid}, time, processor, identifier} */
void asleep_add(struct asleep *a, const uint64_t *words, size_t n)
{
    struct perf_event_header header;
    uint32_t ids[2];

    memcpy(&header, words, sizeof header);
    if (!a->slots || n <= TRAILER_FIELDS ||
        (header.type != PERF_RECORD_SWITCH && header.type != PERF_RECORD_SWITCH_CPU_WIDE))
        return;
    memcpy(ids, &words[n - TRAILER_FIELDS], sizeof ids);
    const uint64_t time_ns = words[n - TRAILER_FIELDS + 1];
    struct asleep_slot *s = ids[1] ? slot_of(a, ids[1]) : NULL;
    if (!s || time_ns < s->since_ns)
        return;
    *s = (struct asleep_slot){.pid = ids[0],
                              .tid = ids[1],
                              .since_ns = time_ns,
                              .waits = (header.misc & PERF_RECORD_MISC_SWITCH_OUT) &&
                                       !(header.misc & PREEMPTED),
                              .is_taken = s->waits && s->is_taken && s->since_ns == time_ns};
}

const struct asleep_slot *asleep_take(struct asleep *a, size_t *left)
{
    while (a->slots && *left) {
        struct asleep_slot *s = &a->slots[a->next];
        a->next = (a->next + 1) % ASLEEP_SLOTS;
        (*left)--;
        if (s->waits && !s->is_taken) {
            s->is_taken = true;
            return s;
        }
    }
    return NULL;
}
