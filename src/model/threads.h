/* The threads of a profile: whose its samples are. */
#ifndef MODEL_THREADS_H
#define MODEL_THREADS_H

#include "model/names.h"

typedef uint32_t thread_id; /* 0: not known */

/* What the input says of a thread; 0: nothing. Numbers are texts as they stand there: some are
 * hexadecimal, or of a namespace. */
struct thread {
    name_id process, pid; /* of its process: the name, and the number */
    name_id name, tid;
};

/* Owns its arrays. Each thread once; row 0 is that of which nothing is known. */
struct threads {
    struct thread *rows;
    size_t room;
    uint32_t n;
    thread_id *slots; /* by hash; 0: free */
    size_t n_slots;
    struct hash_key key;
};

void threads_init(struct threads *threads);
void threads_free(struct threads *threads);
void threads_copy(struct threads *to, const struct threads *from);

/* Finds or adds a thread. */
thread_id threads_add(struct threads *threads, const struct thread *thread);

/* Finds or adds a thread of another table, whose texts are in from_names. */
thread_id threads_add_of(struct threads *to, struct names *to_names, const struct thread *thread,
                         const struct names *from_names);

/* Adds all threads of another table, whose texts are in from_names, and writes their new ids to
 * map[0..from->n-1]. */
void threads_add_all(struct threads *to, struct names *to_names, const struct threads *from,
                     const struct names *from_names, thread_id *map);

#endif
