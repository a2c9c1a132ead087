/* The tree in preorder, in columns: numbers of one kind are together, because that compresses well.
 * Each kind fills rooms of its own; a full room becomes a chunk. */
#include "render/flame/embedded_tree.h"

#include "base/leb128.h"
#include "base/mem.h"
#include "render/common/node_threshold.h"
#include "render/flame/embedded_difference.h"
#include "render/flame/embedded_format.h"
#include "render/flame/embedded_functions.h"

/* How many numbers are written between two checks of the rooms, and the space a room reserves for
 * them. */
enum {
    CHAIN_MOST = 64,
    TURNS = 16,
    SLACK = TURNS * (CHAIN_MOST + 8) * LEB128_MOST,
};

/* The position of the walk among the callees of a stack that has several. */
struct level {
    const stack_id *next, *end;
    uint64_t edge;  /* in time: where the sibling before ends */
    uint32_t depth; /* of the callees */
};

/* The room of one kind of numbers. */
struct number_buffer {
    unsigned char *from, *at;
    unsigned char *full; /* a chunk ends where this is passed */
    size_t room;
    uint64_t cut; /* bytes that are in chunks already */
};

enum { HEAD, POPS, IDS, SELFS, GAPS, BEFORES, AFTERS, PARTS };

struct nodes {
    const struct tree *t;
    const struct ordered_callees *callees;
    const struct embedded_id *ids; /* by frame */
    uint32_t rest;                 /* the number that stands for pruned frames */
    uint64_t least;
    bool lanes; /* callees of the root begin with it, and all of them stay */
    struct chunks *chunks;
    const struct difference *difference;
    struct number_buffer parts[PARTS];
    unsigned n_parts; /* those of a difference are the last */
    uint64_t n;
    uint32_t depth_before; /* of the node before */
    struct level *levels;  /* the stacks with several callees on the path */
    size_t n_levels, room;
    uint32_t place;                /* of the branch that may be next */
    uint64_t run_start, run_total; /* adjacent pruned frames */
    uint64_t run_sides[SIDES];
    uint64_t pruned;
};

static void open_room(struct number_buffer *part, char *room)
{
    part->from = part->at = (unsigned char *)room;
    part->full = part->from + part->room - SLACK;
}

static size_t length_of(const struct number_buffer *part)
{
    return (size_t)(part->at - part->from);
}

static struct str bytes_of(const struct number_buffer *part)
{
    return (struct str){(const char *)part->from, length_of(part)};
}

static void cut_piece(struct nodes *nodes, unsigned which)
{
    struct number_buffer *part = &nodes->parts[which];

    part->cut += length_of(part);
    open_room(part, chunks_add(nodes->chunks, which, bytes_of(part)));
}

static inline void cut_full(struct nodes *nodes)
{
    for (unsigned i = POPS; i < nodes->n_parts; i++)
        if (nodes->parts[i].at > nodes->parts[i].full)
            cut_piece(nodes, i);
}

static inline void put(struct nodes *nodes, unsigned which, uint64_t n)
{
    nodes->parts[which].at = leb128_write(nodes->parts[which].at, n);
}

static uint64_t start_of(const struct nodes *nodes, stack_id stack)
{
    return nodes->t->start ? nodes->t->start[stack] : 0;
}

static inline void put_node(struct nodes *nodes, uint32_t depth)
{
    put(nodes, POPS, nodes->depth_before + 1 - depth);
    nodes->depth_before = depth;
    nodes->n++;
}

/* Copies a fixed number of bytes, more than the id has; the room reserves space for that. */
static inline unsigned char *write_id(unsigned char *at, const struct embedded_id *id)
{
    memcpy(at, id, sizeof *id);
    return at + id->n;
}

static inline void put_frame(struct nodes *nodes, uint32_t depth, stack_id stack)
{
    struct number_buffer *ids = &nodes->parts[IDS];

    put_node(nodes, depth);
    ids->at = write_id(ids->at, &nodes->ids[nodes->t->profile->stacks.rows[stack].frame]);
}

/* In time order: the gap after what comes before. */
static inline void put_gap(struct nodes *nodes, uint64_t edge, uint64_t start)
{
    if (nodes->t->start)
        put(nodes, GAPS, start - edge);
}

