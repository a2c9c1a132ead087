/* FLR\0, version 2.1, size, where the last checkpoint is, where the metadata is, start in ns since
 * 1970, duration in ns, start in ticks, ticks a second, state, flags: 68 bytes.
 * Reads the header of a chunk, and finds its events. */
#include "input/jfr/chunk.h"

#include <inttypes.h>

#include "base/mem.h"

enum { MAJOR = 2, STATES_SINCE = 1, PACKED = 1 };

static const uint64_t ticks_most = 10000000000; /* 10^9 times more fits into 64 bits */

void jfr_chunk_free(struct jfr_chunk *c)
{
    mem_free(c->checkpoints, c->checkpoints_room, sizeof *c->checkpoints);
    *c = (struct jfr_chunk){0};
}

bool jfr_begins(struct str bytes)
{
    return bytes.n >= JFR_MAGIC && memcmp(bytes.p, "FLR\0\0\2", JFR_MAGIC) == 0;
}

bool jfr_fault(const struct jfr_chunk *c, size_t at, const char *wrong, const char *wanted,
               const struct reading *r, struct fault *f)
{
    return fault_set(f, FAULT_INPUT, "%s:@0x%" PRIx64 ": %s, wanted %s", r->name, c->at + at, wrong,
                     wanted);
}

bool jfr_chunk_begin(struct jfr_chunk *c, struct str head, uint64_t at, const struct reading *r,
                     struct fault *f)
{
    struct jfr_bytes b = {.p = (const unsigned char *)head.p, .end = head.n};

    *c = (struct jfr_chunk){.p = b.p, .at = at};
    if (!str_starts(head, STR("FLR\0")))
        return jfr_fault(c, 0, "no chunk begins here", "FLR", r, f);
    jfr_skip(&b, 4);
    unsigned major = (unsigned)jfr_fixed(&b, 2);
    unsigned minor = (unsigned)jfr_fixed(&b, 2);
    c->size = jfr_fixed(&b, 8);
    c->pools_at = jfr_fixed(&b, 8);
    c->metadata_at = jfr_fixed(&b, 8);
    c->start_ns = jfr_fixed(&b, 8);
    c->duration_ns = jfr_fixed(&b, 8);
    c->start_ticks = jfr_fixed(&b, 8);
    c->ticks_per_s = jfr_fixed(&b, 8);
    unsigned state = (unsigned)jfr_fixed(&b, 1);
    c->fixed = !(jfr_fixed(&b, 3) & PACKED);
    if (head.n >= JFR_MAGIC && major != MAJOR)
        return fault_set(f, FAULT_INPUT,
                         "%s:@0x%" PRIx64 ": a JFR recording of version %u.%u, wanted version 2, "
                         "which OpenJDK 8u262, JDK 9 and later ones write",
                         r->name, c->at + 4, major, minor);
    if (b.wrong)
        return jfr_fault(c, 0, "a chunk whose head is cut off", "68 bytes", r, f);
    if (c->ticks_per_s == 0 || c->ticks_per_s > ticks_most)
        return jfr_fault(c, 56, "an impossible clock", "1 to 10^10 ticks a second", r, f);
    if (c->size != 0 && c->size < JFR_HEAD)
        return jfr_fault(c, 8, "a chunk that is shorter than its head", "68 bytes or more", r, f);
    c->is_open = c->size == 0 || (minor >= STATES_SINCE && state != 0);
    return true;
}

struct jfr_bytes jfr_chunk_from(const struct jfr_chunk *c, size_t at)
{
    return (struct jfr_bytes){.p = c->p, .at = at, .end = c->n, .fixed = c->fixed};
}

struct jfr_bytes jfr_chunk_events(const struct jfr_chunk *c)
{
    return jfr_chunk_from(c, JFR_HEAD);
}

bool jfr_next(struct jfr_bytes *rest, struct jfr_event *event)
{
    struct jfr_bytes b = *rest;

    if (b.wrong || jfr_left(&b) == 0)
        return false;
    event->at = b.at;
    uint64_t size = jfr_int(&b);
    event->type = jfr_long(&b);
    if (b.wrong || size > rest->end - event->at) {
        jfr_set_wrong(rest, event->at, "an event beyond the end of its chunk");
        return false;
    }
    if (size < b.at - event->at) {
        jfr_set_wrong(rest, event->at, "an event that is shorter than its head");
        return false;
    }
    b.end = rest->at = event->at + (size_t)size;
    event->body = b;
    return true;
}

static void add_checkpoint(struct jfr_chunk *c, size_t at)
{
    c->checkpoints = mem_grow(c->checkpoints, &c->checkpoints_room, c->n_checkpoints + 1,
                              sizeof *c->checkpoints);
    c->checkpoints[c->n_checkpoints++] = at;
}

/* The header says which metadata counts; in an unfinished chunk it is the last. */
static void take(struct jfr_chunk *c, const struct jfr_event *event, bool *has_pools)
{
    if (event->type == JFR_CHECKPOINT) {
        add_checkpoint(c, event->at);
        *has_pools |= event->at == c->pools_at;
    } else if (event->type == JFR_METADATA && (c->is_open || event->at == c->metadata_at)) {
        c->metadata = event->at;
    }
}

static bool is_next(const struct jfr_chunk *c, const struct jfr_bytes *rest)
{
    struct str left = {(const char *)c->p + rest->at, jfr_left(rest)};

    return c->is_open && jfr_begins(left);
}

bool jfr_chunk_scan(struct jfr_chunk *c, const struct reading *r, struct fault *f)
{
    struct jfr_bytes rest = jfr_chunk_events(c);
    struct jfr_event event;
    bool has_pools = false;

    while (!is_next(c, &rest) && jfr_next(&rest, &event))
        take(c, &event, &has_pools);
    if (c->is_open) {
        c->n = rest.at;
        return true;
    }
    if (rest.wrong)
        return jfr_fault(c, rest.at, rest.wrong, "events", r, f);
    if (!c->metadata)
        return jfr_fault(c, 24, "a chunk that does not say where its metadata is", "one", r, f);
    return has_pools ||
           jfr_fault(c, 16, "a chunk that does not say where its last checkpoint is", "one", r, f);
}

bool jfr_chunk_to_ns(const struct jfr_chunk *c, uint64_t ticks, uint64_t *ns)
{
    const uint64_t ns_per_s = 1000000000;
    const uint64_t s = ticks / c->ticks_per_s;
    const uint64_t rest = ticks % c->ticks_per_s * ns_per_s / c->ticks_per_s;

    if (s >= INT64_MAX / ns_per_s)
        return false;
    *ns = s * ns_per_s + rest;
    return true;
}

uint64_t jfr_chunk_ns(const struct jfr_chunk *c, uint64_t ticks)
{
    uint64_t ns;

    return jfr_chunk_to_ns(c, ticks, &ns) ? ns : 0;
}
