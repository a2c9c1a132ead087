/* {u16 magic, u8 version, u8 flags, u32 header's size, u32 types at, u32 size, u32 names at, size},
 * types {u32 name, u32 kind and members, u32 size, what the kind has}, names with NULs. */
#include "record/sleep/kernel_types.h"

#include <fcntl.h>
#include <linux/btf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MOST = 256 << 20, BLOCK = 1 << 20 };

static bool read_all(struct buf *to, const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0;

    while (n > 0 && to->n < FILE_MOST) {
        n = read(fd, buf_reserve(to, BLOCK), BLOCK);
        to->n += n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0)
        close(fd);
    return fd >= 0 && n == 0;
}

/* Since Linux 6.16 the file may be mapped; it is read by pages of some microseconds each. */
static bool map_all(struct kernel_types *t, const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;

    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0 && status.st_size < FILE_MOST) {
        void *pages = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (pages != MAP_FAILED) {
            t->pages = pages;
            t->n_bytes = (size_t)status.st_size;
        }
    }
    if (fd >= 0)
        close(fd);
    return t->pages != NULL;
}

/* The part of the file that lies behind its header; false when it goes beyond the end. */
static bool cut(struct str bytes, uint64_t header, uint64_t at, uint64_t n, struct str *part)
{
    if (header + at + n > bytes.n)
        return false;
    *part = (struct str){bytes.p + header + at, (size_t)n};
    return true;
}

bool kernel_types_read(struct kernel_types *t, const char *path)
{
    struct btf_header h;

    if (!map_all(t, path) && !read_all(&t->bytes, path))
        return false;
    const struct str bytes = t->pages ? (struct str){t->pages, t->n_bytes} : buf_str(&t->bytes);
    if (bytes.n < sizeof h)
        return false;
    memcpy(&h, bytes.p, sizeof h);
    return h.magic == BTF_MAGIC && cut(bytes, h.hdr_len, h.type_off, h.type_len, &t->types) &&
           cut(bytes, h.hdr_len, h.str_off, h.str_len, &t->names);
}

void kernel_types_free(struct kernel_types *t)
{
    if (t->pages)
        munmap(t->pages, t->n_bytes);
    buf_free(&t->bytes);
    *t = (struct kernel_types){.names = STR("")};
}

/* Of what follows a type: what there is once, and for each member. */
static size_t rest_of(uint32_t info)
{
    const size_t n = BTF_INFO_VLEN(info);

    switch (BTF_INFO_KIND(info)) {
    case BTF_KIND_INT:
    case BTF_KIND_VAR:
    case BTF_KIND_DECL_TAG:
        return sizeof(uint32_t);
    case BTF_KIND_ARRAY:
        return sizeof(struct btf_array);
    case BTF_KIND_STRUCT:
    case BTF_KIND_UNION:
        return n * sizeof(struct btf_member);
    case BTF_KIND_ENUM:
        return n * sizeof(struct btf_enum);
    case BTF_KIND_ENUM64:
        return n * sizeof(struct btf_enum64);
    case BTF_KIND_FUNC_PROTO:
        return n * sizeof(struct btf_param);
    case BTF_KIND_DATASEC:
        return n * sizeof(struct btf_var_secinfo);
    default:
        return 0;
    }
}

static bool is_named(const struct kernel_types *t, uint32_t at, struct str name)
{
    return at < t->names.n && name.n < t->names.n - at &&
           memcmp(t->names.p + at, name.p, name.n) == 0 && t->names.p[at + name.n] == '\0';
}

/* Finds a type; members: what follows it. */
static uint32_t find(const struct kernel_types *t, unsigned kind, struct str name,
                     struct btf_type *type, struct str *members)
{
    struct str left = t->types;

    for (uint32_t number = 1; left.n >= sizeof *type; number++) {
        memcpy(type, left.p, sizeof *type);
        const size_t rest = rest_of(type->info);
        left = str_from_to(left, sizeof *type, left.n);
        if (rest > left.n)
            return 0;
        *members = str_from_to(left, 0, rest);
        left = str_from_to(left, rest, left.n);
        if (BTF_INFO_KIND(type->info) == kind && is_named(t, type->name_off, name))
            return number;
    }
    return 0;
}

uint32_t kernel_types_find(const struct kernel_types *t, unsigned kind, struct str name)
{
    struct btf_type type;
    struct str members;

    return find(t, kind, name, &type, &members);
}

bool kernel_types_member(const struct kernel_types *t, struct str type, struct str member,
                         int16_t *at)
{
    struct btf_type found;
    struct btf_member m;
    struct str members;

    if (!find(t, BTF_KIND_STRUCT, type, &found, &members))
        return false;
    for (; members.n >= sizeof m; members = str_from_to(members, sizeof m, members.n)) {
        memcpy(&m, members.p, sizeof m);
        if (!is_named(t, m.name_off, member))
            continue;
        const uint32_t bits =
            BTF_INFO_KFLAG(found.info) ? BTF_MEMBER_BIT_OFFSET(m.offset) : m.offset;
        *at = (int16_t)(bits / 8);
        return bits % 8 == 0 && bits / 8 <= INT16_MAX;
    }
    return false;
}
