/* Any bytes are symbols that a recording brings along: found again, and written as they were read.
 */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/embedded_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Appends what was read of a file. */
static void write_module(const struct embedded_module *module, struct buf *to)
{
    struct symbol_table table = {.n = 0};
    struct embedded_code code;

    embedded_module_read(module, &table, &code);
    check(embedded_symbols_add_file(to, module->path, &module->build_id) ||
          memchr(module->path.p, '\0', module->path.n));
    for (size_t i = 0; i < code.n; i++) {
        check(!code.rows[i].size || embedded_code_at(&code, code.rows[i].offset));
        embedded_symbols_add_code(to, &code.rows[i]);
    }
    for (uint32_t i = 0; i < table.n; i++) {
        const struct symbol *s = &table.symbols[i];
        check(i == 0 || table.symbols[i - 1].address < s->address);
        check(table_find(&table, s->address) == s);
        struct str name = table_name(&table, s);
        check(embedded_symbols_add_function(to, s->address, s->size, name) ||
              memchr(name.p, '\0', name.n));
    }
    table_free(&table);
}

static void write_all(const struct embedded_symbols *t, struct buf *to)
{
    for (size_t i = 0; i < t->n; i++) {
        check(embedded_symbols_find(t, t->modules[i].path, &t->modules[i].build_id) ==
              &t->modules[i]);
        write_module(&t->modules[i], to);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct embedded_symbols first = {.n = 0};
    struct embedded_symbols second = {.n = 0};
    struct buf again = {0};

    buf_add(&first.text, (struct str){size ? (const char *)data : "", size});
    embedded_symbols_read(&first);
    check(first.n + first.bad_lines <= size);
    write_all(&first, &second.text);
    embedded_symbols_read(&second);
    if (!memchr(first.text.p ? first.text.p : "a", '\0', first.text.n)) {
        write_all(&second, &again);
        check(second.n == first.n && str_equal(buf_str(&again), buf_str(&second.text)));
    }
    buf_free(&again);
    embedded_symbols_free(&first);
    embedded_symbols_free(&second);
    return 0;
}
