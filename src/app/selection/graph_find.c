/* Finds functions by names and globs, and suggests the nearest name. */
#include "app/selection/graph_find.h"

#include <fnmatch.h>

#include "base/mem.h"
#include "base/parse.h"

const char *graph_c_name(const struct graph *g, uint32_t function, struct buf *room)
{
    buf_clear(room);
    buf_add(room, graph_text(g, g->functions[function].name));
    buf_add_byte(room, '\0');
    return room->p;
}

/* Returns the function name most similar to the word, for a message; "" if none is. */
static struct str nearest_function(const struct graph *g, struct str word)
{
    unsigned best = (unsigned)word.n / 3 + 1;
    struct str found = STR("");

    for (uint32_t i = 0; i < g->n_functions; i++) {
        struct str name = graph_text(g, g->functions[i].name);
        if (!g->functions[i].met)
            continue;
        unsigned distance = edit_distance(word, name, 64);
        bool part = word.n > 2 && str_find(name, 0, word) < name.n;
        if (part && !found.n)
            found = name;
        if (distance < best) {
            best = distance;
            found = name;
        }
    }
    return found;
}

bool graph_find_none(const struct graph *g, const char *option, const char *glob, struct fault *f)
{
    struct excerpt word;
    struct excerpt near;
    struct str found = nearest_function(g, str_of(glob));

    if (!found.n)
        return fault_set(f, FAULT_INPUT, "%s: no function is named \"%s\" (--list-functions +)",
                         option, excerpt_of(&word, str_of(glob)));
    return fault_set(f, FAULT_INPUT,
                     "%s: no function is named \"%s\"; did you mean \"%s\"? A part of a name is "
                     "written *PART*",
                     option, excerpt_of(&word, str_of(glob)), excerpt_of(&near, found));
}

static bool graph_is_named(const struct graph *g, uint32_t function, struct str name)
{
    struct str have = graph_text(g, g->functions[function].name);

    return g->functions[function].met &&
           (str_equal(have, name) || str_equal(name_without_mark(have), name));
}

bool graph_find(const struct graph *g, const char *name, bool *marks)
{
    struct buf room = {0};
    bool any = false;

    for (uint32_t i = 0; i < g->n_functions; i++)
        if (graph_is_named(g, i, str_of(name)))
            marks[i] = any = true;
    for (uint32_t i = 0, end = any ? 0 : g->n_functions; i < end; i++)
        if (g->functions[i].met && fnmatch(name, graph_c_name(g, i, &room), 0) == 0)
            marks[i] = any = true;
    buf_free(&room);
    return any;
}

bool graph_find_all(const struct graph *g, const struct request_list *globs, const char *option,
                    bool **marks, struct fault *f)
{
    bool ok = true;

    if (globs->n)
        *marks = mem_alloc(g->n_functions, sizeof **marks);
    for (size_t k = 0; ok && k < globs->n; k++)
        ok = graph_find(g, globs->items[k], *marks) ||
             graph_find_none(g, option, globs->items[k], f);
    return ok;
}
