/* Finds how functions were compiled, and what changed in that. */
#include "model/tier.h"

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/identity.h"

void tiers_init(struct tiers *t)
{
    *t = (struct tiers){0};
    names_init(&t->keys);
}

void tiers_free(struct tiers *t)
{
    mem_free(t->rows, t->room, sizeof *t->rows);
    names_free(&t->keys);
    *t = (struct tiers){0};
}

static struct tier_sums *sums_of(struct tiers *t, struct str name)
{
    struct buf key = {0};

    identity_bare_key(name, &key);
    name_id id = names_add(&t->keys, buf_str(&key));
    buf_free(&key);
    t->rows = mem_grow(t->rows, &t->room, (size_t)id + 1, sizeof *t->rows);
    return &t->rows[id];
}

/* Writes the rows without tiers, and the tiers. Of a function that has code made at run time,
 * other frames are interpreted. Returns whether a row changed. */
static bool part(struct profile *p, struct frame *rows, unsigned char *tiers)
{
    bool *is_jit = mem_alloc(p->names.n, sizeof *is_jit);
    size_t n_names = p->names.n;
    bool any_jit = false;
    bool changed = false;
    struct buf name = {0};

    memcpy(rows, p->frames.rows, p->frames.n * sizeof *rows);
    for (frame_id i = 1; i < p->frames.n; i++)
        if (rows[i].kind == KIND_JIT)
            any_jit = is_jit[rows[i].name] = true;
    for (frame_id i = 1; i < p->frames.n; i++) {
        struct frame *row = &rows[i];
        bool jit = row->kind == KIND_JIT;
        bool interpreted = row->kind == KIND_USER && is_jit[row->name];
        buf_clear(&name);
        enum tier tier = canonical_name(names_get(&p->names, row->name), &name);
        bool told = tier != TIER_UNKNOWN && tier != TIER_CLONE;
        if (tier == TIER_UNKNOWN && any_jit && (jit || row->kind == KIND_USER))
            tier = jit ? TIER_COMPILED : TIER_INTERPRETED;
        tiers[i] = (unsigned char)(tier == TIER_UNKNOWN ? TIER_WRITTEN : tier);
        row->kind = told || interpreted ? KIND_JIT : row->kind;
        row->name = names_add(&p->names, buf_str(&name));
        changed = changed || told || interpreted || row->name != p->frames.rows[i].name;
    }
    mem_free(is_jit, n_names, sizeof *is_jit);
    buf_free(&name);
    return changed;
}

/* The frames of a profile, by frame. */
struct parted {
    struct frame *rows; /* without tiers */
    unsigned char *tiers;
};

static void add_weights(struct tiers *t, const struct profile *p, size_t column,
                        const struct parted *parted, enum side side)
{
    uint64_t *totals = graph_stack_totals(p, column);
    double *by_frame = mem_alloc(p->frames.n, sizeof *by_frame);

    for (stack_id i = 1; i < p->stacks.n; i++)
        by_frame[p->stacks.rows[i].frame] += (double)totals[i];
    for (frame_id i = 1; i < p->frames.n; i++)
        if (by_frame[i] > 0)
            sums_of(t, names_get(&p->names, parted->rows[i].name))
                ->weight[side][parted->tiers[i]] += by_frame[i];
    t->whole[side] += (double)totals[0];
    mem_free(by_frame, p->frames.n, sizeof *by_frame);
    mem_free(totals, p->stacks.n, sizeof *totals);
}

struct frame *tiers_take(struct tiers *t, struct profile *p, size_t column, enum side side)
{
    size_t n = p->frames.n;
    const struct parted parted = {mem_alloc(n, sizeof *parted.rows),
                                  mem_alloc(n, sizeof *parted.tiers)};
    bool changed = part(p, parted.rows, parted.tiers);

    add_weights(t, p, column, &parted, side);
    mem_free(parted.tiers, n, sizeof *parted.tiers);
    if (changed)
        return parted.rows;
    mem_free(parted.rows, n, sizeof *parted.rows);
    return NULL;
}

uint32_t *tiers_parts(const struct profile *p)
{
    uint32_t *functions = mem_alloc(p->frames.n, sizeof *functions);
    bool cloned = false;
    struct names names;
    struct buf name = {0};

    names_init(&names);
    for (frame_id i = 1; i < p->frames.n; i++) {
        buf_clear(&name);
        enum tier tier = canonical_name(names_get(&p->names, p->frames.rows[i].name), &name);
        if (tier == TIER_UNKNOWN || tier == TIER_CLONE)
            functions[i] = names_add(&names, buf_str(&name));
        cloned = cloned || tier == TIER_CLONE;
    }
    names_free(&names);
    buf_free(&name);
    if (cloned)
        return functions;
    mem_free(functions, p->frames.n, sizeof *functions);
    return NULL;
}

/* False if there is too little to tell. Whether code is that of a clone is told by itself. */
static bool share_out(const double *weights, bool cloned, double whole, double *shares,
                      enum tier *most)
{
    const double least_of_whole = 0.001;
    const unsigned from = cloned ? TIER_WRITTEN : 0;
    const unsigned to = cloned ? TIER_COUNT : TIER_WRITTEN;
    double sum = 0;

    *most = (enum tier)from;
    for (unsigned i = from; i < to; i++) {
        sum += weights[i];
        *most = weights[i] > weights[*most] ? (enum tier)i : *most;
    }
    for (unsigned i = from; i < to; i++)
        shares[i] = sum > 0 ? weights[i] / sum : 0;
    return sum > 0 && sum >= least_of_whole * whole;
}

bool tiers_changed(struct tiers *t, struct str name, struct tier_shares *shares)
{
    const double least = 0.25;
    const struct tier_sums *sums = sums_of(t, name);
    const bool cloned =
        sums->weight[SIDE_BEFORE][TIER_CLONE] > 0 || sums->weight[SIDE_AFTER][TIER_CLONE] > 0;
    double most = 0;

    *shares = (struct tier_shares){0};
    for (unsigned side = 0; side < SIDES; side++)
        if (!share_out(sums->weight[side], cloned, t->whole[side], shares->share[side],
                       &shares->most[side]))
            return false;
    for (unsigned i = 0; i < TIER_COUNT; i++) {
        double growth = shares->share[SIDE_AFTER][i] - shares->share[SIDE_BEFORE][i];
        if (growth > most) {
            most = growth;
            shares->grown = (enum tier)i;
        }
    }
    return most >= least;
}
