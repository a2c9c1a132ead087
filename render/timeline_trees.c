/* <g class="trees"> <g id="snapshot-3" display="none"> ... <g id="snapshot-70" class="first"> */
#include "render/timeline_trees.h"

#include <math.h>

#include "base/mem.h"

/* The part of a profile that one snapshot is. Borrows all but its rows. */
struct part {
    struct profile profile;
    struct column column;
    size_t room;
};

static void part_of(struct part *part, const struct timeline *t, size_t shot)
{
    const struct profile *p = t->p;
    size_t n = t->begin[shot + 1] - t->begin[shot];

    part->room = n;
    part->profile = *p;
    part->column = p->columns[0];
    part->profile.samples = mem_alloc(n, sizeof *part->profile.samples);
    part->column.values = mem_alloc(n, sizeof *part->column.values);
    part->column.total = t->shots[shot].total;
    part->profile.n_samples = (uint32_t)n;
    part->profile.columns = &part->column;
    part->profile.n_columns = 1;
    for (size_t i = 0; i < n; i++) {
        uint32_t sample = t->samples[t->begin[shot] + i];
        part->profile.samples[i] = p->samples[sample];
        part->column.values[i] = p->columns[0].values[sample];
    }
}

static void part_free(struct part *part)
{
    mem_free(part->profile.samples, part->room, sizeof *part->profile.samples);
    mem_free(part->column.values, part->room, sizeof *part->column.values);
}

void timeline_trees_id(struct sink *s, size_t shot)
{
    sink_text(s, "snapshot-");
    sink_u64(s, shot);
}

void timeline_trees_name(struct timeline_canvas *c, size_t shot, struct sink *to)
{
    const struct names *names = &c->t.p->names;
    const struct timeline_shot *s = &c->t.shots[shot];

    sink_text(to, "snapshot ");
    sink_str(to, names_get(names, s->number));
    sink_text(to, s->is_peak ? ", the peak" : "");
    if (s->time) {
        sink_text(to, ", at ");
        sink_str(to, names_get(names, s->time));
    }
    sink_text(to, ": ");
    output_count(to, c->picture, s->total);
    sink_byte(to, ' ');
    sink_str(to, output_unit_of(c->picture, s->total));
}

static void heading(struct timeline_canvas *c, size_t shot)
{
    const struct style *style = c->picture->style;
    struct sink words;

    sink_open_buf(&words);
    timeline_trees_name(c, shot, &words);
    timeline_write(c, style_margin_px(style), c->font, "start", buf_str(&words.buf),
                   style_inner_px(style) / c->cell);
    sink_discard(&words);
}

static void tree(struct timeline_canvas *c, size_t shot, bool is_first)
{
    struct timeline_trees *trees = &c->trees;
    struct picture picture = *c->picture;
    struct painter painter = *picture.painter;
    struct svg_frames frames;
    struct part part;
    struct tree t;

    part_of(&part, &c->t, shot);
    tree_build(&t, &part.profile, 0);
    painter.attributes = NULL; /* an id stands once in a file, and there are many trees */
    picture.profile = &part.profile;
    picture.tree = &t;
    picture.painter = &painter;
    picture.whole = t.total[0];
    svg_frames_start(&frames, &picture, c->s);
    trees->n_elements += 2 + svg_frames_elements(&frames);
    trees->height = fmax(trees->height, 2 * c->font + svg_frames_height_px(&frames));
    sink_text(c->s, "<g id=\"");
    timeline_trees_id(c->s, shot);
    sink_text(c->s, is_first ? "\" class=\"first\">\n" : "\" display=\"none\">\n");
    heading(c, shot);
    svg_frames_write(&frames, 2 * c->font);
    sink_text(c->s, "</g>\n");
    svg_frames_free(&frames);
    tree_free(&t);
    part_free(&part);
}

static bool has_room(const struct timeline_canvas *c)
{
    return c->trees.n_elements <= c->picture->limits->elements;
}

bool timeline_trees_has(const struct timeline *t, size_t shot)
{
    return t->shots[shot].is_detailed && t->shots[shot].total;
}

bool timeline_trees_draw(struct timeline_canvas *c, struct fault *f)
{
    size_t first = timeline_told(&c->t);
    struct sink *picture = c->s;

    sink_open_buf(&c->trees.text);
    c->s = c->xml.s = &c->trees.text;
    for (size_t i = 0; i < c->t.n && has_room(c); i++)
        if (timeline_trees_has(&c->t, i) && i != first)
            tree(c, i, false);
    /* The one that is shown is the last: others hide it, which only those before it can. */
    if (timeline_trees_has(&c->t, first))
        tree(c, first, true);
    c->s = c->xml.s = picture;
    return has_room(c) || limits_reached(f, "timeline", "elements", c->picture->limits->elements);
}
