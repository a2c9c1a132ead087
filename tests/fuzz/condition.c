/* Any bytes are a condition, which reads the same once it is printed, or a fault with what was
 * wanted. */
#include <stdint.h>
#include <stdlib.h>

#include "record/trap/condition.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void print(const struct condition *c, struct buf *to)
{
    buf_clear(to);
    condition_add_subject(to, c);
    buf_add(to, STR(" "));
    condition_add_wanted(to, c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str text = {size ? (const char *)data : "", size};
    struct condition c;
    struct condition again;
    struct fault f = {0};
    struct buf first = {0};
    struct buf second = {0};

    if (condition_parse(&c, text, &f)) {
        check(f.kind == FAULT_NONE);
        check(condition_holds(&c, c.value) == c.or_equal);
        print(&c, &first);
        check(condition_parse(&again, buf_str(&first), &f));
        check(again.metric == c.metric && again.of == c.of && again.pid == c.pid &&
              again.above == c.above && again.or_equal == c.or_equal &&
              str_equal(again.group, c.group));
        print(&again, &second);
        check(again.value <= c.value);
    } else {
        check(f.kind == FAULT_USAGE && str_starts(str_of(f.text), STR("--when")));
    }
    buf_free(&first);
    buf_free(&second);
    return 0;
}
