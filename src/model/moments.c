/* Times and states by sample. States take no memory until one is not that of what ran. */
#include "model/moments.h"

#include <assert.h>

#include "base/mem.h"

const char *thread_state_name(enum thread_state state)
{
    static const char *const names[] = {
        [STATE_RUNNING] = "running", [STATE_READY] = "ready", [STATE_LOCK] = "lock",
        [STATE_QUEUE] = "queue",     [STATE_DISK] = "disk",   [STATE_PEER] = "peer",
        [STATE_TIMER] = "timer",     [STATE_IDLE] = "idle",   [STATE_THROTTLED] = "throttled",
        [STATE_WAITING] = "waiting",
    };

    return names[state];
}

void moments_free(struct moments *m)
{
    mem_free(m->at_ns, m->at_room, sizeof *m->at_ns);
    mem_free(m->state, m->state_room, 1);
    mem_free(m->waker, m->waker_room, sizeof *m->waker);
    *m = (struct moments){.kind = m->kind};
}

void moments_copy(struct moments *to, const struct moments *from, uint32_t n)
{
    *to = *from;
    to->at_ns =
        mem_copy(from->at_ns, from->at_room, moments_have_times(from) ? n : 0, sizeof *from->at_ns);
    to->state = mem_copy(from->state, from->state_room, from->state ? n : 0, 1);
    to->waker = mem_copy(from->waker, from->waker_room, from->waker_room, sizeof *from->waker);
}

void moments_set_waker(struct moments *m, uint32_t sample, struct waker waker)
{
    const struct waker old = moments_waker(m, sample);

    if (!old.thread && !old.stack && !waker.thread && !waker.stack)
        return;
    m->waker = mem_grow(m->waker, &m->waker_room, (size_t)sample + 1, sizeof *m->waker);
    m->waker[sample] = waker;
}

void moments_drop_wakers(struct moments *m, uint32_t n)
{
    for (size_t i = n; i < m->waker_room; i++)
        m->waker[i] = (struct waker){0, 0};
}

void moments_set(struct moments *m, uint32_t n, uint32_t sample, struct moment moment)
{
    assert(sample < n);
    if (moments_have_times(m)) {
        m->at_ns = mem_grow(m->at_ns, &m->at_room, n, sizeof *m->at_ns);
        m->at_ns[sample] = moment.at_ns;
    } else {
        moment.state &= (unsigned char)~STATE_LASTS; /* without a time it says nothing */
    }
    m->has_states = m->has_states || (moment.state & ~STATE_LASTS) != STATE_RUNNING;
    if (!m->state && moment.state == STATE_RUNNING)
        return;
    m->state = mem_grow(m->state, &m->state_room, n, 1);
    m->state[sample] = moment.state;
}

void moments_add(struct moments *m, uint32_t n, uint32_t sample, struct moment moment)
{
    moment.state |= moments_state(m, sample) & STATE_GUESSED;
    moments_set(m, n, sample, moment);
}

void moments_keep_order(struct moments *m)
{
    mem_free(m->at_ns, m->at_room, sizeof *m->at_ns);
    m->at_ns = NULL;
    m->at_room = 0;
    m->kind = TIME_ORDER;
}
