/* Headers that input/perf/header_cache finds, against what input/perf/header reads. */
#include "unit.h"

#include <stdio.h>

#include "base/mem.h"
#include "input/perf/header_cache.h"
#include "profiles.h"

/* As with perf script -F comm,pid,tid,cpu,time,period,event, and without periods. */
static const struct perf_layout whole = {.known = true,
                                         .chained = true,
                                         .comm = true,
                                         .pid = true,
                                         .thread = true,
                                         .cpu = true,
                                         .time = true,
                                         .period = true,
                                         .event = true,
                                         .micro = true};
static const struct perf_layout bare = {.known = true,
                                        .chained = true,
                                        .comm = true,
                                        .thread = true,
                                        .time = true,
                                        .event = true,
                                        .micro = true};

enum { MOST = 4000 };

/* Lines, each of which was added with its position as labels. */
struct lines {
    char text[MOST][160];
    size_t n;
};

/* The first words come most often. */
static size_t any_below(uint64_t *seed, uint32_t limit)
{
    const uint32_t most = 1 + random_below(seed, limit);

    return random_below(seed, 1 + random_below(seed, most));
}

#define ANY(words, seed) (words)[any_below(seed, sizeof(words) / sizeof(words)[0])]

/* A header, or nearly one, of few words, so that parts come again. */
static void make_line(uint64_t *seed, char *to, size_t size)
{
    static const char *const comms[] = {
        "java", "nginx: worker", "kworker/0:1-ev", "C1 1.000001: x", "a b", "1.5: 7", "# x", "",
        "x:"};
    static const char *const threads[] = {"12", "12/13", "x", "-1", "1234567/1234568"};
    static const char *const cpus[] = {" [000]", " [017]", "", " [x]"};
    static const char *const times[] = {
        "1.000001:", "77.123456:", "123456.123456789:", "1.5:",
        "7:",        "1.0000012:", ".000001:",          "1.00x001:"};
    static const char *const periods[] = {
        "", "     101010", " 1", " 99999999999999999999", " 1234567x", "          \t  1010101"};
    static const char *const events[] = {" cycles:",
                                         " cpu-clock:ppp:",
                                         " probe:a b:",
                                         "",
                                         " x",
                                         " 5 cycles:",
                                         " cycles: 7f00 main+0x1 (/bin/a)",
                                         " PERF_RECORD_COMM: a:1"};
    static const char *const ends[] = {" ", "", "\r"};

    snprintf(to, size, "%s %s%s  %s%s%s%s\n", ANY(comms, seed), ANY(threads, seed), ANY(cpus, seed),
             ANY(times, seed), ANY(periods, seed), ANY(events, seed), ANY(ends, seed));
}

static struct str without_end(const char *line)
{
    struct str text = str_of(line);

