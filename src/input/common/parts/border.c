/* main;work 3 NEWLINE main;read 5: a part of folded stacks may begin behind any newline, a part of
 * text of perf behind a blank line. Finds where an input may be cut into parts. */
#include "input/common/parts/border.h"

#include "base/mem.h"

/* Whether a part may begin after the newline at bytes[i]. */
static bool is_border(enum input_cut cut, const char *bytes, size_t i)
{
    if (cut == CUT_LINES)
        return true;
    return i && (bytes[i - 1] == '\n' || (i > 1 && bytes[i - 1] == '\r' && bytes[i - 2] == '\n'));
}

bool border_find(const struct source *whole, enum input_cut cut, uint64_t at, uint64_t *found,
                 struct fault *f)
{
    enum { SEEN = 64 << 10, FAR = 8 << 20 };
    struct source s;
    char *bytes = mem_alloc(SEEN, 1);
    size_t got = 1;
    size_t kept = 0;
    uint64_t begin = at - 1;

    *found = whole->size;
    source_open_part(&s, whole, begin, whole->size);
    while (got && *found == whole->size && begin < at + FAR) {
        if (!source_read(&s, bytes + kept, SEEN - kept, &got, f))
            break;
        size_t n = kept + got;
        for (size_t i = 0; i < n && *found == whole->size; i++)
            if (bytes[i] == '\n' && is_border(cut, bytes, i))
                *found = begin + i + 1;
        kept = n < 2 ? n : 2;
        memmove(bytes, bytes + n - kept, kept);
        begin += n - kept;
    }
    source_close(&s);
    mem_free(bytes, SEEN, 1);
    return f->kind == FAULT_NONE;
}
