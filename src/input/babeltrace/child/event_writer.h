/* Writes the events of traces as records (wire.h). */
#ifndef INPUT_BABELTRACE_CHILD_EVENT_WRITER_H
#define INPUT_BABELTRACE_CHILD_EVENT_WRITER_H

#include <babeltrace2/babeltrace.h>

#include "base/buf.h"
#include "model/names.h"

enum { EVENT_WRITER_LABELS = 3, EVENT_WRITER_STACKS = 2 };

struct class_plan;
struct class_field;

/* Owns its arrays. Zeroed with event_writer_init. */
struct event_writer {
    struct buf out;           /* not written yet */
    struct names classes;     /* those of events, by what they are in memory */
    struct class_plan *plans; /* by number in classes */
    size_t plans_room;
    struct class_field *fields; /* of all plans */
    size_t n_fields, fields_room;
    struct names threads;                        /* by the bytes of their fields */
    struct names stacks;                         /* the bytes of their records */
    const bt_field *labels[EVENT_WRITER_LABELS]; /* of an event; NULL: it has none */
    struct buf thread;                           /* the bytes of its labels */
    struct buf addresses[EVENT_WRITER_STACKS];   /* of its stacks, a uint64_t each */
    struct buf text;
    char words[100]; /* why it cannot go on; "": nothing is in the way */
};

void event_writer_init(struct event_writer *w);
void event_writer_free(struct event_writer *w);

/* Writes an event. False where its reader has gone, and with words where it is too large. */
bool event_writer_add(struct event_writer *w, const bt_message *message);

/* Writes what is not written yet; false as above. */
bool event_writer_flush(struct event_writer *w);

#endif
