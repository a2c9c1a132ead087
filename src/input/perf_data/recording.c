/* {u32 type, u16 misc, u16 size, ...}: one record after another.
 * Reads single records. */
#include "input/perf_data/recording.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"

bool recording_broken(const struct recording *rec, uint64_t at, const char *what)
{
    bool unpacked = at >= STORE_UNPACKED;

    return fault_set(rec->f, FAULT_INPUT, "%s:@0x%" PRIx64 "%s: %s", rec->r->name,
                     unpacked ? at - STORE_UNPACKED : at, unpacked ? " of the unpacked data" : "",
                     what);
}

void recording_note(struct recording *rec, uint64_t at, const char *what)
{
    char place[40];
    int n = snprintf(place, sizeof place, "at 0x%" PRIx64, at);

    notes_add(&rec->r->notes, rec->r->name, 0, what, (struct str){place, (size_t)n});
}

bool recording_has_weights(const struct recording *rec)
{
    bool has = false;

    for (uint32_t i = 0; i < rec->events.n; i++)
        has = has || rec->events.rows[i].sample_type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT);
    return has;
}

const struct event *recording_event_of(struct recording *rec, struct bytes body)
{
    const struct event *first = rec->events.rows;

    if (rec->events.n == 1 || first->id_at < 0 || (size_t)first->id_at + 8 > body.n)
        return first;
    const struct event_id *id =
        events_find_id(&rec->events, u64_at(body.p + first->id_at, body.big));
    return id ? &rec->events.rows[id->event] : first;
}

const struct event *recording_trailer_of(struct recording *rec, struct bytes body)
{
    const struct event *first = rec->events.rows;

    if (first->trailer_id < 0 || rec->events.n == 1 || (size_t)first->trailer_id > body.n)
        return first;
    const struct event_id *id =
        events_find_id(&rec->events, u64_at(body.p + body.n - first->trailer_id, body.big));
    return id ? &rec->events.rows[id->event] : first;
}

bool record_take(struct bytes *b, struct record *record)
{
    if (b->n < RECORD_HEADER)
        return false;
    size_t size = u16_at(b->p + 6, b->big);
    if (size < RECORD_HEADER || size > b->n)
        return false;
    record->type = u32_at(b->p, b->big);
    record->misc = u16_at(b->p + 4, b->big);
    record->body = (struct bytes){b->p + RECORD_HEADER, size - RECORD_HEADER, b->big};
    b->p += size;
    b->n -= size;
    return true;
}

bool record_lend(struct view *view, uint64_t at, struct bytes *b)
{
    if (!view_get(view, at, RECORD_HEADER, b))
        return false;
    if (b->n < RECORD_HEADER || u16_at(b->p + 6, b->big) <= b->n)
        return true;
    return view_get(view, at, u16_at(b->p + 6, b->big), b);
}

void recording_free(struct recording *rec)
{
    kernel_free(&rec->kernel.names); /* first: it may still read its list in the store */
    store_free(&rec->store);
    if (rec->unpack)
        unpack_free(rec->unpack);
    buf_free(&rec->tracing);
    memory_nodes_free(&rec->memory_nodes);
    processor_nodes_free(&rec->processor_nodes);
    events_free(&rec->events);
    cgroups_free(&rec->cgroups);
    names_free(&rec->names);
    mem_free(rec->ids, rec->ids_room, sizeof *rec->ids);
    mem_free(rec->taken, rec->taken_room, sizeof *rec->taken);
    mem_free(rec->records, rec->records_room, sizeof *rec->records);
}

bool recording_is_ours(const struct recording *rec)
{
    return str_starts(names_get(&rec->names, rec->version), STR("flame "));
}

bool recording_get(struct view *view, uint64_t at, struct record *record)
{
    struct bytes b;

    at &= ~(RECORD_IS_SAMPLE | RECORD_IS_SWITCH);
    if (!record_lend(view, at, &b))
        return false;
    *record = (struct record){.body = {b.p, 0, b.big}};
    if (record_take(&b, record))
        record->at = at;
    return true;
}
