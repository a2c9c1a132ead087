/* Any bytes are a mangled name: what comes out is within its budget, without a NUL, and the same
 * twice. */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_style(struct str name, enum demangle_style style)
{
    struct buf once = {0};
    struct buf twice = {0};

    enum demangled done = demangle(name, style, &once);
    check(demangle(name, style, &twice) == done);
    check(once.n <= demangle_most(name.n) + 4); /* @plt */
    if (done == DEMANGLED)
        check(once.n > 0 && str_equal(buf_str(&once), buf_str(&twice)));
    buf_free(&once);
    buf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str name = {size ? (const char *)data : "", size};

    check_style(name, DEMANGLE_PLAIN);
    check_style(name, DEMANGLE_FULL);
    return 0;
}
