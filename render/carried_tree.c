/* The tree in preorder, in columns: numbers of one kind stand together, so that they pack well. */
#include "render/carried_tree.h"

#include "base/mem.h"
#include "render/carried_least.h"

enum { U_MOST = 10 }; /* bytes of a number */

/* Writes a number where there is room for it; returns where the next one goes. */
static inline unsigned char *write_u(unsigned char *at, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *at++ = (unsigned char)(n | 0x80);
    *at++ = (unsigned char)n;
    return at;
}

static void put_u(struct buf *to, uint64_t n)
{
    unsigned char *at = (unsigned char *)buf_reserve(to, U_MOST);

    to->n += (size_t)(write_u(at, n) - at);
}

static void put_str(struct buf *to, struct str text)
{
    put_u(to, text.n);
    buf_add(to, text);
}

/* What frames that were left out are called. */
static const char rest_name[] = "(narrower frames)";

/* The functions that the nodes are of. */
struct carried_functions {
    uint32_t *number; /* by frame: 1 + that of its function; 0: no node is of it */
    uint32_t rest;    /* the number of what stands for frames left out */
    bool has_rest;
    uint32_t n;
    struct buf names, kinds, fills, links;
    struct buf name, name_before; /* clean */
    uint32_t linked;              /* 1 + the last function with links */
};

/* Finds the frames that stay, and whether there are others that weigh anything. */
static void mark_kept(struct carried_functions *fs, struct picture *picture, uint64_t least)
{
    const struct tree *t = picture->tree;
    const struct stack *rows = t->profile->stacks.rows;

    for (stack_id i = 1; i < t->n; i++) {
        if (t->total[i] >= least) {
            fs->number[rows[i].frame] = 1;
            continue;
        }
        fs->has_rest = fs->has_rest || t->total[i] > 0;
        picture->n_left_out++;
    }
}

static void put_name(struct carried_functions *fs, struct str raw)
{
    struct buf before = fs->name;
    size_t shared = 0;

    fs->name = fs->name_before;
    fs->name_before = before;
    buf_clear(&fs->name);
    text_clean(raw, &fs->name);
    while (shared < fs->name.n && shared < before.n && fs->name.p[shared] == before.p[shared])
        shared++;
    put_u(&fs->names, shared);
    put_str(&fs->names, str_from_to(buf_str(&fs->name), shared, fs->name.n));
}

static void put_links(struct carried_functions *fs, const struct picture *picture, struct str raw)
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
    put_u(&fs->links, fs->n + 1 - fs->linked);
    put_u(&fs->links, mask);
    fs->linked = fs->n + 1;
    for (size_t i = 0; i < N; i++) {
        if (!(mask >> i & 1))
            continue;
        buf_clear(&fs->name_before);
        text_clean(values[i], &fs->name_before);
        put_str(&fs->links, buf_str(&fs->name_before));
    }
}

static void put_function(struct carried_functions *fs, const struct picture *picture,
                         struct str raw, unsigned kind, struct output_paint paint)
{
    const unsigned char fill[] = {paint.fill.r, paint.fill.g, paint.fill.b};

    put_name(fs, raw);
    buf_add_byte(&fs->kinds, (char)(kind | (paint.ink.r ? CARRIED_WHITE : 0u)));
    buf_add(&fs->fills, (struct str){(const char *)fill, sizeof fill});
    if (!(kind & CARRIED_REST))
        put_links(fs, picture, raw);
    fs->n++;
}

static void put_rest(struct carried_functions *fs, const struct picture *picture)
{
    fs->rest = fs->n;
    put_function(fs, picture, str_of(rest_name), CARRIED_REST,
                 (struct output_paint){.fill = OUTPUT_REST_FILL});
}

/* Numbers the functions in order: frames that differ in what a picture does not show are one. */
static void put_functions(struct carried_functions *fs, const struct picture *picture,
                          const struct frame_order *order)
{
    const struct profile *p = picture->profile;
    const struct frame *before = NULL;
    bool rest_put = !fs->has_rest;

    for (uint32_t i = 0; i < order->n; i++) {
        frame_id frame = order->frames[i];
        const struct frame *row = &p->frames.rows[frame];
        if (!fs->number[frame])
            continue;
        struct str name = names_get(&p->names, row->name);
        if (!before || before->name != row->name || before->kind != row->kind) {
            if (!rest_put && str_compare(name, str_of(rest_name)) > 0) {
                put_rest(fs, picture);
                rest_put = true;
            }
            put_function(fs, picture, name, row->kind,
                         output_paint_of_name(picture, name, row->kind));
        }
        fs->number[frame] = fs->n;
        before = row;
    }
    if (!rest_put)
        put_rest(fs, picture);
}

