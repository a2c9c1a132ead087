/* The functions of an embedded tree, sorted by name; each name leaves out the prefix that it shares
 * with the one before. */
#include "render/flame/embedded_functions.h"

#include "base/leb128.h"
#include "base/mem.h"
#include "render/flame/embedded_difference.h"
#include "render/flame/embedded_format.h"
#include "render/flame/fill.h"

/* The name of nodes for pruned frames. */
static const char rest_name[] = "(narrower frames)";

static bool weighs(const struct difference *d, stack_id stack)
{
    return d->total[SIDE_BEFORE][stack] > 0 || d->total[SIDE_AFTER][stack] > 0;
}

/* Marks the frames that stay, and finds out whether any others have weight. */
static void mark_kept(struct embedded_functions *fs, struct picture *picture, uint64_t least)
{
    const struct tree *t = picture->tree;
    const struct difference *d = picture->difference;
    const struct stack *rows = t->profile->stacks.rows;

    for (stack_id i = 1; !least && i < t->n; i++)
        fs->ids[rows[i].frame].n = 1;
    for (stack_id i = 1; least && i < t->n; i++) {
        if (t->total[i] >= least || picture_is_lane(picture, rows[i].frame)) {
            fs->ids[rows[i].frame].n = 1;
            continue;
        }
        fs->has_rest = fs->has_rest || t->total[i] > 0 || (d && weighs(d, i));
        picture->n_pruned++;
    }
}

static void put_name(struct embedded_functions *fs, struct str raw)
{
    struct buf before = fs->name;
    size_t shared = 0;

    fs->name = fs->name_before;
    fs->name_before = before;
    buf_clear(&fs->name);
    text_clean(raw, &fs->name);
    while (shared < fs->name.n && shared < before.n && fs->name.p[shared] == before.p[shared])
        shared++;
    leb128_add(&fs->names, shared);
    leb128_add_text(&fs->names, str_from_to(buf_str(&fs->name), shared, fs->name.n));
}

static void put_links(struct embedded_functions *fs, const struct picture *picture, struct str raw)
{
    static const enum frame_attribute order[] = {ATTRIBUTE_HREF, ATTRIBUTE_TARGET, ATTRIBUTE_TITLE,
                                                 ATTRIBUTE_CLASS};
    enum { N = sizeof order / sizeof order[0] };
    const struct frame_attributes *all = picture->painter->attributes;
    const struct attribute_row *row = all ? frame_attributes_find(all, raw) : NULL;
    struct str values[N];
    unsigned mask = 0;

    for (size_t i = 0; row && i < N; i++) {
        values[i] = frame_attributes_value(all, row, order[i]);
        mask |= (unsigned)(values[i].n > 0) << i;
    }
    if (!mask)
        return;
    leb128_add(&fs->links, fs->n + 1 - fs->linked);
    leb128_add(&fs->links, mask);
    fs->linked = fs->n + 1;
    for (size_t i = 0; i < N; i++) {
        if (!(mask >> i & 1))
            continue;
        buf_clear(&fs->name_before);
        text_clean(values[i], &fs->name_before);
        leb128_add_text(&fs->links, buf_str(&fs->name_before));
    }
}

static void put_function(struct embedded_functions *fs, const struct picture *picture,
                         struct str raw, unsigned kind, struct frame_paint paint)
{
    const unsigned char fill[] = {paint.fill.r, paint.fill.g, paint.fill.b};

    put_name(fs, raw);
    buf_add_byte(&fs->kinds, (char)(kind | (paint.ink.r ? EMBEDDED_WHITE : 0u)));
    buf_add(&fs->fills, (struct str){(const char *)fill, sizeof fill});
    if (!(kind & EMBEDDED_REST))
        put_links(fs, picture, raw);
    fs->n++;
}

static void put_waits(struct embedded_functions *fs, const struct picture *picture, frame_id frame)
{
    if (picture->roles)
        buf_add_byte(&fs->waits, (char)picture_waits(picture, frame));
}

static void put_rest(struct embedded_functions *fs, const struct picture *picture)
{
    fs->rest = fs->n;
    put_waits(fs, picture, 0);
    put_function(fs, picture, str_of(rest_name), EMBEDDED_REST,
                 (struct frame_paint){.fill = REST_FILL});
    if (picture->difference)
        embedded_difference_function(&fs->change, picture, EMBEDDED_NO_FRAME);
    else
        embedded_parts_add(&fs->parts, 0);
}

static void set_id(struct embedded_id *id, uint32_t number)
{
    id->n = (unsigned char)(leb128_write(id->bytes, number) - id->bytes);
}

/* Its entry of the legend, in the bits of a kind. */
static unsigned entry_of(const struct picture *picture, frame_id frame)
{
    return picture->legend ? picture->legend->entries[frame] * (unsigned)EMBEDDED_ENTRY : 0;
}

/* Numbers the functions in order: frames that look the same in a picture are one function. */
static void put_functions(struct embedded_functions *fs, const struct picture *picture,
                          const struct frame_order *order)
{
    const struct profile *p = picture->profile;
    const struct frame *before = NULL;
    bool rest_put = !fs->has_rest;

    for (uint32_t i = 0; i < order->n; i++) {
        frame_id frame = order->frames[i];
        const struct frame *row = &p->frames.rows[frame];
        if (!fs->ids[frame].n)
            continue;
        struct str name = names_get(&p->names, row->name);
        if (!before || before->name != row->name || before->kind != row->kind) {
            if (!rest_put && str_compare(name, str_of(rest_name)) > 0) {
                put_rest(fs, picture);
                rest_put = true;
            }
            put_function(fs, picture, name, row->kind | entry_of(picture, frame),
                         frame_paint_of_frame(picture, frame));
            put_waits(fs, picture, frame);
            if (picture->difference)
                embedded_difference_function(&fs->change, picture, frame);
            else
                embedded_parts_add(&fs->parts, frame);
        }
        set_id(&fs->ids[frame], fs->n - 1);
        before = row;
    }
    if (!rest_put)
        put_rest(fs, picture);
}

void embedded_functions_build(struct embedded_functions *fs, struct picture *picture,
                              const struct frame_order *order, uint64_t least)
{
    *fs = (struct embedded_functions){.n_ids = picture->profile->frames.n};
    fs->ids = mem_alloc(fs->n_ids, sizeof *fs->ids);
    picture->n_pruned = 0;
    mark_kept(fs, picture, least);
    if (picture->difference)
        embedded_difference_head(&fs->change, picture);
    else
        embedded_parts_init(&fs->parts, picture->tree);
    put_functions(fs, picture, order);
    if (!picture->difference)
        embedded_parts_write(&fs->parts, &fs->modules);
    embedded_parts_free(&fs->parts);
}

void embedded_functions_free(struct embedded_functions *fs)
{
    mem_free(fs->ids, fs->n_ids, sizeof *fs->ids);
    buf_free(&fs->names);
    buf_free(&fs->kinds);
    buf_free(&fs->fills);
    buf_free(&fs->links);
    buf_free(&fs->modules);
    buf_free(&fs->waits);
    buf_free(&fs->change);
    buf_free(&fs->name);
    buf_free(&fs->name_before);
    *fs = (struct embedded_functions){0};
}