/* The self values of both sides, for stacks from `from` to before `to`. */
static void put_sides(struct nodes *nodes, stack_id from, stack_id to)
{
    const struct difference *d = nodes->difference;

    for (stack_id i = from; d && i < to; i++) {
        put(nodes, BEFORES, d->self[SIDE_BEFORE][i]);
        put(nodes, AFTERS, d->self[SIDE_AFTER][i]);
    }
}

static void add_to_run(struct nodes *nodes, stack_id stack)
{
    const struct difference *d = nodes->difference;

    nodes->run_total += nodes->t->total[stack];
    for (unsigned side = 0; d && side < SIDES; side++)
        nodes->run_sides[side] += d->total[side][stack];
}

static bool run_weighs(const struct nodes *nodes)
{
    return nodes->run_total || nodes->run_sides[SIDE_BEFORE] || nodes->run_sides[SIDE_AFTER];
}

/* Writes a run of pruned frames as one node. */
static void put_rest_node(struct nodes *nodes, uint32_t depth)
{
    put_node(nodes, depth);
    put(nodes, IDS, nodes->rest);
    put(nodes, SELFS, nodes->run_total);
    for (unsigned side = 0; nodes->difference && side < SIDES; side++) {
        put(nodes, BEFORES + side, nodes->run_sides[side]);
        nodes->run_sides[side] = 0;
    }
    nodes->pruned += nodes->run_total;
    nodes->run_total = 0;
}

static void end_run(struct nodes *nodes, struct level *level)
{
    uint64_t total = nodes->run_total;

    if (!run_weighs(nodes))
        return;
    put_rest_node(nodes, level->depth);
    put_gap(nodes, level->edge, nodes->run_start);
    level->edge = nodes->run_start + total;
}

static void leave_out(struct nodes *nodes, struct level *level, stack_id stack)
{
    uint64_t start = start_of(nodes, stack);

    if (nodes->t->start && start != nodes->run_start + nodes->run_total)
        end_run(nodes, level);
    if (!nodes->run_total)
        nodes->run_start = start;
    add_to_run(nodes, stack);
}

/* The self value of a stack: its total minus that of its callees; mostly 0. */
static uint64_t self_of(const struct nodes *nodes, stack_id stack, const struct level *level)
{
    const uint64_t *total = nodes->t->total;

    if (!profile_may_sample(nodes->t->profile, stack))
        return 0;
    uint64_t self = total[stack];
    for (const stack_id *callee = level->next; callee < level->end; callee++)
        self -= total[*callee];
    return self;
}

/* Writes the self value of a stack with several callees, and starts on these. */
static void enter(struct nodes *nodes, stack_id stack, uint32_t depth)
{
    const struct ordered_callees *b = nodes->callees;
    struct level level = {.next = b->callees + b->first[nodes->place],
                          .end = b->callees + b->first[nodes->place + 1],
                          .edge = start_of(nodes, stack),
                          .depth = depth + 1};

    nodes->place++;
    put(nodes, SELFS, self_of(nodes, stack, &level));
    put_sides(nodes, stack, stack + 1);
    if (nodes->n_levels == nodes->room)
        nodes->levels =
            mem_grow(nodes->levels, &nodes->room, nodes->n_levels + 1, sizeof *nodes->levels);
    nodes->levels[nodes->n_levels++] = level;
}

/* Returns how many stacks from `at` on are not branches, not counting the last of all. In sorted
 * input, branches come in order. */
static uint32_t chain_most(struct nodes *nodes, stack_id at)
{
    const stack_id *marked = nodes->callees->marked;
    uint32_t left = nodes->t->n - 1 - at;

    if (marked[nodes->place] < at || (nodes->place && marked[nodes->place - 1] >= at))
        nodes->place = ordered_callees_place(nodes->callees, at);
    uint32_t most = marked[nodes->place] - at;
    most = most < left ? most : left;
    return most < CHAIN_MOST ? most : CHAIN_MOST;
}