/* Where the walk is in the callees of a stack that has several. */
struct level {
    const stack_id *next, *end;
    uint64_t edge;  /* in time: where the sibling before ends */
    uint32_t depth; /* of the callees */
};

/* Numbers of one kind, in a part of a block that has room for all of them. */
struct numbers {
    unsigned char *from, *at;
};

struct nodes {
    const struct tree *t;
    const struct branches *branches;
    const uint32_t *number; /* by frame: 1 + that of its function */
    uint32_t rest;          /* the number of what stands for frames left out */
    uint64_t least;
    struct numbers pops, ids, selfs, gaps;
    uint64_t n;
    uint32_t depth_before; /* of the node before */
    struct level *levels;  /* the stacks with several callees on the path */
    size_t n_levels, room;
    uint64_t run_start, run_total; /* frames left out that stand side by side */
    uint64_t left_out;
};

static inline void put(struct numbers *numbers, uint64_t n)
{
    numbers->at = write_u(numbers->at, n);
}

static uint64_t start_of(const struct nodes *nodes, stack_id stack)
{
    return nodes->t->start ? nodes->t->start[stack] : 0;
}

static inline void put_node(struct nodes *nodes, uint32_t depth, uint32_t number)
{
    put(&nodes->pops, nodes->depth_before + 1 - depth);
    put(&nodes->ids, number);
    nodes->depth_before = depth;
    nodes->n++;
}

static inline void put_frame(struct nodes *nodes, uint32_t depth, stack_id stack)
{
    put_node(nodes, depth, nodes->number[nodes->t->profile->stacks.rows[stack].frame] - 1);
}

/* In time order: the distance from what stands before. */
static inline void put_gap(struct nodes *nodes, uint64_t edge, uint64_t start)
{
    if (nodes->t->start)
        put(&nodes->gaps, start - edge);
}

static void put_rest_node(struct nodes *nodes, uint32_t depth, uint64_t total)
{
    put_node(nodes, depth, nodes->rest);
    put(&nodes->selfs, total);
    nodes->left_out += total;
}

static void end_run(struct nodes *nodes, struct level *level)
{
    if (!nodes->run_total)
        return;
    put_rest_node(nodes, level->depth, nodes->run_total);
    put_gap(nodes, level->edge, nodes->run_start);
    level->edge = nodes->run_start + nodes->run_total;
    nodes->run_total = 0;
}

static void leave_out(struct nodes *nodes, struct level *level, stack_id stack)
{
    uint64_t start = start_of(nodes, stack);

    if (nodes->t->start && start != nodes->run_start + nodes->run_total)
        end_run(nodes, level);
    if (!nodes->run_total)
        nodes->run_start = start;
    nodes->run_total += nodes->t->total[stack];
}

/* Puts what a stack with several callees has by itself, and gets ready to go through them. */
static void enter(struct nodes *nodes, stack_id stack, uint32_t depth)
{
    uint32_t n;
    const stack_id *callees = branches_callees(nodes->branches, stack, &n);
    uint64_t self = nodes->t->total[stack];

    for (uint32_t i = 0; i < n; i++)
        self -= nodes->t->total[callees[i]];
    put(&nodes->selfs, self);
    nodes->levels =
        mem_grow(nodes->levels, &nodes->room, nodes->n_levels + 1, sizeof *nodes->levels);
    nodes->levels[nodes->n_levels++] = (struct level){
        .next = callees, .end = callees + n, .edge = start_of(nodes, stack), .depth = depth + 1};
}

/* Goes on from a stack that was put as long as there is one callee after the other that stays;
 * returns the last of them. What it has by itself is still to be put. Most nodes are put here,
 * hence the pointers of its own: a byte that is written could otherwise be a part of any of them.
 */
