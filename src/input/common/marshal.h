/* Reads objects in the format of Python's marshal, versions 0 to 4. Code, which `python -m profile`
 * has in place of a name, is read as a text, "<code object <module>>". */
#ifndef INPUT_COMMON_MARSHAL_H
#define INPUT_COMMON_MARSHAL_H

#include "base/buf.h"
#include "input/common/reading.h"

enum marshal_kind {
    MARSHAL_OTHER, /* None, True, a number that does not fit, ... */
    MARSHAL_INT,
    MARSHAL_FLOAT,
    MARSHAL_TEXT,
    MARSHAL_TUPLE,
    MARSHAL_DICT, /* its values are key, value, key, value, ... */
    MARSHAL_END,  /* ends the keys of a dictionary */
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
    struct str block;   /* the unread rest of it */
    uint64_t at;        /* bytes of the input consumed */
    const char *damage; /* a literal; with MARSHAL_DAMAGE */
    struct names texts;
    struct marshal_value *values; /* the contents of tuples and dictionaries */
    size_t n_values, values_room;
    size_t n_kept;                 /* the values below this belong to objects that may be referred
                                    * to again */
    struct marshal_value *pending; /* of objects that are not complete yet */
    size_t n_pending, pending_room;
    struct marshal_open *open;
    size_t n_open, open_room;
    struct marshal_value *refs; /* objects that may be referred to, in order */
    size_t n_refs, refs_room;
    name_id *interned; /* texts that may be referred to, as Python 2 numbers them */
    size_t n_interned, interned_room;
    struct buf bytes; /* bytes that span two blocks */
};

void marshal_init(struct marshal *m, struct reading *r, struct blocks *blocks, struct fault *f);
void marshal_free(struct marshal *m);

/* Enters a dictionary: its keys and values follow, up to MARSHAL_END. *is is false if another
 * object comes instead. False with a fault. */
MUST_CHECK bool marshal_enter(struct marshal *m, bool *is);

/* Reads one object with its contents, which stay until marshal_forget. After MARSHAL_DAMAGE nothing
 * more can be read. False with a fault. */
MUST_CHECK bool marshal_next(struct marshal *m, struct marshal_value *value);

/* Discards the contents of all objects read, except those that may be referred to again. */
void marshal_forget(struct marshal *m);

#endif
