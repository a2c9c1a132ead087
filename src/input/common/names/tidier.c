/* Tidies each name once and remembers the result. */
#include "input/common/names/tidier.h"

#include "base/mem.h"
#include "base/parse.h"
#include "symbol/demangle.h"

void tidier_init(struct tidier *t, struct builder *b)
{
    *t = (struct tidier){.b = b, .naming = b->r->ask->naming};
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
    buf_free(&t->shown);
}

bool tidier_demangle(struct tidier *t, struct str raw, struct str *name)
{
    if (t->naming.mangled)
        return false;
    enum demangled done =
        demangle(raw, t->naming.demangled_full ? DEMANGLE_FULL : DEMANGLE_PLAIN, &t->plain);
    if (done == DEMANGLED_TOO_LONG)
        t->b->r->tally.left_mangled = true;
    *name = buf_str(&t->plain);
    return done == DEMANGLED;
}

/* Lends the name demangled, without its version. */
static struct str demangled_of(struct tidier *t, struct str raw)
{
    struct str plain;

    if (!t->keeps_versions && !t->b->r->ask->estimate) /* gprof2dot tells versions apart */
        raw = tidy_version(raw);
    return tidier_demangle(t, raw, &plain) ? plain : raw;
}

/* Tidies a demangled name. */
static struct str tidied_of(struct tidier *t, struct str raw, bool full)
{
    if (tidy_is_cut(raw))
        return STR("[truncated]");
    if (full)
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

    if (raw.n > r->ask->limits.name)
        return limits_reached(t->b->f, place_of(&place, r->name, r->tally.lines), "name",
                              r->ask->limits.name);
    *at = names_add(&t->raw, raw);
    t->tidied = mem_grow(t->tidied, &t->room, (size_t)*at + 1, sizeof *t->tidied);
    return true;
}

/* Makes both names of a function from one demangled name, which may not outlive builder_name. */
static bool tidy_both(struct tidier *t, struct str demangled, struct tidied *tidied)
{
    struct str shown = tidied_of(t, demangled, t->naming.shown_full);

    buf_clear(&t->shown);
    buf_add(&t->shown, shown);
    struct str name = tidied_of(t, demangled, t->naming.full);
    t->b->r->tally.unshown += kind_of_mark(name) != kind_of_mark(buf_str(&t->shown));
    if (!builder_name(t->b, name, &tidied->name) ||
        !builder_shown_name(t->b, buf_str(&t->shown), &tidied->shown))
        return false;
    builder_show(t->b, tidied->name, tidied->shown);
    return true;
}

static bool tidy_at(struct tidier *t, struct str raw, name_id at)
{
    struct tidied *tidied = &t->tidied[at];

    if (tidied->name)
        return true;
    struct str demangled = demangled_of(t, raw);
    if (t->naming.shown)
        return tidy_both(t, demangled, tidied);
    return builder_name(t->b, tidied_of(t, demangled, t->naming.full), &tidied->name);
}

bool tidier_shown(struct tidier *t, struct str raw, name_id *id)
{
    name_id at = 0;

    if (!find(t, raw, &at))
        return false;
    struct tidied *tidied = &t->tidied[at];
    if (!tidied->shown &&
        !builder_shown_name(t->b, tidied_of(t, demangled_of(t, raw), t->naming.shown_full),
                            &tidied->shown))
        return false;
    *id = tidied->shown;
    return true;
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
    return module.n == 0 || t->naming.modules ? name : tidier_join_shown(t, module, name);
}

struct str tidier_join_shown(struct tidier *t, struct str module, struct str name)
{
    struct str plain;

    if (module.n == 0)
        return name;
    if (name.n <= t->b->r->ask->limits.name && tidier_demangle(t, name, &plain))
        name = plain;
    buf_clear(&t->joined);
    buf_add(&t->joined, module);
    buf_add_byte(&t->joined, '`');
    buf_add(&t->joined, name);
    return buf_str(&t->joined);
}

bool tidier_name_in(struct tidier *t, struct str module, struct str name, struct str address,
                    struct frame *row)
{
    if (name.n && !tidier_name(t, tidier_join(t, module, name), &row->name))
        return false;
    if (name.n)
        return !t->naming.shown || tidier_shown(t, tidier_join_shown(t, module, name), &row->shown);
    tidy_unknown(module, t->naming.addresses ? address : STR(""), &t->text);
    return builder_name(t->b, buf_str(&t->text), &row->name) &&
           (!t->naming.shown || builder_shown_name(t->b, buf_str(&t->text), &row->shown));
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
    if (t->naming.modules && module.n && !builder_name(t->b, module, &row->module))
        return false;
    if (!t->naming.modules || t->naming.shown)
        row->seen.module = builder_place(t->b, module);
    return true;
}

