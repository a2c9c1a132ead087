/* record/sleep/off_cpu: what the program in the kernel makes of a switch of threads that it did not
 * see, and what it keeps of stacks. */
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/sleep/off_cpu.h"
#include "record/small_file.h"
#include "unit.h"

enum { MS = 1000000, PERIOD_NS = 10 * MS };
enum { PERIOD_AT = 48, STACK = 32768, TRIES = 2000 };

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

/* When this thread went to sleep, and for how long it had run by then. */
struct fell_asleep {
    uint64_t since_ns, ran_ns;
};

/* As if this thread had gone to sleep 555 ms ago, had run for 200 ms since then, and nobody had
 * seen that it came back. What is random of an entry is set as well. */
static struct fell_asleep go_to_sleep_unseen(const struct off_cpu_recorder *o, uint32_t tid)
{
    struct off_cpu_thread *t = mem_alloc(1, sizeof *t);

    t->pid = t->tid = tid;
    t->looked_ns = 1;
    t->ran_ns = ran_ns() - 200 * MS;
    t->since_ns = clock_now_ns() - 555 * MS;
    const struct fell_asleep when = {t->since_ns, t->ran_ns};
    assert_true(bpf_map_set(o->maps.threads, &tid, t));
    mem_free(t, 1, sizeof *t);
    return when;
}

/* For how long it did not run since then, at least and at most, as measured before and after. What
 * it ran is the kernel's own count, which never falls, however late it is. */
struct between {
    uint64_t before_ns, ran_before_ns, after_ns, ran_after_ns;
};

static void measure(uint64_t *now_ns, uint64_t *now_ran_ns)
{
    *now_ns = clock_now_ns();
    *now_ran_ns = ran_ns();
}

static void spend(uint64_t ns)
{
    while (ran_ns() < ns) {
    }
}

/* Whether this machine takes such programs, and from us; a mistake of theirs is no reason. */
static bool begin(struct off_cpu_recorder *o, uint32_t tid, struct fell_asleep *when)
{
    const enum off_cpu_fault fault = off_cpu_open(o, false, PERIOD_NS, STACK);

    if (fault != OFF_CPU_FINE || access("/proc/thread-self/schedstat", R_OK) != 0) {
        assert_int_not_equal(fault, OFF_CPU_REFUSED);
        off_cpu_close(o);
        return false;
    }
    spend(200 * MS);
    assert_true(off_cpu_begin(o));
    assert_true(off_cpu_add(o, tid, false));
    *when = go_to_sleep_unseen(o, tid);
    return true;
}

/* The first sample stands for the time that it slept; PERIOD_NS: samples are of whole periods. */
static void assert_first_is(const struct buf *records, const struct ring_counts *counts,
                            const struct fell_asleep *when, const struct between *b)
{
    const uint64_t passed = b->before_ns - when->since_ns;
    const uint64_t ran = b->ran_after_ns - when->ran_ns;
    const uint64_t least = passed > ran ? passed - ran : 0;
    const uint64_t most = b->after_ns - when->since_ns - (b->ran_before_ns - when->ran_ns);
    uint64_t period_ns;

    assert_true(counts->waits >= 1);
    assert_true(records->n > PERIOD_AT + sizeof period_ns);
    memcpy(&period_ns, records->p + PERIOD_AT, sizeof period_ns);
    assert_in_range(period_ns + PERIOD_NS, least, most + 2 * PERIOD_NS);
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
        struct fell_asleep when;
        struct between between;
        struct fault f = {0};
        struct off_cpu_recorder o;

        if (!begin(&o, tid, &when))
            skip();
        measure(&between.before_ns, &between.ran_before_ns);
        if (at_end) {
            assert_true(off_cpu_end(&o, clock_now_ns(), &use, &f));
        } else {
            nanosleep(&moment, NULL);
            off_cpu_look(&o);
            assert_true(off_cpu_drain(&o, &use, &f));
        }
        measure(&between.after_ns, &between.ran_after_ns);
        assert_first_is(&records, &counts, &when, &between);
        buf_free(&records);
        off_cpu_close(&o);
    }
}

/* Sleeps within so many frames of 7 kB and one more. */
static __attribute__((noinline)) UNIT_ON_STACK void sleep_deep(unsigned frames)
{
    const struct timespec moment = {.tv_nsec = 2 * MS};
    volatile unsigned char large[7000];

    for (size_t i = 0; i < sizeof large; i++) /* all its pages are there */
        large[i] = 1;
    if (frames)
        sleep_deep(frames - 1);
    else
        nanosleep(&moment, NULL);
    large[1] = large[0];
}

static bool has_mark(const struct buf *records, const volatile uint64_t mark[4])
{
    uint64_t wanted[4];

    for (size_t i = 0; i < 4; i++)
        wanted[i] = mark[i];
    for (size_t at = 0; at + sizeof wanted <= records->n; at++)
        if (memcmp(records->p + at, wanted, sizeof wanted) == 0)
            return true;
    return false;
}

/* Sleeps until its stack is found up to the mark; false when it is not. */
static bool keeps_stack(struct off_cpu_recorder *o, const volatile uint64_t mark[4])
{
    struct ring_counts counts = {0};
    struct buf records = {0};
    struct recording_file file = {.fd = -1, .held = &records};
    const struct ring_use use = {.file = &file, .counts = &counts};
    struct fault f = {0};
    size_t longest = 0;
    bool found = false;

    for (unsigned i = 0; i < TRIES && !found; i++) { /* a thread has a budget for its stacks */
        sleep_deep(3);
        off_cpu_look(o);
        assert_true(off_cpu_drain(o, &use, &f));
        found = has_mark(&records, mark);
        longest = records.n > longest ? records.n : longest;
        buf_clear(&records);
    }
    if (!found)
        print_message("%u waits, records of up to %u bytes\n", (unsigned)counts.waits,
                      (unsigned)longest);
    buf_free(&records);
    return found;
}

static UNIT_ON_STACK void as_much_of_a_stack_is_kept_as_was_asked_for(void **state)
{
    const volatile uint64_t mark[4] = {UINT64_C(0x7372657473697361), UINT64_C(0x6b72616d2061206e),
                                       UINT64_C(0x6568742065626f74), UINT64_C(0x2e646e756f66206e)};
    struct fell_asleep unused;
    struct off_cpu_recorder o;

    (void)state;
    if (!begin(&o, (uint32_t)getpid(), &unused))
        skip();
    assert_true(keeps_stack(&o, mark));
    assert_int_equal(o.attr.sample_stack_user, STACK);
    off_cpu_close(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_much_of_a_stack_is_kept_as_was_asked_for),
        cmocka_unit_test(a_thread_whose_return_was_not_seen_slept_while_it_did_not_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
