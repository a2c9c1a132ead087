/* record/trap/gauge: the numbers of made folders /proc and /sys. */
#include "record/trap/gauge.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

enum { PATH = 512 };

#define SECOND UINT64_C(1000000000)

/* A folder that holds what a test puts there, and the paths of all that lies in it. */
struct made {
    char root[64];
    struct buf paths;
};

static void make(struct made *m)
{
    *m = (struct made){.root = "/tmp/flame-gauge-XXXXXX"};
    assert_non_null(mkdtemp(m->root));
}

static void note(struct made *m, const char *path)
{
    buf_add(&m->paths, (struct str){path, strlen(path) + 1});
}

/* What was made last goes first. */
static void unmake(struct made *m)
{
    for (size_t at = m->paths.n; at > 0;) {
        for (at--; at > 0 && m->paths.p[at - 1]; at--)
            ;
        (void)!remove(m->paths.p + at);
    }
    assert_int_equal(rmdir(m->root), 0);
    buf_free(&m->paths);
}

/* Writes a file, and the folders it lies in. */
static void put(struct made *m, const char *name, const char *text)
{
    char path[PATH];

    snprintf(path, sizeof path, "%s/%s", m->root, name);
    for (char *p = path + strlen(m->root) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = '\0';
        if (mkdir(path, 0700) == 0)
            note(m, path);
    }
    if (access(path, F_OK) != 0)
        note(m, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A process of a thread, its parent, ticks of the processor, and its children. */
static void put_process(struct made *m, unsigned pid, unsigned parent, unsigned ticks,
                        const char *children)
{
    char name[PATH];
    char text[PATH];

    snprintf(name, sizeof name, "proc/%u/stat", pid);
    snprintf(text, sizeof text,
             "%u (a) S (b) S %u 1 1 0 -1 4194560 100 0 0 0 %u 1 2 3 20 0 4 0 %u 1000000 256 1 1\n",
             pid, parent, ticks, pid + 7);
    put(m, name, text);
    snprintf(name, sizeof name, "proc/%u/task/%u/comm", pid, pid);
    put(m, name, "a\n");
    snprintf(name, sizeof name, "proc/%u/task/%u/children", pid, pid);
    if (children)
        put(m, name, children);
}

struct opened {
    struct condition condition;
    struct gauge gauge;
    struct fault fault;
    bool ok;
};

static void open_gauge(struct opened *o, const struct made *m, const char *text,
                       const struct gauge_recorded *recorded)
{
    const struct gauge_recorded none = {0};

    *o = (struct opened){.ok = false};
    assert_true(condition_parse(&o->condition, str_of(text), &o->fault));
    o->ok = gauge_open(&o->gauge, &o->condition, recorded ? recorded : &none, m->root, &o->fault);
}

#define assert_number(opened, now_ns, wanted)                                                      \
    do {                                                                                           \
        uint64_t value_ = 0;                                                                       \
        assert_int_equal(gauge_read(&(opened)->gauge, now_ns, &value_), GAUGE_NUMBER);             \
        assert_int_equal(value_, wanted);                                                          \
    } while (0)

static void assert_reading(struct opened *o, uint64_t now_ns, enum gauge_reading wanted)
{
    uint64_t value;

    assert_int_equal(gauge_read(&o->gauge, now_ns, &value), wanted);
}

static void a_process_counts_with_its_children(void **state)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    put_process(&m, 10, 1, 100, "11 12 ");
    put_process(&m, 11, 10, 100, "13 ");
    put_process(&m, 12, 10, 0, "");
    put_process(&m, 13, 11, 0, "");
    put_process(&m, 14, 1, 1000, "");
    open_gauge(&o, &m, "threads(10) > 1", NULL);
    assert_true(o.ok);
    assert_number(&o, 1, 16);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "memory(10) > 1", NULL);
    assert_true(o.ok);
    assert_number(&o, 1, 4 * 256 * page);
    gauge_close(&o.gauge);
    unmake(&m);
}

