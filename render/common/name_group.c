/* Finds the package, namespace or folder in a function's name. */
#include "render/common/name_group.h"

#include "base/parse.h"
#include "render/common/name_parts.h"

/* Where a text ends within s; s.n + 1 if it is not there. */
static size_t behind(struct str s, const char *text)
{
    size_t at = str_find_last(s, str_of(text));

    return at < s.n ? at + strlen(text) : s.n + 1;
}

static size_t end_of_part(struct str s, size_t at)
{
    while (at < s.n && s.p[at] != '/' && s.p[at] != '\\' && s.p[at] != ' ' && s.p[at] != ':' &&
           s.p[at] != ')')
        at++;
    return at;
}

/* express of /app/node_modules/express/lib/router.js, @scope/name of packages with a scope. */
static struct str installed_package(struct str name)
{
    static const char *const folders[] = {"node_modules/", "site-packages/", "dist-packages/"};

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t from = behind(name, folders[i]);
        if (from >= name.n)
            continue;
        size_t to = end_of_part(name, from);
        if (name.p[from] == '@' && to < name.n && name.p[to] == '/')
            to = end_of_part(name, to + 1);
        return str_from_to(name, from, to);
    }
    return STR("");
}

/* The last folder of a path that begins at `from`: src of /app/src/run.js:3. */
static struct str folder_of(struct str name, size_t from)
{
    size_t begin = from;
    size_t end = from;

    for (size_t i = from; i < name.n && name.p[i] != ' ' && name.p[i] != ')'; i++) {
        if (name.p[i] != '/')
            continue;
        begin = end + (end > from);
        end = i;
    }
    if (begin < end && name.p[begin] == '/')
        begin++;
    return str_from_to(name, begin, end);
}

/* A path behind the name: "~run /app/run.js:3", "run (/app/run.py:3)". */
static struct str group_of_path(struct str name)
{
    size_t url = behind(name, "://");

    if (url < name.n)
        return folder_of(name, url);
    for (size_t i = 0; i + 1 < name.n; i++)
        if (name.p[i + 1] == '/' && (name.p[i] == ' ' || name.p[i] == '('))
            return folder_of(name, i + 1);
    return name.n && name.p[0] == '/' ? folder_of(name, 0) : STR("");
}

/* Of a package with slashes the first two parts, or three behind a domain. The last part is a class
 * (String.hash), or of Go a package too (http.Get). */
static struct str group_of_slashes(struct str name)
{
    size_t ends[3] = {0};
    size_t n = 0;
    size_t most = 2;
    size_t i = 0;

    for (; i < name.n && n < most; i++) {
        char c = name.p[i];
        if (c == '.' && n == 0)
            most = 3;
        if (c == '/')
            ends[n++] = i;
        else if (!name_is_letter(c) && c != '.' && c != '-')
            break;
    }
    if (n == 0 || n == most)
        return str_from_to(name, 0, n ? ends[n - 1] : 0);
    size_t last = ends[n - 1] + 1;
    size_t to = last;
    while (to < name.n && (name_is_letter(name.p[to]) || name.p[to] == '-'))
        to++;
    bool is_package =
        to < name.n && name.p[to] == '.' && name.p[last] >= 'a' && name.p[last] <= 'z';
    return str_from_to(name, 0, is_package ? to : last - 1);
}

/* Of a.b.C.f the first two parts, of a::b::f the first. */
static struct str group_of_scopes(struct str name)
{
    struct name_parts parts = name_parts_of(name);
    size_t from = parts.core;
    size_t to;
    size_t dots = 0;

    while (from < parts.own && !name_is_letter(name.p[from]))
        from++;
    for (to = from; to < parts.own; to++) {
        if (name.p[to] == '.' && ++dots < 2) {
            size_t next = to + 1;
            while (next < parts.own && name_is_letter(name.p[next]))
                next++;
            if (next + 1 < parts.own && name.p[next] == '.')
                continue;
        }
        if (!name_is_letter(name.p[to]))
            break;
    }
    return str_from_to(name, from, to > from ? to : from);
}

