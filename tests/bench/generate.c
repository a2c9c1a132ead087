/* bench-generate MB SEED FILE: a folded profile of about MB million bytes, sorted by line bytes. */
#include "calls.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUNT_BITS = 20,
    COUNT_MAX = 1000000,
    LINE_MAX_BYTES = DEPTH_MOST * (NAME_MAX + 1) + 8,
    MB_MAX = 2000,
};

/* "main;run;read 12": the stack is "main;run;read". */
struct line {
    const char *text; /* borrows from profile.text */
    uint32_t len;
    uint32_t stack_len;
};

struct profile {
    char *text; /* taken once in full: lines point into it */
    size_t text_used;
    struct line *lines;
    size_t n;
    size_t cap;
};

static void *must(void *memory)
{
    if (!memory) {
        fputs("bench-generate: out of memory\n", stderr);
        exit(3);
    }
    return memory;
}

/* About log-uniform over 1 .. COUNT_MAX, without the libm that differs between machines. */
static uint32_t choose_count(struct random *r)
{
    uint32_t low = (uint32_t)1 << random_below(r, COUNT_BITS);
    uint32_t count = low + random_below(r, low);

    return count < COUNT_MAX ? count : COUNT_MAX;
}

static void add_line(struct profile *p, const struct pool *pool, const struct stack *s,
                     uint32_t count)
{
    char *start = p->text + p->text_used;
    char *to = start;

    for (uint32_t i = 0; i < s->depth; i++) {
        const struct pool_name *name = &pool->names[s->frames[i]];
        memcpy(to, pool->text + name->at, name->len);
        to += name->len;
        *to++ = i + 1 < s->depth ? ';' : ' ';
    }
    if (p->n == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 4096;
        p->lines = must(realloc(p->lines, p->cap * sizeof *p->lines));
    }

    uint32_t stack_len = (uint32_t)(to - start) - 1;
    uint32_t len = stack_len + 1 + (uint32_t)snprintf(to, 9, "%u", count);
    p->lines[p->n++] = (struct line){.text = start, .len = len, .stack_len = stack_len};
    p->text_used += len;
}

static int compare_lines(const void *left, const void *right)
{
    const struct line *a = left;
    const struct line *b = right;
    int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

    if (order != 0)
        return order;
    return (a->len > b->len) - (a->len < b->len);
}

static bool same_stack(const struct line *a, const struct line *b)
{
    return a->stack_len == b->stack_len && memcmp(a->text, b->text, a->stack_len) == 0;
}

/* Of several lines of one stack the first is kept. */
static void sort_lines(struct profile *p)
{
    size_t kept = 0;

    if (p->n == 0)
        return;
    qsort(p->lines, p->n, sizeof *p->lines, compare_lines);
    for (size_t i = 0; i < p->n; i++)
        if (kept == 0 || !same_stack(&p->lines[kept - 1], &p->lines[i]))
            p->lines[kept++] = p->lines[i];
    p->n = kept;
}

static void build_profile(struct profile *p, size_t size, struct random *r)
{
    static const struct depths depths = {20, DEPTH_MOST, 4, 16};
    struct pool pool;
    struct stack s = {.depth = 0};

    pool_init(&pool);
    p->text = must(malloc(size + LINE_MAX_BYTES));
    while (p->text_used + p->n < size) {
        next_stack(&pool, r, &depths, &s);
        add_line(p, &pool, &s, choose_count(r));
    }
    sort_lines(p);
    pool_free(&pool);
}

static bool write_profile(const struct profile *p, const char *path)
{
    FILE *file = fopen(path, "wb");

    if (!file)
        return false;
    for (size_t i = 0; i < p->n; i++) {
        fwrite(p->lines[i].text, 1, p->lines[i].len, file);
        putc('\n', file);
    }
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

/* Gives a whole number of 1 .. max, or 0 when the text is none. */
static uint32_t parse_number(const char *text, uint32_t max)
{
    uint32_t value = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        uint32_t digit = (uint32_t)(*text - '0');
        if (value > (max - digit) / 10)
            return 0;
        value = value * 10 + digit;
    }
    return *text ? 0 : value;
}

int main(int argc, char **argv)
{
    uint32_t megabytes = argc == 4 ? parse_number(argv[1], MB_MAX) : 0;
    uint32_t seed = argc == 4 ? parse_number(argv[2], UINT32_MAX) : 0;
    struct profile p = {0};

    if (megabytes == 0 || seed == 0) {
        fputs("usage: bench-generate MB SEED FILE (MB from 1 to 2000, SEED from 1)\n", stderr);
        return 2;
    }

    struct random r = random_seeded(seed);
    build_profile(&p, (size_t)megabytes * 1000000, &r);
    bool good = write_profile(&p, argv[3]);
    if (!good)
        fprintf(stderr, "bench-generate: %s cannot be written\n", argv[3]);
    free(p.lines);
    free(p.text);
    return good ? 0 : 3;
}
