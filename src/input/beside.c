/* perf.data/data, perf.data/data.0: a recording that is a folder; and the folders of others. */
#include "input/beside.h"

#include <sys/stat.h>

bool beside_data(const char *path, struct buf *data)
{
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return false;
    buf_clear(data);
    buf_add(data, str_of(path));
    if (!str_ends(buf_str(data), STR("/")))
        buf_add_byte(data, '/');
    buf_add(data, STR("data"));
    buf_add_byte(data, '\0');
    return stat(data->p, &status) == 0 && S_ISREG(status.st_mode);
}

bool beside_folder(const struct reading *r, struct buf *folder)
{
    buf_clear(folder);
    if (!r->path)
        return false;
    const char *slash = strrchr(r->path, '/');
    if (r->folder)
        buf_add(folder, str_of(r->folder));
    else if (!slash)
        buf_add_byte(folder, '.');
    else /* the slash of "/x" is its folder */
        buf_add(folder, (struct str){r->path, slash == r->path ? 1 : (size_t)(slash - r->path)});
    buf_add_byte(folder, '\0');
    return true;
}
