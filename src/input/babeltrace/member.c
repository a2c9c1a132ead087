/* app.trace/lttngTrace/auto-20261128-040208/ust/uid/0/64-bit/metadata */
#include "input/babeltrace/member.h"

#include "base/parse.h"

bool member_is_safe(struct str path)
{
    enum { NAME_MOST = 255 };
    struct str rest = path;
    struct str part;
    unsigned levels = 0;

    if (path.n == 0 || path.n > MEMBER_MOST || memchr(path.p, '\0', path.n))
        return false;
    while (take_field(&rest, '/', &part))
        if (part.n == 0 || part.n > NAME_MOST || str_equal(part, STR(".")) ||
            str_equal(part, STR("..")) || ++levels > MEMBER_LEVELS_MOST)
            return false;
    return true;
}

bool member_of_trace(struct str path, struct str *below)
{
    static const struct str folder = {"lttngTrace/", 11};
    size_t at = str_find(path, 0, folder);

    while (at < path.n && at && path.p[at - 1] != '/')
        at = str_find(path, at + 1, folder);
    if (at >= path.n || str_ends(path, STR("/")))
        return false;
    *below = str_from_to(path, at + folder.n, path.n);
    return true;
}

bool member_is_metadata(struct str path)
{
    return str_equal(path_base_name(path), STR("metadata"));
}