/* Takes the name of the outermost function off those that "->" joins. */
static struct str take_part(struct str *raw)
{
    size_t end = tidy_until_inlined(*raw);
    struct str part = str_from_to(*raw, 0, end);

    *raw = str_from_to(*raw, end + 2 < raw->n ? end + 2 : raw->n, raw->n);
    return part;
}

/* Finds what pictures show of a part. As many parts are wanted as the name has. */
static bool show_part(struct tidier *t, struct str *shown, bool is_last, struct frame *row)
{
    struct str part = take_part(shown);

    t->b->r->tally.unshown += !part.n || is_last != !shown->n;
    return tidier_shown(t, part, &row->shown);
}

/* The parts come outermost first and are pushed in reverse. shown: what pictures show; "": the same
 * text. */
static bool push_parts(struct tidier *t, struct str raw, struct str shown, struct str module,
                       const struct frame *like)
{
    bool is_other = shown.n > 0;
    struct frame row = *like;
    frame_id *parts = NULL;
    size_t room = 0;
    size_t n = 0;
    bool ok = module_of(t, module, &row);

    while (ok && raw.n) {
        struct str part = take_part(&raw);
        parts = mem_grow(parts, &room, n + 1, sizeof *parts);
        row.kind = n ? KIND_INLINED : like->kind;
        row.shown = 0;
        ok = tidier_name(t, part, &row.name) && (!is_other || show_part(t, &shown, !raw.n, &row)) &&
             builder_row(t->b, &row, &parts[n]);
        n++;
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
    if (!tidy_at(t, raw, at))
        return false;
    const struct frame row = {.name = tidied->name, .kind = kind};
    return builder_row(t->b, &row, &tidied->frame);
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
            return push_parts(t, raw, STR(""), module, &(struct frame){.kind = kind});
        if (!make_frame(t, raw, at, kind))
            return false;
    }
    return push_seen(t, t->tidied[at].frame, module);
}

/* Code of engines has no debug information, but some tell its place in the name. */
static bool place_of_code(struct tidier *t, struct str raw, struct frame *row)
{
    struct str file;
    uint64_t line;

    if (!t->naming.modules || row->kind != KIND_JIT || row->file || row->line ||
        !tidy_place_in(raw, &file, &line))
        return true;
    row->line = row->first = (uint32_t)line;
    return builder_name(t->b, file, &row->file);
}

bool tidier_row(struct tidier *t, struct str raw, struct str module, struct str address,
                struct frame *row)
{
    if (!module_of(t, module, row) || !place_of_code(t, raw, row))
        return false;
    if (raw.n)
        return tidier_name(t, raw, &row->name);
    if (!t->naming.apart)
        return tidier_name_in(t, module, STR(""), address, row);
    return builder_name(t->b, address.n ? address : STR("[unknown]"), &row->name);
}

bool tidier_push_row(struct tidier *t, struct str raw, struct str module, struct str address,
                     const struct frame *like)
{
    bool known = raw.n && !str_equal(raw, STR("[unknown]"));
    struct frame row = *like;
    frame_id frame = 0;

    if (!known || tidy_until_inlined(raw) == raw.n)
        return tidier_row(t, known ? raw : STR(""), module, address, &row) &&
               builder_row(t->b, &row, &frame) && builder_push(t->b, frame);
    return push_parts(t, raw, STR(""), module, like);
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
    struct frame row = {.kind = kind};
    frame_id frame = 0;

    if (t->naming.modules)
        return tidier_push_row(t, raw, module, address, &row);
    if (raw.n && !str_equal(raw, STR("[unknown]")))
        return push_known(t, raw, module, kind);
    return tidier_name_in(t, module, STR(""), address, &row) && builder_row(t->b, &row, &frame) &&
           push_seen(t, frame, module);
}

bool tidier_is_one(struct str raw)
{
    return raw.n && !str_equal(raw, STR("[unknown]")) && tidy_until_inlined(raw) == raw.n;
}

bool tidier_show_in(struct tidier *t, struct str raw, struct str module, struct frame *row)
{
    if (!t->naming.shown)
        return true;
    row->seen.module = builder_place(t->b, module);
    if (raw.n)
        return true;
    tidy_unknown(module, STR(""), &t->text);
    return builder_shown_name(t->b, buf_str(&t->text), &row->shown);
}

bool tidier_push_shown(struct tidier *t, struct str raw, struct str shown, struct str module,
                       enum frame_kind kind)
{
    const struct str unknown = STR("[unknown]");

    if (raw.n && shown.n && !str_equal(raw, unknown) && !str_equal(shown, unknown))
        return push_parts(t, raw, shown, module, &(struct frame){.kind = kind});
    t->b->r->tally.unshown++;
    return tidier_push(t, raw, module, STR(""), kind);
}