/* Continues from a written stack through single callees that stay, for a bounded number of steps;
 * returns whether to go on. The self value of the last stack is still to be written. Most nodes are
 * written here, so pointers are kept in locals: the compiler must otherwise assume that each byte
 * written changes them. */
static bool put_chain(struct nodes *nodes, stack_id *stack, uint32_t *depth)
{
    const struct stack *rows = nodes->t->profile->stacks.rows;
    const uint64_t *total = nodes->t->total;
    const uint64_t *start = nodes->t->start;
    const struct embedded_id *ids_of = nodes->ids;
    const uint64_t least = nodes->least;
    const uint32_t most = chain_most(nodes, *stack);
    unsigned char *ids = nodes->parts[IDS].at;
    unsigned char *selfs = nodes->parts[SELFS].at;
    stack_id at = *stack;
    uint64_t weight = total[at];
    uint32_t n = 0;

    for (; n < most; n++) {
        if (rows[at + 1].caller != at || total[at + 1] < least)
            break;
        uint64_t below = total[at + 1];
        selfs = leb128_write(selfs, weight - below);
        ids = write_id(ids, &ids_of[rows[at + 1].frame]);
        if (start)
            put(nodes, GAPS, start[at + 1] - start[at]);
        weight = below;
        at++;
    }
    memset(nodes->parts[POPS].at, 0, n);
    nodes->parts[POPS].at += n;
    nodes->parts[IDS].at = ids;
    nodes->parts[SELFS].at = selfs;
    nodes->n += n;
    *depth += n;
    nodes->depth_before = *depth;
    put_sides(nodes, *stack, at);
    *stack = at;
    return n && n == most;
}

/* Continues from a written stack to one with several callees, or without any that stay. */
static void put_below(struct nodes *nodes, stack_id at, uint32_t depth)
{
    while (put_chain(nodes, &at, &depth))
        cut_full(nodes);
    if (nodes->callees->marked[nodes->place] == at) {
        enter(nodes, at, depth);
        return;
    }
    stack_id next = ordered_callees_next(nodes->callees, at);
    uint64_t below = next ? nodes->t->total[next] : 0;
    put(nodes, SELFS, nodes->t->total[at] - below);
    put_sides(nodes, at, at + 1);
    if (next)
        add_to_run(nodes, next);
    if (!run_weighs(nodes))
        return;
    put_rest_node(nodes, depth + 1);
    put_gap(nodes, start_of(nodes, at), start_of(nodes, next));
}

static void put_nodes(struct nodes *nodes)
{
    nodes->n = 1;
    put_below(nodes, 0, 0);
    for (uint32_t turn = 1; nodes->n_levels; turn++) {
        if (turn % TURNS == 0)
            cut_full(nodes);
        struct level *level = &nodes->levels[nodes->n_levels - 1];
        if (level->next == level->end) {
            end_run(nodes, level);
            nodes->n_levels--;
            continue;
        }
        const bool is_lane = nodes->lanes && level->depth == 1;
        stack_id stack = *level->next++;
        if (nodes->t->total[stack] < nodes->least && !is_lane) {
            leave_out(nodes, level, stack);
            continue;
        }
        end_run(nodes, level);
        put_frame(nodes, level->depth, stack);
        put_gap(nodes, level->edge, start_of(nodes, stack));
        level->edge = is_lane ? 0 : start_of(nodes, stack) + nodes->t->total[stack];
        put_below(nodes, stack, level->depth);
    }
}

static unsigned flags_of(const struct picture *picture, bool pruned)
{
    const struct style *style = picture->style;

    return (picture->tree->start ? EMBEDDED_ORDERED : 0u) |
           (picture->forward_tree && style->reverse ? EMBEDDED_REVERSED : 0u) |
           (style->inverted ? EMBEDDED_INVERTED : 0u) |
           (style->colour_diffusion ? EMBEDDED_BY_SHARE : 0u) |
           (style->cut == TEXT_CUT_RIGHT ? EMBEDDED_CUT_RIGHT : 0u) |
           (pruned ? EMBEDDED_PRUNED : 0u) | (picture->difference ? EMBEDDED_DIFFERENCE : 0u) |
           (picture->marks_inlined ? EMBEDDED_MARKS : 0u) | (style->lanes ? EMBEDDED_LANES : 0u);
}

