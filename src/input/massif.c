/* snapshot=30
 * #-----------
 * time=258968
 * mem_heap_B=4825
 * mem_heap_extra_B=2383
 * mem_stacks_B=0
 * heap_tree=detailed
 * n2: 4825 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *  n0: 3616 0x109237: insert (demo.c:18) */
#include "base/parse.h"
#include "input/common/snapshot_labels.h"
#include "input/massif/tree.h"

enum number { HEAP, EXTRA, STACKS, NUMBERS };

struct massif {
    struct text text;
    struct snapshot_builder snapshots;
    struct massif_tree tree;
    struct buf unit;
    bool is_open;  /* a snapshot was begun */
    uint64_t line; /* where */
    struct snapshot_draft snapshot;
    uint64_t numbers[NUMBERS];
    bool is_known[NUMBERS];
    const char *wrong; /* with its numbers; NULL: nothing is yet */
    uint64_t wrong_line;
    struct buf wrong_text;
};

static const struct measure measures[] = {{"bytes", "bytes"}};
static const struct str number_keys[NUMBERS] = {
    {"mem_heap_B=", 11}, {"mem_heap_extra_B=", 17}, {"mem_stacks_B=", 13}};

/* Takes a key off the start of a line. */
static bool parse_key(struct str *line, struct str key)
{
    if (!str_starts(*line, key))
        return false;
    *line = str_from_to(*line, key.n, line->n);
    return true;
}

/* A snapshot with an invalid number would have a wrong size, so it is dropped. */
static void set_wrong(struct massif *in, const char *reason, struct str line)
{
    if (in->wrong)
        return;
    in->wrong = reason;
    in->wrong_line = in->text.r->tally.lines;
    buf_add(&in->wrong_text, line);
}

static const char *missing(const struct massif *in)
{
    for (size_t i = 0; i < NUMBERS; i++)
        if (!in->is_known[i])
            return "a snapshot without all its numbers";
    return NULL;
}

static bool add_beside(struct massif *in)
{
    const uint64_t *n = in->numbers;

    if (n[EXTRA] && !massif_tree_add(&in->tree, STR("[heap overhead]"), n[EXTRA]))
        return false;
    if (n[STACKS] && !massif_tree_add(&in->tree, STR("[stacks]"), n[STACKS]))
        return false;
    return in->snapshot.bytes || massif_tree_add(&in->tree, STR("[heap]"), 0);
}

static bool sum(struct massif *in)
{
    uint64_t all = 0;

    for (size_t i = 0; i < NUMBERS; i++) {
        if (in->numbers[i] > UINT64_MAX - all)
            return false;
        all += in->numbers[i];
    }
    in->snapshot.bytes = all;
    return true;
}

/* Ends the current snapshot, if any. */
static bool end_snapshot(struct massif *in)
{
    if (!in->is_open)
        return true;
    in->is_open = false;
    if (!in->wrong)
        in->wrong = missing(in);
    if (!in->wrong && !sum(in))
        in->wrong = "more than 2^64-1 bytes in a snapshot";
    if (in->wrong) {
        snapshot_builder_drop(&in->snapshots);
        return lines_bad(&in->text.lines, in->wrong_line, in->wrong, buf_str(&in->wrong_text));
    }
    if (!in->snapshot.has_tree)
        massif_tree_begin(&in->tree, in->numbers[HEAP]);
    if (!massif_tree_end(&in->tree) || !add_beside(in))
        return false;
    snapshot_builder_keep(&in->snapshots, &in->snapshot);
    return true;
}

static bool begin_snapshot(struct massif *in, struct str number, struct str line)
{
    const struct snapshot_builder *snapshots = &in->snapshots;

    if (!end_snapshot(in))
        return false;
    in->is_open = true;
    in->wrong = NULL;
    in->wrong_line = in->text.r->tally.lines;
    buf_clear(&in->wrong_text);
    in->snapshot = (struct snapshot_draft){0};
    memset(in->is_known, 0, sizeof in->is_known);
    if (!parse_u64(number, &in->snapshot.is.number))
        set_wrong(in, "a snapshot without a number", line);
    else if (snapshots->n_snapshots &&
             in->snapshot.is.number <= snapshots->snapshots[snapshots->n_snapshots - 1].is.number)
        set_wrong(in, "a snapshot whose number is not above the one before", line);
    return true;
}

