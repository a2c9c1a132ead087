/* keccak(std::string const&) before, keccak after: one function.
 * Finds functions whose names have arguments on one side only. */
#include "model/overloads.h"

#include "base/mem.h"
#include "model/identity.h"

/* What `coarse` has of the functions with one key. */
struct overload {
    name_id plain;   /* in known: the name without arguments; 0: none */
    bool told_apart; /* some have arguments, or several names none */
};

struct overloads {
    struct names keys;
    struct overload *rows; /* by key */
    size_t room;
    struct names known; /* names of coarse, then others */
    name_id n_coarse;
    bool *on_both; /* by name of coarse */
    struct buf key;
};

static struct overload *overload_of(struct overloads *o, struct str name, bool *more)
{
    buf_clear(&o->key);
    *more = identity_bare_key(name, &o->key);
    name_id id = names_add(&o->keys, buf_str(&o->key));
    o->rows = mem_grow(o->rows, &o->room, (size_t)id + 1, sizeof *o->rows);
    return &o->rows[id];
}

static void add_coarse(struct overloads *o, const struct profile *coarse)
{
    for (frame_id i = 1; i < coarse->frames.n; i++) {
        struct str name = names_get(&coarse->names, coarse->frames.rows[i].name);
        bool more;
        struct overload *row = overload_of(o, name, &more);
        name_id id = names_add(&o->known, name);
        row->told_apart = row->told_apart || more || (row->plain && row->plain != id);
        row->plain = more ? row->plain : id;
    }
    o->n_coarse = o->known.n;
    o->on_both = mem_alloc(o->n_coarse, sizeof *o->on_both);
}

/* Returns the name in coarse for one that it lacks; 0: none. */
static name_id name_in_coarse(struct overloads *o, struct str name)
{
    bool more;

    if (names_add(&o->known, name) < o->n_coarse)
        return 0;
    const struct overload *row = overload_of(o, name, &more);
    bool usable = more && row->plain && !row->told_apart && !o->on_both[row->plain];
    return usable ? row->plain : 0;
}

static bool find_rows(struct overloads *o, struct profile *fine, struct frame *rows)
{
    bool some = false;

    for (frame_id i = 1; i < fine->frames.n; i++) {
        name_id id = names_add(&o->known, names_get(&fine->names, fine->frames.rows[i].name));
        if (id < o->n_coarse)
            o->on_both[id] = true;
    }
    memcpy(rows, fine->frames.rows, fine->frames.n * sizeof *rows);
    for (frame_id i = 1; i < fine->frames.n; i++) {
        name_id name = name_in_coarse(o, names_get(&fine->names, rows[i].name));
        if (name)
            rows[i].name = names_add(&fine->names, names_get(&o->known, name));
        some = some || name;
    }
    return some;
}

struct frame *overloads_join(struct profile *fine, const struct profile *coarse)
{
    struct frame *rows = mem_alloc(fine->frames.n, sizeof *rows);
    struct overloads o = {0};

    names_init(&o.keys);
    names_init(&o.known);
    add_coarse(&o, coarse);
    if (!find_rows(&o, fine, rows)) {
        mem_free(rows, fine->frames.n, sizeof *rows);
        rows = NULL;
    }
    mem_free(o.on_both, o.n_coarse, sizeof *o.on_both);
    mem_free(o.rows, o.room, sizeof *o.rows);
    names_free(&o.keys);
    names_free(&o.known);
    buf_free(&o.key);
    return rows;
}
