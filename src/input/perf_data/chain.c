/* -128, ffffffff81a0009b, ..., -512, 7f1c2a3b4c5d, ...: context markers say whose the following
 * addresses are.
 * Turns call chains into stacks. */
#include "input/perf_data/chain.h"

#include "base/mem.h"

enum { CHAIN_MOST = 127 }; /* kernel.perf_event_max_stack */

enum { BRANCHES_MOST = 32, BRANCH_SIZE = 24 }; /* no processor remembers more calls */

static int by_cookie(const void *a, const void *b)
{
    const struct deferred *x = a;
    const struct deferred *y = b;

    if (x->cookie != y->cookie)
        return x->cookie < y->cookie ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* {u64 cookie, u64 n, u64 addresses...} */
static bool find_deferred(struct chains *c)
{
    const struct recording *rec = c->rec;
    struct record record;
    uint64_t cookie;

    for (size_t i = 0; rec->has_deferred && i < rec->n_records; i++) {
        if (!recording_get(&c->view, rec->records[i].at, &record))
            return false;
        if (record.type != RECORD_CALLCHAIN_DEFERRED || !bytes_u64(&record.body, &cookie))
            continue;
        c->deferred =
            mem_grow(c->deferred, &c->deferred_room, c->n_deferred + 1, sizeof *c->deferred);
        c->deferred[c->n_deferred++] = (struct deferred){cookie, record.at};
    }
    if (c->n_deferred)
        qsort(c->deferred, c->n_deferred, sizeof *c->deferred, by_cookie);
    return true;
}

bool chains_init(struct chains *c, struct addresses *addresses, struct fault *f)
{
    *c = (struct chains){
        .rec = addresses->rec, .addresses = addresses, .builder = addresses->tidier->b};
    unwinding_init(&c->unwinding, addresses);
    view_init(&c->view, &c->rec->store, c->rec->big, f);
    return find_deferred(c);
}

void chains_free(struct chains *c)
{
    unwinding_free(&c->unwinding);
    chain_cache_free(&c->memo);
    view_free(&c->view);
    mem_free(c->deferred, c->deferred_room, sizeof *c->deferred);
}

/* Lends the addresses recorded later under a cookie; false when there are none. */
static bool deferred_chain(struct chains *c, uint64_t cookie, struct bytes *chain)
{
    size_t from = 0;
    size_t to = c->n_deferred;
    uint64_t n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (c->deferred[middle].cookie < cookie)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == c->n_deferred || c->deferred[from].cookie != cookie)
        return false;
    struct record record;
    if (!recording_get(&c->view, c->deferred[from].at, &record))
        return false;
    struct bytes b = record.body;
    if (!bytes_skip(&b, 8) || !bytes_u64(&b, &n) || n > b.n / 8)
        return false;
    *chain = (struct bytes){b.p, (size_t)n * 8, b.big};
    return true;
}

static enum record_mode mode_of_mark(uint64_t mark)
{
    switch ((int64_t)mark) {
    case MARK_HYPERVISOR:
        return MODE_HYPERVISOR;
    case MARK_KERNEL:
        return MODE_KERNEL;
    case MARK_USER:
    case MARK_USER_DEFERRED:
        return MODE_USER;
    case MARK_GUEST:
    case MARK_GUEST_USER:
        return MODE_GUEST_USER;
    case MARK_GUEST_KERNEL:
        return MODE_GUEST_KERNEL;
    default:
        return MODE_UNKNOWN;
    }
}

/* How far a chain was processed. */
struct chain_progress {
    struct process *process;
    enum record_mode mode;
    bool first;      /* the next address is where something ran, not where it returns to */
    bool no_user;    /* the process's part comes from elsewhere */
    bool ends_early; /* the user part was deferred, and is missing */
    uint64_t taken;  /* addresses */
    uint64_t user;   /* the first address of the process's part; 0: none so far */
    uint64_t last;   /* the last one */
    uint64_t leaf;   /* the address to begin with, in place of the chain's; 0: the chain's */
    enum record_mode leaf_mode; /* where the chain must begin for that */
};

static bool push_address(struct chains *c, struct chain_progress *w, uint64_t ip)
{
    struct code_address at = {ip, w->mode, !w->first};

    if (w->taken == 0 && w->leaf && w->mode == w->leaf_mode)
        at.ip = w->leaf;
    w->taken++;
    w->first = false;
    if (w->mode == MODE_USER && !w->user)
        w->user = ip;
    if (w->mode == MODE_USER)
        w->last = ip;
    if (w->no_user && w->mode == MODE_USER)
        return true;
    return addresses_push(c->addresses, w->process, at);
}

