/* Any bytes are the paths of files in an archive, parted by their first byte: those that are safe
 * are names below a folder, and the part of a path that is a trace's lies at its end. */
#include "base/parse.h"
#include "input/babeltrace/member.h"
#include "tests/fuzz/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A path that is safe has the parts that it seems to have. */
static void check_member(struct str path)
{
    struct str below = {0};
    struct str rest = path;
    struct str part;

    if (member_of_trace(path, &below)) {
        check(below.n < path.n && below.p + below.n == path.p + path.n);
        check(below.p[-1] == '/' && below.n);
    }
    if (!member_is_safe(path))
        return;
    check(path.n <= MEMBER_MOST && path.p[0] != '/' && !memchr(path.p, '\0', path.n));
    while (rest.p && take_field(&rest, '/', &part))
        check(part.n && !str_equal(part, STR(".")) && !str_equal(part, STR("..")));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = {(const char *)data, size};
    struct str path;

    if (size < 2)
        return 0;
    rest = str_from_to(rest, 1, size);
    while (rest.p && take_field(&rest, (char)data[0], &path))
        check_member(path);
    return 0;
}
