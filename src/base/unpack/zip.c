/* PK 3 4: a header, a name, and a packed file, repeated; PK 1 2 begins the central directory.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
#include "base/unpack/zip.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/unpack/unpack.h"

#ifdef FLAME_HAVE_ZLIB
#include "base/unpack/libz.h"
#endif

enum {
    HEADER = 30,
    FLAG_ENCRYPTED = 1,
    FLAG_DESCRIBED = 8,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    N_MARK = 4,
    N_SUM = 4,
    N_SIZES = 8, /* two, of 32 bits each; twice that in a large archive */
    SIZE_ELSEWHERE = -1,
};

void zip_init(struct zip *z, struct blocks *blocks, const char *name, const struct limits *limits)
{
    *z = (struct zip){.blocks = blocks, .limits = limits, .name = name, .block = STR("")};
}

void zip_free(struct zip *z)
{
    unpack_free(z->unpack);
    buf_free(&z->parts);
    buf_free(&z->file);
    *z = (struct zip){0};
}

static bool damaged(const struct zip *z, const char *what, struct fault *f)
{
    return fault_set(f, FAULT_INPUT, "%s:@0x%" PRIx64 ": zip: %s", z->name, z->at, what);
}

static bool fill(struct zip *z, struct fault *f)
{
    return z->block.n || blocks_next_bytes(z->blocks, &z->block, f);
}

static void advance(struct zip *z, size_t n)
{
    z->block = str_from_to(z->block, n, z->block.n);
    z->at += n;
}

/* Takes the next n bytes, lent until the next call; fewer at the end. */
static bool take(struct zip *z, size_t n, struct str *bytes, struct fault *f)
{
    buf_clear(&z->parts);
    while (z->parts.n < n) {
        if (!fill(z, f))
            return false;
        if (z->block.n == 0)
            break;
        size_t part = n - z->parts.n < z->block.n ? n - z->parts.n : z->block.n;
        buf_add(&z->parts, str_from_to(z->block, 0, part));
        advance(z, part);
    }
    *bytes = buf_str(&z->parts);
    return true;
}

static uint32_t number(struct str bytes, size_t at, size_t n)
{
    uint32_t value = 0;

    while (n-- > 0)
        value = value << 8 | (unsigned char)bytes.p[at + n];
    return value;
}

/* A build without zlib has no crc32: it accepts stored files unchecked. */
static bool is_sum_right(const struct zip *z)
{
#ifdef FLAME_HAVE_ZLIB
    return z->sum == z->wanted_sum;
#else
    (void)z;
    return true;
#endif
}

static void add_to_sum(struct zip *z, const char *bytes, size_t n)
{
#ifdef FLAME_HAVE_ZLIB
    libz_load();
    z->sum = (uint32_t)libz.crc32_z(z->sum, (const unsigned char *)bytes, n);
#else
    (void)z, (void)bytes, (void)n;
#endif
}

/* Begins a file. `head` is its header without the four bytes of the signature. */
static bool begin_file(struct zip *z, struct str head, struct fault *f)
{
    uint32_t flags = number(head, 2, 2);
    uint32_t method = number(head, 4, 2);
    uint32_t size = number(head, 14, 4);
    size_t n_name = number(head, 22, 2);
    size_t n_extra = number(head, 24, 2);
    struct str bytes;

    z->is_described = flags & FLAG_DESCRIBED;
    z->wanted_sum = number(head, 10, 4);
    z->sum = 0;
    if (!take(z, n_name, &bytes, f))
        return false;
    buf_clear(&z->file);
    buf_add(&z->file, bytes);
    if (!take(z, n_extra, &bytes, f))
        return false;
    if (z->file.n < n_name || bytes.n < n_extra)
        return damaged(z, "cut short in a header", f);
    if (flags & FLAG_ENCRYPTED)
        return damaged(z, "a file is encrypted, wanted one that is not", f);
    if (method == METHOD_STORED && (z->is_described || size == (uint32_t)SIZE_ELSEWHERE))
        return damaged(z, "a file that is not packed does not say its size", f);
    if (method != METHOD_STORED && method != METHOD_DEFLATED)
        return damaged(z, "packed in another way than deflate", f);
    z->stored = method == METHOD_STORED ? size : 0;
    z->is_packed = method == METHOD_DEFLATED;
    if (z->is_packed && z->unpack)
        unpack_again(z->unpack);
    else if (z->is_packed)
        z->unpack = unpack_new(PACKING_ZIP, z->name, z->limits, f);
    z->in_file = !z->is_packed || z->unpack;
    return z->in_file;
}

