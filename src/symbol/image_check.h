/* A look at the headers of an ELF file before a library acts on them. */
#ifndef SYMBOL_IMAGE_CHECK_H
#define SYMBOL_IMAGE_CHECK_H

#include "symbol/image.h"

/* Sections may unpack to this many times their size: deflate cannot do more. */
enum { INFLATE_RATIO = 1032 };

/* Whether headers, segments, sections and texts lie within the file and have the sizes that their
 * kind wants. Of the image its descriptor or bytes and its size are set; is_64 and is_big_endian
 * become so. */
bool image_is_sound(struct image *i);

/* Reads an integer of n bytes at p as the file has them. */
uint64_t image_number(const struct image *i, const char *p, size_t n);

/* Lends the section of that number; empty when there is none. */
struct str image_texts(const struct image *i, size_t section);

/* Reads the section of that number, whose bytes elf_getdata then has. False when there is none, or
 * with a fault. */
MUST_CHECK bool image_load(const struct image *i, size_t section);

/* Lends the text that begins at a place of a section of texts; empty when none ends there. */
static inline struct str image_text(struct str texts, uint64_t at)
{
    const char *end = at < texts.n ? memchr(texts.p + at, '\0', texts.n - (size_t)at) : NULL;

    return end ? (struct str){texts.p + at, (size_t)(end - (texts.p + at))} : STR("");
}

#endif
