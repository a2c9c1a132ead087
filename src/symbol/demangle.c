/* _ZN4core3fmt5write17h0123456789abcdefE, _RNvCs1234_7mycrate3foo, _D3std5stdio7writelnFZv:
 * demangles names of C++, Rust and D with libiberty. */
#include "symbol/demangle.h"

#ifdef FLAME_HAVE_LIBIBERTY

#include "base/mem.h"
#include "base/parse.h"

/* Declarations from libiberty/demangle.h (binutils, include/demangle.h), which cannot be included:
 * it names alloca, which base/banned.h forbids. The library recurses for nested names, at most 2048
 * deep. */
enum { DMGL_PARAMS = 1, DMGL_ANSI = 2, MANGLED_MOST = 64 << 10 };

int rust_demangle_callback(const char *mangled, int options,
                           void (*take)(const char *, size_t, void *), void *context);
int cplus_demangle_v3_callback(const char *mangled, int options,
                               void (*take)(const char *, size_t, void *), void *context);
char *dlang_demangle(const char *mangled, int options);

static void take(const char *text, size_t n, void *to)
{
    buf_add(to, (struct str){text, n});
}

static bool may_be_mangled(struct str name)
{
    return name.n >= 4 && name.n <= MANGLED_MOST && name.p[0] == '_' &&
           (name.p[1] == 'Z' || name.p[1] == 'R' || name.p[1] == 'D' || name.p[1] == '_') &&
           !memchr(name.p, '\0', name.n);
}

/* A D name has no dot, and the D demangler does not accept a suffix after one. */
static bool demangle_d(struct buf *mangled, struct buf *to)
{
    size_t dot = str_find(buf_str(mangled), 0, STR("."));

    mangled->n = dot < mangled->n ? dot : mangled->n - 1;
    buf_add_byte(mangled, '\0');
    char *d = dlang_demangle(mangled->p, DMGL_PARAMS | DMGL_ANSI);
    if (!d)
        return false;
    buf_clear(to);
    buf_add(to, str_of(d));
    mem_free_foreign(d);
    return true;
}

/* Rust's demangler ignores .llvm.1234; that of C++ turns such a suffix into [clone .constprop.0],
 * or fails when no parameters are wanted. */
static bool demangle_text(struct buf *mangled, int options, struct buf *to)
{
    if (rust_demangle_callback(mangled->p, DMGL_PARAMS | DMGL_ANSI, take, to))
        return true;
    buf_clear(to);
    if (cplus_demangle_v3_callback(mangled->p, options, take, to))
        return true;
    return mangled->p[1] == 'D' && demangle_d(mangled, to);
}

bool demangle(struct str name, enum demangle_style style, struct buf *to)
{
    int options = style == DEMANGLE_FULL ? DMGL_PARAMS | DMGL_ANSI : 0;
    struct buf text = {0};

    buf_clear(to);
    if (!may_be_mangled(name))
        return false;
    size_t end = str_find(name, 1, STR("@"));
    struct str version = str_from_to(name, end, name.n);
    buf_add(&text, str_from_to(name, 0, end));
    buf_add_byte(&text, '\0');
    bool done = demangle_text(&text, options, to) && to->n;
    buf_free(&text);
    if (done && str_equal(version, STR("@plt")))
        buf_add(to, version);
    return done;
}

#else

bool demangle(struct str name, enum demangle_style style, struct buf *to)
{
    (void)name;
    (void)style;
    buf_clear(to);
    return false;
}

#endif
