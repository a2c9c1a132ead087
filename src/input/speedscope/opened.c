/* O main 0, O parse 2, C parse 5, C main 6   to   main 3  main;parse 3
 * Turns open and close events into stacks. */
#include "input/speedscope/opened.h"

#include "base/mem.h"

/* How many open frames are searched for the one that an event closes. */
enum { LOOK_BACK = 64 };

void opened_free(struct opened *o)
{
    mem_free(o->open, o->room, sizeof *o->open);
    *o = (struct opened){.gathered = NULL};
}

static bool bad(const struct opened *o, uint64_t n, uint64_t line, const char *reason)
{
    struct text *text = o->gathered->text;

    return n == 0 || reading_bad_many(text->r, n, line, reason, STR(""), text->f);
}

/* Adds the time that the innermost frame was running until then. */
static bool add_until(struct opened *o, const struct amount *at, uint64_t line)
{
    if (!o->began)
        o->now = *at;
    o->began = true;
    if (amount_is_less(at, &o->now))
        return bad(o, 1, line, "an event earlier than the one before it");
    struct amount lasted = amount_minus(at, &o->now);
    if (o->n && (lasted.whole || lasted.part))
        gathered_add_sample(o->gathered, o->open[o->n - 1].stack, &lasted, &o->now, line);
    o->now = *at;
    return true;
}

static bool open_one(struct opened *o, const struct opened_event *event)
{
    const struct text *text = o->gathered->text;
    stack_id caller = o->n ? o->open[o->n - 1].stack : 0;
    struct place place;
    stack_id stack;

    if (o->n >= text->r->ask->limits.depth)
        return limits_reached(text->f, place_of(&place, text->r->name, event->line), "depth",
                              text->r->ask->limits.depth);
    if (!gathered_stack(o->gathered, caller, event->frame, &stack))
        return gathered_full(o->gathered, event->line);
    o->open = mem_grow(o->open, &o->room, o->n + 1, sizeof *o->open);
    o->open[o->n++] = (struct opened_frame){event->frame, stack};
    return true;
}

static bool close_one(struct opened *o, const struct opened_event *event)
{
    size_t n = o->n;

    while (n > 0 && o->n - n < LOOK_BACK && o->open[n - 1].frame != event->frame)
        n--;
    if (n == 0 || o->open[n - 1].frame != event->frame)
        return bad(o, 1, event->line, "an end without its beginning");
    bool is_last = n == o->n;
    o->n = n - 1;
    return is_last || bad(o, 1, event->line, "an end of a frame whose callees have not ended");
}

bool opened_take(struct opened *o, const struct opened_event *event)
{
    return add_until(o, &event->at, event->line) &&
           (event->opens ? open_one(o, event) : close_one(o, event));
}

bool opened_finish(struct opened *o, const struct amount *end, uint64_t line)
{
    size_t n = o->n;

    if (n && end && !add_until(o, end, line))
        return false;
    o->n = 0;
    o->began = false;
    return bad(o, n, line, "a beginning without its end");
}