static bool is_mark(const char *mark, const char *wanted)
{
    return memcmp(mark, wanted, 4) == 0;
}

static bool take_mark(struct zip *z, struct fault *f)
{
    struct str bytes;

    if (z->has_mark)
        return true;
    if (!take(z, N_MARK, &bytes, f))
        return false;
    memset(z->mark, 0, N_MARK);
    memcpy(z->mark, bytes.p, bytes.n);
    z->has_mark = true;
    return true;
}

static bool begins_record(const char *mark)
{
    return is_mark(mark, "PK\3\4") || is_mark(mark, "PK\1\2") || is_mark(mark, "PK\5\6");
}

/* Reads what follows the data of a file: a signature, which may be left out, the checksum, and two
 * sizes of 32 or 64 bits. Only the next record tells which. */
static bool read_descriptor(struct zip *z, struct fault *f)
{
    struct str bytes;

    if (!take_mark(z, f))
        return false;
    z->has_mark = false;
    z->wanted_sum = number((struct str){z->mark, N_MARK}, 0, N_SUM);
    if (is_mark(z->mark, "PK\7\10")) {
        if (!take(z, N_SUM, &bytes, f))
            return false;
        z->wanted_sum = bytes.n == N_SUM ? number(bytes, 0, N_SUM) : 0;
    }
    if (!take(z, N_SIZES, &bytes, f) || !take_mark(z, f))
        return false;
    if (begins_record(z->mark))
        return true;
    z->has_mark = false;
    return take(z, N_SIZES - N_MARK, &bytes, f) && take_mark(z, f);
}

bool zip_next(struct zip *z, struct fault *f)
{
    char rest[4096];
    struct str head;
    size_t got = 1;

    while (z->in_file && got)
        if (!zip_read(z, rest, sizeof rest, &got, f))
            return false;
    z->in_file = false;
    if (!take_mark(z, f))
        return false;
    if (begins_record(z->mark) && !is_mark(z->mark, "PK\3\4"))
        return true;
    z->has_mark = false;
    if (!is_mark(z->mark, "PK\3\4"))
        return damaged(z, "damaged, or cut short, between two files", f);
    if (!take(z, HEADER - 4, &head, f))
        return false;
    if (head.n < HEADER - 4)
        return damaged(z, "cut short in a header", f);
    return begin_file(z, head, f);
}

static bool read_stored(struct zip *z, char *to, size_t n, size_t *got, struct fault *f)
{
    if (z->stored && !fill(z, f))
        return false;
    if (z->stored && z->block.n == 0)
        return damaged(z, "cut short in a file", f);
    if (n > z->stored)
        n = (size_t)z->stored;
    *got = n < z->block.n ? n : z->block.n;
    if (*got)
        memcpy(to, z->block.p, *got);
    advance(z, *got);
    z->stored -= *got;
    return true;
}

static bool read_packed(struct zip *z, char *to, size_t n, size_t *got, struct fault *f)
{
    struct unpack_room room = {to, n};

    while (room.n == n && !unpack_ended(z->unpack)) {
        if (!fill(z, f))
            return false;
        struct str in = z->block;
        if (!unpack_some(z->unpack, &in, z->block.n == 0, &room, f))
            return false;
        if (z->block.n == 0 && room.n == n && !unpack_ended(z->unpack))
            return damaged(z, "cut short in a file", f);
        advance(z, z->block.n - in.n);
    }
    *got = n - room.n;
    return true;
}

bool zip_read(struct zip *z, char *to, size_t n, size_t *got, struct fault *f)
{
    *got = 0;
    if (!z->in_file)
        return true;
    if (!(z->is_packed ? read_packed : read_stored)(z, to, n, got, f))
        return false;
    add_to_sum(z, to, *got);
    if (*got == 0 && z->is_described && !read_descriptor(z, f))
        return false;
    z->is_described = z->is_described && *got;
    if (*got == 0 && !is_sum_right(z))
        return damaged(z, "a file whose checksum is wrong", f);
    return true;
}
