/* The threads with the most recent samples. */
#ifndef RECORD_BUSY_H
#define RECORD_BUSY_H

#include <stddef.h>
#include <stdint.h>

enum { BUSY_SLOTS = 256, BUSY_NAME = 16, BUSY_TOP = 3, BUSY_WORDS = 5 };

/* A thread. */
struct busy_slot {
    uint32_t pid, tid;
    uint32_t n;           /* of its samples since the table was last looked at */
    char name[BUSY_NAME]; /* "": not known yet */
};

struct busy_name {
    char name[BUSY_NAME];
    uint32_t permille; /* of the samples of that time; of all threads of that name together */
};

/* Zeroed: empty. Threads that find no slot count, but have no name. */
struct busy {
    struct busy_slot slots[BUSY_SLOTS];
    uint64_t n, since_ns;
    struct busy_name top[BUSY_TOP]; /* of the last second, the heaviest first */
    size_t n_top;
};

/* Sees the first words of a record: samples count, and records of names are kept. */
void busy_add(struct busy *b, const uint64_t words[BUSY_WORDS]);

/* Once in a second, finds the heaviest of that second and begins to count anew. */
void busy_update(struct busy *b, uint64_t now_ns);

#endif
