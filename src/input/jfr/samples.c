/* startTime, sampledThread or eventThread, stackTrace, and a weight: an event of a class with a
 * stack is a sample of that event.
 * Turns events into samples. */
#include "input/jfr/samples.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/state_words.h"
#include "input/jfr/tracks.h"

/* An event, and when it began. */
struct dated {
    uint64_t time_ns;
    size_t at;
};

struct samples {
    struct text *text;
    struct label_builder *label_builder;
    const struct jfr_pools *pools;
    const struct jfr_chunk *chunk;
    struct jfr_found *found;
    struct jfr_stacks stacks;
    struct dated *dated;
    size_t n_dated, dated_room;
};

/* An event may have begun before its chunk. */
static uint64_t time_of(const struct jfr_chunk *c, const struct jfr_value *start)
{
    uint64_t ns;

    if (!jfr_is_number(start))
        return NO_TIME;
    bool is_before = start->number < c->start_ticks;
    uint64_t ticks = is_before ? c->start_ticks - start->number : start->number - c->start_ticks;
    if (!jfr_chunk_to_ns(c, ticks, &ns) || c->start_ns > INT64_MAX)
        return NO_TIME;
    if (is_before)
        return ns <= c->start_ns ? c->start_ns - ns : NO_TIME;
    return c->start_ns + ns;
}

/* Returns an error about an event's weight, or NULL. */
static const char *weigh(const struct samples *s, const struct jfr_weighed *known,
                         const struct jfr_value *values, uint64_t *weight)
{
    const struct jfr_value *v = known ? &values[known->weight] : NULL;

    *weight = 1;
    if (!known || known->weight == JFR_NO_ROLE)
        return NULL;
    if (!jfr_is_number(v))
        return "an event without the number that is its weight";
    if (v->number > INT64_MAX)
        return "a number below zero";
    *weight = v->number;
    if (known->weight == JFR_DURATION && !jfr_chunk_to_ns(s->chunk, v->number, weight))
        return "a duration of more than 292 years";
    return NULL;
}

/* Returns what a thread did in an event. SLEEPING is any wait in recordings of async-profiler. */
static enum thread_state state_of(const struct jfr_class *class, struct str name)
{
    static const struct state_word words[] = {
        {"RUNNABLE", STATE_RUNNING},
        {"DEFAULT", STATE_RUNNING}, /* of async-profiler: not known */
        {"BLOCKED_ON_MONITOR_ENTER", STATE_LOCK},
    };

    if (name.n)
        return state_of_word(words, sizeof words / sizeof words[0], name);
    const struct jfr_weighed *known = jfr_weighed_of(class->name);
    return known ? known->state : STATE_RUNNING;
}

/* Its name, and its number among those of one name: shop.Order#2. */
static bool name_event(struct samples *s, struct jfr_class *class)
{
    struct buf name = {0};
    char number[16];

    snprintf(number, sizeof number, "#%" PRIu32, class->twins + 1);
    buf_add(&name, class->name);
    buf_add(&name, class->twins ? str_of(number) : STR(""));
    bool ok = builder_name(&s->text->builder, buf_str(&name), &class->event);
    buf_free(&name);
    return ok;
}

/* A damaged thread or state is only left out. */
static bool label(struct samples *s, struct jfr_class *class, const struct jfr_value *values,
                  labels_id *labels)
{
    const struct names *names = &s->text->p->names;
    const struct jfr_value *who = &values[JFR_SAMPLED_THREAD];
    const char *wrong[2] = {NULL, NULL};
    struct jfr_thread thread;
    name_id state;

    who = who->field ? who : &values[JFR_EVENT_THREAD];
    if (!jfr_thread_of(&s->stacks, who, &thread, &wrong[0]) ||
        !jfr_state_of(&s->stacks, &values[JFR_STATE], &state, &wrong[1]))
        return false;
    if (!class->event && !name_event(s, class))
        return false;
    s->found->unnamed_threads += wrong[0] || wrong[1];
    const name_id names_of[LABEL_BUILDER_KEYS] = {
        [JFR_LABEL_EVENT] = class->event,
        [JFR_LABEL_THREAD] = thread.name,
        [JFR_LABEL_STATE] = state,
        [JFR_LABEL_TID] = thread.tid,
    };
    s->text->builder.moment.state = (unsigned char)state_of(class, names_get(names, state));
    *labels = label_builder_of_names(s->label_builder, names_of);
    return true;
}

