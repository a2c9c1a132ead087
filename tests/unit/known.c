/* What each reader tells the model of samples besides their stacks: when they were taken, of which
 * threads, what these did, and in which snapshot of memory; and beside samples: counters and marks.
 */
#include "golden_inputs.h"

#include "input/formats.h"
#include "input/input.h"

enum known {
    NOTHING = 0,
    TIME = 1,
    THREAD = 2,
    STATE = 4,
    SNAPSHOT = 8,
    COUNTER = 16,
    MARK = 32,
    KNOWN = 6
};

/* Each format, and what its golden inputs tell, one of them or more; none of them tells more. */
static const struct {
    const char *format;
    unsigned known;
} formats[] = {
    {"aix", THREAD},
    {"android-anr", THREAD | STATE},
    {"austin", THREAD},
    {"axe", NOTHING},
    {"babeltrace", TIME | THREAD},
    {"bcc", THREAD},
    {"bpftrace", THREAD},
    {"callchains", THREAD},
    {"callgrind", NOTHING},
    {"chrome", TIME | THREAD | COUNTER | MARK},
    {"crash", THREAD},
    {"d3-flame-graph", THREAD},
    {"dhat", NOTHING},
    {"diff-folded", NOTHING},
    {"dmesg", TIME | THREAD},
    {"dotnet-stack", THREAD},
    {"dtrace", THREAD},
    {"dump-to-file", THREAD | STATE},
    {"eu-stack", THREAD},
    {"faulthandler", THREAD},
    {"firefox", TIME | THREAD | COUNTER | MARK},
    {"folded", NOTHING},
    {"ftrace", TIME | THREAD},
    {"gdb", THREAD},
    {"ghcprof", NOTHING},
    {"go", STATE},
    {"gprof", NOTHING},
    {"heaptrack", SNAPSHOT},
    {"hprof", THREAD},
    {"ibmjava", THREAD | STATE},
    {"instruments", NOTHING},
    {"java-exceptions", THREAD},
    {"jfr", TIME | THREAD | STATE | COUNTER | MARK},
    {"jstack", THREAD | STATE},
    {"kp", NOTHING},
    {"ljp", NOTHING},
    {"lldb", THREAD},
    {"massif", SNAPSHOT},
    {"memleak", SNAPSHOT},
    {"oprofile", NOTHING},
    {"otlp", TIME | THREAD},
    {"perf", TIME | THREAD},
    {"perf-data", TIME | THREAD | STATE},
    {"perf-sched", TIME | THREAD | STATE},
    {"perfcollect", TIME | THREAD},
    {"phpspy", TIME | THREAD},
    {"pmc", NOTHING},
    {"pprof", THREAD},
    {"pprof-cpu", NOTHING},
    {"pprof-text", THREAD},
    {"pstats", NOTHING},
    {"py-spy", THREAD | STATE},
    {"sample", THREAD},
    {"sleepy", NOTHING},
    {"speedscope", TIME | THREAD},
    {"stackprof", NOTHING},
    {"stap", THREAD},
    {"sysprof", THREAD},
    {"v8", TIME},
    {"v8-ticks", TIME | STATE},
    {"vsprof", NOTHING},
    {"vtune", NOTHING},
    {"vtune-mc", NOTHING},
    {"wcp", NOTHING},
    {"windbg", THREAD},
    {"xctrace", TIME | THREAD},
    {"xdebug", NOTHING},
    {"xperf", TIME | THREAD},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

static unsigned found[FORMATS];

static size_t row_of(struct str format)
{
    size_t i = 0;

    while (i < FORMATS && !str_equal(str_of(formats[i].format), format))
        i++;
    return i;
}

static unsigned known_in(const struct profile *p)
{
    const struct labels *labels = &p->labels;
    unsigned known = (p->tracks.counters.n ? COUNTER : 0) | (p->tracks.marks.n ? MARK : 0);

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const struct subject of = labels_subject(labels, p->samples[i].labels);
        known |= (moments_at(&p->moments, i) != NO_TIME ? TIME : 0) | (of.thread ? THREAD : 0) |
                 (state_without_guess(moments_state(&p->moments, i)) != STATE_RUNNING ? STATE : 0) |
                 (of.snapshot ? SNAPSHOT : 0);
    }
    return known;
}

/* What some reading of it tells: waits and snapshots are told when they are asked for. */
static void look(const char *path, struct str format, bool told)
{
    static const enum ask_read reads[] = {READ_RUNNING, READ_OFF_CPU, READ_WALL};
    const size_t row = row_of(format);
    const struct input_file file = {.path = path};
    struct fault f = {0};

    (void)told;
    if (row == FORMATS)
        return;
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        const struct ask ask = {.format = input_find(format, &f),
                                .limits = limits_usual(),
                                .threads = 1,
                                .read = reads[i],
                                .all_snapshots = true,
                                .max_bad = UINT64_MAX};
        struct input_report report;
        struct profile p;
        profile_init(&p, 1, TIME_POINTS);
        f = (struct fault){0};
        if (input_read(&file, &ask, &p, &report, &f))
            found[row] |= known_in(&p);
        profile_free(&p);
    }
}

static void the_table_has_every_format(void **state)
{
    size_t n;
    const struct input_format *const *all = input_formats(&n);

    (void)state;
    for (size_t i = 0; i < n; i++)
        if (row_of(str_of(all[i]->name)) == FORMATS)
            fail_msg("%s is not in the table", all[i]->name);
    assert_int_equal(n, FORMATS);
}

static void readers_tell_what_the_table_says(void **state)
{
    static const char *const words[KNOWN] = {"times",     "threads",  "states",
                                             "snapshots", "counters", "marks"};
    size_t n_wrong = 0;

    (void)state;
    visit_golden(look);
    for (size_t i = 0; i < FORMATS; i++)
        for (unsigned k = 0; k < KNOWN; k++)
            if ((found[i] ^ formats[i].known) >> k & 1) {
                print_message("%s: %s %s\n", formats[i].format,
                              found[i] >> k & 1 ? "tells" : "does not tell", words[k]);
                n_wrong++;
            }
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_every_format),
        cmocka_unit_test(readers_tell_what_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
