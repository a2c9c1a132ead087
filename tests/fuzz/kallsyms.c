/* Any bytes are a list of the kernel's symbols: in order, moved or not, and found again. */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/kallsyms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_list(struct str bytes, struct str mark, uint64_t recorded)
{
    struct kallsyms k = {0};

    kallsyms_read(&k, bytes);
    uint32_t n = k.symbols.n;
    check(n <= k.lines && k.lines <= bytes.n);
    kallsyms_finish(&k, mark, recorded);
    check(k.symbols.n <= n && (k.symbols.n || !n || recorded));
    for (uint32_t i = 0; i < k.symbols.n; i++) {
        const struct symbol *s = &k.symbols.symbols[i];
        struct str name = table_name(&k.symbols, s);
        check(i == 0 || k.symbols.symbols[i - 1].address < s->address);
        check(table_find(&k.symbols, s->address) == s);
        check(kallsyms_function(name).n + kallsyms_module(name).n <= name.n);
    }
    kallsyms_free(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};

    check_list(bytes, STR("_text"), 0);
    check_list(bytes, STR("_stext"), 0xffffffff81000000);
    check_list(bytes, STR("_text"), UINT64_MAX);
    return 0;
}