static bool begin_tree(struct massif *in, struct str kind, struct str line)
{
    if (str_equal(kind, STR("empty")))
        return true;
    in->snapshot.is_marked = str_equal(kind, STR("peak"));
    if (!in->snapshot.is_marked && !str_equal(kind, STR("detailed"))) {
        set_wrong(in, "a tree that is not empty, detailed or peak", line);
        return true;
    }
    if (!in->wrong)
        in->wrong = missing(in);
    in->snapshot.has_tree = true;
    massif_tree_begin(&in->tree, in->wrong ? 0 : in->numbers[HEAP]);
    return true;
}

static bool take_time(struct massif *in, struct str time, struct str line)
{
    struct snapshot *snapshot = &in->snapshot.is;

    snapshot_time_read(time, snapshot);
    if (snapshot->clock == SNAPSHOT_ELAPSED)
        return builder_name(&in->text.builder, time, &snapshot->time);
    set_wrong(in, "an invalid time", line);
    return true;
}

static void take_number(struct massif *in, enum number which, struct str number, struct str line)
{
    in->is_known[which] = true;
    if (!parse_u64(number, &in->numbers[which]))
        set_wrong(in, "no number of bytes below 2^64", line);
}

/* The lines before the first snapshot; heaptrack_print writes them after the last. */
static bool take_header(struct massif *in, struct str line)
{
    struct buf *command = &in->text.r->info->command;

    if (parse_key(&line, STR("cmd:"))) {
        if (command->n == 0)
            buf_add(command, str_trim(line));
        return true;
    }
    if (parse_key(&line, STR("time_unit:"))) {
        buf_clear(&in->unit);
        buf_add(&in->unit, str_trim(line));
        return true;
    }
    return parse_key(&line, STR("desc:"));
}

static bool take_of_snapshot(struct massif *in, struct str line)
{
    struct str rest = line;

    for (size_t i = 0; i < NUMBERS; i++)
        if (parse_key(&rest, number_keys[i])) {
            take_number(in, (enum number)i, rest, line);
            return true;
        }
    if (parse_key(&rest, STR("time=")))
        return take_time(in, rest, line);
    if (parse_key(&rest, STR("heap_tree=")))
        return begin_tree(in, rest, line);
    if (in->snapshot.has_tree)
        return in->wrong || massif_tree_take(&in->tree, line);
    return in->wrong || lines_bad(&in->text.lines, in->text.r->tally.lines,
                                  "a line that is not one of massif", line);
}

static bool take_line(struct massif *in, struct str line)
{
    struct str rest = line;

    if (parse_key(&rest, STR("snapshot=")))
        return begin_snapshot(in, rest, line);
    if (str_trim(line).n == 0)
        in->text.r->tally.blank++;
    else if (line.p[0] == '#')
        in->text.r->tally.comments++;
    else if (!take_header(in, line))
        return in->is_open ? take_of_snapshot(in, line)
                           : lines_bad(&in->text.lines, in->text.r->tally.lines,
                                       "a line before the first snapshot", line);
    return true;
}

static bool read_lines(struct massif *in)
{
    struct text *t = &in->text;
    struct str line;

    while (lines_next(&t->lines, &line))
        if (!take_line(in, line))
            return false;
    return t->f->kind == FAULT_NONE && end_snapshot(in) &&
           snapshot_builder_finish(&in->snapshots, buf_str(&in->unit));
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct massif in = {0};

    text_init(&in.text, r, blocks, p, f);
    snapshot_builder_init(&in.snapshots, &in.text);
    massif_tree_init(&in.tree, &in.text, &in.snapshots);
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, measures, 1) && read_lines(&in);
    massif_tree_free(&in.tree);
    snapshot_builder_free(&in.snapshots);
    buf_free(&in.unit);
    buf_free(&in.wrong_text);
    text_free(&in.text);
    return ok;
}

/* Whether some line begins with the text. */
static bool has_line(struct str prefix, struct str text)
{
    for (size_t at = 0; (at = str_find(prefix, at, text)) < prefix.n; at++)
        if (at == 0 || prefix.p[at - 1] == '\n')
            return true;
    return false;
}

/* Each key counts over 60 bits; just the header is a file without a snapshot. */
static unsigned recognise(struct str prefix)
{
    bool header = str_starts(prefix, STR("desc:")) && has_line(prefix, STR("time_unit:"));

    if (!header && !str_starts(prefix, STR("#")) && !str_starts(prefix, STR("snapshot=")) &&
        !str_starts(prefix, STR("desc:")))
        return 0;
    if (has_line(prefix, STR("snapshot=")) && has_line(prefix, STR("mem_heap_B=")))
        return header ? 240 : 120;
    return header ? 60 : 0;
}

static const char *const endings[] = {"massif", NULL};

const struct input_format input_massif = {
    .name = "massif",
    .about = "heap profiles of Valgrind's massif: memory over time, by allocation site",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("snapshot=", "time_unit:")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
