/* _ZN4core3fmt5write17h0123456789abcdefE, _RNvCs1234_7mycrate3foo, _D3std5stdio7writelnFZv:
 * demangles names of C++, Rust and D with libiberty. */
#include "symbol/demangle.h"

#ifdef FLAME_HAVE_LIBIBERTY

#include <setjmp.h>

#include "base/mem.h"
#include "base/parse.h"

/* Declarations from libiberty/demangle.h (binutils, include/demangle.h), which cannot be included:
 * it names alloca, which base/banned.h forbids. The library recurses for nested names, at most 2048
 * deep. */
enum { DMGL_PARAMS = 1, DMGL_ANSI = 2, MANGLED_MOST = 64 << 10 };

typedef void take_piece(const char *text, size_t n, void *context);

int rust_demangle_callback(const char *mangled, int options, take_piece *take, void *context);
int cplus_demangle_v3_callback(const char *mangled, int options, take_piece *take, void *context);
char *dlang_demangle(const char *mangled, int options);

/* Where a demangler's output goes. */
struct output {
    struct buf *to;
    size_t most;
    jmp_buf too_long;
};

/* A demangler cannot be told to stop, so a name that grows too long is left by a jump. For C++ it
 * holds no memory but its stack; for Rust see may_hold_memory. */
static void take(const char *text, size_t n, void *context)
{
    struct output *output = context;

    if (n > output->most - output->to->n)
        longjmp(output->too_long, 1);
    if (n > 0) /* text may be NULL for an empty identifier */
        buf_add(output->to, (struct str){text, n});
}

static enum demangled run(int (*demangler)(const char *, int, take_piece *, void *),
                          const char *mangled, int options, struct output *output)
{
    buf_clear(output->to);
    if (setjmp(output->too_long))
        return DEMANGLED_TOO_LONG;
    return demangler(mangled, options, take, output) && output->to->n ? DEMANGLED : NOT_MANGLED;
}

/* Rust's demangler holds memory while it writes a name in Punycode, "u8" and more digits: of these
 * names, those with so many back references that they might grow too long are not tried. */
static bool may_hold_memory(struct str name)
{
    enum { REFERENCES_MOST = 6 };
    size_t references = 0;
    bool encoded = false;

    for (size_t i = 1; i < name.n; i++) {
        references += name.p[i] == 'B';
        encoded = encoded || (name.p[i - 1] == 'u' && is_digit(name.p[i]));
    }
    return encoded && references > REFERENCES_MOST;
}

static bool may_be_mangled(struct str name)
{
    return name.n >= 4 && name.n <= MANGLED_MOST && name.p[0] == '_' &&
           (name.p[1] == 'Z' || name.p[1] == 'R' || name.p[1] == 'D' || name.p[1] == '_') &&
           !memchr(name.p, '\0', name.n);
}

/* Reads a back reference of D behind its Q, digits of base 26 of which the last is small, and moves
 * `at` behind it. Returns how far back it points; 0: it is none. */
static size_t read_back(struct str name, size_t *at)
{
    size_t back = 0;

    for (; *at < name.n && back < name.n; ++*at) {
        char c = name.p[*at];
        if (c >= 'a' && c <= 'z') {
            ++*at;
            return back * 26 + (size_t)(c - 'a');
        }
        if (c < 'A' || c > 'Z')
            return 0;
        back = back * 26 + (size_t)(c - 'A');
    }
    return 0;
}

/* Whether a D name with all its back references replaced might be longer than `most`. What one
 * points at is read as far as it may be: up to the reference, or over an identifier, which says its
 * length. D's demangler gives its output at once, so its size must be known before. */
static bool may_be_too_long(struct str name, size_t most)
{
    size_t *before = mem_alloc(name.n + 1, sizeof *before); /* bytes that the name's start makes */
    size_t at = 0;
    size_t sum = 0;

    while (at < name.n && sum <= most) {
        size_t from = at++;
        size_t back = name.p[from] == 'Q' ? read_back(name, &at) : 0;
        for (size_t i = from; i < at; i++)
            before[i] = sum;
        if (!back || back > from)
            sum += at - from;
        else if (is_digit(name.p[from - back]))
            sum += name.n;
        else
            sum += sum - before[from - back];
    }
    mem_free(before, name.n + 1, sizeof *before);
    return sum > most;
}

/* A D name has no dot, and the D demangler does not accept a suffix after one. */
static enum demangled demangle_d(struct buf *mangled, struct output *output)
{
    size_t dot = str_find(buf_str(mangled), 0, STR("."));

    mangled->n = dot < mangled->n ? dot : mangled->n - 1;
    if (may_be_too_long(buf_str(mangled), output->most))
        return DEMANGLED_TOO_LONG;
    buf_add_byte(mangled, '\0');
    char *d = dlang_demangle(mangled->p, DMGL_PARAMS | DMGL_ANSI);
    if (!d)
        return NOT_MANGLED;
    buf_clear(output->to);
    buf_add(output->to, str_of(d));
    mem_free_foreign(d);
    return output->to->n ? DEMANGLED : NOT_MANGLED;
}

/* Rust's demangler ignores .llvm.1234; that of C++ turns such a suffix into [clone .constprop.0],
 * or fails when no parameters are wanted. */
static enum demangled demangle_text(struct buf *mangled, int options, struct output *output)
{
    enum demangled done = DEMANGLED_TOO_LONG;

    if (!may_hold_memory(buf_str(mangled)) || mangled->p[1] != 'R')
        done = run(rust_demangle_callback, mangled->p, DMGL_PARAMS | DMGL_ANSI, output);
    if (done == NOT_MANGLED)
        done = run(cplus_demangle_v3_callback, mangled->p, options, output);
    if (done == NOT_MANGLED && mangled->p[1] == 'D')
        done = demangle_d(mangled, output);
    return done;
}

enum demangled demangle(struct str name, enum demangle_style style, struct buf *to)
{
    int options = style == DEMANGLE_FULL ? DMGL_PARAMS | DMGL_ANSI : 0;
    struct output output = {.to = to, .most = demangle_most(name.n)};
    struct buf text = {0};

    buf_clear(to);
    if (!may_be_mangled(name))
        return NOT_MANGLED;
    size_t end = str_find(name, 1, STR("@"));
    struct str version = str_from_to(name, end, name.n);
    buf_add(&text, str_from_to(name, 0, end));
    buf_add_byte(&text, '\0');
    enum demangled done = demangle_text(&text, options, &output);
    buf_free(&text);
    if (done == DEMANGLED && str_equal(version, STR("@plt")))
        buf_add(to, version);
    return done;
}

#else

enum demangled demangle(struct str name, enum demangle_style style, struct buf *to)
{
    (void)name;
    (void)style;
    buf_clear(to);
    return NOT_MANGLED;
}

#endif
