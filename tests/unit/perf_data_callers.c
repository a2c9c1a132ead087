/* The callers of samples, in the kernel and in processes: each process has its own, though the
 * kernel's are the same, and a chain is cut by all of its addresses. */
#include "readings.h"

#define EXE UINT64_C(0x400000)
#define KERNEL UINT64_C(0xffffffff81000000)

#define FRAME(at) "[[kernel.kallsyms] <ffffffff810000" at ">]_[k]"

static void add_process(struct made *m, uint32_t pid, const char *comm, const char *file)
{
    made_comm(m, pid, comm, 0);
    made_mmap(m, pid, (struct made_map){EXE, 0x10000, 0, file}, 0);
}

static void add_chain(struct made *m, uint32_t pid, uint64_t time, const uint64_t *chain, size_t n)
{
    made_sample(
        m, 0,
        (struct made_sample){
            .ip = chain[1], .pid = pid, .tid = pid, .time = time, .chain = chain, .n_chain = n});
}

static void callers_in_the_kernel_have_those_of_each_process(void **state)
{
    static const uint64_t chain[] = {MARK_KERNEL, KERNEL + 0x10, KERNEL + 0x21,
                                     MARK_USER,   EXE + 8,       EXE + 5};
    struct made m = {.big = false};

    (void)state;
    made_event(&m, "cycles", MADE_USUAL);
    add_process(&m, 7, "a", "/bin/a");
    add_process(&m, 8, "b", "/bin/b");
    for (uint64_t time = 1; time < 5; time++)
        add_chain(&m, 7 + (uint32_t)(time % 2), time, chain, 6);
    add_chain(&m, 8, 5, chain, 3);
    assert_made(
        &m,
        "b/8 cycles: [b <4>];[b <8>];" FRAME("20") ";" FRAME(
            "10") " 1\n"
                  "a/7 cycles: [a <4>];[a <8>];" FRAME("20") ";" FRAME(
                      "10") " 1\n"
                            "b/8 cycles: [b <4>];[b <8>];" FRAME("20") ";" FRAME(
                                "10") " 1\n"
                                      "a/7 cycles: [a <4>];[a <8>];" FRAME("20") ";" FRAME(
                                          "10") " 1\n"
                                                "b/8 cycles: " FRAME("20") ";" FRAME("10") " 1\n");
    made_free(&m);
}

/* Those of the process are many enough to be remembered. */
static void addresses_in_the_kernel_count_for_the_limit_of_a_chain(void **state)
{
    static const uint64_t deep[] = {MARK_KERNEL, KERNEL + 0x10, KERNEL + 0x21, MARK_USER,
                                    EXE + 9,     EXE + 7,       EXE + 5,       EXE + 3};
    static const uint64_t flat[] = {MARK_KERNEL, KERNEL + 0x10, MARK_USER, EXE + 9,
                                    EXE + 7,     EXE + 5,       EXE + 3};
    static const char uncut[] = "a/7 cycles: [a <2>];[a <4>];[a <6>];[a <9>];" FRAME("10") " 1\n";
    static const char cut[] = "a/7 cycles: [truncated];[a <2>];[a <4>];[a <6>];[a <9>];" FRAME(
        "20") ";" FRAME("10") " 1\n";
    struct made m = {.big = false};
    struct buf wanted = {0};

    (void)state;
    made_event(&m, "cycles", MADE_USUAL)->stack_most = 6;
    add_process(&m, 7, "a", "/bin/a");
    for (uint64_t time = 1; time < 5; time++) {
        add_chain(&m, 7, time, time % 2 ? flat : deep, time % 2 ? 7 : 8);
        buf_add(&wanted, str_of(time % 2 ? uncut : cut));
    }
    buf_add_byte(&wanted, '\0');
    assert_made(&m, wanted.p);
    buf_free(&wanted);
    made_free(&m);
}

static void maps_that_come_later_are_seen_by_callers_that_were_remembered(void **state)
{
    static const uint64_t chain[] = {MARK_KERNEL, KERNEL + 0x10, MARK_USER, EXE + 9,
                                     EXE + 7,     EXE + 5,       EXE + 3};
    struct made m = {.big = false};

    (void)state;
    made_event(&m, "cycles", MADE_USUAL);
    add_process(&m, 7, "a", "/bin/a");
    add_chain(&m, 7, 1, chain, 7);
    made_mmap(&m, 7, (struct made_map){EXE, 0x10000, 0, "/bin/b"}, 2);
    add_chain(&m, 7, 3, chain, 7);
    assert_made(&m, "a/7 cycles: [a <2>];[a <4>];[a <6>];[a <9>];" FRAME(
                        "10") " 1\n"
                              "a/7 cycles: [b <2>];[b <4>];[b <6>];[b <9>];" FRAME("10") " 1\n");
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_in_the_kernel_have_those_of_each_process),
        cmocka_unit_test(addresses_in_the_kernel_count_for_the_limit_of_a_chain),
        cmocka_unit_test(maps_that_come_later_are_seen_by_callers_that_were_remembered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
