/* Any bytes are symbols of samply, or a fault with a place; each address has functions with names.
 */
#include <stdint.h>
#include <stdlib.h>

#include "input/firefox/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_known(struct firefox_symbols *s, size_t i)
{
    const struct firefox_known *known = &s->known[i];
    size_t n = 0;
    bool is_exact;

    check(known->lib < s->n_libs && known->symbol < s->libs[known->lib].n);
    check(i == 0 || s->known[i - 1].lib <= known->lib);
    const struct code_place *places =
        firefox_symbols_places(s, known->lib, known->address, &n, &is_exact);
    if (!places)
        return;
    check(n > 0 && places[n - 1].name.n > 0 && !places[n - 1].inlined);
    for (size_t k = 0; k + 1 < n; k++)
        check(places[k].inlined);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct limits limits = limits_untrusted();
    struct firefox_symbols s;
    struct source source;
    struct fault f = {0};

    firefox_symbols_init(&s);
    if (source_open_memory(&source, "fuzz", bytes, &limits, &f)) {
        bool ok = firefox_symbols_read(&s, &source, &(struct ask){.limits = limits}, &f);
        check(ok == (f.kind == FAULT_NONE));
        for (size_t i = 0; i < s.n_known; i++)
            check_known(&s, i);
        source_close(&source);
    }
    firefox_symbols_free(&s);
    return 0;
}