static stack_id put_chain(struct nodes *nodes, stack_id at, uint32_t *depth)
{
    const struct stack *rows = nodes->t->profile->stacks.rows;
    const struct branches *branches = nodes->branches;
    const uint64_t *total = nodes->t->total;
    const uint64_t *start = nodes->t->start;
    const uint32_t *number = nodes->number;
    const uint64_t least = nodes->least;
    unsigned char *ids = nodes->ids.at;
    unsigned char *selfs = nodes->selfs.at;
    uint32_t n = 0;

    while (!branches_at(branches, at)) {
        stack_id next = branches_next(branches, at);
        if (!next || total[next] < least)
            break;
        selfs = write_u(selfs, total[at] - total[next]);
        ids = write_u(ids, number[rows[next].frame] - 1);
        if (start)
            put(&nodes->gaps, start[next] - start[at]);
        at = next;
        n++;
    }
    memset(nodes->pops.at, 0, n);
    nodes->pops.at += n;
    nodes->ids.at = ids;
    nodes->selfs.at = selfs;
    nodes->n += n;
    *depth += n;
    nodes->depth_before = *depth;
    return at;
}

/* Goes on from a stack that was put to where there are several callees, or none that stays. */
static void put_below(struct nodes *nodes, stack_id stack, uint32_t depth)
{
    stack_id at = put_chain(nodes, stack, &depth);

    if (branches_at(nodes->branches, at)) {
        enter(nodes, at, depth);
        return;
    }
    stack_id next = branches_next(nodes->branches, at);
    uint64_t below = next ? nodes->t->total[next] : 0;
    put(&nodes->selfs, nodes->t->total[at] - below);
    if (!below)
        return;
    put_rest_node(nodes, depth + 1, below);
    put_gap(nodes, start_of(nodes, at), start_of(nodes, next));
}

static void put_nodes(struct nodes *nodes)
{
    nodes->n = 1;
    put_below(nodes, 0, 0);
    while (nodes->n_levels) {
        struct level *level = &nodes->levels[nodes->n_levels - 1];
        if (level->next == level->end) {
            end_run(nodes, level);
            nodes->n_levels--;
            continue;
        }
        stack_id stack = *level->next++;
        if (nodes->t->total[stack] < nodes->least) {
            leave_out(nodes, level, stack);
            continue;
        }
        end_run(nodes, level);
        put_frame(nodes, level->depth, stack);
        put_gap(nodes, level->edge, start_of(nodes, stack));
        level->edge = start_of(nodes, stack) + nodes->t->total[stack];
        put_below(nodes, stack, level->depth);
    }
}

static unsigned flags_of(const struct picture *picture, bool pruned)
{
    const struct style *style = picture->style;

    return (picture->tree->start ? CARRIED_ORDERED : 0u) |
           (style->reverse ? CARRIED_REVERSED : 0u) | (style->inverted ? CARRIED_INVERTED : 0u) |
           (style->colour_diffusion ? CARRIED_BY_SHARE : 0u) |
           (style->cut == TEXT_CUT_RIGHT ? CARRIED_CUT_RIGHT : 0u) | (pruned ? CARRIED_PRUNED : 0u);
}

static void put_header(struct buf *to, const struct picture *picture,
                       const struct carried_functions *fs, uint64_t n_nodes)
{
    const struct style *style = picture->style;
    struct buf unit = {0};

    put_u(to, CARRIED_VERSION);
    put_u(to, flags_of(picture, fs->has_rest));
    text_clean(output_unit(picture), &unit);
    put_str(to, buf_str(&unit));
    put_u(to, picture->tree->column->scale + style->factor.scale);
    put_u(to, style->factor.value);
    put_u(to, (uint64_t)(style->frame_px * 10 + 0.5));
    put_u(to, picture->whole);
    put_u(to, fs->n);
    put_u(to, n_nodes);
    buf_free(&unit);
    put_str(to, buf_str(&fs->names));
    put_str(to, buf_str(&fs->kinds));
    put_str(to, buf_str(&fs->fills));
    put_str(to, STR("")); /* modules */
    put_str(to, buf_str(&fs->links));
}

static size_t bytes_of(uint64_t n)
{
    unsigned char bytes[U_MOST];

    return (size_t)(write_u(bytes, n) - bytes);
}

