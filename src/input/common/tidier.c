/* Tidies each name once and remembers the result. */
#include "input/common/tidier.h"

#include "base/mem.h"
#include "base/parse.h"
#include "symbol/demangle.h"

void tidier_init(struct tidier *t, struct builder *b)
{
    *t = (struct tidier){.b = b, .naming = b->r->naming};
    names_init(&t->raw);
    names_init(&t->modules);
}

void tidier_free(struct tidier *t)
{
    names_free(&t->raw);
    mem_free(t->tidied, t->room, sizeof *t->tidied);
    names_free(&t->modules);
    mem_free(t->kinds, t->kinds_room, sizeof *t->kinds);
    buf_free(&t->text);
    buf_free(&t->plain);
    buf_free(&t->joined);
}

bool tidier_demangle(struct tidier *t, struct str raw, struct str *name)
{
    if (t->naming.mangled)
        return false;
    enum demangled done =
        demangle(raw, t->naming.demangled_full ? DEMANGLE_FULL : DEMANGLE_PLAIN, &t->plain);
    t->b->r->tally.left_mangled += done == DEMANGLED_TOO_LONG;
    *name = buf_str(&t->plain);
    return done == DEMANGLED;
}

static struct str make(struct tidier *t, struct str raw)
{
    struct str plain;

    if (!t->keeps_versions && !t->b->r->estimate) /* gprof2dot tells versions apart */
        raw = tidy_version(raw);
    if (tidier_demangle(t, raw, &plain))
        raw = plain;
    if (t->naming.full)
        tidy_separators(raw, &t->text);
    else if (t->printed)
        tidy_printed(raw, &t->text);
    else
        tidy_name(raw, &t->text);
    struct str name = str_trim(buf_str(&t->text));
    if (name.n == 0) {
        tidy_separators(raw, &t->text);
        name = buf_str(&t->text);
    }
    return name;
}

/* Finds or adds the entry of a raw name. */
static bool find(struct tidier *t, struct str raw, name_id *at)
{
    struct reading *r = t->b->r;
    struct place place;

    if (raw.n > r->limits->name)
        return limits_reached(t->b->f, place_of(&place, r->name, r->tally.lines), "name",
                              r->limits->name);
    *at = names_add(&t->raw, raw);
    t->tidied = mem_grow(t->tidied, &t->room, (size_t)*at + 1, sizeof *t->tidied);
    return true;
}

static bool tidy_at(struct tidier *t, struct str raw, name_id at)
{
    return t->tidied[at].name || builder_name(t->b, make(t, raw), &t->tidied[at].name);
}

bool tidier_name(struct tidier *t, struct str raw, name_id *id)
{
    name_id at = 0;

    if (!find(t, raw, &at) || !tidy_at(t, raw, at))
        return false;
    *id = t->tidied[at].name;
    return true;
}

struct str tidier_join(struct tidier *t, struct str module, struct str name)
{
    struct str plain;

    if (module.n == 0 || t->naming.modules)
        return name;
    if (name.n <= t->b->r->limits->name && tidier_demangle(t, name, &plain))
        name = plain;
    buf_clear(&t->joined);
    buf_add(&t->joined, module);
    buf_add_byte(&t->joined, '`');
    buf_add(&t->joined, name);
    return buf_str(&t->joined);
}

bool tidier_name_in(struct tidier *t, struct str module, struct str name, struct str address,
                    name_id *id)
{
    if (name.n)
        return tidier_name(t, tidier_join(t, module, name), id);
    tidy_unknown(module, t->naming.addresses ? address : STR(""), &t->text);
    return builder_name(t->b, buf_str(&t->text), id);
}

static bool row_of(struct tidier *t, name_id name, enum frame_kind kind, frame_id *frame)
{
    struct frame row = {.name = name, .kind = kind};

    return builder_row(t->b, &row, frame);
}

/* Frames without modules learn one; rows do not differ by it. */
static bool push_seen(struct tidier *t, frame_id frame, struct str module)
{
    struct frames *frames = &t->b->p->frames;

    if (module.n && !frames->rows[frame].seen.module)
        frames_see(frames, frame, (struct frame_seen){.module = builder_place(t->b, module)});
    return builder_push(t->b, frame);
}