    while (text.n && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r'))
        text.n--;
    return text;
}

static bool read_line(const char *line, const struct perf_layout *l, struct perf_header *h)
{
    return perf_header_read(without_end(line), l, h);
}

/* Fails unless a line is read as one that was added, but for what was found. */
static void assert_alike(const char *line, const char *added, const struct perf_layout *l,
                         const struct perf_cached_header *found)
{
    struct perf_header a, b;

    assert_true(read_line(line, l, &a) && read_line(added, l, &b));
    if (!str_equal(a.comm, b.comm) || !str_equal(a.pid, b.pid) || !str_equal(a.tid, b.tid) ||
        !str_equal(a.cpu, b.cpu) || !str_equal(a.event, b.event) ||
        !str_equal(a.time, found->time) || (a.has_period ? a.period : 1) != found->period ||
        a.has_period != b.has_period || !a.sure || a.record || a.frame.n ||
        found->n != strlen(line))
        fail_msg("\"%s\" was found as \"%s\"", line, added);
}

/* Gives how many were found. */
static size_t find_and_add(const struct perf_layout *l, uint64_t seed, struct lines *lines)
{
    struct perf_header_cache c;
    struct perf_header h;
    size_t n_found = 0;

    perf_header_cache_init(&c, l);
    for (lines->n = 0; lines->n < MOST; lines->n++) {
        char *line = lines->text[lines->n];
        struct perf_cached_header found;
        make_line(&seed, line, sizeof lines->text[0]);
        if (perf_header_cache_find(&c, line, line + strlen(line), &found)) {
            n_found++;
            assert_alike(line, lines->text[found.label], l, &found);
        } else if (read_line(line, l, &h)) {
            perf_header_cache_add(&c, str_of(line), &h, (labels_id)lines->n);
        }
    }
    perf_header_cache_free(&c);
    return n_found;
}

static void headers_that_are_found_are_read_alike(void **state)
{
    struct lines *lines = mem_alloc(1, sizeof *lines);

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        if (find_and_add(&whole, seed, lines) < MOST / 100 ||
            find_and_add(&bare, seed, lines) < MOST / 100)
            fail_msg("few headers were found with seed %d", (int)seed);
    }
    mem_free(lines, 1, sizeof *lines);
}

static void add(struct perf_header_cache *c, const char *line, labels_id label)
{
    struct perf_header h;

    assert_true(read_line(line, c->layout, &h));
    perf_header_cache_add(c, str_of(line), &h, label);
}

static bool finds(struct perf_header_cache *c, const char *text, struct perf_cached_header *found)
{
    return perf_header_cache_find(c, text, text + strlen(text), found);
}

static void times_and_periods_are_of_the_line_that_is_found(void **state)
{
    struct perf_header_cache c;
    struct perf_cached_header found;

    (void)state;
    perf_header_cache_init(&c, &whole);
    add(&c, "java 12/13 [002] 65.708352:     101010 cycles: \n", 7);
    assert_true(finds(&c, "java 12/13 [002] 123456.708353:  77 cycles: \n\t7f00 main\n", &found));
    assert_int_equal(found.label, 7);
    assert_int_equal(found.period, 77);
    assert_str(found.time, "123456.708353");
    assert_int_equal(found.n, strlen("java 12/13 [002] 123456.708353:  77 cycles: \n"));
    assert_false(finds(&c, "java 12/13 [002] 65.708352:     101010 cycles: ", &found));
    assert_false(finds(&c, "java 12/13 [002] 65.708352:     101010 cycles: x\n", &found));
    assert_false(finds(&c, "java 12/14 [002] 65.708352:     101010 cycles: \n", &found));
    assert_false(finds(&c, "java 12/13 [002] 65.7083:     101010 cycles: \n", &found));
    assert_false(finds(&c, "java 12/13 [002] 65.708352: cycles: \n", &found));
    assert_false(finds(&c, "java 12/13 [002] 65.708352:", &found));
    assert_false(finds(&c, "", &found));
    perf_header_cache_free(&c);
}

static void many_headers_are_found_once_they_come_again(void **state)
{
    enum { THREADS = 1000, TURNS = 6 };
    struct perf_header_cache c;
    struct perf_cached_header found;
    size_t n_last = 0;
    char line[80];

    (void)state;
    perf_header_cache_init(&c, &whole);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        n_last = 0;
        for (unsigned i = 0; i < THREADS; i++) {
            snprintf(line, sizeof line, "java 12/%u [002] %u.708352: %u cycles: \n", i, turn, i);
            if (!finds(&c, line, &found)) {
                add(&c, line, i);
                continue;
            }
            n_last++;
            assert_int_equal(found.label, i);
            assert_int_equal(found.period, i);
        }
    }
    assert_true(n_last > THREADS / 2);
    perf_header_cache_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_that_are_found_are_read_alike),
        cmocka_unit_test(times_and_periods_are_of_the_line_that_is_found),
        cmocka_unit_test(many_headers_are_found_once_they_come_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
