/* bench-steady SEED TIMES SECONDS
 *
 * How often changes of steady programs are called more than they vary, in ranges of one recording
 * and in two recordings, and how often a function that doubled for 2 s is found. A line for each
 * made program: functions that were tested in ranges, the part that was wrong, what it would be by
 * counts alone, the same of files, and the part of doubled functions that was found. */
#include <stdio.h>

#include "base/parse.h"
#include "steady_rates.h"

static double percent(size_t part, size_t of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void print(const char *name, const struct steady_rates *ranges,
                  const struct steady_rates *files)
{
    printf("%s ranges %zu wrong %.1f counts %.1f files %zu wrong %.1f counts %.1f doubled %zu "
           "found %.1f\n",
           name, ranges->tested, percent(ranges->wrong, ranges->tested),
           percent(ranges->by_counts, ranges->tested), files->tested,
           percent(files->wrong, files->tested), percent(files->by_counts, files->tested),
           ranges->doubled, percent(ranges->found, ranges->doubled));
}

int main(int argc, char **argv)
{
    struct steady_rates all[2] = {{0}};
    uint64_t n[3] = {0};

    for (int i = 0; i < 3; i++)
        if (argc != 4 || !parse_u64(str_of(argv[i + 1]), &n[i]) || !n[i] || n[i] > 1000000) {
            fputs("usage: bench-steady SEED TIMES SECONDS\n", stderr);
            return 2;
        }
    for (size_t i = 0; i < STEADY_PROGRAMS; i++) {
        struct steady_rates ranges = {0};
        struct steady_rates files = {0};
        steady_measure(&steady_programs[i], (unsigned)n[0], (unsigned)n[1], (unsigned)n[2] * 1000,
                       &ranges, &files);
        print(steady_programs[i].name, &ranges, &files);
        steady_add(&all[0], &ranges);
        steady_add(&all[1], &files);
    }
    print("all", &all[0], &all[1]);
    return 0;
}
