/* Objects as Python's marshal writes them, versions 0 to 4. */
#ifndef INPUT_COMMON_MARSHAL_H
#define INPUT_COMMON_MARSHAL_H

#include "base/buf.h"
#include "input/common/reading.h"

enum marshal_kind {
    MARSHAL_OTHER, /* None, a truth, a number that does not fit, ... */
    MARSHAL_INT,
    MARSHAL_FLOAT,
    MARSHAL_TEXT,
    MARSHAL_TUPLE,
    MARSHAL_DICT, /* its values are key, value, key, value, ... */
    MARSHAL_END,  /* what ends the keys of a dictionary */
    MARSHAL_DAMAGE,
};

struct marshal_value {
    enum marshal_kind kind;
    union {
        int64_t integer;
        double real;
        name_id text; /* of marshal.texts */
        struct marshal_values {
            size_t first, n; /* of marshal.values */
        } values;
    };
};

struct marshal_open;

/* Owns its arrays; borrows the rest. */
struct marshal {
    struct reading *r;
    struct blocks *blocks;
    struct fault *f;
    struct str block;   /* what is left of it */
    uint64_t at;        /* bytes of the input that were taken */
    const char *damage; /* a literal, behind MARSHAL_DAMAGE */
    struct names texts;
    struct marshal_value *values; /* in tuples and dictionaries */
    size_t n_values, values_room;
    size_t n_kept;                 /* of them, below which all objects lie that may come again */
    struct marshal_value *pending; /* of the objects that are open */
    size_t n_pending, pending_room;
    struct marshal_open *open;
    size_t n_open, open_room;
    struct marshal_value *refs; /* objects that may come again, in their order */
    size_t n_refs, refs_room;
    name_id *interned; /* texts that may come again, as Python 2 counts them */
    size_t n_interned, interned_room;
    struct buf bytes; /* that lie in two blocks */
};

void marshal_init(struct marshal *m, struct reading *r, struct blocks *blocks, struct fault *f);
void marshal_free(struct marshal *m);

/* Takes the beginning of a dictionary: what follows are its keys and values, up to MARSHAL_END.
 * *is is false where another object begins. False with a fault. */
MUST_CHECK bool marshal_enter(struct marshal *m, bool *is);

/* Takes one object with all that is in it; behind MARSHAL_DAMAGE nothing can be read. False with a
 * fault. What is in it stays until it is forgotten. */
MUST_CHECK bool marshal_next(struct marshal *m, struct marshal_value *value);

/* Forgets what is in the objects so far, but for those that may come again. */
void marshal_forget(struct marshal *m);

#endif
