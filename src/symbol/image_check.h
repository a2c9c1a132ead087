/* Checks the headers of an ELF file before a library relies on them. */
#ifndef SYMBOL_IMAGE_CHECK_H
#define SYMBOL_IMAGE_CHECK_H

#include "symbol/image.h"

/* The most that deflate can expand. */
enum { INFLATE_RATIO = 1032 };

/* Whether headers, segments, sections and string tables lie within the file and have plausible
 * sizes. The image has its descriptor or bytes and its size; sets is_64 and is_big_endian. */
bool image_is_sound(struct image *i);

/* Reads an integer of n bytes at p in the file's byte order. */
uint64_t image_number(const struct image *i, const char *p, size_t n);

/* Lends the string table with that section number; empty when there is none. */
struct str image_texts(const struct image *i, size_t section);

/* Loads the section with that number, so that elf_getdata has its bytes. False when there is none,
 * or with a fault. */
MUST_CHECK bool image_load(const struct image *i, size_t section);

/* Lends the string at an offset of a string table; empty when it does not end there. */
static inline struct str image_text(struct str texts, uint64_t at)
{
    const char *end = at < texts.n ? memchr(texts.p + at, '\0', texts.n - (size_t)at) : NULL;

    return end ? (struct str){texts.p + at, (size_t)(end - (texts.p + at))} : STR("");
}

#endif
