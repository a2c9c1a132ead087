/* Compares each frame with those one to four callers up, callers first. */
#include "model/repeats.h"

#include "base/mem.h"

/* One length of a round. By stack: */
struct search {
    const struct profile *p;
    uint32_t round;
    stack_id *above; /* the caller so many frames up; 0: none */
    uint32_t *run;   /* how many frames in a row, up to this one, equal the one above them */
    uint32_t *best;  /* the longest run that this one is part of */
};

static uint32_t more(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Returns whether any run could be long enough. */
static bool find_runs(struct search *s)
{
    const struct stack *rows = s->p->stacks.rows;
    uint32_t longest = 0;

    for (stack_id i = 1; i < s->p->stacks.n; i++) {
        const stack_id above = s->above[i];
        s->run[i] = above && rows[above].frame == rows[i].frame ? s->run[rows[i].caller] + 1 : 0;
        s->best[i] = s->run[i];
        longest = more(longest, s->run[i]);
    }
    return longest >= (REPEATS_NAMELESS - 1) * s->round;
}

/* Lets all of a branch know its longest run. */
static void spread_best(struct search *s)
{
    const struct stack *rows = s->p->stacks.rows;

    for (stack_id i = s->p->stacks.n - 1; i > 0; i--)
        if (s->run[i] && s->run[rows[i].caller])
            s->best[rows[i].caller] = more(s->best[rows[i].caller], s->best[i]);
    for (stack_id i = 1; i < s->p->stacks.n; i++)
        if (s->run[i] && s->run[rows[i].caller])
            s->best[i] = s->best[rows[i].caller];
}

static bool is_nameless(const struct profile *p, frame_id frame)
{
    return str_equal(names_get(&p->names, p->frames.rows[frame].name), STR("[unknown]"));
}

/* Marks what is repeated often enough and not yet folded. */
static bool mark(const struct search *s, unsigned char *back)
{
    bool any = false;

    for (stack_id i = 1; i < s->p->stacks.n; i++) {
        if (!s->run[i] || back[i] || s->best[i] < (REPEATS_NAMELESS - 1) * s->round)
            continue;
        bool nameless = s->round == 1 && is_nameless(s->p, s->p->stacks.rows[i].frame);
        uint32_t least = nameless ? REPEATS_NAMELESS : REPEATS_LEAST;
        if (s->best[i] < (least - 1) * s->round)
            continue;
        back[i] = (unsigned char)s->round;
        any = true;
    }
    return any;
}

bool repeats_find(const struct profile *p, unsigned char *back)
{
    const size_t n = p->stacks.n;
    struct search s = {
        .p = p,
        .above = mem_alloc(n, sizeof *s.above),
        .run = mem_alloc(n, sizeof *s.run),
        .best = mem_alloc(n, sizeof *s.best),
    };
    bool any = false;

    for (stack_id i = 1; i < n; i++)
        s.above[i] = i;
    for (s.round = 1; s.round <= REPEATS_ROUND; s.round++) {
        for (stack_id i = 1; i < n; i++)
            s.above[i] = p->stacks.rows[s.above[i]].caller;
        if (!find_runs(&s))
            continue;
        spread_best(&s);
        any = mark(&s, back) || any;
    }
    mem_free(s.above, n, sizeof *s.above);
    mem_free(s.run, n, sizeof *s.run);
    mem_free(s.best, n, sizeof *s.best);
    return any;
}