/* What precedes the sections. */
static void build_head(struct buf *to, const struct picture *picture,
                       const struct embedded_functions *fs, uint64_t n_nodes)
{
    const struct style *style = picture->style;
    struct buf unit = {0};

    leb128_add(to, style->lanes ? EMBEDDED_VERSION_LANES : EMBEDDED_VERSION);
    leb128_add(to, flags_of(picture, fs->has_rest));
    text_clean(picture_unit(picture), &unit);
    leb128_add_text(to, buf_str(&unit));
    leb128_add(to, picture->tree->column->scale + style->factor.scale);
    leb128_add(to, style->factor.value);
    leb128_add(to, (uint64_t)(style->frame_px * 10 + 0.5));
    leb128_add(to, picture->span);
    leb128_add(to, fs->n);
    leb128_add(to, n_nodes);
    buf_free(&unit);
}

static void put_bytes(struct nodes *nodes, struct str bytes)
{
    struct number_buffer *head = &nodes->parts[HEAD];

    while (bytes.n) {
        if (head->at >= head->full)
            cut_piece(nodes, HEAD);
        size_t left = (size_t)(head->full - head->at);
        size_t n = bytes.n < left ? bytes.n : left;
        memcpy(head->at, bytes.p, n);
        head->at += n;
        bytes = str_from_to(bytes, n, bytes.n);
    }
}

static void put_section(struct nodes *nodes, struct str bytes)
{
    unsigned char length[LEB128_MOST];
    size_t n = (size_t)(leb128_write(length, bytes.n) - length);

    put_bytes(nodes, (struct str){(const char *)length, n});
    put_bytes(nodes, bytes);
}

static void put_head(struct nodes *nodes, const struct picture *picture,
                     const struct embedded_functions *fs)
{
    struct buf head = {0};

    build_head(&head, picture, fs, nodes->n);
    put_bytes(nodes, buf_str(&head));
    put_section(nodes, buf_str(&fs->names));
    put_section(nodes, buf_str(&fs->kinds));
    put_section(nodes, buf_str(&fs->fills));
    put_section(nodes, buf_str(&fs->modules));
    put_section(nodes, buf_str(&fs->links));
    if (nodes->lanes)
        put_section(nodes, buf_str(&fs->waits));
    if (nodes->difference)
        put_section(nodes, buf_str(&fs->change));
    buf_free(&head);
}

/* Adds what is left in the rooms: each after its length, which follows the part before. Small ones
 * share a chunk. */
static void cut_rests(struct nodes *nodes)
{
    struct number_buffer *tail = &nodes->parts[HEAD];

    for (unsigned i = POPS; i < nodes->n_parts; i++) {
        struct number_buffer *part = &nodes->parts[i];
        size_t n = length_of(part);
        size_t used = length_of(tail);
        tail->at = leb128_write(tail->at, part->cut + n);
        if (!part->cut && n <= tail->room - SLACK && used <= tail->room - SLACK - n) {
            memcpy(tail->at, part->from, n);
            tail->at += n;
            continue;
        }
        chunks_add_last(nodes->chunks, i - 1, bytes_of(tail));
        tail = part;
    }
    if (length_of(tail))
        chunks_add_last(nodes->chunks, nodes->n_parts - 1, bytes_of(tail));
}

/* At most as many nodes as stacks: before each frame that stays, and after its callees, there may
 * be a node for pruned ones. Gaps in time may split a run of pruned frames. */
static size_t most_nodes(const struct nodes *nodes, const struct picture *picture)
{
    size_t most = nodes->t->n;
    size_t kept = most - (size_t)picture->n_pruned; /* with the root */

    return nodes->t->start || kept > most / 3 ? most : 3 * kept;
}

static size_t head_most(const struct picture *picture, const struct embedded_functions *fs)
{
    struct buf head = {0};

    build_head(&head, picture, fs, UINT32_MAX);
    size_t n = head.n + fs->names.n + fs->kinds.n + fs->fills.n + fs->modules.n + fs->links.n +
               fs->waits.n + fs->change.n + (size_t)7 * LEB128_MOST;
    buf_free(&head);
    return n;
}

