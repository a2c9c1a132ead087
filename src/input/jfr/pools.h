/* The constant pools of a chunk: values by class and key, to which events refer. */
#ifndef INPUT_JFR_POOLS_H
#define INPUT_JFR_POOLS_H

#include "input/jfr/values.h"

enum { JFR_NAME_MOST = 4096 };

/* What a value was converted to. In a damaged file one value may be used as several. */
enum jfr_as {
    JFR_AS_NOTHING,
    JFR_AS_STACK,
    JFR_AS_METHOD,
    JFR_AS_FRAME_TYPE,
    JFR_AS_CLASS,
    JFR_AS_THREAD,
    JFR_AS_STATE,
};

struct jfr_entry {
    uint64_t key;
    size_t at;
    uint32_t class_at;
    enum jfr_as as;
    uint32_t made;     /* the id of the result */
    bool lacks;        /* parts of the result are missing in the pools */
    const char *wrong; /* why it cannot be converted, a literal; NULL: it can */
};

/* The error for a key that no pool has: pools may be missing in an unfinished chunk. */
extern const char jfr_not_there[];

/* Owns its tables; borrows the rest. */
struct jfr_pools {
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_entry *entries; /* by class and key */
    size_t n, room;
    size_t *from; /* the first entry of each class, and behind them n */
};

/* Reads all checkpoints. Damage in one makes everything after it unreadable: false with a fault. */
MUST_CHECK bool jfr_pools_read(struct jfr_pools *p, const struct jfr_chunk *c,
                               const struct jfr_metadata *m, const struct reading *r,
                               struct fault *f);
void jfr_pools_free(struct jfr_pools *p);

/* Finds a value, or NULL. */
struct jfr_entry *jfr_pools_find(const struct jfr_pools *p, uint32_t class_at, uint64_t key);

/* Finds the object that a field contains or refers to, and its pool entry, NULL if the field
 * contains it. False when there is none (*wrong is NULL), or it is missing in the pool. */
MUST_CHECK bool jfr_object_of(const struct jfr_pools *p, const struct jfr_value *v,
                              struct jfr_object *object, struct jfr_entry **entry,
                              const char **wrong);

/* Reads the fields of an object that have a role. */
void jfr_open(const struct jfr_pools *p, const struct jfr_object *object, struct jfr_value *values);

/* Appends the text that a field contains or refers to; for an object, its first one. A text longer
 * than JFR_NAME_MOST bytes is an error. */
void jfr_text_of(const struct jfr_pools *p, const struct jfr_value *v, struct buf *to,
                 const char **wrong);

#endif
