/* Calls several inputs by the one that sorts first. */
#include "app/inputs/file_name.h"

#include <string.h>

#include "app/selection/redact.h"
#include "base/sink.h"

/* The last part of a path, also of a folder's. */
static struct str base_of(const char *path)
{
    struct str name = str_of(path);

    while (name.n > 1 && name.p[name.n - 1] == '/')
        name.n--;
    return path_base_name(name);
}

void inputs_file_name(const struct input_request *r, struct buf *to)
{
    const struct request_list *paths = r->paths;
    struct sink number;

    if (r->read->is_passing || !paths->n || strcmp(paths->items[0], "-") == 0 ||
        strcmp(paths->items[0], "/dev/stdin") == 0 || redact_needed(&r->selection->redact))
        return;
    struct str first = base_of(paths->items[0]);
    for (size_t i = 1; i < paths->n; i++)
        if (str_compare(base_of(paths->items[i]), first) < 0)
            first = base_of(paths->items[i]);
    buf_add(to, first);
    if (paths->n < 2)
        return;
    sink_open_buf(&number);
    sink_grouped(&number, paths->n - 1, 0);
    buf_add(to, STR(" and "));
    buf_add(to, buf_str(&number.buf));
    buf_add(to, paths->n == 2 ? STR(" other") : STR(" others"));
    sink_discard(&number);
}
