/* Label sets: what a sample has besides its stack: comm, pid, tid, cpu, event, ..., the thread
 * whose it is, and the snapshot of memory that it is in. */
#ifndef MODEL_LABELS_H
#define MODEL_LABELS_H

#include "model/snapshots.h"
#include "model/threads.h"

typedef uint32_t labels_id;

struct label {
    name_id key;
    name_id value;
};

/* What a label set is of. */
struct subject {
    thread_id thread;
    snapshot_id snapshot;
};

/* Sets of (key, value) pairs of a subject; equal sets of one subject have an equal id, id 0 is the
 * empty set of none. Owns the threads and the snapshots. Labels are what options name and pictures
 * group by, in the words of each input; writers ask the rows of these for what they know, not texts
 * of labels. */
struct labels {
    struct threads threads;
    struct snapshots snapshots;
    struct label *pairs; /* all sets one after another, each sorted by key, then value */
    size_t pairs_room;
    size_t *end; /* of each set, in pairs */
    size_t end_room;
    thread_id *thread; /* of each set */
    size_t thread_room;
    snapshot_id *snapshot; /* of each set below its room: none above; NULL: no set is of one */
    size_t snapshot_room;
    uint32_t n;
    labels_id *slots;
    size_t n_slots;
    struct hash_key key;
};

void labels_init(struct labels *labels);
void labels_free(struct labels *labels);
void labels_copy(struct labels *to, const struct labels *from);

/* Returns the id of the set, of no subject. Sorts the pairs in place; duplicates count once. */
labels_id labels_add(struct labels *labels, struct label *pairs, size_t n);

/* The same of a subject. */
labels_id labels_add_of(struct labels *labels, struct subject of, struct label *pairs, size_t n);

/* Returns the id of a set with these pairs as well, of the same subject. */
labels_id labels_with(struct labels *labels, labels_id id, const struct label *more, size_t n);

/* Adds all sets of another table, whose texts are in from_names, and writes their new ids to
 * map[0..from->n-1]. */
void labels_add_all(struct labels *to, struct names *to_names, const struct labels *from,
                    const struct names *from_names, labels_id *map);

/* Lends the pairs of a set until the next labels_add. */
const struct label *labels_get(const struct labels *labels, labels_id id, size_t *n);

/* Lends what is known of the thread of a set, until the next one is added. */
static inline const struct thread *labels_thread(const struct labels *labels, labels_id id)
{
    return &labels->threads.rows[labels->thread[id]];
}

/* Returns the snapshot of a set. */
static inline snapshot_id labels_snapshot(const struct labels *labels, labels_id id)
{
    return id < labels->snapshot_room ? labels->snapshot[id] : 0;
}

static inline struct subject labels_subject(const struct labels *labels, labels_id id)
{
    return (struct subject){labels->thread[id], labels_snapshot(labels, id)};
}

/* Returns the value of a key in a set; 0: it has none. */
name_id labels_value(const struct labels *labels, labels_id id, name_id key);

#endif
