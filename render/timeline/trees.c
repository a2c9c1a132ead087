/* <g class="trees"> <g id="snapshot-3" display="none"> ... <g id="snapshot-70" class="first">
 * Writes the flame graphs of snapshots. */
#include "render/timeline/trees.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "render/timeline/axis.h"
#include "render/timeline/legend.h"

/* Of the group, marks, legends and heading of a tree. */
enum { LEGEND_ELEMENTS = 40, INLINED_CELLS = 10 };

/* The part of a profile that belongs to one snapshot, with only its stacks: the cost of a tree
 * depends on that part, not on the whole. Borrows all but rows, which are reused for the next part.
 */
struct snapshot_profile {
    struct profile profile;
    struct column column;
    stack_id *ids; /* of the whole, ascending */
    size_t n_ids, ids_room;
    stack_id *place; /* by stack of the whole: that of the part; 0: it is not in it */
    size_t n_places;
};

static int compare_ids(const void *a, const void *b)
{
    stack_id x = *(const stack_id *)a;
    stack_id y = *(const stack_id *)b;

    return (x > y) - (x < y);
}

static void add_stack(struct snapshot_profile *part, const struct stacks *whole, stack_id stack)
{
    for (; stack && !part->place[stack]; stack = whole->rows[stack].caller) {
        part->ids = mem_grow(part->ids, &part->ids_room, part->n_ids + 1, sizeof *part->ids);
        part->ids[part->n_ids++] = stack;
        part->place[stack] = 1;
    }
}

/* A caller has a smaller id than its callees. */
static void make_stacks(struct snapshot_profile *part, const struct stacks *whole)
{
    struct stacks *stacks = &part->profile.stacks;

    if (part->n_ids)
        qsort(part->ids, part->n_ids, sizeof *part->ids, compare_ids);
    stacks->rows = mem_grow(stacks->rows, &stacks->room, part->n_ids + 1, sizeof *stacks->rows);
    stacks->rows[0] = whole->rows[0];
    stacks->n = (uint32_t)part->n_ids + 1;
    for (size_t i = 0; i < part->n_ids; i++) {
        struct stack row = whole->rows[part->ids[i]];
        part->place[part->ids[i]] = (stack_id)i + 1;
        stacks->rows[i + 1] = (struct stack){part->place[row.caller], row.frame};
    }
}

static void part_init(struct snapshot_profile *part, const struct profile *p)
{
    *part =
        (struct snapshot_profile){.profile = *p, .column = p->columns[0], .n_places = p->stacks.n};
    part->place = mem_alloc(part->n_places, sizeof *part->place);
    part->profile.stacks = (struct stacks){.n = 0};
    part->profile.samples = NULL;
    part->profile.samples_room = 0;
    part->profile.n_columns = 1;
    part->column.values = NULL;
    part->column.room = 0;
}

static void part_take(struct snapshot_profile *part, const struct timeline *t, size_t shot)
{
    const struct profile *p = t->p;
    const uint32_t *samples = t->samples + t->begin[shot];
    size_t n = t->begin[shot + 1] - t->begin[shot];
    struct profile *to = &part->profile;

    part->n_ids = 0;
    for (size_t i = 0; i < n; i++)
        add_stack(part, &p->stacks, p->samples[samples[i]].stack);
    make_stacks(part, &p->stacks);
    to->samples = mem_grow(to->samples, &to->samples_room, n, sizeof *to->samples);
    part->column.values =
        mem_grow(part->column.values, &part->column.room, n, sizeof *part->column.values);
    for (size_t i = 0; i < n; i++) {
        struct sample sample = p->samples[samples[i]];
        to->samples[i] = (struct sample){part->place[sample.stack], sample.labels};
        part->column.values[i] = p->columns[0].values[samples[i]];
    }
    for (size_t i = 0; i < part->n_ids; i++)
        part->place[part->ids[i]] = 0;
    to->n_samples = (uint32_t)n;
    to->columns = &part->column;
    part->column.total = t->shots[shot].total;
}

static void part_free(struct snapshot_profile *part)
{
    struct profile *p = &part->profile;

    mem_free(p->samples, p->samples_room, sizeof *p->samples);
    mem_free(p->stacks.rows, p->stacks.room, sizeof *p->stacks.rows);
    mem_free(part->column.values, part->column.room, sizeof *part->column.values);
    mem_free(part->ids, part->ids_room, sizeof *part->ids);
    mem_free(part->place, part->n_places, sizeof *part->place);
}

void timeline_trees_id(struct sink *s, size_t shot)
{
    sink_text(s, "snapshot-");
    sink_u64(s, shot);
}

/* "4.32 G instructions", "4320676562 i" */
static void write_time(const struct timeline_canvas *c, const struct timeline_snapshot *s,
                       bool exact, struct sink *to)
{
    struct timeline_axis axis = timeline_axis_of(s->at, timeline_unit_of(&c->t), 1);

    if (exact || c->t.place != TIMELINE_BY_NUMBER || s->at <= 0 || axis.size == 1) {
        sink_str(to, names_get(&c->t.p->names, s->is->time));
        return;
    }
    axis.digits = 2;
    timeline_axis_text(&axis, s->at, to);
    if (str_equal(c->t.unit, STR("i")))
        sink_text(to, " instructions");
    else if (str_equal(c->t.unit, STR("B")))
        sink_text(to, " allocated and freed");
}

