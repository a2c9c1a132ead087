/* libc.so.6 at 9f0c2: by its table of symbols; file: /usr/lib/.../libc.so.6 (found by its path)
 * Explains what named a function. */
#include "input/perf_data/code/explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/parse.h"

enum { PLACES_MOST = 64 };

/* A place and its name, for sorting. */
struct commands {
    struct str name;
    const struct explained *place;
    size_t at;
};

void explaining_free(struct explaining *e)
{
    for (size_t i = 0; i < e->n; i++)
        buf_free(&e->rows[i].by);
    mem_free(e->rows, e->room, sizeof *e->rows);
    *e = (struct explaining){0};
}

static bool is_same(const struct explained *a, const struct explained *b, struct str by)
{
    return a->code.home == b->code.home && a->code.number == b->code.number &&
           a->inlined == b->inlined && a->has_name == b->has_name && str_equal(buf_str(&a->by), by);
}

void explaining_add(struct explaining *e, const struct explained *place, struct str by)
{
    size_t i = 0;

    while (i < e->n && !is_same(&e->rows[i], place, by))
        i++;
    if (i < e->n) {
        if (place->code.address < e->rows[i].code.address)
            e->rows[i].code.address = place->code.address;
        return;
    }
    if (e->n == PLACES_MOST)
        return;
    e->rows = mem_grow(e->rows, &e->room, e->n + 1, sizeof *e->rows);
    e->rows[i] = *place;
    e->rows[i].by = (struct buf){0};
    buf_add(&e->rows[i].by, by);
    e->n++;
}

void explaining_join(struct explaining *e, const struct explaining *other)
{
    for (size_t i = 0; i < other->n; i++)
        explaining_add(e, &other->rows[i], buf_str(&other->rows[i].by));
}

static int by_name(const void *a, const void *b)
{
    const struct commands *x = a;
    const struct commands *y = b;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int order = memcmp(x->name.p, y->name.p, n);

    if (order)
        return order;
    if (x->name.n != y->name.n)
        return x->name.n < y->name.n ? -1 : 1;
    if (x->place->code.address != y->place->code.address)
        return x->place->code.address < y->place->code.address ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static struct str kernel_naming(const struct explained *place, const struct kernel *kernel,
                                struct buf *room)
{
    static const char *const rules[] = {
        [KERNEL_NONE] = "",
        [KERNEL_GIVEN] = "--kallsyms",
        [KERNEL_TAKEN] = "the recording",
        [KERNEL_RECORDING] = "kcore_dir of the recording",
        [KERNEL_CACHE] = "the build-id cache of perf",
        [KERNEL_HERE] = "the kernel that runs here, which is the recorded one",
        [KERNEL_FILE] = "the kernel's own file",
    };

    if (place->code.number)
        return STR("named by the recording itself");
    buf_clear(room);
    buf_add(room, place->has_name ? STR("named by ") : STR("no name: "));
    if (!place->has_name) {
        buf_add(room, kernel->why.n ? buf_str(&kernel->why) : STR("it has no symbol there"));
        return buf_str(room);
    }
    buf_add(room, str_until_nul(buf_str(&kernel->path)));
    buf_add(room, STR(" ("));
    buf_add(room, str_of(rules[kernel->rule]));
    buf_add(room, STR(")"));
    return buf_str(room);
}

static struct str naming_of(const struct explained *place, struct sources *sources,
                            struct buf *room)
{
    if (place->by.n) {
        buf_clear(room);
        buf_add(room, STR("named by "));
        buf_add(room, buf_str(&place->by));
        return buf_str(room);
    }
    switch (place->code.home) {
    case HOME_KERNEL:
        return kernel_naming(place, &sources->rec->kernel.names, room);
    case HOME_MADE:
        return STR("no name: its runtime writes a map or a dump when asked to, which is looked for "
                   "beside the recording, in --perf-map-dir and in /tmp");
    case HOME_FILE:
        break;
    }
    return explained_naming(sources->modules, place->code.number, place->code.address,
                            place->inlined);
}

static void tell(const struct commands *told, struct sources *sources, struct text_list *to)
{
    const struct code *code = &told->place->code;
    struct buf room = {0};
    struct str how = naming_of(told->place, sources, &room);
    struct str in = code->home == HOME_FILE ? path_base_name(told->name) : told->name;

    reading_remark(to, "%" PRIx64 " in %.*s: %.*s", code->address, (int)in.n, in.p, (int)how.n,
                   how.p);
    if (code->home == HOME_FILE) {
        buf_clear(&room);
        modules_explain(sources->modules, code->number, &room);
        text_list_add(to, buf_str(&room));
    }
    buf_free(&room);
}

void explaining_tell(const struct explaining *e, struct sources *sources, struct text_list *to)
{
    struct commands *list = mem_alloc(e->n, sizeof *list);

    for (size_t i = 0; i < e->n; i++)
        list[i] = (struct commands){sources_place(sources, &e->rows[i].code), &e->rows[i], i};
    if (e->n)
        qsort(list, e->n, sizeof *list, by_name);
    for (size_t i = 0; i < e->n; i++)
        tell(&list[i], sources, to);
    mem_free(list, e->n, sizeof *list);
}