static bool push_chain(struct chains *c, struct chain_progress *w, struct bytes chain)
{
    struct bytes later = {NULL, 0, chain.big};
    uint64_t ip;

    while (bytes_u64(&chain, &ip)) {
        if (ip < MARK_FIRST) {
            if (!push_address(c, w, ip))
                return false;
            continue;
        }
        w->mode = mode_of_mark(ip);
        w->first = true;
        if ((int64_t)ip == MARK_USER_DEFERRED)
            w->ends_early = !bytes_u64(&chain, &ip) || !deferred_chain(c, ip, &later);
    }
    while (bytes_u64(&later, &ip)) {
        if (ip >= MARK_FIRST)
            w->mode = mode_of_mark(ip);
        else if (!push_address(c, w, ip))
            return false;
    }
    return true;
}

/* Fetches what is known of the addresses of a chain, or a part of one, side by side: most of a
 * process's own have been in no chain for long. */
static void expect_chain(const struct chains *c, const struct chain_progress *w, struct bytes chain)
{
    enum record_mode mode = w->mode;
    bool is_return = !w->first;
    uint64_t ip;

    while (bytes_u64(&chain, &ip)) {
        const bool is_mark = ip >= MARK_FIRST;
        if (is_mark)
            mode = mode_of_mark(ip);
        else
            addresses_expect(c->addresses, w->process, (struct code_address){ip, mode, is_return});
        is_return = !is_mark;
    }
}

/* The origins of all calls in the processor's branch record (LBR), the newest first. */
static bool push_branches(struct chains *c, struct chain_progress *w, uint64_t leaf,
                          struct bytes branches)
{
    w->mode = MODE_USER;
    w->first = true;
    w->no_user = false;
    if (!push_address(c, w, leaf))
        return false;
    for (; branches.n >= BRANCH_SIZE; branches.n -= BRANCH_SIZE, branches.p += BRANCH_SIZE) {
        w->first = true; /* a branch comes from its own address */
        if (!push_address(c, w, u64_at(branches.p, branches.big)))
            return false;
    }
    return true;
}

/* Adds the frames of a sample whose calls the processor recorded, of those that have not returned.
 * The sampled address is the leaf: the chain was made a moment later, in the kernel perhaps. The
 * target of the newest call is often only a stub of a PLT, which jumps on and leaves no trace; it
 * is used when nothing else tells where the process was. */
static bool push_recorded_calls(struct chains *c, struct chain_progress *w,
                                const struct sample_fields *s)
{
    uint64_t leaf = s->ip;

    if (w->mode != MODE_USER || !s->ip) {
        if (!push_chain(c, w, s->chain))
            return false;
        leaf = w->user ? w->user : u64_at(s->branches.p + 8, s->branches.big);
    }
    return push_branches(c, w, leaf, s->branches);
}

/* Adds a marker for missing callers. */
static bool push_cut(struct chains *c)
{
    frame_id frame = 0;

    if (!builder_frame(c->builder, STR("[truncated]"), KIND_UNKNOWN, &frame))
        return false;
    diagnostics_mark(&c->addresses->found, frame, FRAME_IS_CUT);
    return builder_push(c->builder, frame);
}

static uint32_t most_of(const struct event *event)
{
    return event->stack_most ? event->stack_most : CHAIN_MOST;
}

/* With one more call the processor would have dropped the oldest. */
static bool is_branch_stack_full(const struct chains *c, struct bytes branches)
{
    uint64_t most = c->rec->branches_most;

    return branches.n / BRANCH_SIZE >= (most && most < BRANCHES_MOST ? most : BRANCHES_MOST);
}

static bool is_cut_after(const struct chain_progress *w, uint32_t most)
{
    return w->taken >= most || (w->ends_early && !w->no_user);
}

/* Adds the frames of a sample by its chain and the copy of its stack. */
static bool push_stacked(struct chains *c, struct chain_progress *w, const struct event *event,
                         const struct sample_fields *s, enum unwind_end *end)
{
    bool unwinds = w->no_user;

    *end = UNWIND_LOST;
    if (!push_chain(c, w, s->chain) ||
        (unwinds && !unwinding_push(&c->unwinding, w->process, s, end)))
        return false;
    if (!unwinds && is_cut_after(w, most_of(event)))
        *end = UNWIND_CUT;
    return true;
}

