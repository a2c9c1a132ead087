/* A look at the headers of an ELF file before a library acts on them. */
#ifndef SYMBOL_IMAGE_CHECK_H
#define SYMBOL_IMAGE_CHECK_H

#include "symbol/image.h"

/* Whether headers, segments, sections and texts lie within the file and have the sizes that their
 * kind wants. Of the image its descriptor or bytes and its size are set; is_64 and is_big_endian
 * become so. */
bool image_is_sound(struct image *i);

/* Reads an integer of n bytes at p as the file has them. */
uint64_t image_number(const struct image *i, const char *p, size_t n);

#endif
