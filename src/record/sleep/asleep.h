/* The threads that sleep at the moment, by the records of context switches. */
#ifndef RECORD_SLEEP_ASLEEP_H
#define RECORD_SLEEP_ASLEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASLEEP_SLOTS = 4096, ASLEEP_WORDS = 8 };

struct asleep_slot {
    uint32_t pid, tid; /* 0: free */
    uint64_t since_ns; /* its last switch */
    bool waits;        /* it left to wait, and has not come back */
    bool is_taken;     /* and was handed out since */
};

/* Owns its slots; threads that find none are not known. Zeroed: knows of none, and sees none. */
struct asleep {
    struct asleep_slot *slots;
    size_t next; /* to be handed out, so that all have their turn */
};

void asleep_init(struct asleep *a);
void asleep_free(struct asleep *a);

/* Sees a record, of n words. Those of a thread may come in any order, as each processor has its
 * own. */
void asleep_add(struct asleep *a, const uint64_t *words, size_t n);

/* Returns a thread that waits, once for each wait; NULL: there is none among the slots that are
 * left. *left: ASLEEP_SLOTS at first; is lowered. Lent until more is seen. */
const struct asleep_slot *asleep_take(struct asleep *a, size_t *left);

#endif
