/* 400000-401000 below 7f1c2a000000-7f1c2a020000: trees by start, as high as chance makes them.
 * Seidel, Aragon: "Randomized search trees", 1996. A shared node is copied before one of its owners
 * changes it (Driscoll et al.: "Making data structures persistent", 1989). */
#include "input/perf_data/code/maps.h"

#include "base/mem.h"

struct map_node {
    struct mapping map;
    uint32_t left, right; /* nodes; 0: none. Of one that is in no tree yet: the one added next */
    uint32_t rank;        /* that of no node below is higher */
    uint32_t owner;
};

void maps_init(struct maps *m)
{
    *m = (struct maps){.n = 1, .n_owners = 1, .key = hash_key_draw()};
    m->nodes = mem_grow(NULL, &m->room, 1, sizeof *m->nodes);
}

void maps_free(struct maps *m)
{
    mem_free(m->nodes, m->room, sizeof *m->nodes);
    *m = (struct maps){.n = 0};
}

static uint32_t add_node(struct maps *m, struct map_node node)
{
    m->nodes = mem_grow(m->nodes, &m->room, (size_t)m->n + 1, sizeof *m->nodes);
    m->nodes[m->n] = node;
    return m->n++;
}

/* Returns the node, or if it is shared a copy, that the tree may change. */
static uint32_t own(struct maps *m, const struct map_tree *tree, uint32_t at)
{
    struct map_node node = m->nodes[at];

    if (node.owner == tree->owner)
        return at;
    node.owner = tree->owner;
    return add_node(m, node);
}

/* Where to attach a node: below another, or at the top. */
struct hook {
    uint32_t below; /* 0: at the top */
    bool left;
};

static void attach_node(struct maps *m, struct hook hook, uint32_t *top, uint32_t node)
{
    if (hook.below == 0)
        *top = node;
    else if (hook.left)
        m->nodes[hook.below].left = node;
    else
        m->nodes[hook.below].right = node;
}

struct halves {
    uint32_t below, above;
};

/* Splits maps into those that start below the address and the others. */
static struct halves split(struct maps *m, const struct map_tree *tree, uint32_t node,
                           uint64_t address)
{
    struct halves halves = {0, 0};
    struct hook below = {0, false};
    struct hook above = {0, true};

    while (node) {
        node = own(m, tree, node);
        if (m->nodes[node].map.start < address) {
            attach_node(m, below, &halves.below, node);
            below.below = node;
            node = m->nodes[node].right;
        } else {
            attach_node(m, above, &halves.above, node);
            above.below = node;
            node = m->nodes[node].left;
        }
    }
    attach_node(m, below, &halves.below, 0);
    attach_node(m, above, &halves.above, 0);
    return halves;
}

/* Joins maps with others that all lie above them. */
static uint32_t join(struct maps *m, const struct map_tree *tree, uint32_t below, uint32_t above)
{
    struct hook hook = {0, false};
    uint32_t top = 0;

    while (below && above) {
        bool first = m->nodes[below].rank > m->nodes[above].rank;
        uint32_t node = own(m, tree, first ? below : above);
        attach_node(m, hook, &top, node);
        hook = (struct hook){node, !first};
        if (first)
            below = m->nodes[node].right;
        else
            above = m->nodes[node].left;
    }
    attach_node(m, hook, &top, below ? below : above);
    return top;
}

static uint32_t last_of(const struct maps *m, uint32_t node)
{
    while (m->nodes[node].right)
        node = m->nodes[node].right;
    return node;
}

/* A rank by chance, which nobody can foresee. */
static uint32_t rank_of(const struct maps *m, uint32_t node)
{
    return (uint32_t)hash_pair(&m->key, node, 0);
}

static void insert(struct maps *m, struct map_tree *tree, uint32_t node)
{
    const struct mapping map = m->nodes[node].map;
    struct halves from = split(m, tree, tree->root, map.start);
    struct halves to = split(m, tree, from.above, map.end);
    uint32_t below = from.below ? last_of(m, from.below) : 0;
    uint32_t last = to.below ? last_of(m, to.below) : below;
    struct mapping rest = m->nodes[last].map;
    bool has_rest = last && rest.end > map.end;

    if (below && m->nodes[below].map.end > map.start)
        m->nodes[below].map.end = map.start; /* it is owned: the split came by it */
    m->nodes[node].rank = rank_of(m, node);
    tree->root = join(m, tree, from.below, node);
    if (has_rest) {
        rest.offset += map.end - rest.start;
        rest.start = map.end;
        const uint32_t above = add_node(
            m, (struct map_node){.map = rest, .rank = rank_of(m, m->n), .owner = tree->owner});
        tree->root = join(m, tree, tree->root, above);
    }
    tree->root = join(m, tree, tree->root, to.above);
}

/* Inserts the maps that were added, in that order. */
static void settle(struct maps *m, struct map_tree *tree)
{
    uint32_t next;

    for (uint32_t node = tree->first; node; node = next) {
        next = m->nodes[node].right;
        m->nodes[node].right = 0;
        insert(m, tree, node);
    }
    tree->first = tree->last = 0;
}

void maps_add(struct maps *m, struct map_tree *tree, const struct mapping *map)
{
    if (tree->owner == 0)
        tree->owner = m->n_owners++;
    const uint32_t node = add_node(m, (struct map_node){.map = *map, .owner = tree->owner});
    if (tree->last)
        m->nodes[tree->last].right = node;
    else
        tree->first = node;
    tree->last = node;
}

void maps_share(struct maps *m, struct map_tree *from, struct map_tree *to)
{
    settle(m, from);
    to->root = from->root;
    to->first = to->last = 0;
    to->owner = m->n_owners++;
    from->owner = m->n_owners++;
}

const struct mapping *maps_next(struct maps *m, struct map_tree *tree, uint64_t address)
{
    const struct mapping *found = NULL;

    if (tree->first)
        settle(m, tree);
    for (uint32_t at = tree->root; at;) {
        const struct map_node *node = &m->nodes[at];
        bool behind = node->map.end > address;
        if (behind)
            found = &node->map;
        at = behind ? node->left : node->right;
    }
    return found;
}
