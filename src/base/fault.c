/* Error messages, and excerpts of the input that are safe to print. */
#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_set(struct fault *f, enum fault_kind kind, const char *format, ...)
{
    va_list arguments;

    if (f->kind != FAULT_NONE)
        return false;
    f->kind = kind;
    va_start(arguments, format);
    vsnprintf(f->text, sizeof f->text, format, arguments);
    va_end(arguments);
    return false;
}

bool fault_set_unread(struct fault *f, const char *name, const char *why)
{
    f->unread = f->unread || f->kind == FAULT_NONE;
    return fault_set(f, FAULT_SYSTEM, "%s: %s", name, why);
}

const char *excerpt_of(struct excerpt *e, struct str s)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t limit = s.n < 60 ? s.n : 60;
    char *to = e->text;

    for (size_t i = 0; i < limit; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c >= 0x20 && c < 0x7f) {
            *to++ = (char)c;
            continue;
        }
        *to++ = '\\';
        *to++ = 'x';
        *to++ = digits[c >> 4];
        *to++ = digits[c & 15];
    }
    memcpy(to, s.n > limit ? "..." : "", s.n > limit ? 4 : 1);
    return e->text;
}

const char *near_of(struct near *n, const char *excerpt)
{
    snprintf(n->text, sizeof n->text, excerpt[0] ? " (near \"%s\")" : "%s", excerpt);
    return n->text;
}
