/*  n2: 1888 0x109275: insert (demo.c:24), indented below its callee: the callers of an allocation.
 *   n0: 96 in 2 places, all below massif's threshold (1.00%)
 * Reads the tree of a snapshot. */
#include "input/massif/tree.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"

static const char no_row[] = "no line of a tree";

struct massif_node {
    uint64_t left;       /* bytes that no line below it has */
    uint64_t told, seen; /* lines below it: as it says, as there were */
    uint64_t line;
    frame_id frame;
    bool is_allocator; /* and so is all that it calls */
};

/* The parts of a line. */
struct tree_line {
    uint64_t depth, callers, bytes;
    struct str text;
};

void massif_tree_init(struct massif_tree *t, struct text *text, struct snapshot_builder *snapshots)
{
    *t = (struct massif_tree){.text = text, .snapshots = snapshots};
    frame_cache_init(&t->frame_cache);
}

void massif_tree_free(struct massif_tree *t)
{
    frame_cache_free(&t->frame_cache);
    mem_free(t->nodes, t->nodes_room, sizeof *t->nodes);
    buf_free(&t->room);
    *t = (struct massif_tree){0};
}

/* ---- names */

/* Takes "(in /usr/lib/libc.so.6)" or "(demo.c:24)" off the end of a name, without the brackets. */
static struct str strip_place(struct str *text)
{
    struct str s = *text;
    size_t at = str_find_last(s, STR(" (in "));
    bool is_module = at < s.n;

    if (!is_module)
        at = str_find_last(s, STR(" ("));
    if (at == s.n || !str_ends(s, STR(")")))
        return STR("");
    struct str place = str_from_to(s, at + 2, s.n - 1);
    size_t colon = str_find_last(place, STR(":"));
    bool has_line = colon < place.n && is_whole_number(str_from_to(place, colon + 1, place.n));
    if (!is_module && !has_line)
        return STR("");
    *text = str_from_to(s, 0, at);
    return place;
}

/* The functions that massif itself treats as allocators and omits. */
static bool is_allocator(struct str text)
{
    static const char *const names[] = {"malloc",        "calloc",           "realloc",
                                        "memalign",      "valloc",           "posix_memalign",
                                        "__builtin_new", "__builtin_vec_new"};
    struct str name = text;
    size_t colon = str_find(text, 0, STR(": "));

    if (colon < text.n)
        name = str_from_to(text, colon + 2, text.n);
    (void)strip_place(&name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_equal(name, str_of(names[i])))
            return true;
    return str_starts(name, STR("operator new(")) || str_starts(name, STR("operator new[]("));
}

/* demo.c:24 */
static bool read_source(struct massif_tree *t, struct str place, struct frame *row)
{
    size_t colon = str_find_last(place, STR(":"));
    uint64_t line;

    return colon == place.n || !parse_u64(str_from_to(place, colon + 1, place.n), &line) ||
           source_line(t->text, &t->room, str_from_to(place, 0, colon), line, row);
}

/* 0x48FC7B9: ??? (in /usr/lib/libc.so.6) */
static bool make_function(struct massif_tree *t, struct str text, frame_id *frame)
{
    struct text *in = t->text;
    size_t colon = str_find(text, 0, STR(": "));
    struct str address = str_from_to(text, 2, colon);
    struct str name = str_from_to(text, colon + 2, text.n);
    struct str place = strip_place(&name);
    bool is_module = str_starts(place, STR("in "));
    struct str module = is_module ? str_from_to(place, 3, place.n) : STR("");
    struct frame row = {0};

    if (str_equal(name, STR("???")))
        name.n = 0;
    if (!tidier_row(&in->tidier, name, module, address, &row) ||
        (!is_module && !read_source(t, place, &row)))
        return false;
    if (in->tidier.naming.modules && !parse_hex_u64(address, &row.offset))
        row.offset = 0;
    return builder_row(&in->builder, &row, frame);
}

/* in 803 places, all below massif's threshold (01.00%): leaves out how many, so that all rests are
 * one frame. */
static bool make_rest(struct massif_tree *t, struct str text, frame_id *frame)
{
    size_t open = str_find_last(text, STR("("));

    buf_clear(&t->room);
    buf_add(&t->room, STR("[places below "));
    if (open < text.n && str_ends(text, STR(")"))) {
        struct str share = str_from_to(text, open + 1, text.n - 1);
        if (share.n > 1 && share.p[0] == '0' && is_digit(share.p[1]))
            share = str_from_to(share, 1, share.n);
        buf_add(&t->room, share);
    } else {
        buf_add(&t->room, STR("the threshold"));
    }
    buf_add_byte(&t->room, ']');
    return builder_frame(&t->text->builder, buf_str(&t->room), KIND_UNKNOWN, frame);
}

static bool is_rest(struct str text)
{
    return str_starts(text, STR("in ")) && text.n > 3 && is_digit(text.p[3]);
}

static bool is_function(struct str text)
{
    size_t colon = str_find(text, 0, STR(": "));

    return str_starts(text, STR("0x")) && colon + 2 < text.n &&
           is_hex_number(str_from_to(text, 2, colon));
}

static bool find_frame(struct massif_tree *t, struct str text, frame_id *frame)
{
    frame_id *known = frame_cache_frame(&t->frame_cache, text);

    if (!*known && !(is_rest(text) ? make_rest : make_function)(t, text, known))
        return false;
    *frame = *known;
    return true;
}

/* ---- lines */

