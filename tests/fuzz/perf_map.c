/* Any bytes are a perf map: its pieces lie one behind the other, and each holds its own addresses.
 */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/perf_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_pieces(const struct symbol_table *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->symbols[i];
        check(s->size && s->name_size && s->size <= UINT64_MAX - s->address);
        check(i == 0 || t->symbols[i - 1].address + t->symbols[i - 1].size <= s->address);
        check(table_find(t, s->address) == s && table_find(t, s->address + s->size - 1) == s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct symbol_table t = {0};
    struct perf_info line;
    struct str guid;

    uint64_t bad = perf_map_read(&t, bytes);
    uint32_t entries = t.n;
    check(bad + entries <= size);
    perf_map_finish(&t);
    check(t.n <= 2 * (uint64_t)entries);
    check_pieces(&t);
    table_free(&t);
    for (struct str rest = bytes; perf_info_next(&rest, &line);)
        check(line.path.n > 0);
    if (perf_map_image(bytes, &guid))
        check(guid.n >= 2 && guid.p[0] == '{');
    return 0;
}
