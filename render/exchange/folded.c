/* Folded stacks: "main;parse;read_[k] 42", a line for each stack with samples.
 *
 * Lines are in the order of the tree: callers before callees, callees by the bytes of their names.
 * This compares stacks name by name, not lines byte by byte ("a;x" comes before "a.b"), and is
 * stable when the file is read and written again. In time order there is a line for each sample, by
 * time. Numbers are not multiplied by --factor, because other programs go on with them.
 *
 * What is no count of samples says so, and what a sample weighs, in a comment line, which other
 * readers skip:
 *
 * # flame: unit=ns period=1003009
 *
 * Names are written unchanged, except bytes that would end a frame or a line. A line that a reader
 * could mistake for another format begins with ';', and a stack that ends in a blank gets a ';' at
 * its end: readers drop such empty frames.
 */
#include "render/exchange/folded.h"

#include <math.h>

#include "base/mem.h"
#include "base/parse.h"
#include "base/unpack/unpack.h"
#include "render/common/tree_walk.h"
#include "render/exchange/folded_names.h"
#include "render/exchange/period.h"
#include "render/output.h"

/* A path longer than this is written name by name: it may be as long as names times depth. */
enum { PATH_HELD = 1 << 20 };

/* A name of the path. */
struct path_name {
    struct str name;
    size_t begin; /* where it begins in the text, if it is there */
};

struct folded {
    const struct difference *difference; /* NULL: lines have one count */
    const struct tree *tree;
    struct sink *s;
    struct folded_names names;
    struct buf path;         /* ";main;parse": the first names, each with a ';' before it */
    size_t n_held;           /* how many */
    struct path_name *steps; /* all of them */
    size_t steps_room;
};

/* Makes the name of a stack the path's n-th, counted from 0, and its last. */
static void push_name(struct folded *out, size_t n, stack_id stack)
{
    struct str name = out->names.of[out->tree->profile->stacks.rows[stack].frame];

    struct buf *path = &out->path;
    if (n < out->n_held) {
        path->n = out->steps[n].begin;
        out->n_held = n;
    } else if (n >= out->steps_room) {
        out->steps = mem_grow(out->steps, &out->steps_room, n + 1, sizeof *out->steps);
    }
    out->steps[n] = (struct path_name){name, path->n};
    if (n > out->n_held || (n && name.n > PATH_HELD - path->n))
        return;
    if (path->room - path->n <= name.n)
        buf_reserve(path, name.n + 1);
    char *to = path->p + path->n;
    *to = ';';
    memcpy(to + 1, name.p, name.n);
    path->n += name.n + 1;
    out->n_held++;
}

/* What no line may begin with: comments, blanks, byte order marks, magic numbers of compressed
 * files. */
static bool begins_misread(struct str line)
{
    return (line.n && (line.p[0] == '#' || is_blank(line.p[0]))) ||
           str_starts(line, STR("\xEF\xBB\xBF")) || str_starts(line, STR("\xFE\xFF")) ||
           str_starts(line, STR("\xFF\xFE")) || packing_of(line) != PACKING_NONE;
}

/* n * part / whole rounded half up, or as precise as a double is. */
static uint64_t scaled(uint64_t n, uint64_t part, uint64_t whole)
{
    uint64_t half = UINT64_MAX / 2;

    if (part && n <= half / part / 2 && whole <= half)
        return (2 * n * part + whole) / (2 * whole);
    return (uint64_t)((double)n * ((double)part / (double)whole) + 0.5);
}

/* Counts of one run are written unchanged, means and rates with six digits. */
static void write_side(const struct folded *out, enum side side, stack_id stack)
{
    const unsigned digits = 6;
    const double million = 1e6;
    const struct difference *d = out->difference;
    struct change_sums all = difference_total(d, 0);
    uint64_t sum = d->self[side][stack];
    unsigned scale = d->profile->columns[1].scale;
    bool one = d->n_runs[SIDE_BEFORE] == 1 && d->n_runs[SIDE_AFTER] == 1;

    sink_byte(out->s, ' ');
    if (d->shares && side == SIDE_BEFORE && all.before)
        sum = scaled(sum, one ? all.after : all.after * d->n_runs[SIDE_BEFORE],
                     one ? all.before : all.before * d->n_runs[SIDE_AFTER]);
    double runs = (double)d->n_runs[side];
    double shown = d->shares ? (double)sum / runs / pow(10, scale) : (double)sum * d->scale[side];
    if (d->n_runs[side] == 1 && !d->by_work)
        sink_decimal(out->s, sum, scale);
    else
        sink_decimal(out->s, (uint64_t)(shown * million + 0.5), digits);
}

