/* Lists the stacks, frames, functions, libraries and names that a thread uses. */
#include "render/exchange/firefox_lists.h"

#include <stdlib.h>

#include "base/mem.h"

/* Frames with equal values of these three are one. */
struct firefox_frame {
    name_id names[3];
    frame_id frame;
};

static void list_init(struct firefox_list *l, size_t n_ids)
{
    *l = (struct firefox_list){.n_ids = n_ids};
    l->place = mem_alloc(n_ids, sizeof *l->place);
    l->turn = mem_alloc(n_ids, sizeof *l->turn);
}

static void list_free(struct firefox_list *l)
{
    mem_free(l->place, l->n_ids, sizeof *l->place);
    mem_free(l->turn, l->n_ids, sizeof *l->turn);
    mem_free(l->ids, l->room, sizeof *l->ids);
}

static uint32_t list(struct firefox_list *l, uint32_t id, uint32_t turn)
{
    if (l->turn[id] == turn)
        return l->place[id];
    l->ids = mem_grow(l->ids, &l->room, (size_t)l->n + 1, sizeof *l->ids);
    l->ids[l->n] = id;
    l->turn[id] = turn;
    l->place[id] = l->n;
    return l->n++;
}

static int compare_named(const void *a, const void *b)
{
    const struct firefox_frame *x = a;
    const struct firefox_frame *y = b;

    for (size_t i = 0; i < 3; i++)
        if (x->names[i] != y->names[i])
            return x->names[i] < y->names[i] ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

/* Sets first_of[] by frame: the first frame with equal names. */
static void find_first(struct firefox_frame *all, size_t n, frame_id *first_of)
{
    frame_id first = 0;

    qsort(all, n, sizeof *all, compare_named);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || memcmp(all[i].names, all[i - 1].names, sizeof all[i].names) != 0)
            first = all[i].frame;
        first_of[all[i].frame] = first;
    }
}

static void find_functions(struct firefox_lists *l)
{
    const struct frame *rows = l->p->frames.rows;
    size_t n = l->p->frames.n;
    struct firefox_frame *all = mem_alloc(n, sizeof *all);
    size_t n_libs = 0;

    for (frame_id i = 1; i < n; i++)
        all[i - 1] = (struct firefox_frame){{rows[i].name, rows[i].module, rows[i].file}, i};
    find_first(all, n - 1, l->function_of);
    for (frame_id i = 1; i < n; i++)
        if (rows[i].module)
            all[n_libs++] = (struct firefox_frame){{rows[i].module, rows[i].build_id, 0}, i};
    find_first(all, n_libs, l->lib_of);
    mem_free(all, n, sizeof *all);
}

static void find_locations(struct firefox_lists *l)
{
    const struct profile *p = l->p;

    for (stack_id s = 1; s < p->stacks.n; s++) {
        const struct stack *row = &p->stacks.rows[s];
        bool is_inlined = row->caller && p->frames.rows[row->frame].kind == KIND_INLINED;
        l->location_of[s] =
            stacks_add(&l->locations, is_inlined ? l->location_of[row->caller] : 0, row->frame);
    }
}

/* Lists a stack after its callers. */
static void list_stack(struct firefox_lists *l, stack_id stack)
{
    size_t n = 0;

    for (stack_id at = stack; at && l->stacks.turn[at] != l->turn;
         at = l->p->stacks.rows[at].caller) {
        l->path = mem_grow(l->path, &l->path_room, n + 1, sizeof *l->path);
        l->path[n++] = at;
    }
    while (n > 0) {
        stack_id at = l->path[--n];
        list(&l->stacks, at, l->turn);
        list(&l->places, l->location_of[at], l->turn);
    }
    l->has_unknown = l->has_unknown || stack == 0;
}

static void list_functions(struct firefox_lists *l)
{
    for (uint32_t i = 0; i < l->places.n; i++) {
        frame_id frame = l->locations.rows[l->places.ids[i]].frame;
        list(&l->functions, l->function_of[frame], l->turn);
    }
}

static void list_names(struct firefox_lists *l)
{
    for (uint32_t i = 0; i < l->functions.n; i++) {
        const struct frame *row = &l->p->frames.rows[l->functions.ids[i]];
        frame_id lib = l->lib_of[l->functions.ids[i]];
        list(&l->names, row->name, l->turn);
        if (row->file)
            list(&l->names, row->file, l->turn);
        if (lib) {
            list(&l->libs, lib, l->turn);
            list(&l->all_libs, lib, 1);
        }
    }
}

bool firefox_is_wait(const struct thread_sample *sample)
{
    enum thread_state state = state_without_guess(sample->state);

    return state != STATE_RUNNING && state != STATE_READY;
}

void firefox_lists_name(struct firefox_lists *l, name_id name)
{
    list(&l->names, name, l->turn);
}

void firefox_lists_fill(struct firefox_lists *l, const struct thread_samples *threads,
                        uint32_t thread)
{
    const struct sampled_thread *t = &threads->list[thread];

    l->stacks.n = l->places.n = l->functions.n = l->libs.n = l->names.n = l->waits.n = 0;
    l->turn = thread + 1;
    l->has_unknown = false;
    for (uint32_t i = 0; i < t->n; i++) {
        const struct thread_sample *sample = &threads->samples[t->first + i];
        list_stack(l, sample->stack);
        if (sample->stack && firefox_is_wait(sample))
            list(&l->waits, sample->stack, l->turn);
    }
    list_functions(l);
    list_names(l);
}

void firefox_lists_init(struct firefox_lists *l, const struct profile *p)
{
    *l = (struct firefox_lists){
        .p = p,
        .location_of = mem_alloc(p->stacks.n, sizeof *l->location_of),
        .function_of = mem_alloc(p->frames.n, sizeof *l->function_of),
        .lib_of = mem_alloc(p->frames.n, sizeof *l->lib_of),
    };
    stacks_init(&l->locations);
    find_functions(l);
    find_locations(l);
    list_init(&l->stacks, p->stacks.n);
    list_init(&l->waits, p->stacks.n);
    list_init(&l->places, l->locations.n);
    list_init(&l->functions, p->frames.n);
    list_init(&l->libs, p->frames.n);
    list_init(&l->names, p->names.n);
    list_init(&l->all_libs, p->frames.n);
}

void firefox_lists_free(struct firefox_lists *l)
{
    list_free(&l->stacks);
    list_free(&l->waits);
    list_free(&l->places);
    list_free(&l->functions);
    list_free(&l->libs);
    list_free(&l->names);
    list_free(&l->all_libs);
    stacks_free(&l->locations);
    mem_free(l->location_of, l->p->stacks.n, sizeof *l->location_of);
    mem_free(l->function_of, l->p->frames.n, sizeof *l->function_of);
    mem_free(l->lib_of, l->p->frames.n, sizeof *l->lib_of);
    mem_free(l->path, l->path_room, sizeof *l->path);
}