/* Adds all frames of a sample. */
static bool push_all(struct chains *c, const struct event *event, const struct sample_fields *s,
                     uint16_t misc, bool *is_whole)
{
    bool unwinds = unwinding_begin(&c->unwinding, event, s);
    bool has_branches = event->branch_type & BRANCH_CALL_STACK;
    bool by_branches = !unwinds && s->branches.n && has_branches;
    enum unwind_end end = UNWIND_LOST;
    struct chain_progress walk = {
        .process = processes_get(c->addresses->processes, s->pid),
        .mode = (enum record_mode)(misc & MISC_MODE),
        .first = true,
        .no_user = by_branches || unwinds,
        .leaf = has_branches ? s->ip : 0,
        .leaf_mode = (enum record_mode)(misc & MISC_MODE),
    };

    if (!(by_branches ? push_recorded_calls(c, &walk, s) : push_stacked(c, &walk, event, s, &end)))
        return false;
    if (by_branches && is_branch_stack_full(c, s->branches))
        end = UNWIND_CUT;
    if (c->builder->n == 0) {
        walk.mode = (enum record_mode)(misc & MISC_MODE);
        walk.first = true;
        walk.no_user = false;
        if (!push_address(c, &walk, s->ip))
            return false;
    }
    *is_whole = end == UNWIND_ROOT;
    return end != UNWIND_CUT || push_cut(c);
}

/* Where the first marker of a chain is; behind its whole words: it has none. */
static size_t first_mark(struct bytes chain)
{
    size_t at = 0;

    while (chain.n - at >= 8 && u64_at(chain.p + at, chain.big) < MARK_FIRST)
        at += 8;
    return chain.n - at >= 8 ? at : chain.n;
}

/* Whether a chain is a marker, an address, and callers that mean the same wherever they come. */
static bool is_plain(const struct chains *c, const struct process *process,
                     const struct event *event, const struct sample_fields *s)
{
    enum { WORDS_LEAST = 3 };
    const struct bytes chain = s->chain;

    return !c->rec->has_deferred && !s->abi && !(event->branch_type & BRANCH_CALL_STACK) &&
           chain.n / 8 >= WORDS_LEAST && addresses_are_lasting(c->addresses, process) &&
           u64_at(chain.p, chain.big) >= MARK_FIRST && u64_at(chain.p + 8, chain.big) < MARK_FIRST;
}

/* Whether the thread begins there, in a function without a name. Names tell the others. */
static bool is_nameless_root(struct chains *c, const struct chain_progress *w)
{
    const struct diagnostics *found = &c->addresses->found;
    const struct builder *b = c->builder;
    const frame_id outermost = b->n ? b->frames[b->n - 1] : 0;

    return w->last && outermost < found->marks_room && found->marks[outermost] & FRAME_UNNAMED &&
           unwinding_is_root(&c->unwinding, w->process, w->last);
}

/* What a part of a chain is cached for, beside its bytes and what addresses mean: for one that ends
 * the chain, how many addresses were left until it would have been truncated. */
enum { PART_IS_INNER = 1, PART_IS_WHOLE = 2, PART_LEFT = 2 };

/* The bytes of a marker and four addresses: fewer are found sooner by themselves than in a large
 * table. */
enum { CACHED_LEAST = 5 * 8 };

/* Finds the callers in a part that ends the chain. Those in the kernel are the same for all
 * processes. */
static bool find_outer(struct chains *c, struct chain_progress *w, uint32_t most, struct bytes part,
                       struct cached_chain *callers)
{
    const uint64_t left = most > w->taken ? most - w->taken : 0;
    const uint64_t left_most = part.n / 8 + 1; /* or more */
    const bool of_kernel = mode_is_kernel(w->mode) && first_mark(part) == part.n;
    const uint64_t space = of_kernel ? 0 : w->process->space;
    const uint64_t spaces = (uint64_t)c->addresses->kernel_changes << 32 | space;
    const struct chain_cache_key key = {
        spaces * 8 + (uint64_t)w->mode,
        (uint32_t)(left < left_most ? left : left_most) << PART_LEFT, part};

