/* The names of the kernel's functions in which samples lie, as the kernel has them now. */
#ifndef RECORD_CODE_KERNEL_NAMES_H
#define RECORD_CODE_KERNEL_NAMES_H

#include "base/buf.h"
#include "base/hash.h"
#include "base/slots.h"

/* A set of addresses of the kernel. Owns its arrays. Zeroed: empty. */
struct kernel_names {
    struct hash_key key; /* programs may choose what is added */
    uint64_t *addresses;
    size_t room;
    uint32_t n;
    struct slots slots; /* of addresses */
};

/* Adds what is an address of the kernel among some words of a sample, up to where its chain comes
 * to programs. Others, that only look like one, do no harm. */
void kernel_names_see(struct kernel_names *k, const uint64_t *words, size_t n);

/* Appends the lines of a list of symbols, /proc/kallsyms, that name the addresses: the symbols that
 * hold them, the next ones, which end these, with all their aliases, and _text and _stext. False
 * when the system hides the addresses of all symbols, or does not tell the whole list. */
bool kernel_names_write(const struct kernel_names *k, const char *path, struct buf *to);

void kernel_names_free(struct kernel_names *k);

#endif
