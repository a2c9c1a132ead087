/* Borrowed bytes: a pointer and a length. Any byte may occur; there is no NUL at the end. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Owns nothing; lives no longer than what it points into. p is never NULL once set: an empty str
 * points at a byte that must not be read. */
struct str {
    const char *p;
    size_t n;
};

#define STR(literal) ((struct str){"" literal, sizeof literal - 1})

static inline struct str str_of(const char *text)
{
    return (struct str){text, strlen(text)};
}

static inline struct str str_from_to(struct str s, size_t from, size_t to)
{
    return (struct str){s.p + from, to - from};
}

static inline bool str_equal(struct str a, struct str b)
{
    return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

/* Orders by bytes; a prefix comes before the longer text. A total order. */
static inline int str_compare(struct str a, struct str b)
{
    int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

    return order ? order : (a.n > b.n) - (a.n < b.n);
}

static inline bool str_starts(struct str s, struct str with)
{
    return s.n >= with.n && memcmp(s.p, with.p, with.n) == 0;
}

static inline bool str_ends(struct str s, struct str with)
{
    return s.n >= with.n && memcmp(s.p + s.n - with.n, with.p, with.n) == 0;
}

/* The first 8 bytes as a number that sorts as the text does; texts that share them have equal
 * numbers. */
uint64_t str_begin(struct str s);

/* Returns where the part first occurs in s at or after from, or s.n when it does not. */
size_t str_find(struct str s, size_t from, struct str part);

/* Returns where the part last occurs in s, or s.n when it does not. */
size_t str_find_last(struct str s, struct str part);

/* Returns s without blanks (space, tab) and carriage returns at its ends. */
struct str str_trim(struct str s);

/* Returns what follows the last '/', or all of it. */
struct str path_base_name(struct str path);

/* Returns the name of a program without its folder and its version: "/usr/bin/python3.12" is
 * "python". */
struct str path_program_name(struct str path);

#endif
