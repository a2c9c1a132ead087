/* Classes of ASCII characters, the same in every locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_hex_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A blank or the end of a line. */
static inline bool is_space(char c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
