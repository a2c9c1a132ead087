/* What the unit tests share. */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"

/* Of a function whose locals are to lie on the stack: sanitizers that see what is used after a
 * return keep them elsewhere. */
#define UNIT_ON_STACK __attribute__((no_sanitize("address")))

#define assert_str(got, text)                                                                      \
    do {                                                                                           \
        struct str got_ = (got);                                                                   \
        if (!str_equal(got_, str_of(text)))                                                        \
            fail_msg("\"%.*s\" is not \"%s\"", (int)got_.n, got_.p, (text));                       \
    } while (0)

#endif
