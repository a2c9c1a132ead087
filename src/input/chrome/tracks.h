/* What a trace tells beside its spans and samples: counters, moments, and spans that belong to no
 * thread's stack, as requests. They become counters and marks. */
#ifndef INPUT_CHROME_TRACKS_H
#define INPUT_CHROME_TRACKS_H

#include "input/common/text.h"
#include "input/json/stream.h"

/* Owns its arrays and names; borrows the text. */
struct chrome_tracks {
    struct text *text;
    char scope;      /* of the event that is read: 't': its thread, 'p': its process, 'g': all */
    struct buf args; /* its arguments, keys and values one after another */
    struct chrome_argument *list;
    size_t n_list, list_room;
    struct label *pairs;
    size_t pairs_room;
    struct chrome_mark *marks; /* threads are known at the end */
    size_t n_marks, marks_room;
    struct chrome_count *counts;
    size_t n_counts, counts_room;
    struct names keys; /* of spans that begin and end apart */
    size_t *open;      /* by key: 1 + the mark of the last that has begun and not ended; 0: none */
    size_t open_room;
    struct buf name;
};

/* An event, as far as it matters. Borrows its texts. */
struct chrome_track_event {
    char phase;
    struct str name, id;
    int64_t at_ns;
    uint32_t thread, process;
};

void chrome_tracks_init(struct chrome_tracks *t, struct text *text);
void chrome_tracks_free(struct chrome_tracks *t);

/* Whether events of a phase are of this kind. */
bool chrome_tracks_has(char phase);

static inline void chrome_tracks_begin(struct chrome_tracks *t)
{
    t->scope = 't';
    t->n_list = 0;
    buf_clear(&t->args);
}

/* Takes a member of the arguments of an event that may be of this kind. */
void chrome_tracks_argument(struct chrome_tracks *t, const struct json_item *item);

/* Takes the event that was read. */
void chrome_tracks_take(struct chrome_tracks *t, const struct chrome_track_event *e);

/* Adds all to the profile, with the threads of labels[thread] and times from first_ns on. */
void chrome_tracks_finish(struct chrome_tracks *t, const labels_id *labels, int64_t first_ns);

#endif
