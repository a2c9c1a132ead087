/* bench-steady SEED TIMES SECONDS COMPARISONS
 * bench-steady write SEED COMPARISONS PERCENT FOLDER
 *
 * How often changes of made programs that never change are called more than they vary, or proven,
 * and how often a function that grew, or a new wait of half a second, is found: in ranges of TIMES
 * recordings of each, in as many pairs of recordings, and in COMPARISONS of five runs a side. Three
 * lines for each program, of names and counts:
 *   PROGRAM ranges|files tested wrong by_counts waits named split found
 *   PROGRAM runs comparisons self total whole waits named proven
 * each followed by grown, found for every growth, by 100, 50, 20 and 10 percent.
 *
 * `write` puts runs as folded stacks into FOLDER/old and FOLDER/new, which are there, five a side
 * of each comparison; after, one function has PERCENT more samples. */
#include <stdio.h>
#include <stdlib.h>

#include "base/parse.h"
#include "steady_runs.h"

static void print_growths(const size_t *tried, const size_t *found)
{
    for (size_t i = 0; i < STEADY_GROWTHS; i++)
        printf(" grown%u %zu found%u %zu", steady_growths[i], tried[i], steady_growths[i],
               found[i]);
    printf("\n");
}

static void print_rates(const char *name, const char *way, const struct steady_rates *r)
{
    printf("%s %s tested %zu wrong %zu by_counts %zu waits %zu named %zu split %zu split_found %zu",
           name, way, r->tested, r->wrong, r->by_counts, r->waits, r->named, r->split,
           r->split_found);
    print_growths(r->tried, r->found);
}

static void print_proofs(const char *name, const struct steady_proofs *p)
{
    printf("%s runs comparisons %zu self %zu total %zu whole %zu waits %zu named %zu proven %zu",
           name, p->comparisons, p->self, p->total, p->whole, p->waits, p->named, p->proven_waits);
    print_growths(p->tried, p->found);
}

static void measure(const uint64_t *n)
{
    const struct steady_effort effort = {(unsigned)n[0], (unsigned)n[1], (unsigned)n[2] * 1000,
                                         STEADY_GROWTHS};

    for (size_t i = 0; i < STEADY_PROGRAMS; i++) {
        const struct steady_program *p = &steady_programs[i];
        struct steady_rates ranges = {0};
        struct steady_rates files = {0};
        struct steady_proofs proofs = {0};
        steady_measure(p, &effort, &ranges, &files);
        steady_prove(p, effort.seed, (unsigned)n[3], STEADY_GROWTHS, &proofs);
        print_rates(p->name, "ranges", &ranges);
        print_rates(p->name, "files", &files);
        print_proofs(p->name, &proofs);
    }
}

/* ---- runs as files --------------------------------------------------------------------------- */

/* A function that has a fiftieth of the first run or more. */
static unsigned draw_function(const struct steady_table *t, struct random *r)
{
    unsigned function = 1;

    for (unsigned tries = 0; tries < 10000; tries++) {
        function = 1 + random_below(r, STEADY_FUNCTIONS - 1);
        if (t->self[function][0] * 50 >= t->total[0][0])
            break;
    }
    return function;
}

static void write_run(const struct steady_table *t, size_t column, const char *path)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        perror(path);
        exit(1);
    }
    for (unsigned f = 1; f < STEADY_FUNCTIONS; f++) {
        const unsigned handler = steady_handler(f);
        if (!(t->self[f][column] > 0))
            continue;
        fprintf(out, "main;");
        if (handler)
            fprintf(out, "handler_%u;", handler);
        fprintf(out, "function_%u %.0f\n", f, t->self[f][column]);
    }
    if (fclose(out)) {
        perror(path);
        exit(1);
    }
}

static void write_runs(const char *folder, unsigned seed, unsigned comparisons, unsigned percent)
{
    struct random r = random_seeded(seed);
    char path[4096];

    for (size_t i = 0; i < STEADY_PROGRAMS; i++)
        for (unsigned k = 0; k < comparisons; k++) {
            struct steady_table *t =
                steady_table_make(&steady_programs[i], seed + STEADY_COLUMNS * k);
            steady_grow(&r, t->self[draw_function(t, &r)], percent);
            for (size_t c = 0; c < STEADY_COLUMNS; c++) {
                snprintf(path, sizeof path, "%s/%s/%s-%u.folded.%zu", folder,
                         c < STEADY_RUNS ? "old" : "new", steady_programs[i].name, k,
                         c % STEADY_RUNS + 1);
                write_run(t, c, path);
            }
            mem_free(t, 1, sizeof *t);
        }
}

/* Reads numbers, of which the first is not 0. */
static bool read_numbers(char **from, uint64_t *to, int n)
{
    for (int i = 0; i < n; i++)
        if (!parse_u64(str_of(from[i]), &to[i]) || to[i] > 1000000)
            return false;
    return to[0] > 0;
}

int main(int argc, char **argv)
{
    uint64_t n[4] = {0};

    if (argc == 6 && strcmp(argv[1], "write") == 0 && read_numbers(argv + 2, n, 3)) {
        write_runs(argv[5], (unsigned)n[0], (unsigned)n[1], (unsigned)n[2]);
        return 0;
    }
    if (argc != 5 || !read_numbers(argv + 1, n, 4)) {
        fputs("usage: bench-steady SEED TIMES SECONDS COMPARISONS\n"
              "       bench-steady write SEED COMPARISONS PERCENT FOLDER\n",
              stderr);
        return 2;
    }
    measure(n);
    return 0;
}