/* As many nodes as stacks, or fewer: in front of each frame that stays, and behind the callees of
 * each, one node may stand for others. Gaps in time may part those that are left out. */
static size_t most_nodes(const struct nodes *nodes, const struct picture *picture)
{
    size_t most = nodes->t->n;
    size_t kept = most - (size_t)picture->n_left_out; /* with the root */

    return nodes->t->start || kept > most / 3 ? most : 3 * kept;
}

/* Where the parts of the block begin: memory that is never written costs nothing, so each has room
 * for the worst. All levels gone up were gone down before, and it takes 128 of them to make a
 * number of two bytes. A stack that no sample ends in has nothing by itself. */
static void make_room(struct nodes *nodes, const struct carried_functions *fs, size_t header,
                      size_t most, struct buf *block)
{
    size_t weigh = (size_t)nodes->t->profile->n_samples + (fs->has_rest ? most : 0);
    const size_t rooms[] = {
        header,
        U_MOST + most + most / 128,
        U_MOST + most * bytes_of(fs->n),
        U_MOST + most + (weigh < most ? weigh : most) * (U_MOST - 1),
        U_MOST + (nodes->t->start ? most * U_MOST : 0),
    };
    struct numbers *const parts[] = {&nodes->pops, &nodes->ids, &nodes->selfs, &nodes->gaps};
    enum { N = sizeof parts / sizeof parts[0] };

    for (size_t i = 0; i <= N; i++)
        block->room += rooms[i];
    block->p = mem_alloc(block->room, 1);
    unsigned char *at = (unsigned char *)block->p;
    for (size_t i = 0; i < N; i++) {
        at += rooms[i];
        *parts[i] = (struct numbers){at + U_MOST, at + U_MOST};
    }
}

/* Moves the parts together behind the header, the length of each in front of it. */
static void join_parts(struct buf *block, const struct nodes *nodes, struct str header)
{
    const struct numbers *const parts[] = {&nodes->pops, &nodes->ids, &nodes->selfs, &nodes->gaps};
    unsigned char *at = (unsigned char *)block->p;

    memcpy(at, header.p, header.n);
    at += header.n;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t n = (size_t)(parts[i]->at - parts[i]->from);
        at = write_u(at, n);
        memmove(at, parts[i]->from, n);
        at += n;
    }
    block->n = (size_t)(at - (unsigned char *)block->p);
}

static void free_functions(struct carried_functions *fs, size_t n_frames)
{
    mem_free(fs->number, n_frames, sizeof *fs->number);
    buf_free(&fs->names);
    buf_free(&fs->kinds);
    buf_free(&fs->fills);
    buf_free(&fs->links);
    buf_free(&fs->name);
    buf_free(&fs->name_before);
}

void carried_tree_write(struct buf *to, struct picture *picture, uint64_t least)
{
    const struct profile *p = picture->profile;
    const struct style *style = picture->style;
    struct carried_functions fs = {.number = mem_alloc(p->frames.n, sizeof *fs.number)};
    struct frame_order order;
    struct branches branches;
    struct buf header = {0};

    *to = (struct buf){0};
    picture->n_left_out = 0;
    frame_order_build(&order, p);
    branches_build(&branches, p, &order);
    if (style->max_nodes) {
        uint64_t limit = carried_least(picture->tree, &branches, style->max_nodes);
        least = limit > least ? limit : least;
    }
    mark_kept(&fs, picture, least);
    put_functions(&fs, picture, &order);
    struct nodes nodes = {.t = picture->tree,
                          .branches = &branches,
                          .number = fs.number,
                          .rest = fs.rest,
                          .least = least};
    put_header(&header, picture, &fs, UINT32_MAX);
    make_room(&nodes, &fs, header.n, most_nodes(&nodes, picture), to);
    put_nodes(&nodes);
    picture->left_out = nodes.left_out;
    branches_free(&branches);
    frame_order_free(&order);
    buf_clear(&header);
    put_header(&header, picture, &fs, nodes.n);
    join_parts(to, &nodes, buf_str(&header));
    buf_free(&header);
    free_functions(&fs, p->frames.n);
    mem_free(nodes.levels, nodes.room, sizeof *nodes.levels);
}
