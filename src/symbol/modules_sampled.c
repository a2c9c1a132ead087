/* main, and write@plt: what names some addresses of a file.
 * Finds the symbols that sampled addresses need. */
#include "symbol/module.h"
#include "symbol/modules.h"

/* Whether some address without a function lies in a stub. */
static bool needs_stubs(const struct image *image, const uint64_t *addresses, size_t n,
                        const struct symbol_table *functions)
{
    struct image_stub stub;

    for (size_t i = 0; i < n; i++)
        if (!table_find(functions, addresses[i]) && image_stub_at(image, addresses[i], &stub))
            return true;
    return false;
}

/* Whether the stub of some address, which is in no function, has no name yet. */
static bool lacks_name(const struct symbol_table *stubs, const uint64_t *addresses, size_t n,
                       const struct symbol_table *functions)
{
    for (size_t i = 0; i < n; i++) {
        const struct symbol *s =
            table_find(functions, addresses[i]) ? NULL : table_find(stubs, addresses[i]);
        if (s && str_starts(table_name(stubs, s), STR("*ABS*")))
            return true;
    }
    return false;
}

/* A stub that chooses among functions of the file is named after the one that chooses, which may be
 * anywhere: all functions are read, but only if some address needs such a stub. */
static void add_stubs(struct modules *m, module_id id, const uint64_t *addresses, size_t n,
                      struct symbol_table *to)
{
    const struct image *image = &modules_find(m, id)->file.image;
    const struct symbol_table none = {.n = 0};
    struct symbol_table stubs = {.n = 0};

    if (!needs_stubs(image, addresses, n, to))
        return;
    image_stubs(image, &none, &stubs);
    if (lacks_name(&stubs, addresses, n, to)) {
        table_free(&stubs);
        stubs = none;
        image_stubs(image, &modules_find_named(m, id)->table, &stubs);
    }
    for (uint32_t i = 0; i < stubs.n; i++)
        if (table_find(to, stubs.symbols[i].address))
            stubs.symbols[i].size = 0;
    for (uint32_t i = 0; i < stubs.n; i++) {
        const struct symbol *s = &stubs.symbols[i];
        if (s->size) /* a mark without a name may stand where a section begins */
            table_add(to, s->address, s->size, table_name(&stubs, s), UINT32_MAX);
    }
    table_free(&stubs);
    table_sort(to);
}

void modules_symbols_at(struct modules *m, module_id id, const uint64_t *addresses, size_t n,
                        struct symbol_table *to)
{
    struct module *module = modules_find(m, id);
    const struct image *image = &module->file.image;
    struct image mini;

    if (module->file.rule == RULE_NONE)
        return;
    modules_find_symbols(m, module);
    const bool has_symbols = module->symbols.rule != RULE_NONE;
    if (has_symbols)
        image_symbols_at(&module->symbols.image, addresses, n, to);
    image_symbols_at(image, addresses, n, to);
    if (!has_symbols && !image_has_symbols(image) && image_open_mini(&mini, image, m->limits)) {
        image_symbols_at(&mini, addresses, n, to);
        image_close(&mini);
    }
    table_sort(to);
    add_stubs(m, id, addresses, n, to);
}
