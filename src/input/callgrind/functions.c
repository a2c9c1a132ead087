/* Finds out which function a call means. */
#include "input/callgrind/functions.h"

#include "base/mem.h"

static uint32_t find_row(struct cg_functions *in, const struct cg_place *place)
{
    uint32_t at = in->by_name ? 0 : pairs_add(&in->places, place->object, place->file);
    uint32_t row = pairs_add(&in->rows, place->name, at);

    in->frames = mem_grow(in->frames, &in->frames_room, (size_t)row + 1, sizeof *in->frames);
    in->filed = mem_grow(in->filed, &in->filed_room, (size_t)row + 1, sizeof *in->filed);
    return row;
}

/* Takes over the functions of earlier inputs. */
static void take_frames(struct cg_functions *in)
{
    const struct frames *frames = &in->text->p->frames;

    for (frame_id i = 1; i < frames->n; i++) {
        const struct frame *f = &frames->rows[i];
        uint32_t row = find_row(in, &(struct cg_place){f->name, f->module, f->file, false});
        if (!in->frames[row])
            in->frames[row] = i;
    }
}

void cg_functions_init(struct cg_functions *in, struct text *text, bool by_name)
{
    *in = (struct cg_functions){.text = text, .by_name = by_name};
    pairs_init(&in->places);
    pairs_init(&in->rows);
    calls_init(&in->calls);
    in->calls.share = CALLS_AS_COSTS;
    if (!by_name)
        text->calls = &in->calls;
    take_frames(in);
}

void cg_functions_free(struct cg_functions *in)
{
    pairs_free(&in->places);
    pairs_free(&in->rows);
    mem_free(in->frames, in->frames_room, sizeof *in->frames);
    mem_free(in->filed, in->filed_room, sizeof *in->filed);
    calls_free(&in->calls);
}

/* Calls are numbered by frame when a name is a function. */
static uint32_t id_of(const struct cg_functions *in, uint32_t row)
{
    return in->by_name ? in->frames[row] : row;
}

static bool add_frame(struct cg_functions *in, const struct cg_place *place, uint32_t row)
{
    struct frame frame = {.name = place->name, .module = place->object, .file = place->file};

    return in->frames[row] || builder_row(&in->text->builder, &frame, &in->frames[row]);
}

bool cg_functions_define(struct cg_functions *in, const struct cg_place *place, uint32_t *row)
{
    *row = find_row(in, place);
    return add_frame(in, place, *row);
}

bool cg_functions_begin(struct cg_functions *in, uint32_t row)
{
    return text_add_called(in->text, id_of(in, row), 0);
}

bool cg_functions_refer(struct cg_functions *in, const struct cg_place *place, uint32_t *row)
{
    *row = find_row(in, place);
    in->filed[*row] |= place->filed;
    return !in->by_name || add_frame(in, place, *row);
}

bool cg_functions_call(struct cg_functions *in, uint32_t caller, uint32_t callee, uint64_t count,
                       bool counted, const uint64_t *costs)
{
    return text_add_call(in->text, id_of(in, caller), id_of(in, callee), count, costs) &&
           (!counted || text_add_called(in->text, id_of(in, callee), count));
}

/* The functions that have costs, by parts of what a call says. */
struct known {
    struct pairs by_file;   /* (name, file) */
    struct pairs by_object; /* (name, object) */
    struct pairs by_name;   /* (name, 0) */
    uint32_t *of[3];        /* by pair, 1 + the first row with it; 0: none */
    size_t room[3];
};

enum function_match { BY_FILE, BY_OBJECT, BY_NAME };

/* Returns 1 + the first row with that pair. A new pair has none. */
static uint32_t *known_of(struct known *known, enum function_match part, uint32_t a, uint32_t b)
{
    struct pairs *pairs = part == BY_FILE     ? &known->by_file
                          : part == BY_OBJECT ? &known->by_object
                                              : &known->by_name;
    uint32_t at = pairs_add(pairs, a, b);

    known->of[part] =
        mem_grow(known->of[part], &known->room[part], (size_t)at + 1, sizeof *known->of[part]);
    return &known->of[part][at];
}

static void know(uint32_t *first, uint32_t row)
{
    if (!*first)
        *first = row + 1;
}

static void known_init(struct known *known, const struct cg_functions *in)
{
    *known = (struct known){0};
    pairs_init(&known->by_file);
    pairs_init(&known->by_object);
    pairs_init(&known->by_name);
    for (uint32_t i = 0; i < in->rows.n; i++) {
        const struct pair *row = &in->rows.rows[i];
        const struct pair *place = &in->places.rows[row->b];
        if (!in->frames[i])
            continue;
        know(known_of(known, BY_FILE, row->a, place->b), i);
        know(known_of(known, BY_OBJECT, row->a, place->a), i);
        know(known_of(known, BY_NAME, row->a, 0), i);
    }
}

static void known_free(struct known *known)
{
    pairs_free(&known->by_file);
    pairs_free(&known->by_object);
    pairs_free(&known->by_name);
    for (size_t i = 0; i < sizeof known->of / sizeof known->of[0]; i++)
        mem_free(known->of[i], known->room[i], sizeof *known->of[i]);
}

/* Returns 1 + the row with costs that a call means; 0: none. The object may be that of a stub, and
 * old Xdebug states no files. A file that is stated and known is meant. */
static uint32_t find_called(const struct cg_functions *in, struct known *known, uint32_t row)
{
    const struct pair *r = &in->rows.rows[row];
    const struct pair *place = &in->places.rows[r->b];
    uint32_t found = *known_of(known, BY_FILE, r->a, place->b);

    if (!found && (!in->filed[row] || !place->b))
        found = *known_of(known, BY_OBJECT, r->a, place->a);
    if (!found && (!in->filed[row] || !place->b))
        found = *known_of(known, BY_NAME, r->a, 0);
    return found;
}

static bool find_meant(struct cg_functions *in)
{
    struct known known;
    bool ok = true;

    known_init(&known, in);
    for (uint32_t i = 0; ok && i < in->rows.n; i++) {
        const struct pair *place = &in->places.rows[in->rows.rows[i].b];
        uint32_t found = in->frames[i] ? 0 : find_called(in, &known, i);
        if (found)
            in->frames[i] = in->frames[found - 1];
        else
            ok =
                add_frame(in, &(struct cg_place){in->rows.rows[i].a, place->a, place->b, false}, i);
    }
    known_free(&known);
    return ok;
}

/* If no call is counted, a count of 0 is not known either. */
static void forget_counts(struct calls *calls, bool by_name)
{
    bool any = by_name && calls->pairs.n > 0;

    for (uint32_t i = 0; i < calls->pairs.n; i++)
        any = any || calls->counts[i];
    for (size_t i = 0; !any && i < calls->called_room; i++)
        calls->called[i].counted = false;
}

bool cg_functions_finish(struct cg_functions *in)
{
    struct text *t = in->text;
    struct reading *r = t->r;

    forget_counts(t->calls, in->by_name);
    t->calls = &t->p->calls;
    if (in->by_name)
        return true;
    return find_meant(in) &&
           (calls_merge(&t->p->calls, &in->calls, in->frames) || text_calls_overflow(t)) &&
           reading_within_limits(t->p, &r->ask->limits, r->name, r->tally.lines, t->f);
}