void timeline_trees_name(struct timeline_canvas *c, size_t shot, bool exact, struct sink *to)
{
    const struct timeline_snapshot *s = &c->t.shots[shot];

    sink_text(to, "snapshot ");
    sink_u64(to, s->is->number);
    sink_text(to, s->is->is_peak ? ", the peak" : "");
    if (s->is->time) {
        sink_text(to, ", at ");
        write_time(c, s, exact, to);
    }
    sink_text(to, ": ");
    if (!exact) {
        timeline_amount(c, s->total, to);
        return;
    }
    picture_count(to, c->picture, s->total);
    sink_byte(to, ' ');
    sink_str(to, picture_unit_of(c->picture, s->total));
}

static void heading(struct timeline_canvas *c, size_t shot)
{
    const struct style *style = c->picture->style;
    struct sink words;

    sink_open_buf(&words);
    timeline_trees_name(c, shot, false, &words);
    timeline_write(c, style_margin_px(style), c->font, "start", buf_str(&words.buf),
                   style_inner_px(style) / c->cell);
    sink_discard(&words);
    if (c->picture->marks_inlined)
        timeline_write(c, style->width_px - style_margin_px(style), c->font, "end",
                       STR("\xE2\x97\xA4 inlined"), INLINED_CELLS);
}

/* The snapshot that is shown stands out in both charts. A link scrolls to the topmost of its marks,
 * so the charts stay in view. */
static void mark(struct timeline_canvas *c, const struct timeline_chart *chart, size_t shot)
{
    double x = timeline_x(chart, c->t.shots[shot].at);

    if (chart->height <= 0)
        return;
    timeline_line(c, x, chart->top, x, chart->top + chart->height, " stroke-width=\"3\"");
}

/* Frames of a site have the colour of its area. */
static void fill_sites(const struct timeline *t, struct palette_map *map)
{
    struct notes notes = {.total = 0};
    struct sink lines;

    sink_open_buf(&lines);
    for (size_t i = 0; i < t->n_sites; i++) {
        struct colour fill = timeline_site_fills[i];
        sink_str(&lines, names_get(&t->p->names, t->sites[i]));
        sink_text(&lines, "->rgb(");
        sink_u64(&lines, fill.r);
        sink_byte(&lines, ',');
        sink_u64(&lines, fill.g);
        sink_byte(&lines, ',');
        sink_u64(&lines, fill.b);
        sink_text(&lines, ")\n");
    }
    palette_map_parse(map, "sites", buf_str(&lines.buf), &notes);
    sink_discard(&lines);
}

static void tree(struct timeline_canvas *c, struct snapshot_profile *part,
                 const struct palette_map *fills, size_t shot, bool is_first)
{
    struct timeline_trees *trees = &c->trees;
    struct picture picture = *c->picture;
    struct painter painter = *picture.painter;
    struct svg_frames frames;
    struct tree t;

    part_take(part, &c->t, shot);
    tree_build(&t, &part->profile, 0);
    painter.attributes = NULL; /* an id must be unique in the file, and there are many trees */
    if (!painter.map)
        painter.map = fills;
    picture.profile = &part->profile;
    picture.tree = &t;
    picture.painter = &painter;
    picture.whole = picture.span = t.total[0];
    svg_frames_start(&frames, &picture, c->s);
    trees->n_elements += LEGEND_ELEMENTS + svg_frames_elements(&frames, 0);
    trees->height = fmax(trees->height, 2 * c->font + svg_frames_height_px(&frames));
    sink_text(c->s, "<g id=\"");
    timeline_trees_id(c->s, shot);
    sink_text(c->s, is_first ? "\" class=\"first\">\n" : "\" display=\"none\">\n");
    mark(c, &c->whole, shot);
    mark(c, &c->sites, shot);
    timeline_legends(c, shot, shot);
    sink_text(c->s, "<g transform=\"translate(0,");
    sink_short(c->s, c->trees_top, 2);
    sink_text(c->s, ")\">\n");
    heading(c, shot);
    svg_frames_write(&frames, 2 * c->font);
    svg_frames_end(&frames);
    sink_text(c->s, "</g></g>\n");
    svg_frames_free(&frames);
    tree_free(&t);
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
    struct palette_map fills = {.n_rows = 0};
    struct snapshot_profile part;

    fill_sites(&c->t, &fills);
    part_init(&part, c->t.p);
    sink_open_buf(&c->trees.text);
    c->s = c->xml.s = &c->trees.text;
    for (size_t i = 0; i < c->t.n && has_room(c); i++)
        if (timeline_trees_has(&c->t, i) && i != first)
            tree(c, &part, &fills, i, false);
    /* The one that is shown is the last: others hide it, which only those before it can. */
    if (timeline_trees_has(&c->t, first))
        tree(c, &part, &fills, first, true);
    c->s = c->xml.s = picture;
    palette_map_free(&fills);
    part_free(&part);
    return has_room(c) || limits_reached(f, "timeline", "elements", c->picture->limits->elements);
}