static void without_lists_of_children_parents_are_asked(void **state)
{
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    put_process(&m, 10, 1, 100, NULL);
    put_process(&m, 11, 13, 100, NULL);
    put_process(&m, 13, 10, 0, NULL);
    put_process(&m, 14, 1, 1000, NULL);
    open_gauge(&o, &m, "threads(10) > 1", NULL);
    assert_true(o.ok);
    assert_number(&o, 1, 12);
    gauge_close(&o.gauge);
    unmake(&m);
}

static void cpu_is_a_share_of_the_last_second(void **state)
{
    const unsigned hz = (unsigned)sysconf(_SC_CLK_TCK);
    const uint32_t pid = 10;
    const struct gauge_recorded recorded = {.pids = &pid, .n_pids = 1};
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    put_process(&m, 10, 1, 0, "");
    open_gauge(&o, &m, "cpu < 20%", &recorded);
    assert_true(o.ok);
    assert_reading(&o, 0, GAUGE_NOT_YET);
    put_process(&m, 10, 1, hz, "11 ");
    put_process(&m, 11, 10, hz / 2, "");
    assert_reading(&o, SECOND - 1, GAUGE_NOT_YET);
    /* The child has 6 ticks more, of its children and in the kernel. */
    assert_number(&o, SECOND, (hz + hz / 2 + 6) * 100000 / hz);
    assert_number(&o, 2 * SECOND, 0);
    put_process(&m, 10, 1, hz + hz / 4, "11 ");
    assert_number(&o, 3 * SECOND, 25000);
    put_process(&m, 10, 1, 0, ""); /* who used most has left */
    assert_reading(&o, 4 * SECOND, GAUGE_NOT_YET);
    assert_number(&o, 5 * SECOND, 0);
    gauge_close(&o.gauge);
    unmake(&m);
}

static void a_process_that_ended_or_was_replaced_is_gone(void **state)
{
    struct made m;
    struct opened o;
    char path[PATH];

    (void)state;
    make(&m);
    open_gauge(&o, &m, "threads(10) > 1", NULL);
    assert_false(o.ok);
    assert_non_null(strstr(o.fault.text, "process 10 does not run"));
    gauge_close(&o.gauge);
    put_process(&m, 10, 1, 0, "");
    open_gauge(&o, &m, "threads(10) > 1", NULL);
    assert_true(o.ok);
    put(&m, "proc/10/stat",
        "10 (other) S 1 1 1 0 -1 0 1 0 0 0 0 0 0 0 20 0 4 0 99999 1000000 256 1 1\n");
    assert_reading(&o, 1, GAUGE_GONE);
    put_process(&m, 10, 1, 0, "");
    assert_reading(&o, 2, GAUGE_GONE);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "threads(10) > 1", NULL);
    snprintf(path, sizeof path, "%s/proc/10/stat", m.root);
    assert_int_equal(unlink(path), 0);
    assert_reading(&o, 1, GAUGE_GONE);
    gauge_close(&o.gauge);
    unmake(&m);
}

static void the_machine_is_read(void **state)
{
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    put(&m, "proc/stat", "cpu  100 0 100 600 200 0 0 0 0 0\ncpu0 1 2 3\n");
    put(&m, "proc/loadavg", "0.50 0.40 0.30 5/321 4711\n");
    put(&m, "proc/meminfo", "MemTotal:  1000 kB\nMemFree: 10 kB\nMemAvailable:   400 kB\n");
    open_gauge(&o, &m, "runqueue > 8", NULL);
    assert_number(&o, 1, 4);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "threads(machine) > 8", NULL);
    assert_number(&o, 1, 321);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "memory > 8", NULL);
    assert_number(&o, 1, 600 * 1024);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "iowait > 8%", NULL);
    assert_reading(&o, 0, GAUGE_NOT_YET);
    put(&m, "proc/stat", "cpu  150 0 100 650 300 0 0 0 0 0\n");
    assert_number(&o, SECOND, 50000);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "cpu > 8%", NULL);
    assert_reading(&o, 0, GAUGE_NOT_YET);
    put(&m, "proc/stat", "cpu  200 0 100 700 400 0 0 0 0 0\n");
    assert_number(&o, SECOND, 25000);
    put(&m, "proc/stat", "cpu  x\n");
    assert_reading(&o, 2 * SECOND, GAUGE_GONE);
    gauge_close(&o.gauge);
    unmake(&m);
}