static bool module_of(struct tidier *t, struct str module, struct frame *row)
{
    if (t->naming.modules)
        return !module.n || builder_name(t->b, module, &row->module);
    row->seen.module = builder_place(t->b, module);
    return true;
}

/* The parts come outermost first and are pushed in reverse. */
static bool push_parts(struct tidier *t, struct str raw, struct str module, enum frame_kind kind)
{
    struct frame row = {0};
    frame_id *parts = NULL;
    size_t room = 0;
    size_t n = 0;
    bool ok = module_of(t, module, &row);

    while (ok && raw.n) {
        size_t end = tidy_until_inlined(raw);
        parts = mem_grow(parts, &room, n + 1, sizeof *parts);
        row.kind = n ? KIND_INLINED : kind;
        ok = tidier_name(t, str_from_to(raw, 0, end), &row.name) &&
             builder_row(t->b, &row, &parts[n]);
        n++;
        raw = str_from_to(raw, end + 2 < raw.n ? end + 2 : raw.n, raw.n);
    }
    while (ok && n > 0)
        ok = builder_push(t->b, parts[--n]);
    mem_free(parts, room, sizeof *parts);
    return ok;
}

/* A repeated name with the same kind costs one look-up. */
static bool is_known(const struct tidied *tidied, enum frame_kind kind)
{
    return tidied->frame && tidied->kind == kind;
}

static bool make_frame(struct tidier *t, struct str raw, name_id at, enum frame_kind kind)
{
    struct tidied *tidied = &t->tidied[at];

    tidied->kind = kind;
    return tidy_at(t, raw, at) && row_of(t, tidied->name, kind, &tidied->frame);
}

bool tidier_frame(struct tidier *t, struct str raw, enum frame_kind kind, frame_id *frame)
{
    name_id at = 0;

    if (!find(t, raw, &at) || (!is_known(&t->tidied[at], kind) && !make_frame(t, raw, at, kind)))
        return false;
    *frame = t->tidied[at].frame;
    return true;
}

static bool push_known(struct tidier *t, struct str raw, struct str module, enum frame_kind kind)
{
    name_id at = 0;

    if (!find(t, raw, &at))
        return false;
    if (!is_known(&t->tidied[at], kind)) {
        if (tidy_until_inlined(raw) < raw.n)
            return push_parts(t, raw, module, kind);
        if (!make_frame(t, raw, at, kind))
            return false;
    }
    return push_seen(t, t->tidied[at].frame, module);
}

bool tidier_row(struct tidier *t, struct str raw, struct str module, struct str address,
                struct frame *row)
{
    if (!module_of(t, module, row))
        return false;
    if (raw.n)
        return tidier_name(t, raw, &row->name);
    if (!t->naming.apart)
        return tidier_name_in(t, module, STR(""), address, &row->name);
    return builder_name(t->b, address.n ? address : STR("[unknown]"), &row->name);
}

/* The frame has its module; an unknown function is named by its address there. */
static bool push_in_module(struct tidier *t, struct str raw, struct str module, struct str address,
                           enum frame_kind kind)
{
    bool known = raw.n && !str_equal(raw, STR("[unknown]"));
    struct frame row = {.kind = kind};
    frame_id frame = 0;

    if (!known || tidy_until_inlined(raw) == raw.n)
        return tidier_row(t, known ? raw : STR(""), module, address, &row) &&
               builder_row(t->b, &row, &frame) && builder_push(t->b, frame);
    return push_parts(t, raw, module, kind);
}

enum frame_kind tidier_kind(struct tidier *t, struct str module)
{
    name_id at = names_add(&t->modules, module);

    t->kinds = mem_grow(t->kinds, &t->kinds_room, (size_t)at + 1, sizeof *t->kinds);
    if (!t->kinds[at])
        t->kinds[at] = (unsigned char)(1 + tidy_kind(module));
    return (enum frame_kind)(t->kinds[at] - 1);
}

bool tidier_push(struct tidier *t, struct str raw, struct str module, struct str address,
                 enum frame_kind kind)
{
    frame_id frame = 0;
    name_id name = 0;

    if (t->naming.modules)
        return push_in_module(t, raw, module, address, kind);
    if (raw.n && !str_equal(raw, STR("[unknown]")))
        return push_known(t, raw, module, kind);
    return tidier_name_in(t, module, STR(""), address, &name) && row_of(t, name, kind, &frame) &&
           push_seen(t, frame, module);
}
