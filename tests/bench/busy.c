/* bench-busy SECONDS THREADS: a program to record. Threads walk a graph of 64 functions, 8 to 39
 * calls deep; in it are functions that are inlined, a sort, system calls and what libc does. Prints
 * how many walks they made, and in how many seconds of processor. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "random.h"

enum { FUNCTIONS = 64, LEAST_DEPTH = 8, DEPTHS = 32, ROUNDS = 40, SORTED = 40, MOST_THREADS = 16 };

struct walk {
    struct random random;
    uint64_t sum, n;
    time_t end;
};

typedef void walker(struct walk *w, unsigned depth);

/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define EIGHT(x, n) x(n##0) x(n##1) x(n##2) x(n##3) x(n##4) x(n##5) x(n##6) x(n##7)
#define ALL(x)                                                                                     \
    EIGHT(x, 0) EIGHT(x, 1) EIGHT(x, 2) EIGHT(x, 3) EIGHT(x, 4) EIGHT(x, 5) EIGHT(x, 6) EIGHT(x, 7)
/* NOLINTEND(bugprone-macro-parentheses) */

#define DECLARE(n) static walker step_##n;
ALL(DECLARE)
#define NAME(n) step_##n,
static walker *const steps[FUNCTIONS] = {ALL(NAME)};

static inline uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdU;
    return x ^ x >> 29;
}

static inline uint64_t mix_many(uint64_t x)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        x = mix(x + i);
    return x;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t other = *(const uint64_t *)b;

    return (one > other) - (one < other);
}

static void sort_some(struct walk *w)
{
    uint64_t numbers[SORTED];

    for (unsigned i = 0; i < SORTED; i++)
        numbers[i] = mix(w->sum + i);
    qsort(numbers, SORTED, sizeof *numbers, compare_numbers);
    w->sum += numbers[0];
}

static void allocate_some(struct walk *w)
{
    char *text = malloc(64 + w->sum % 1024);

    if (!text)
        return;
    snprintf(text, 64, "%llu", (unsigned long long)w->sum);
    w->sum += strlen(text);
    free(text);
}

/* Functions are called by octal numbers: walk_on from step_77 is from 077. 31 of 32 times the same
 * way, so that stacks come again. */
static void walk_on(struct walk *w, unsigned from, unsigned depth)
{
    unsigned chance = random_below(&w->random, 64);

    w->sum += mix_many(w->sum + from);
    if (chance == 0)
        sort_some(w);
    else if (chance == 1)
        allocate_some(w);
    else if (chance == 2)
        w->sum += (uint64_t)getppid();
    if (depth)
        steps[(from * 5 + (chance >= 62 ? chance : 1)) % FUNCTIONS](w, depth - 1);
    w->sum += mix(w->sum);
}

#define DEFINE(n)                                                                                  \
    static void step_##n(struct walk *w, unsigned depth)                                           \
    {                                                                                              \
        walk_on(w, 0##n, depth);                                                                   \
        w->sum++;                                                                                  \
    }
ALL(DEFINE)

static void *run(void *argument)
{
    struct walk *w = argument;

    for (; time(NULL) < w->end; w->n++)
        for (unsigned i = 0; i < 1000; i++)
            steps[random_below(&w->random, 4)](w, LEAST_DEPTH + random_below(&w->random, DEPTHS));
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST_THREADS];
    struct walk walks[MOST_THREADS];
    unsigned n = 0;

    if (argc != 3)
        return 2;
    time_t end = time(NULL) + strtol(argv[1], NULL, 10);
    for (unsigned wanted = (unsigned)strtoul(argv[2], NULL, 10); n < wanted && n < MOST_THREADS;
         n++) {
        walks[n] = (struct walk){.random = random_seeded(n + 1), .end = end};
        if (pthread_create(&threads[n], NULL, run, &walks[n]) != 0)
            break;
    }
    uint64_t all = 0;
    for (unsigned i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        all += walks[i].n;
    }
    printf("%llu %.3f\n", (unsigned long long)all, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
