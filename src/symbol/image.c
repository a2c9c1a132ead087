/* Reads bytes and segments of an ELF file. */
#include "symbol/image.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { BLOCK = 256 << 10 };

/* An error of 0: the bytes end before the size that the file had. Returns false. */
bool image_fail(const struct image *i, int error)
{
    if (!i->fault)
        return false;
    if (error)
        return fault_set(i->fault, FAULT_SYSTEM, "%s: read error: %s", i->name.p, strerror(error));
    return fault_set(i->fault, FAULT_SYSTEM, "%s: the file became shorter while it was read",
                     i->name.p);
}

bool image_read(const struct image *i, uint64_t offset, char *to, size_t n)
{
    if (offset > i->size || n > i->size - offset)
        return false;
    if (!i->owns_fd) {
        memcpy(to, buf_str(&i->bytes).p + offset, n);
        return true;
    }
    for (size_t at = 0; at < n;) {
        ssize_t got = pread(i->fd, to + at, n - at, (off_t)(offset + at));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return image_fail(i, got < 0 ? errno : 0);
        at += (size_t)got;
    }
    return true;
}

bool image_read_at(const struct image *i, uint64_t address, char *to, size_t n)
{
    for (size_t k = 0; k < i->n_segments; k++) {
        const struct image_segment *s = &i->segments[k];
        if (address >= s->address && address - s->address < s->size &&
            n <= s->size - (address - s->address))
            return image_read(i, s->offset + (address - s->address), to, n);
    }
    return false;
}

/* Whether the file has at least half of the bytes; what is missing in a sparse file reads as 0. */
static bool is_mostly_present(const struct image *i, uint64_t offset, uint64_t size)
{
    enum { SMALL = 1 << 20 };
    const uint64_t end = offset + size;
    uint64_t held = 0;

    if (!i->owns_fd || size < SMALL)
        return true;
    for (uint64_t at = offset; at < end;) {
        off_t data = lseek(i->fd, (off_t)at, SEEK_DATA);
        if (data < 0)
            return errno != ENXIO || held >= size / 2; /* else the system does not tell */
        off_t hole = lseek(i->fd, data, SEEK_HOLE);
        if (hole <= data)
            return true;
        if ((uint64_t)data < end)
            held += ((uint64_t)hole < end ? (uint64_t)hole : end) - (uint64_t)data;
        at = (uint64_t)hole;
    }
    return held >= size / 2;
}

bool image_take(const struct image *i, uint64_t offset, uint64_t size)
{
    struct image_taken *t = i->taken;

    if (offset > i->size || size > i->size - offset || size > 2 * i->size - t->bytes ||
        !is_mostly_present(i, offset, size)) {
        t->refused = true;
        return false;
    }
    t->bytes += size;
    return true;
}

const struct image_segment *image_segment_at(const struct image *i, uint64_t offset)
{
    const struct image_segment *found = NULL;

    for (size_t n = 0; n < i->n_segments; n++) {
        const struct image_segment *s = &i->segments[n];
        if (offset >= s->offset && offset - s->offset < s->size &&
            (!found || (s->is_code && !found->is_code)))
            found = s;
    }
    return found;
}

bool image_address(const struct image *i, uint64_t offset, uint64_t *address)
{
    const struct image_segment *found = image_segment_at(i, offset);

    if (found)
        *address = found->address + (offset - found->offset);
    return found != NULL;
}

/* CRC-32, half a byte at a time. */
uint32_t image_sum(const struct image *i)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    uint32_t sum = UINT32_MAX;
    char *block = mem_alloc(BLOCK, 1);
    size_t n;

    for (uint64_t at = 0; at < i->size; at += n) {
        n = i->size - at < BLOCK ? (size_t)(i->size - at) : BLOCK;
        if (!image_read(i, at, block, n))
            break;
        for (size_t b = 0; b < n; b++) {
            sum ^= (unsigned char)block[b];
            sum = sum >> 4 ^ table[sum & 15];
            sum = sum >> 4 ^ table[sum & 15];
        }
    }
    mem_free(block, BLOCK, 1);
    return ~sum;
}
