/* App.Cart::Add[Tier0], JS:~add /app.js:3:7, shop/Cart.add_[0]
 * Finds how functions were compiled, and what changed in that. */
#include "model/tier.h"

#include "base/mem.h"
#include "base/parse.h"
#include "model/graph/build.h"
#include "model/identity.h"

/* ---- names */

struct word {
    struct str text;
    enum tier tier;
};

const char *tier_word(enum tier tier)
{
    static const char *const words[TIER_COUNT] = {"unknown",   "interpreted", "baseline",
                                                  "optimised", "precompiled", "compiled"};

    return words[tier];
}

/* Removes the word at the end of *name; TIER_UNKNOWN if there is none, or nothing else. */
static enum tier take_end(struct str *name, const struct word *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name->n > words[i].text.n && str_ends(*name, words[i].text)) {
            name->n -= words[i].text.n;
            return words[i].tier;
        }
    return TIER_UNKNOWN;
}

/* .NET's, and async-profiler's marks. */
static const struct word tails[] = {
    {{"[Tier0]", 7}, TIER_BASELINE},
    {{"[Tier0Instrumented]", 19}, TIER_BASELINE},
    {{"[InstrumentedTier0]", 19}, TIER_BASELINE},
    {{"[InstrumentedTier0Optimized]", 28}, TIER_OPTIMISED},
    {{"[QuickJitted]", 13}, TIER_BASELINE},
    {{"[MinOptJitted]", 14}, TIER_BASELINE},
    {{"[OptimizedTier1]", 16}, TIER_OPTIMISED},
    {{"[OptimizedTier1OSR]", 19}, TIER_OPTIMISED},
    {{"[Optimized]", 11}, TIER_OPTIMISED},
    {{"[PreJIT]", 8}, TIER_PRECOMPILED},
    {{"[ReadyToRun]", 12}, TIER_PRECOMPILED},
    {{"_[0]", 4}, TIER_INTERPRETED},
    {{"_[1]", 4}, TIER_BASELINE},
    {{"_[j]", 4}, TIER_COMPILED},
};

/* OpenJ9's, in names with a package. */
static const struct word hotness[] = {
    {{"_no-opt", 7}, TIER_BASELINE},         {{"_cold", 5}, TIER_BASELINE},
    {{"_reduced-warm", 13}, TIER_OPTIMISED}, {{"_warm", 5}, TIER_OPTIMISED},
    {{"_very-hot", 9}, TIER_OPTIMISED},      {{"_hot", 4}, TIER_OPTIMISED},
    {{"_scorching", 10}, TIER_OPTIMISED},
};

static enum tier tier_of_mark(char mark)
{
    switch (mark) {
    case '~':
        return TIER_INTERPRETED;
    case '^':
        return TIER_BASELINE;
    case '+':
    case '*':
        return TIER_OPTIMISED;
    default:
        return TIER_UNKNOWN;
    }
}

/* "LazyCompile:*f a.js:1", "JS:~f a.js:1", "*f a.js:1": V8 calls one function by several of these.
 */
static enum tier take_v8(struct str *name, bool *tagged)
{
    static const char *const tags[] = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
    struct str rest = *name;

    *tagged = false;
    for (size_t i = 0; !*tagged && i < sizeof tags / sizeof tags[0]; i++)
        if (str_starts(*name, str_of(tags[i]))) {
            *tagged = true;
            rest = str_from_to(*name, strlen(tags[i]), name->n);
        }
    while (*tagged && rest.n && rest.p[0] == ' ')
        rest = str_from_to(rest, 1, rest.n);
    enum tier tier = rest.n > 1 ? tier_of_mark(rest.p[0]) : TIER_UNKNOWN;
    if (tier == TIER_UNKNOWN)
        return tier;
    rest = str_from_to(rest, 1, rest.n);
    if (*tagged && rest.n > 1 && rest.p[0] == '\'') /* specialised for a context */
        rest = str_from_to(rest, 1, rest.n);
    if (!*tagged && !is_letter(rest.p[0]) && rest.p[0] != '_' && rest.p[0] != '$')
        return TIER_UNKNOWN;
    *name = rest;
    return tier;
}

enum tier tier_of_name(struct str name, struct buf *to)
{
    enum tier tier = take_end(&name, tails, sizeof tails / sizeof tails[0]);
    bool tagged = false;

    if (tier == TIER_UNKNOWN && name.n && memchr(name.p, '/', name.n))
        tier = take_end(&name, hotness, sizeof hotness / sizeof hotness[0]);
    if (tier == TIER_UNKNOWN) {
        tier = take_v8(&name, &tagged);
        tagged = tagged && tier != TIER_UNKNOWN;
    }
    buf_add(to, tagged ? STR("JS:") : STR(""));
    buf_add(to, name);
    return tier;
}

/* ---- sums */

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
        enum tier tier = tier_of_name(names_get(&p->names, row->name), &name);
        bool told = tier != TIER_UNKNOWN;
        if (!told && any_jit && (jit || row->kind == KIND_USER))
            tier = jit ? TIER_COMPILED : TIER_INTERPRETED;
        tiers[i] = (unsigned char)tier;
        if (!told && !interpreted)
            continue;
        changed = true;
        row->kind = KIND_JIT;
        row->name = names_add(&p->names, buf_str(&name));
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
        if (parted->tiers[i] != TIER_UNKNOWN && by_frame[i] > 0)
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

/* False if there is too little to tell. */
static bool share_out(const double *weights, double whole, double *shares, enum tier *most)
{
    const double least_of_whole = 0.001;
    double sum = 0;

    *most = TIER_UNKNOWN;
    for (unsigned i = 0; i < TIER_COUNT; i++) {
        sum += weights[i];
        *most = weights[i] > weights[*most] ? (enum tier)i : *most;
    }
    for (unsigned i = 0; i < TIER_COUNT; i++)
        shares[i] = sum > 0 ? weights[i] / sum : 0;
    return sum > 0 && sum >= least_of_whole * whole;
}

bool tiers_changed(struct tiers *t, struct str name, struct tier_shares *shares)
{
    const double least = 0.25;
    const struct tier_sums *sums = sums_of(t, name);
    double most = 0;

    *shares = (struct tier_shares){0};
    for (unsigned side = 0; side < SIDES; side++)
        if (!share_out(sums->weight[side], t->whole[side], shares->share[side],
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