/* Writes the path of n names, at least one. */
static void write_path(struct folded *out, size_t n)
{
    struct str line = str_from_to(buf_str(&out->path), 1, out->path.n);
    struct str last = out->steps[n - 1].name;

    if (begins_misread(line))
        sink_byte(out->s, ';');
    sink_str(out->s, line);
    for (size_t i = out->n_held; i < n; i++) {
        sink_byte(out->s, ';');
        sink_str(out->s, out->steps[i].name);
    }
    if (last.n && is_blank(last.p[last.n - 1]))
        sink_byte(out->s, ';');
}

static void write_line(struct folded *out, size_t depth, stack_id stack, uint64_t value)
{
    write_path(out, depth);
    if (out->difference) {
        write_side(out, SIDE_BEFORE, stack);
        write_side(out, SIDE_AFTER, stack);
    } else {
        sink_byte(out->s, ' ');
        sink_decimal(out->s, value, out->tree->column->scale);
    }
    sink_byte(out->s, '\n');
}

/* Writes a line for each stack with a sample, even if its weight is 0. */
static void write_tree(struct folded *out)
{
    const struct profile *p = out->tree->profile;
    bool *sampled = mem_alloc(p->stacks.n, sizeof *sampled);
    struct walk walk;

    for (uint32_t i = 0; i < p->n_samples; i++)
        sampled[p->samples[i].stack] = true;
    walk_init(&walk, out->tree);
    while (walk_next(&walk)) {
        if (!walk.depth)
            continue;
        push_name(out, walk.depth - 1, walk.stack);
        if (sampled[walk.stack])
            write_line(out, walk.depth, walk.stack, tree_self(out->tree, walk.stack));
    }
    walk_free(&walk);
    mem_free(sampled, p->stacks.n, sizeof *sampled);
}

static void write_samples(struct folded *out)
{
    const struct profile *p = out->tree->profile;
    stack_id *stacks = NULL;
    size_t room = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        size_t depth = 0;
        for (stack_id s = p->samples[i].stack; s; s = p->stacks.rows[s].caller) {
            if (depth == room)
                stacks = mem_grow(stacks, &room, depth + 1, sizeof *stacks);
            stacks[depth++] = s;
        }
        if (depth == 0)
            continue;
        for (size_t k = 0; k < depth; k++)
            push_name(out, k, stacks[depth - 1 - k]);
        write_line(out, depth, p->samples[i].stack, out->tree->column->values[i]);
    }
    mem_free(stacks, room, sizeof *stacks);
}

/* States what is counted, unless it is samples, or not known how many there are. Only a file comes
 * back; other programs at the end of a pipe would have to skip the line. */
static void write_statement(const struct picture *picture, struct sink *s)
{
    const struct profile *p = picture->tree->profile;

    if (picture->difference || picture->style->old_folded || !sink_is_kept(s) ||
        !exchange_has_period(p))
        return;
    sink_text(s, "# flame: unit=");
    sink_str(s, names_get(&p->names, p->columns[0].unit));
    sink_text(s, " period=");
    exchange_write_period(s, p, 0);
    sink_byte(s, '\n');
}

void folded_write(const struct picture *picture, struct sink *sink)
{
    struct folded out = {.difference = picture->difference, .tree = picture->tree, .s = sink};

    write_statement(picture, sink);
    folded_names_init(&out.names, picture->tree->profile);
    if (moments_are_chart(&picture->profile->moments)) {
        write_samples(&out);
    } else {
        tree_list_callees(picture->tree, 0);
        write_tree(&out);
    }
    buf_free(&out.path);
    mem_free(out.steps, out.steps_room, sizeof *out.steps);
    folded_names_free(&out.names);
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    (void)f;
    folded_write(picture, sink);
    return true;
}

static const char *const endings[] = {"folded", "collapsed", NULL};

const struct output_format output_folded = {
    .name = "folded",
    .about =
        "folded stacks, one per line, sorted: frames from the root, separated by ';', then a count",
    .endings = endings,
    .write = write,
    .lists_stacks = true,
    .names_only = true,
};
