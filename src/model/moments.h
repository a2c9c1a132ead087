/* When samples were taken, and what their threads did then. */
#ifndef MODEL_MOMENTS_H
#define MODEL_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of the time of samples, and so which of them are kept apart. */
enum time_kind {
    TIME_NONE,   /* nothing: samples of one stack, label set and state are one row */
    TIME_ORDER,  /* samples follow each other in the order of adding; each is a row */
    TIME_POINTS, /* each is a row, and has the time at which it was taken, if the input tells it */
    TIME_SPANS,  /* in the order of time, lane by lane (model/chart.h); the first measure says how
                  * long each lasted, in ns: there are gaps */
};

/* The time of a sample without one. */
#define NO_TIME UINT64_MAX

/* What a thread did. A wait of which the cause is not told is STATE_WAITING. */
enum thread_state {
    STATE_RUNNING,
    STATE_READY, /* it could run, but had no processor */
    STATE_LOCK,
    STATE_QUEUE, /* a worker without work */
    STATE_DISK,
    STATE_PEER, /* another process or machine */
    STATE_TIMER,
    STATE_IDLE,
    STATE_THROTTLED, /* by the limit of its control group */
    STATE_WAITING,
    STATES
};

/* Bits beside the state. */
enum {
    STATE_LASTS = 1 << 6, /* it lasted from its time on; its weight is how long. Waits always do */
    STATE_GUESSED = 1 << 7, /* the stack is that of another moment of the same wait, or of none */
};

static inline unsigned char state_of_guess(enum thread_state state, bool is_guessed)
{
    return (unsigned char)(state | (is_guessed ? STATE_GUESSED : 0));
}

static inline enum thread_state state_without_guess(unsigned char state)
{
    return (enum thread_state)(state & ~(STATE_GUESSED | STATE_LASTS));
}

/* Whether it fills the time from its own on; others are points: of what ran. */
static inline bool state_lasts(unsigned char state)
{
    return (state & STATE_LASTS) || state_without_guess(state) != STATE_RUNNING;
}

/* The word of a state, as labels, options and outputs have it. */
const char *thread_state_name(enum thread_state state);

struct moment {
    uint64_t at_ns;      /* NO_TIME: not known */
    unsigned char state; /* enum thread_state and its bits */
};

/* Of something that ran at some time. */
#define MOMENT_UNKNOWN ((struct moment){NO_TIME, STATE_RUNNING})

/* Who ended a wait. */
struct waker {
    uint32_t thread; /* thread_id; 0: not told */
    uint32_t stack;  /* stack_id of what it did then; 0: not told */
};

/* By sample. Owns its arrays. Zeroed: TIME_NONE. Most readers tell no states: samples
 * count as STATE_RUNNING. */
struct moments {
    enum time_kind kind;
    bool has_states; /* one was told that is not STATE_RUNNING, or is a guess */
    uint64_t *at_ns; /* of TIME_POINTS and TIME_SPANS */
    size_t at_room;
    unsigned char *state; /* NULL: none was told but STATE_RUNNING */
    size_t state_room;
    struct waker *waker; /* of each sample below its room: none above; NULL: none was told */
    size_t waker_room;
};

void moments_free(struct moments *m);

/* Copies those of n samples. */
void moments_copy(struct moments *to, const struct moments *from, uint32_t n);

/* Whether pictures draw the samples from left to right as they came. */
static inline bool moments_are_chart(const struct moments *m)
{
    return m->kind == TIME_ORDER || m->kind == TIME_SPANS;
}

/* Whether samples have times. */
static inline bool moments_have_times(const struct moments *m)
{
    return m->kind == TIME_POINTS || m->kind == TIME_SPANS;
}

/* Whether the input told states; where all samples of a copy ran, that is no longer known. */
static inline bool moments_have_states(const struct moments *m)
{
    return m->has_states;
}

static inline unsigned char moments_state(const struct moments *m, uint32_t sample)
{
    return m->state ? m->state[sample] : STATE_RUNNING;
}

static inline uint64_t moments_at(const struct moments *m, uint32_t sample)
{
    return moments_have_times(m) ? m->at_ns[sample] : NO_TIME;
}

static inline struct moment moments_get(const struct moments *m, uint32_t sample)
{
    return (struct moment){moments_at(m, sample), moments_state(m, sample)};
}

static inline struct waker moments_waker(const struct moments *m, uint32_t sample)
{
    return sample < m->waker_room ? m->waker[sample] : (struct waker){0, 0};
}

/* Says who ended the wait of a sample. */
void moments_set_waker(struct moments *m, uint32_t sample, struct waker waker);

/* Forgets those of the samples from n on, which are none any more. */
void moments_drop_wakers(struct moments *m, uint32_t n);

/* Sets that of one of n samples; room is made for all. */
void moments_set(struct moments *m, uint32_t n, uint32_t sample, struct moment moment);

/* Adds one of the same state to a row: its stack is a guess once that of one of its samples is. */
void moments_add(struct moments *m, uint32_t n, uint32_t sample, struct moment moment);

/* Gives up times: samples only follow each other. */
void moments_keep_order(struct moments *m);

#endif