/* A wall-clock sample of async-profiler stands for several. */
static uint64_t samples_of(const struct jfr_weighed *known, uint64_t weight)
{
    return known && known->weight == JFR_SAMPLES ? weight : 1;
}

/* Finds the stack to draw, with the allocated or awaited class as the leaf. Only some unknown
 * events have a stack; others are no samples. */
static bool stack_of(struct samples *s, const struct jfr_weighed *known,
                     const struct jfr_value *values, stack_id *stack, bool *is_sample,
                     const char **wrong)
{
    bool found;

    if (!jfr_stack_of(&s->stacks, &values[JFR_STACK_TRACE], stack, &found, wrong))
        return false;
    *is_sample = found || known;
    if (!*wrong && known) {
        s->found->without_stack += !found;
        if (known->class != JFR_NO_ROLE &&
            !jfr_class_on(&s->stacks, &values[known->class], stack, wrong))
            return false;
    }
    if (*wrong || !s->stacks.lacks)
        return true;
    s->found->unknown++;
    *wrong = s->text->r->ask->strict ? jfr_not_there : NULL;
    return true;
}

/* The last events of an unfinished chunk may refer to what it does not contain. */
static bool bad(struct samples *s, size_t at, const char *wrong)
{
    char where[40];

    if (s->chunk->is_open && wrong == jfr_not_there && !s->text->r->ask->strict) {
        s->found->lost++;
        return true;
    }
    snprintf(where, sizeof where, "byte %" PRIu64, s->chunk->at + at);
    return reading_bad(s->text->r, 0, wrong, str_of(where), s->text->f);
}

/* Adds the event that begins there. An unknown one may have a stack or not. */
static bool add(struct samples *s, const struct jfr_event *event, struct jfr_class *class)
{
    const struct jfr_weighed *known = jfr_weighed_of(class->name);
    struct jfr_value values[JFR_ROLES];
    struct jfr_bytes body = event->body;
    uint64_t weight;
    stack_id stack;
    labels_id labels;
    bool is_sample;

    jfr_take(s->pools->metadata, &body, class, values);
    const char *wrong = body.wrong ? body.wrong : weigh(s, known, values, &weight);
    if (wrong)
        return bad(s, event->at, wrong);
    builder_begin(&s->text->builder);
    if (!stack_of(s, known, values, &stack, &is_sample, &wrong))
        return false;
    if (wrong)
        return bad(s, event->at, wrong);
    if (!is_sample)
        return true;
    if (!label(s, class, values, &labels))
        return false;
    const uint64_t counts[] = {weight, samples_of(known, weight)};
    s->text->builder.moment.at_ns = time_of(s->chunk, &values[JFR_START_TIME]);
    return builder_add_stack(&s->text->builder, stack, labels, counts, 0);
}

static bool add_at(struct samples *s, size_t at)
{
    struct jfr_bytes rest = jfr_chunk_from(s->chunk, at);
    struct jfr_event event;

    if (!jfr_next(&rest, &event))
        return true;
    return add(s, &event, jfr_class_of(s->pools->metadata, event.type));
}

/* Stores when an event began: threads write theirs one after another. */
static void date(struct samples *s, const struct jfr_event *event, const struct jfr_class *class)
{
    struct jfr_value values[JFR_ROLES];
    struct jfr_bytes body = event->body;

    jfr_take(s->pools->metadata, &body, class, values);
    s->dated = mem_grow(s->dated, &s->dated_room, s->n_dated + 1, sizeof *s->dated);
    s->dated[s->n_dated++] = (struct dated){time_of(s->chunk, &values[JFR_START_TIME]), event->at};
}

static int compare(const void *a, const void *b)
{
    const struct dated *x = a;
    const struct dated *y = b;

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* "20 ms"; 0 for a number without a unit, which may count anything. */
static uint64_t period_of(struct str value)
{
    static const struct {
        struct str unit;
        uint64_t ns;
    } units[] = {{{"ns", 2}, 1}, {{"us", 2}, 1000}, {{"ms", 2}, 1000000}, {{"s", 1}, 1000000000}};
    struct str number;
    uint64_t n;

    if (!take_word(&value, &number) || !parse_u64(number, &n))
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(str_trim(value), units[i].unit))
            return n <= (uint64_t)INT64_MAX / units[i].ns ? n * units[i].ns : 0;
    return 0;
}

