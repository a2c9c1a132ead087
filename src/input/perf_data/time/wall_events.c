/* The clock of a processor, or cycles, and sleep that was sampled. */
#include "input/perf_data/time/wall_events.h"

/* How well samples of an event say where threads run; 0: not at all. */
static unsigned fitness_of(const struct event *event)
{
    enum { TYPE_HARDWARE, TYPE_SOFTWARE, TYPE_TRACEPOINT };
    enum { TASK_CLOCK = 1, CYCLES = 0 };
    const uint64_t config = event->config & UINT32_MAX;

    if (event->in_raw || event->type == TYPE_TRACEPOINT)
        return 0;
    if (event->type == TYPE_SOFTWARE)
        return config <= TASK_CLOCK ? 3 : 0;
    return event->type == TYPE_HARDWARE && config == CYCLES ? 2 : 1;
}

const struct event *wall_choose_event(const struct events *events)
{
    const struct event *best = NULL;

    for (uint32_t i = 0; i < events->n; i++)
        if (fitness_of(&events->rows[i]) > (best ? fitness_of(best) : 0))
            best = &events->rows[i];
    return best;
}

const struct event *wall_find_sleep(const struct recording *rec)
{
    for (uint32_t i = 0; i < rec->events.n && recording_is_ours(rec); i++) {
        const struct event *event = &rec->events.rows[i];
        if (!event->in_raw && str_equal(names_get(&rec->names, event->name), STR("offcpu-time")))
            return event;
    }
    return NULL;
}
