/* 4711 maps /usr/lib/libc.so.6: the build-id of what the process sees at that path, or this one,
 * when that is gone */
#include "record/code/file_build_ids.h"

#include <linux/perf_event.h>

#include "base/mem.h"
#include "record/code/process_files.h"
#include "record/synthetic.h"

enum { PATHS_MOST = 4096, PATH_MOST = 4096, SLOTS = 2 * PATHS_MOST };

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

/* Whether a path was looked at; from now on it was. */
static bool is_known(struct file_build_ids *f, struct str path)
{
    uint64_t hash[2];

    if (!f->paths) {
        f->paths = mem_alloc(SLOTS, sizeof *f->paths);
        f->key = hash_key_draw();
    }
    hash_wide(&f->key, path, hash);
    hash[0] |= 1; /* no free place */
    size_t at = (size_t)hash[1] & (SLOTS - 1);
    while (f->paths[at][0] && (f->paths[at][0] != hash[0] || f->paths[at][1] != hash[1]))
        at = (at + 1) & (SLOTS - 1);
    if (f->paths[at][0])
        return true;
    memcpy(f->paths[at], hash, sizeof hash);
    f->n_paths++;
    return false;
}

void file_build_ids_see(struct file_build_ids *f, struct sampled_processes *h, uint32_t pid,
                        struct str path)
{
    unsigned char id[BUILD_ID_ROOM];

    if (path.n < 2 || path.p[0] != '/' || path.p[1] == '/' || path.n >= PATH_MOST ||
        f->n_paths == PATHS_MOST || is_known(f, path))
        return;
    buf_clear(&f->path);
    buf_add(&f->path, path);
    buf_add_byte(&f->path, '\0');
    const struct sampled_process p = sampled_glance(h, pid);
    const size_t n = process_build_id(h, &p, f->path.p, 0, id);
    if (n)
        build_id_record_add(&f->records, PERF_RECORD_MISC_USER, (struct str){(const char *)id, n},
                            path);
}

void file_build_ids_free(struct file_build_ids *f)
{
    buf_free(&f->records);
    buf_free(&f->path);
    mem_free(f->paths, SLOTS, sizeof *f->paths);
}