/* importlib._bootstrap of <frozen importlib._bootstrap>:exec_module:838, as Python calls a module
 * that lies in itself. */
static struct str frozen_module(struct str name)
{
    size_t from = behind(name, "<frozen ");
    size_t to = from < name.n ? str_find(name, from, STR(">")) : name.n;

    return to < name.n ? str_from_to(name, from, to) : STR("");
}

/* core of <i32 as core::fmt::Display>::fmt: the type is of no part. */
static struct str trait_part(struct str name)
{
    size_t at = 1;

    if (!str_starts(name, STR("<")))
        return STR("");
    while (at < name.n && name_is_letter(name.p[at]))
        at++;
    if (!str_starts(str_from_to(name, at, name.n), STR(" as ")))
        return STR("");
    size_t from = at + 4;
    for (at = from; at < name.n && name_is_letter(name.p[at]); at++)
        ;
    return str_from_to(name, from, at);
}

static struct str group_with_slash(struct str name)
{
    struct str group = installed_package(name);

    if (!group.n)
        group = group_of_path(name);
    if (!group.n && str_find(name, 0, STR("node:internal/")) < name.n)
        group = STR("node");
    if (group.n || name.p[0] == '/')
        return group;
    bool is_class = name.n > 1 && name.p[0] == 'L' && name.p[1] >= 'a' && name.p[1] <= 'z';
    return group_of_slashes(str_from_to(name, is_class, name.n));
}

static size_t base_of(struct str path)
{
    size_t from = path.n;

    while (from && path.p[from - 1] != '/' && path.p[from - 1] != '\\')
        from--;
    return from;
}

struct str file_group_of(struct str path)
{
    struct str group = installed_package(path);
    size_t base = base_of(path);
    size_t end = base ? base - 1 : 0;

    if (group.n)
        return group;
    if (str_starts(path, STR("node:")))
        return str_from_to(path, 0, 4);
    group = str_from_to(path, base_of(str_from_to(path, 0, end)), end);
    if (group.n && group.p[0] != '.' && group.p[group.n - 1] != ':')
        return group;
    path = str_from_to(path, base, path.n);
    size_t dot = str_find_last(path, STR("."));
    return str_from_to(path, 0, dot ? dot : path.n);
}

/* The part by the name, with what a lambda adds to its class. */
static struct str group_of_name(struct str name)
{
    enum { MOST_BYTES = 1024 };

    if (name.n > MOST_BYTES)
        name.n = MOST_BYTES;
    size_t tick = 1;
    while (tick < name.n && (name_is_letter(name.p[tick]) || name.p[tick] == '.' ||
                             name.p[tick] == '-' || name.p[tick] == '+'))
        tick++;
    /* Most names of C++ and Rust begin with their namespace. */
    if (tick + 1 < name.n && name.p[tick] == ':' && name.p[tick + 1] == ':' &&
        !memchr(name.p, '.', tick) && name_is_letter(name.p[0]))
        return str_from_to(name, 0, tick);
    if (tick + 1 < name.n && (name.p[tick] == '`' || name.p[tick] == '!') &&
        name.p[tick + 1] != '=')
        return str_from_to(name, 0, tick);
    struct str group = frozen_module(name);
    if (!group.n)
        group = trait_part(name);
    if (group.n)
        return group;
    bool has_slash = name.n && memchr(name.p, '/', name.n);
    if (has_slash)
        group = group_with_slash(name);
    if (group.n || (has_slash && name.p[0] == '/'))
        return group;
    bool has_scope = name.n && (memchr(name.p, ':', name.n) || memchr(name.p, '.', name.n) ||
                                memchr(name.p, '\\', name.n));
    return has_scope ? group_of_scopes(name) : group;
}

/* Work of Work$$Lambda$1.0x7f26.apply */
struct str name_group_of(struct str name)
{
    struct str group = group_of_name(name);

    return str_from_to(group, 0, str_find(group, 0, STR("$$Lambda")));
}