static bool read_row(struct str line, struct tree_line *row)
{
    struct str number;

    row->depth = 0;
    while (row->depth < line.n && line.p[row->depth] == ' ')
        row->depth++;
    struct str rest = str_from_to(line, (size_t)row->depth, line.n);
    if (!str_starts(rest, STR("n")))
        return false;
    rest = str_from_to(rest, 1, rest.n);
    if (!take_field(&rest, ':', &number) || !parse_u64(number, &row->callers) || !rest.p ||
        !str_starts(rest, STR(" ")))
        return false;
    rest = str_from_to(rest, 1, rest.n);
    if (!take_field(&rest, ' ', &number) || !parse_u64(number, &row->bytes) || !rest.p)
        return false;
    row->text = rest;
    return row->depth == 0 || is_rest(rest) || is_function(rest);
}

void massif_tree_begin(struct massif_tree *t, uint64_t bytes)
{
    t->nodes = mem_grow(t->nodes, &t->nodes_room, 1, sizeof *t->nodes);
    t->nodes[0] = (struct massif_node){.left = bytes, .is_allocator = true};
    t->n = 0;
    t->skipped = 0;
    t->is_told = false;
}

bool massif_tree_add(struct massif_tree *t, struct str name, uint64_t bytes)
{
    struct builder *b = &t->text->builder;
    frame_id frame;

    builder_begin(b);
    return builder_frame(b, name, KIND_UNKNOWN, &frame) && builder_push(b, frame) &&
           snapshot_builder_add(t->snapshots, builder_stack(b, LEAF_FIRST), bytes, 0,
                                t->text->r->tally.lines);
}

/* Adds the self value of the last node. If only allocators were given, the outermost of them stands
 * for the caller. */
static bool add_last(struct massif_tree *t)
{
    struct builder *b = &t->text->builder;
    const struct massif_node *last = &t->nodes[t->n - 1];

    builder_begin(b);
    for (size_t i = 1; i < t->n; i++)
        if (!t->nodes[i].is_allocator && !builder_push(b, t->nodes[i].frame))
            return false;
    if (b->n == 0 && t->n == 1)
        return massif_tree_add(t, STR("[heap]"), last->left);
    return (b->n || builder_push(b, last->frame)) &&
           snapshot_builder_add(t->snapshots, builder_stack(b, LEAF_FIRST), last->left, 0,
                                last->line);
}

/* Ends the nodes that are not callees of a node at this depth. */
static bool close_nodes(struct massif_tree *t, uint64_t depth)
{
    for (; t->n > depth; t->n--) {
        const struct massif_node *node = &t->nodes[t->n - 1];
        bool lacks = node->seen != node->told && !t->is_told;
        t->is_told = t->is_told || lacks;
        if (lacks &&
            !lines_bad(&t->text->lines, node->line,
                       "a function with another number of callers than it states", STR("")))
            return false;
        if (node->left && !add_last(t))
            return false;
    }
    return true;
}

/* An error in a line below the open nodes; NULL: none. */
static const char *wrong_with(const struct massif_tree *t, const struct tree_line *row)
{
    if (row->depth > t->n)
        return "a line that is deeper than those above it";
    return row->bytes <= t->nodes[row->depth - 1].left ? NULL
                                                       : "more bytes than are left in its callee";
}

static bool skip(struct massif_tree *t, const struct tree_line *row, const char *reason,
                 struct str line)
{
    t->skipped = (size_t)row->depth + 1;
    return lines_bad(&t->text->lines, t->text->r->tally.lines, reason, line);
}

static bool push(struct massif_tree *t, const struct tree_line *row)
{
    struct massif_node node = {.left = row->bytes,
                               .told = row->callers,
                               .line = t->text->r->tally.lines,
                               .is_allocator = row->depth == 0};

    if (t->n >= t->text->r->ask->limits.depth)
        return builder_too_deep(&t->text->builder);
    if (row->depth) {
        struct massif_node *callee = &t->nodes[t->n - 1];
        callee->left -= row->bytes;
        callee->seen++;
        node.is_allocator = callee->is_allocator && is_allocator(row->text);
        if (!find_frame(t, row->text, &node.frame))
            return false;
    }
    t->nodes = mem_grow(t->nodes, &t->nodes_room, t->n + 1, sizeof *t->nodes);
    t->nodes[t->n++] = node;
    return true;
}

/* The root: everything allocated. The total in the snapshot has precedence. */
static bool take_root(struct massif_tree *t, const struct tree_line *row, struct str line)
{
    uint64_t bytes = t->nodes[0].left;

    if (t->n)
        return skip(t, row, "a second tree in a snapshot", line);
    if (row->bytes != bytes && !lines_bad(&t->text->lines, t->text->r->tally.lines,
                                          "another number of bytes than its snapshot states", line))
        return false;
    return push(t, &(struct tree_line){.callers = row->callers, .bytes = bytes});
}

bool massif_tree_take(struct massif_tree *t, struct str line)
{
    struct tree_line row;
    bool is_row = read_row(line, &row);

    if (!is_row && row.depth == 0)
        return lines_bad(&t->text->lines, t->text->r->tally.lines, no_row, line);
    if (t->skipped && row.depth >= t->skipped)
        return true;
    t->skipped = 0;
    if (row.depth == 0)
        return take_root(t, &row, line);
    if (!close_nodes(t, row.depth))
        return false;
    const char *wrong = is_row ? wrong_with(t, &row) : no_row;
    if (!wrong)
        return push(t, &row);
    if (row.depth == t->n)
        t->nodes[row.depth - 1].seen++; /* that it is there is not in doubt */
    return skip(t, &row, wrong, line);
}

bool massif_tree_end(struct massif_tree *t)
{
    if (t->n == 0)
        t->n = 1; /* there was no tree */
    return close_nodes(t, 0);
}
