#ifndef TESTS_BENCH_POOL_H
#define TESTS_BENCH_POOL_H

#include <stddef.h>
#include <stdint.h>

enum language { LANG_ROOT, LANG_C, LANG_KERNEL, LANG_CPP, LANG_JAVA, LANG_RUST, LANG_GO, LANG_N };

enum { NAME_MIN = 15, NAME_MAX = 90 };

struct pool_name {
    uint32_t at;       /* offset in pool.text */
    uint8_t len;       /* NAME_MIN .. NAME_MAX */
    uint8_t language;  /* enum language */
    uint16_t variants; /* how many names after it are its forms: foo.constprop.0, foo(int) */
};

/* Distinct frame names, those of one language side by side. */
struct pool {
    char *text;
    size_t text_used;
    struct pool_name *names;
    uint32_t n;
    uint32_t first[LANG_N + 1]; /* the names of language l are first[l] .. first[l + 1] - 1 */
    uint32_t *slots;            /* open addressing, id + 1, 0: empty */
};

/* Builds the names, always the same ones; ends the program when memory runs out. */
void pool_init(struct pool *pool);
void pool_free(struct pool *pool);

#endif
