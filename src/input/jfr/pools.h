/* What the checkpoints of a chunk hold: values by their class and key, which events name. */
#ifndef INPUT_JFR_POOLS_H
#define INPUT_JFR_POOLS_H

#include "input/jfr/values.h"

enum { JFR_NAME_MOST = 4096 };

/* What a value was made into: where metadata lies about classes, one could be meant as several. */
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
    uint32_t made;     /* its id as that */
    const char *wrong; /* why nothing can be made of it, a literal; NULL: something can */
};

/* What is wrong with a key that is in no pool: of a chunk that was not finished, pools may be
 * missing. */
extern const char jfr_not_there[];

/* Owns its table; borrows the rest. */
struct jfr_pools {
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_entry *entries; /* by class and key */
    size_t n, room;
};

/* Reads all checkpoints. False with a fault: damage in one makes all behind it unreadable. */
MUST_CHECK bool jfr_pools_read(struct jfr_pools *p, const struct jfr_chunk *c,
                               const struct jfr_metadata *m, const struct reading *r,
                               struct fault *f);
void jfr_pools_free(struct jfr_pools *p);

/* Finds a value, or NULL. */
struct jfr_entry *jfr_pools_find(const struct jfr_pools *p, uint32_t class_at, uint64_t key);

/* Finds what a field names: an object in it or in a pool, and its entry, which is NULL when it lies
 * in the field. False when it names nothing (*wrong is NULL), or what is not there. */
MUST_CHECK bool jfr_object_of(const struct jfr_pools *p, const struct jfr_value *v,
                              struct jfr_object *object, struct jfr_entry **entry,
                              const char **wrong);

/* Takes the fields of an object that have a role. */
void jfr_open(const struct jfr_pools *p, const struct jfr_object *object, struct jfr_value *values);

/* Adds the text that a field is or names: of an object, its first. A text of more than
 * JFR_NAME_MOST bytes is wrong. */
void jfr_text_of(const struct jfr_pools *p, const struct jfr_value *v, struct buf *to,
                 const char **wrong);

#endif