    const bool is_short = part.n < CACHED_LEAST;
    if (!is_short && chain_cache_find(&c->memo, &key, callers))
        return true;
    builder_clear(c->builder);
    expect_chain(c, w, part);
    if (!push_chain(c, w, part) || (is_cut_after(w, most) && !push_cut(c)))
        return false;
    *callers = (struct cached_chain){.stack = builder_stack(c->builder, LEAF_FIRST),
                                     .depth = (uint32_t)c->builder->n,
                                     .is_whole = is_nameless_root(c, w)};
    if (!is_short)
        chain_cache_add(&c->memo, &key, callers);
    return true;
}

/* Finds the callers in the kernel below those callers. */
static bool find_inner(struct chains *c, struct chain_progress *w, struct bytes part,
                       struct cached_chain *callers)
{
    struct builder *b = c->builder;
    const uint64_t changes = c->addresses->kernel_changes;
    const struct chain_cache_key key = {(changes << 32 | callers->stack) * 8 + (uint64_t)w->mode,
                                        PART_IS_INNER | (callers->is_whole ? PART_IS_WHOLE : 0),
                                        part};

    if (chain_cache_find(&c->memo, &key, callers))
        return true;
    builder_clear(b);
    if (!push_chain(c, w, part))
        return false;
    if (callers->depth > b->r->ask->limits.depth - b->n)
        return builder_too_deep(b);
    callers->stack = builder_stack_on(b, LEAF_FIRST, callers->stack);
    callers->depth += (uint32_t)b->n;
    chain_cache_add(&c->memo, &key, callers);
    return true;
}

/* Names what is new of a part, so that frames are numbered in the order of the chain, of which it
 * is the first. */
static bool name_part(struct chains *c, struct process *process, enum record_mode mode,
                      struct bytes part)
{
    uint64_t ip;

    builder_clear(c->builder);
    while (bytes_u64(&part, &ip)) {
        const struct code_address at = {ip, mode, true};
        if (!addresses_know(c->addresses, process, at) &&
            !addresses_push(c->addresses, process, at))
            return false;
    }
    return true;
}

/* Finds the callers of the first address of a chain. Those in the kernel are split off, as they
 * recur in many processes, each of which has addresses of its own. */
static bool find_callers(struct chains *c, struct process *process, uint32_t most,
                         struct bytes chain, struct cached_chain *callers)
{
    const enum record_mode mode = mode_of_mark(u64_at(chain.p, chain.big));
    const struct bytes part = {chain.p + 16, chain.n - 16, chain.big};
    const size_t mark = first_mark(part);
    const bool is_split = mode_is_kernel(mode) && mark < part.n;
    const size_t n_inner = is_split ? mark : 0;
    const struct bytes outer = {part.p + n_inner, part.n - n_inner, part.big};
    const struct bytes inner = {part.p, n_inner, part.big};
    struct chain_progress walk = {.process = process, .mode = mode, .taken = 1 + n_inner / 8};

    if (!name_part(c, process, mode, inner) || !find_outer(c, &walk, most, outer, callers))
        return false;
    walk = (struct chain_progress){.process = process, .mode = mode};
    if (n_inner && !find_inner(c, &walk, inner, callers))
        return false;
    if (callers->is_whole)
        diagnostics_whole(&c->addresses->found, callers->stack);
    return true;
}

bool chains_stack(struct chains *c, const struct event *event, const struct sample_fields *s,
                  uint16_t misc, stack_id *stack)
{
    const struct bytes chain = s->chain;
    struct builder *b = c->builder;
    struct cached_chain callers = {.stack = 0};

    struct process *process = processes_get(c->addresses->processes, s->pid);
    addresses_set_time(c->addresses, event, s->time_ns);
    if (!is_plain(c, process, event, s)) {
        bool is_whole = false;
        if (!push_all(c, event, s, misc, &is_whole))
            return false;
        *stack = builder_stack(b, LEAF_FIRST);
        if (is_whole)
            diagnostics_whole(&c->addresses->found, *stack);
        return true;
    }
    const struct code_address leaf = {u64_at(chain.p + 8, chain.big),
                                      mode_of_mark(u64_at(chain.p, chain.big)), false};
    addresses_expect(c->addresses, process, leaf);
    if (!find_callers(c, process, most_of(event), chain, &callers))
        return false;
    builder_clear(b);
    if (!addresses_push(c->addresses, process, leaf))
        return false;
    if (callers.depth > b->r->ask->limits.depth - b->n)
        return builder_too_deep(b);
    *stack = builder_stack_on(b, LEAF_FIRST, callers.stack);
    return true;
}