static void pressure_is_read_where_the_kernel_measures_it(void **state)
{
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    open_gauge(&o, &m, "pressure(cpu) > 1%", NULL);
    assert_false(o.ok);
    assert_int_equal(o.fault.kind, FAULT_SYSTEM);
    assert_non_null(strstr(o.fault.text, "psi=1"));
    gauge_close(&o.gauge);
    put(&m, "proc/pressure/cpu",
        "some avg10=12.34 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00\n");
    open_gauge(&o, &m, "pressure(cpu) > 1%", NULL);
    assert_number(&o, 1, 12340);
    gauge_close(&o.gauge);
    put(&m, "sys/fs/cgroup/web.slice/io.pressure", "some avg10=1.00 avg60=0.00 total=1\n");
    open_gauge(&o, &m, "psi(io, web.slice) > 1%", NULL);
    assert_number(&o, 1, 1000);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "psi(cpu, web.slice) > 1%", NULL);
    assert_false(o.ok);
    assert_non_null(strstr(o.fault.text, "psi=1"));
    gauge_close(&o.gauge);
    unmake(&m);
}

static void groups_are_read_in_both_versions(void **state)
{
    const char *const groups[] = {"web", "db"};
    const struct gauge_recorded recorded = {.groups = groups, .n_groups = 2};
    struct made m;
    struct opened o;

    (void)state;
    make(&m);
    put(&m, "sys/fs/cgroup/web/cpu.stat", "user_usec 9\nusage_usec 1000000\nuser_usec 7\n");
    put(&m, "sys/fs/cgroup/web/memory.current", "4096\n");
    put(&m, "sys/fs/cgroup/cpuacct/db/cpuacct.usage", "2000000000\n");
    put(&m, "sys/fs/cgroup/memory/db/memory.usage_in_bytes", "1024\n");
    put(&m, "sys/fs/cgroup/pids/db/pids.current", "3\n");
    open_gauge(&o, &m, "memory > 8", &recorded);
    assert_number(&o, 1, 5120);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "threads(/sys/fs/cgroup/perf_event/db) > 8", NULL);
    assert_number(&o, 1, 3);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "threads(web) > 8", NULL);
    assert_false(o.ok);
    assert_non_null(strstr(o.fault.text, "echo +pids"));
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "threads(nosuch) > 8", NULL);
    assert_false(o.ok);
    assert_non_null(strstr(o.fault.text, "no control group nosuch"));
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "cpu(db) > 8%", NULL);
    assert_reading(&o, 0, GAUGE_NOT_YET);
    put(&m, "sys/fs/cgroup/cpuacct/db/cpuacct.usage", "2500000000\n");
    assert_number(&o, SECOND, 50000);
    gauge_close(&o.gauge);
    open_gauge(&o, &m, "cpu(web) > 8%", NULL);
    assert_reading(&o, 0, GAUGE_NOT_YET);
    put(&m, "sys/fs/cgroup/web/cpu.stat", "usage_usec 3000000\n");
    assert_number(&o, SECOND, 200000);
    put(&m, "sys/fs/cgroup/web/cpu.stat", "");
    assert_reading(&o, 2 * SECOND, GAUGE_GONE);
    gauge_close(&o.gauge);
    unmake(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_counts_with_its_children),
        cmocka_unit_test(without_lists_of_children_parents_are_asked),
        cmocka_unit_test(cpu_is_a_share_of_the_last_second),
        cmocka_unit_test(a_process_that_ended_or_was_replaced_is_gone),
        cmocka_unit_test(the_machine_is_read),
        cmocka_unit_test(pressure_is_read_where_the_kernel_measures_it),
        cmocka_unit_test(groups_are_read_in_both_versions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
