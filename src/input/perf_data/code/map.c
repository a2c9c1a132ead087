/* {u32 pid, u32 tid, u64 start, u64 size, u64 offset, path}; MMAP2 has more before the path
 * Parses records of memory mappings. */
#include "input/perf_data/code/map.h"

/* {u32 major, u32 minor, u64 inode, u64 generation}, or instead a length and a build-id */
static bool parse_inode(uint16_t misc, struct bytes *b, struct map_record *map)
{
    enum { INODE = 24, ID_AT = 4, ID_MOST = 20 };
    struct bytes inode = *b;
    struct str text;

    if (!bytes_str(b, INODE, &text))
        return false;
    size_t n = (unsigned char)text.p[0];
    if (misc & MISC_BUILD_ID) {
        if (n && n <= ID_MOST)
            map->build_id = str_from_to(text, ID_AT, ID_AT + n);
        return true;
    }
    return bytes_u32(&inode, &map->inode.major) && bytes_u32(&inode, &map->inode.minor) &&
           bytes_u64(&inode, &map->inode.number);
}

static bool is_of_guest(uint16_t misc)
{
    unsigned mode = misc & MISC_MODE;

    return mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER;
}

bool map_read(struct map_record *map, const struct record *record)
{
    enum { PROTECTION = 8 };
    struct bytes b = record->body;
    uint32_t tid;

    map->build_id = STR("");
    map->inode = (struct mapped_inode){.number = 0};
    if (is_of_guest(record->misc))
        return false;
    if (!bytes_u32(&b, &map->pid) || !bytes_u32(&b, &tid) || !bytes_u64(&b, &map->start) ||
        !bytes_u64(&b, &map->size) || !bytes_u64(&b, &map->offset) ||
        map->size > UINT64_MAX - map->start || map->size == 0)
        return false;
    if (record->type == RECORD_MMAP2 &&
        (!parse_inode(record->misc, &b, map) || !bytes_skip(&b, PROTECTION)))
        return false;
    if (!bytes_str(&b, b.n, &map->path))
        return false;
    map->path = str_until_nul(map->path);
    map->is_of_kernel = (record->misc & MISC_MODE) == MODE_KERNEL || map->pid == PROCESS_KERNEL;
    return true;
}
