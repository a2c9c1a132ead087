/* JSON: {"format":"flame-json","version":1,...,"frames":[ a line for each frame of the tree ]}.
 *
 * Frames are a flat list, because nesting would exceed the depth that JSON readers accept. They
 * come callers first, callees by name (in time order: by time), the root with id 0 at the start:
 *
 *   {"id":2,"caller":1,"depth":2,"name":"read","kind":"kernel","self":42,"total":42}
 *
 * The id is the position in the list. Names come without their mark, which "kind" replaces. Numbers
 * are multiplied by --factor, as in all outputs for people; numbers with more digits than 2^53 are
 * strings, because most readers use doubles. In time order each frame has its "start" too. In a
 * comparison a frame has "before":{"self":40,"total":70} and "after": sums over all runs, not
 * multiplied, and "verdict":{"self":"...","total":"proven"}, what can be said of the change of its
 * function. The head gives the sentence that is the title of pictures as "verdict", and the number
 * of "runs" and the "weight" by which to multiply sums to compare them: as means, or costs "per"
 * unit of work. Without one "began" is when the first sample was taken, in UTC, where the input
 * tells it. Names and numbers are strict UTF-8 and JSON for any input.
 */
#include "base/mem.h"
#include "model/time/wall_clock.h"
#include "render/common/amount.h"
#include "render/common/tree_walk.h"
#include "render/flame/difference_text.h"
#include "render/flame/difference_verdict.h"
#include "render/flame/picture.h"
#include "render/output.h"

struct json {
    const struct picture *picture;
    struct sink *s;
    uint32_t *path; /* by depth: the id of the frame */
    size_t path_room;
};

static void write_string(struct json *out, const char *key, struct str raw)
{
    sink_text(out->s, key);
    sink_byte(out->s, '"');
    text_json_name(out->s, raw);
    sink_byte(out->s, '"');
}

static void write_number(struct json *out, const char *key, uint64_t value)
{
    struct decimal shown = picture_shown(out->picture, value);
    bool exact = shown.value <= UINT64_C(1) << 53;

    sink_text(out->s, key);
    if (!exact)
        sink_byte(out->s, '"');
    sink_decimal(out->s, shown.value, shown.scale);
    if (!exact)
        sink_byte(out->s, '"');
}

/* An integer of the columns, exact. */
static void write_sum(struct json *out, const char *key, uint64_t sum)
{
    bool exact = sum <= UINT64_C(1) << 53;

    sink_text(out->s, key);
    sink_text(out->s, exact ? "" : "\"");
    sink_decimal(out->s, sum, out->picture->profile->columns[1].scale);
    sink_text(out->s, exact ? "" : "\"");
}

static void write_sides(struct json *out, stack_id stack)
{
    const struct difference *d = out->picture->difference;

    for (unsigned side = 0; side < SIDES; side++) {
        sink_text(out->s, side == SIDE_AFTER ? ",\"after\":{" : ",\"before\":{");
        write_sum(out, "\"self\":", d->self[side][stack]);
        write_sum(out, ",\"total\":", d->total[side][stack]);
        sink_byte(out->s, '}');
    }
}

static void write_text(struct json *out, const char *key, struct sink *text)
{
    write_string(out, key, buf_str(&text->buf));
    sink_discard(text);
}

static void write_verdicts(struct json *out, frame_id frame)
{
    static const char *const keys[] = {",\"verdict\":{\"self\":", ",\"total\":"};
    struct sink text;

    if (!out->picture->difference->total_evidence)
        return;
    for (unsigned i = 0; i < 2; i++) {
        sink_open_buf(&text);
        difference_text_verdict(&text, out->picture, frame, i == 0);
        write_text(out, keys[i], &text);
    }
    sink_byte(out->s, '}');
}

/* How many runs each side has, and what makes their sums comparable. */
static void write_sides_head(struct json *out)
{
    const struct difference *d = out->picture->difference;

    sink_text(out->s, ",\"runs\":{\"before\":");
    sink_u64(out->s, d->n_runs[SIDE_BEFORE]);
    sink_text(out->s, ",\"after\":");
    sink_u64(out->s, d->n_runs[SIDE_AFTER]);
    sink_text(out->s, "},\"weight\":{\"before\":");
    amount_write_digits(out->s, d->weight[SIDE_BEFORE], 6);
    sink_text(out->s, ",\"after\":");
    amount_write_digits(out->s, d->weight[SIDE_AFTER], 6);
    sink_byte(out->s, '}');
    write_string(out, ",\"per\":", d->per);
    struct sink verdict;
    sink_open_buf(&verdict);
    difference_verdict(&verdict, out->picture);
    write_text(out, ",\"verdict\":", &verdict);
}

static void write_head(struct json *out)
{
    const struct tree *t = out->picture->tree;
    const uint64_t zero_ns = out->picture->profile->info.zero_ns;

    sink_text(out->s, "{\"format\":\"flame-json\",\"version\":1");
    write_string(out, ",\"unit\":", picture_unit(out->picture));
    if (zero_ns && !out->picture->difference) {
        sink_text(out->s, ",\"began\":\"");
        wall_clock_write(out->s, zero_ns, "T");
        sink_text(out->s, "Z\"");
    }
    sink_text(out->s, t->start ? ",\"order\":\"time\"" : ",\"order\":\"name\"");
    if (out->picture->difference)
        write_sides_head(out);
    else
        write_number(out, ",\"total\":", t->total[0]);
    sink_text(out->s, ",\"frames\":[");
}

static void write_frame(struct json *out, const struct walk *walk, uint32_t id)
{
    const struct tree *t = out->picture->tree;
    struct sink *s = out->s;

    sink_text(s, id ? ",\n{\"id\":" : "\n{\"id\":");
    sink_u64(s, id);
    sink_text(s, ",\"caller\":");
    if (walk->depth)
        sink_u64(s, out->path[walk->depth - 1]);
    else
        sink_text(s, "null");
    sink_text(s, ",\"depth\":");
    sink_u64(s, walk->depth);
    write_string(out, ",\"name\":", name_without_mark(tree_name(t, walk->stack)));
    sink_text(s, ",\"kind\":\"");
    sink_text(s, kind_word(tree_kind(t, walk->stack)));
    sink_byte(s, '"');
    if (t->start)
        write_number(out, ",\"start\":", t->start[walk->stack]);
    if (out->picture->difference) {
        write_sides(out, walk->stack);
        write_verdicts(out, t->profile->stacks.rows[walk->stack].frame);
    } else {
        write_number(out, ",\"self\":", tree_self(t, walk->stack));
        write_number(out, ",\"total\":", t->total[walk->stack]);
    }
    sink_byte(s, '}');
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    struct json out = {.picture = picture, .s = sink};
    struct walk walk;
    uint32_t id = 0;

    (void)f;
    tree_list_callees(picture->tree, 0);
    write_head(&out);
    walk_init(&walk, picture->tree);
    while (walk_next(&walk)) {
        if (walk.depth >= out.path_room)
            out.path = mem_grow(out.path, &out.path_room, (size_t)walk.depth + 1, sizeof *out.path);
        out.path[walk.depth] = id;
        write_frame(&out, &walk, id++);
    }
    sink_text(sink, "\n]}\n");
    walk_free(&walk);
    mem_free(out.path, out.path_room, sizeof *out.path);
    return true;
}

static const char *const endings[] = {"json", NULL};

const struct output_format output_json = {
    .name = "json",
    .about = "the tree as JSON, one line per frame with its caller, self and total",
    .endings = endings,
    .write = write,
    .both = true,
};