/* jdk.ActiveSetting gives "period" "20 ms" for an event type, async-profiler "interval". */
static void take_setting(struct samples *s, const struct jfr_event *event,
                         const struct jfr_class *class)
{
    struct jfr_value values[JFR_ROLES];
    struct jfr_bytes body = event->body;
    struct buf *to = &s->found->settings;
    struct buf name = {0};
    struct buf value = {0};
    struct excerpt e;
    const char *wrong[2];

    jfr_take(s->pools->metadata, &body, class, values);
    const struct jfr_class *of = jfr_class_of(s->pools->metadata, values[JFR_ID].number);
    if (jfr_is_number(&values[JFR_ID]) && of && jfr_is_sampling(of->name)) {
        jfr_text_of(s->pools, &values[JFR_NAME], &name, &wrong[0]);
        jfr_text_of(s->pools, &values[JFR_VALUE], &value, &wrong[1]);
        bool is_wanted =
            str_equal(buf_str(&name), STR("period")) || str_equal(buf_str(&name), STR("interval"));
        if (is_wanted && !wrong[0] && !wrong[1] && to->n == 0) {
            buf_add(to, of->name);
            buf_add(to, STR(": "));
            buf_add(to, buf_str(&name));
            buf_add_byte(to, ' ');
            buf_add(to, str_of(excerpt_of(&e, buf_str(&value))));
            s->found->period_ns = period_of(buf_str(&value));
        }
    }
    buf_free(&name);
    buf_free(&value);
}

/* An event without a stack that tells something else. One that is damaged, or has no time, is left
 * out. */
static void take_track(struct samples *s, const struct jfr_event *event,
                       const struct jfr_class *class)
{
    const struct jfr_track *track = jfr_track_of(class);
    struct jfr_value values[JFR_ROLES];
    struct jfr_bytes body = event->body;
    uint64_t lasted_ns = 0;

    if (!track)
        return;
    jfr_take(s->pools->metadata, &body, class, values);
    const uint64_t at_ns = body.wrong ? NO_TIME : time_of(s->chunk, &values[JFR_START_TIME]);
    if (at_ns == NO_TIME)
        return;
    if (jfr_is_number(&values[JFR_DURATION]))
        lasted_ns = jfr_chunk_ns(s->chunk, values[JFR_DURATION].number);
    jfr_track_take(track, s->pools, values, s->text, at_ns, lasted_ns);
}

/* Adds the events in their order, or collects their times. */
static bool walk(struct samples *s, bool in_time_order)
{
    struct jfr_bytes rest = jfr_chunk_events(s->chunk);
    struct jfr_event event;

    while (jfr_next(&rest, &event)) {
        struct jfr_class *class = jfr_class_of(s->pools->metadata, event.type);
        if (event.type <= JFR_CHECKPOINT || !class)
            continue;
        if (str_equal(class->name, STR("jdk.ActiveSetting")))
            take_setting(s, &event, class);
        if (!class->has[JFR_STACK_TRACE]) {
            take_track(s, &event, class);
            continue;
        }
        if (in_time_order)
            date(s, &event, class);
        else if (!add(s, &event, class))
            return false;
    }
    return true;
}

bool jfr_samples_add(struct text *text, struct label_builder *label_builder,
                     const struct jfr_pools *pools, struct jfr_found *found)
{
    struct samples s = {.text = text,
                        .label_builder = label_builder,
                        .pools = pools,
                        .chunk = pools->chunk,
                        .found = found};

    jfr_stacks_init(&s.stacks, text, pools);
    bool ok = walk(&s, text->r->ask->ordered);
    if (s.n_dated)
        qsort(s.dated, s.n_dated, sizeof *s.dated, compare);
    for (size_t i = 0; ok && i < s.n_dated; i++)
        ok = add_at(&s, s.dated[i].at);
    mem_free(s.dated, s.dated_room, sizeof *s.dated);
    jfr_stacks_free(&s.stacks);
    return ok;
}