/* Each part gets room for the worst case if that is less than a chunk; the head's is for all. Every
 * level gone up was gone down before, and only 128 of them need a second byte. A stack without
 * samples has a self value of 0. */
static void make_rooms(struct nodes *nodes, const struct picture *picture,
                       const struct embedded_functions *fs)
{
    size_t most = most_nodes(nodes, picture);
    size_t weigh = (size_t)nodes->t->profile->n_samples + (fs->has_rest ? most : 0);
    size_t rooms[PARTS] = {
        [HEAD] = head_most(picture, fs),
        [POPS] = most + most / 128,
        [IDS] = most * leb128_length(fs->n),
        [SELFS] = most + (weigh < most ? weigh : most) * (LEB128_MOST - 1),
        [GAPS] = nodes->t->start ? most * LEB128_MOST : 0,
        [BEFORES] = nodes->difference ? most * LEB128_MOST : 0,
        [AFTERS] = nodes->difference ? most * LEB128_MOST : 0,
    };
    size_t whole = 0;

    for (size_t i = POPS; i < nodes->n_parts; i++)
        rooms[HEAD] += rooms[i];
    for (size_t i = 0; i < nodes->n_parts; i++) {
        rooms[i] = rooms[i] < CHUNK - SLACK ? rooms[i] + SLACK : CHUNK;
        whole += rooms[i];
    }
    char *block = chunks_block(nodes->chunks, whole);
    for (size_t i = 0; i < nodes->n_parts; i++) {
        nodes->parts[i].room = rooms[i];
        open_room(&nodes->parts[i], block);
        block += rooms[i];
    }
}

/* Cleaning makes text at most four times as long, and a name may have a function of each kind, and
 * be or have a module and a package. */
uint64_t embedded_tree_most_chunks(const struct picture *picture)
{
    const struct profile *p = picture->profile;
    const struct frame_attributes *added = picture->painter->attributes;
    uint64_t text = p->names.end[p->names.n - 1];
    const struct difference *d = picture->difference;
    uint64_t function = 2 + 3 + 14 * LEB128_MOST + (d ? EMBEDDED_FUNCTION_MOST : 0u) +
                        (d && d->tiers ? EMBEDDED_TIERS_MOST : 0u);
    uint64_t sums = (picture->tree->start ? 1u : 0u) + (d ? 2u : 0u);
    uint64_t node = 1 + 5 + LEB128_MOST + LEB128_MOST * sums;

    for (size_t i = 0; added && i < added->n; i++)
        for (unsigned which = 0; which < ATTRIBUTE_COUNT; which++)
            text += frame_attributes_value(added, &added->rows[i], which).n;
    uint64_t bytes = UINT64_C(4) * (KIND_COUNT + 3) * text + function * p->frames.n +
                     node * picture->tree->n + 4 * picture->style->countname.n + 800 +
                     (d ? 4 * d->per.n + 150 : 0);
    return bytes <= CHUNK - SLACK ? 1 : PARTS + bytes / (CHUNK - SLACK);
}

void embedded_tree_write(struct chunks *to, struct picture *picture,
                         const struct frame_order *order, const struct ordered_callees *callees,
                         uint64_t least)
{
    const struct style *style = picture->style;
    struct embedded_functions fs;

    if (style->max_nodes) {
        uint64_t limit = node_threshold(picture->tree, callees, style->max_nodes);
        least = limit > least ? limit : least;
    }
    embedded_functions_build(&fs, picture, order, least);
    struct nodes nodes = {.t = picture->tree,
                          .callees = callees,
                          .ids = fs.ids,
                          .rest = fs.rest,
                          .least = least,
                          .lanes = style->lanes,
                          .difference = picture->difference,
                          .chunks = to,
                          .n_parts = picture->difference ? PARTS : BEFORES};
    make_rooms(&nodes, picture, &fs);
    put_nodes(&nodes);
    picture->pruned = nodes.pruned;
    put_head(&nodes, picture, &fs);
    cut_rests(&nodes);
    embedded_functions_free(&fs);
    mem_free(nodes.levels, nodes.room, sizeof *nodes.levels);
}
