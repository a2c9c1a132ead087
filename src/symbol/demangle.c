/* _ZN4core3fmt5write17h0123456789abcdefE, _RNvCs1234_7mycrate3foo, _D3std5stdio7writelnFZv */
#include "symbol/demangle.h"

#ifdef FLAME_HAVE_LIBIBERTY

#include "base/cut.h"
#include "base/mem.h"

/* libiberty/demangle.h names alloca, which base/banned.h forbids, so what is used of it stands here
 * (binutils, include/demangle.h). It calls itself for what is nested in a name, at most 2048 deep.
 */
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

/* What linkers and compilers hang on a name: @plt, @@GLIBC_2.34, .llvm.1234, .constprop.0 */
static struct str without_suffix(struct str name)
{
    size_t end = str_find(name, 1, STR("@"));

    name.n = end;
    for (size_t i = 1; i < name.n; i++)
        if (name.p[i] == '.')
            name.n = i;
    return name;
}

bool demangle(struct str name, struct buf *to)
{
    static const int options = DMGL_PARAMS | DMGL_ANSI;
    struct buf text = {0};

    buf_clear(to);
    if (name.n < 4 || name.n > MANGLED_MOST || name.p[0] != '_' ||
        (name.p[1] != 'Z' && name.p[1] != 'R' && name.p[1] != 'D' && name.p[1] != '_'))
        return false;
    if (memchr(name.p, '\0', name.n))
        return false;
    buf_add(&text, without_suffix(name));
    buf_add_byte(&text, '\0');
    bool done = rust_demangle_callback(text.p, options, take, to);
    if (!done) {
        buf_clear(to);
        done = cplus_demangle_v3_callback(text.p, options, take, to);
    }
    char *d = !done && name.p[1] == 'D' ? dlang_demangle(text.p, options) : NULL;
    if (d) {
        buf_clear(to);
        buf_add(to, str_of(d));
        mem_free_foreign(d);
        done = true;
    }
    buf_free(&text);
    return done && to->n;
}

#else

bool demangle(struct str name, struct buf *to)
{
    (void)name;
    buf_clear(to);
    return false;
}

#endif
