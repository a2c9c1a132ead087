/* 4711 maps /usr/lib/libc.so.6: the build-id of what the process sees at that path, or this one,
 * when that is gone */
#include "record/code/file_build_ids.h"

#include <linux/perf_event.h>

#include "base/mem.h"
#include "record/code/process_files.h"
#include "record/synthetic.h"

enum { PATHS_MOST = 4096, PATH_MOST = 4096 };

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

    if (f->n_paths == 0)
        f->key = hash_key_draw();
    hash_wide(&f->key, path, hash);
    const uint32_t tag = (uint32_t)hash[1];
    for (struct slots_match m = slots_find(&f->slots, tag); m.id; slots_find_next(&m))
        if (memcmp(f->paths[m.id - 1], hash, sizeof hash) == 0)
            return true;
    f->paths = mem_grow(f->paths, &f->paths_room, (size_t)f->n_paths + 1, sizeof *f->paths);
    memcpy(f->paths[f->n_paths++], hash, sizeof hash);
    slots_add(&f->slots, tag, f->n_paths);
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
    const struct sampled_process p = sampled_peek(h, pid);
    const size_t n = process_build_id(h, &p, f->path.p, 0, id);
    if (n)
        build_id_record_add(&f->records, PERF_RECORD_MISC_USER, (struct str){(const char *)id, n},
                            path);
}

void file_build_ids_free(struct file_build_ids *f)
{
    buf_free(&f->records);
    buf_free(&f->path);
    mem_free(f->paths, f->paths_room, sizeof *f->paths);
    slots_free(&f->slots);
}
