/* record/off_cpu: what the program in the kernel makes of a switch of threads that it did not see.
 */
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/off_cpu.h"
#include "record/small_file.h"
#include "unit.h"

enum { MS = 1000000, PERIOD_NS = 10 * MS, PERIOD_AT = 48 };

/* For how long this thread ran, in nanoseconds. */
static uint64_t ran_ns(void)
{
    struct buf text = {0};
    struct str rest, word;
    uint64_t ns = 0;

    assert_true(small_file_read(&text, "/proc/thread-self/schedstat"));
    rest = buf_str(&text);
    assert_true(take_field(&rest, ' ', &word) && parse_u64(word, &ns));
    buf_free(&text);
    return ns;
}

/* As if this thread had gone to sleep 555 ms ago, had run for 200 ms since then, and nobody had
 * seen that it came back. What is random of an entry is set as well. */
static void go_to_sleep_unseen(const struct off_cpu *o, uint32_t tid)
{
    struct off_cpu_thread *t = mem_alloc(1, sizeof *t);
    uint64_t before_ns;

    t->pid = t->tid = tid;
    t->looked_ns = 1;
    do { /* until nothing comes between */
        before_ns = clock_now_ns();
        t->ran_ns = ran_ns() - 200 * MS;
        t->since_ns = before_ns - 555 * MS;
        assert_true(bpf_map_set(o->maps.threads, &tid, t));
    } while (clock_now_ns() - before_ns > MS);
    mem_free(t, 1, sizeof *t);
}

static void spend(uint64_t ns)
{
    while (ran_ns() < ns) {
    }
}

/* Whether this machine takes such programs, and from us; a mistake of theirs is no reason. */
static bool begin(struct off_cpu *o, uint32_t tid)
{
    const enum off_cpu_fault fault = off_cpu_open(o, false, PERIOD_NS);

    if (fault != OFF_CPU_FINE || access("/proc/thread-self/schedstat", R_OK) != 0) {
        assert_int_not_equal(fault, OFF_CPU_REFUSED);
        off_cpu_close(o);
        return false;
    }
    spend(200 * MS);
    assert_true(off_cpu_begin(o));
    assert_true(off_cpu_add(o, tid, false));
    go_to_sleep_unseen(o, tid);
    return true;
}

/* The time for which the first sample stands; the machine may take some of it for others. */
static void assert_first_is_350_ms(const struct buf *records, const struct ring_counts *counts)
{
    uint64_t period_ns;

    assert_true(counts->waits >= 1);
    assert_true(records->n > PERIOD_AT + sizeof period_ns);
    memcpy(&period_ns, records->p + PERIOD_AT, sizeof period_ns);
    assert_in_range(period_ns, 310 * MS, 450 * MS);
}

static void a_thread_whose_return_was_not_seen_slept_while_it_did_not_run(void **state)
{
    const uint32_t tid = (uint32_t)getpid();
    const struct timespec moment = {.tv_nsec = MS};

    (void)state;
    for (unsigned at_end = 0; at_end < 2; at_end++) {
        struct ring_counts counts = {0};
        struct buf records = {0};
        struct recording_file file = {.fd = -1, .held = &records};
        const struct ring_use use = {.file = &file, .counts = &counts};
        struct fault f = {0};
        struct off_cpu o;

        if (!begin(&o, tid))
            skip();
        if (at_end) {
            assert_true(off_cpu_end(&o, clock_now_ns(), &use, &f));
        } else {
            nanosleep(&moment, NULL);
            off_cpu_look(&o);
            assert_true(off_cpu_drain(&o, &use, &f));
        }
        assert_first_is_350_ms(&records, &counts);
        buf_free(&records);
        off_cpu_close(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_whose_return_was_not_seen_slept_while_it_did_not_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
