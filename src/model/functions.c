/* Self and total of functions, by one walk through the tree. */
#include "model/functions.h"

#include <stdlib.h>

#include "base/mem.h"

/* The row of each function by frame, and how often it is on the path of the walk. */
struct functions_walk {
    const struct tree *t;
    struct functions *functions;
    bool reversed;
    uint32_t *of_frame; /* 1 + the row of the frame's function; 0: none yet */
    uint32_t *on_path;  /* by row */
    size_t path_room;
    uint32_t *next; /* by stack on the path: the callee to go to next */
};

static uint32_t row_of(struct functions_walk *w, stack_id stack)
{
    const struct profile *p = w->t->profile;
    frame_id frame = p->stacks.rows[stack].frame;
    struct functions *fs = w->functions;

    if (w->of_frame[frame])
        return w->of_frame[frame] - 1;
    fs->rows = mem_grow(fs->rows, &fs->room, fs->n + 1, sizeof *fs->rows);
    fs->rows[fs->n] =
        (struct function){.name = p->frames.rows[frame].name, .kind = p->frames.rows[frame].kind};
    w->on_path = mem_grow(w->on_path, &w->path_room, fs->n + 1, sizeof *w->on_path);
    w->of_frame[frame] = (uint32_t)++fs->n;
    return (uint32_t)fs->n - 1;
}

/* The value sampled in the function of the stack's last frame; in a reversed stack, in its first.
 */
static uint64_t self_of(const struct functions_walk *w, stack_id stack)
{
    if (!w->reversed)
        return tree_self(w->t, stack);
    return w->t->profile->stacks.rows[stack].caller == 0 ? w->t->total[stack] : 0;
}

static void enter(struct functions_walk *w, stack_id stack)
{
    uint32_t row = row_of(w, stack);
    struct function *f = &w->functions->rows[row];

    f->places++;
    f->self += self_of(w, stack);
    if (w->on_path[row]++ == 0)
        f->total += w->t->total[stack];
}

static void walk(struct functions_walk *w)
{
    const struct stack *rows = w->t->profile->stacks.rows;
    stack_id at = 0;

    for (;;) {
        uint32_t n;
        const stack_id *callees = tree_callees(w->t, at, &n);
        if (w->next[at] < n) {
            at = callees[w->next[at]++];
            enter(w, at);
            continue;
        }
        if (at == 0)
            return;
        w->on_path[row_of(w, at)]--;
        at = rows[at].caller;
    }
}

struct function_key {
    struct function function;
    const struct names *names;
};

int functions_compare(const struct function *a, const struct function *b, const struct names *names)
{
    if (a->self != b->self)
        return a->self > b->self ? -1 : 1;
    if (a->total != b->total)
        return a->total > b->total ? -1 : 1;
    int order = str_compare(names_get(names, a->name), names_get(names, b->name));
    if (order)
        return order;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

static int compare(const void *a, const void *b)
{
    const struct function_key *x = a;
    const struct function_key *y = b;

    return functions_compare(&x->function, &y->function, x->names);
}

static void order(struct functions *fs, const struct names *names)
{
    struct function_key *keys = mem_alloc(fs->n, sizeof *keys);

    for (size_t i = 0; i < fs->n; i++)
        keys[i] = (struct function_key){fs->rows[i], names};
    qsort(keys, fs->n, sizeof *keys, compare);
    for (size_t i = 0; i < fs->n; i++)
        fs->rows[i] = keys[i].function;
    mem_free(keys, fs->n, sizeof *keys);
}

void functions_add_up(struct functions *functions, const struct tree *t, bool reversed)
{
    struct functions_walk w = {
        .t = t,
        .functions = functions,
        .reversed = reversed,
        .of_frame = mem_alloc(t->profile->frames.n, sizeof *w.of_frame),
        .next = mem_alloc(t->n, sizeof *w.next),
    };

    *functions = (struct functions){0};
    w.on_path = mem_grow(NULL, &w.path_room, 1, sizeof *w.on_path);
    walk(&w);
    mem_free(w.of_frame, t->profile->frames.n, sizeof *w.of_frame);
    mem_free(w.next, t->n, sizeof *w.next);
    mem_free(w.on_path, w.path_room, sizeof *w.on_path);
}

void functions_build(struct functions *functions, const struct tree *t, bool reversed)
{
    functions_add_up(functions, t, reversed);
    order(functions, &t->profile->names);
}

void functions_free(struct functions *functions)
{
    mem_free(functions->rows, functions->room, sizeof *functions->rows);
    *functions = (struct functions){0};
}
