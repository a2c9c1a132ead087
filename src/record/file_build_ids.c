/* 4711 maps /usr/lib/libc.so.6: /proc/4711/root/usr/lib/libc.so.6
 * Opens files as the process sees them, or as this one does when that is gone. */
#include "record/file_build_ids.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <unistd.h>

#include "base/folder.h"
#include "record/mapped_build_id.h"

enum { PATHS_MOST = 4096, PATH_MOST = 4096, ROOT = 32 };

void build_id_record_add(struct buf *to, uint16_t misc, struct str id, struct str path)
{
    enum { WORD = 8 };
    const uint32_t pid = UINT32_MAX;
    const size_t room = (path.n / WORD + 1) * WORD;
    unsigned char padded[BUILD_ID_ROOM + 4] = {0};
    const struct perf_event_header header = {
        .misc = (uint16_t)(misc | 1U << 15), /* the size of the id is there */
        .size = (uint16_t)(sizeof header + sizeof pid + sizeof padded + room),
    };

    memcpy(padded, id.p, id.n);
    padded[BUILD_ID_ROOM] = (unsigned char)id.n;
    buf_add(to, (struct str){(const char *)&header, sizeof header});
    buf_add(to, (struct str){(const char *)&pid, sizeof pid});
    buf_add(to, (struct str){(const char *)padded, sizeof padded});
    buf_add(to, path);
    for (size_t i = path.n; i < room; i++)
        buf_add_byte(to, '\0');
}

static bool is_known(const struct file_build_ids *f, struct str path)
{
    const char *end = f->paths.p + f->paths.n;

    for (const char *at = f->paths.p; at < end; at += strlen(at) + 1)
        if (str_equal(str_of(at), path))
            return true;
    return false;
}

static int open_below(const char *root, const char *path)
{
    struct folder folder = folder_open(root);
    int fd = folder.fd < 0 ? -1 : folder_file(&folder, path);

    folder_close(&folder);
    return fd;
}

void file_build_ids_see(struct file_build_ids *f, uint32_t pid, struct str path)
{
    struct mapping m = {0};
    char root[ROOT];

    if (path.n < 2 || path.p[0] != '/' || path.p[1] == '/' || path.n >= PATH_MOST ||
        f->n_paths == PATHS_MOST || is_known(f, path))
        return;
    const size_t at = f->paths.n;
    buf_add(&f->paths, path);
    buf_add_byte(&f->paths, '\0');
    f->n_paths++;
    snprintf(root, sizeof root, "/proc/%u/root", pid);
    int fd = open_below(root, f->paths.p + at);
    if (fd < 0 && access(root, F_OK) != 0)
        fd = open_below("/", f->paths.p + at);
    if (fd < 0)
        return;
    mapped_build_id_read(&m, fd);
    close(fd);
    if (m.build_id_size)
        build_id_record_add(&f->records, PERF_RECORD_MISC_USER,
                            (struct str){(const char *)m.build_id, m.build_id_size}, path);
}

void file_build_ids_free(struct file_build_ids *f)
{
    buf_free(&f->records);
    buf_free(&f->paths);
}
