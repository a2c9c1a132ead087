/* What the running kernel tells of its own types, in BTF:
 * https://docs.kernel.org/bpf/btf.html. */
#ifndef RECORD_SLEEP_KERNEL_TYPES_H
#define RECORD_SLEEP_KERNEL_TYPES_H

#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"

/* Owns the bytes of the file, mapped or read; the rest borrows them. */
struct kernel_types {
    void *pages; /* NULL: it was read */
    size_t n_bytes;
    struct buf bytes;
    struct str types, names;
};

/* Reads /sys/kernel/btf/vmlinux, or a file like it. False when there is none, or it is broken. A
 * zeroed struct may be freed. */
MUST_CHECK bool kernel_types_read(struct kernel_types *t, const char *path);
void kernel_types_free(struct kernel_types *t);

/* Returns the number of a type of that kind (BTF_KIND_STRUCT, BTF_KIND_TYPEDEF) and name, from 1;
 * 0: there is none. */
uint32_t kernel_types_find(const struct kernel_types *t, unsigned kind, struct str name);

/* Finds how many bytes a member lies behind the start of a struct. False when there is none, or
 * it does not begin with a byte. */
MUST_CHECK bool kernel_types_member(const struct kernel_types *t, struct str type,
                                    struct str member, int16_t *at);

#endif
