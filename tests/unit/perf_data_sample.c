/* input/perf_data/sample: each field by its bit, and samples that are too short for theirs. */
#include "input/perf_data/sample.h"

#include "recordings.h"

static const uint64_t all_bits =
    SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_ID |
    SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_PERIOD | SAMPLE_READ | SAMPLE_CALLCHAIN | SAMPLE_RAW |
    SAMPLE_BRANCH_STACK | SAMPLE_REGS_USER | SAMPLE_STACK_USER | SAMPLE_LAST;

/* Writes what is known of the memory that was accessed. */
static void make_last(struct made *m, uint64_t type)
{
    if (type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT))
        made_64(m, (UINT64_C(7) << 32) | 71);
    if (type & SAMPLE_DATA_SRC)
        made_64(m, 72);
    if (type & SAMPLE_TRANSACTION)
        made_64(m, 73);
    if (type & SAMPLE_REGS_INTR)
        made_words(m, (const uint64_t[]){2, 74, 74}, 3);
    if (type & SAMPLE_PHYS_ADDR)
        made_64(m, 75);
    if (type & SAMPLE_CGROUP)
        made_64(m, 76);
    if (type & SAMPLE_DATA_PAGE_SIZE)
        made_64(m, 4096);
    if (type & SAMPLE_CODE_PAGE_SIZE)
        made_64(m, 8192);
}

/* Writes the fields of which the event has the bits. */
static void make(struct made *m, const struct event *e)
{
    const uint64_t type = e->sample_type;

    m->records.n = m->begun = 0;
    if (type & SAMPLE_IDENTIFIER)
        made_64(m, 1001);
    if (type & SAMPLE_IP)
        made_64(m, 0x401136);
    if (type & SAMPLE_TID) {
        made_32(m, 12);
        made_32(m, 13);
    }
    if (type & SAMPLE_TIME)
        made_64(m, 5000);
    if (type & SAMPLE_ADDR)
        made_64(m, 77);
    if (type & SAMPLE_ID)
        made_64(m, 1001);
    if (type & SAMPLE_STREAM_ID)
        made_64(m, 78);
    if (type & SAMPLE_CPU) {
        made_32(m, 3);
        made_32(m, 79);
    }
    if (type & SAMPLE_PERIOD)
        made_64(m, 250);
    if (type & SAMPLE_READ)
        made_words(m, (const uint64_t[]){2, 90, 91, 11, 1, 12, 2}, 7);
    if (type & SAMPLE_CALLCHAIN)
        made_words(m, (const uint64_t[]){3, MARK_USER, 21, 22}, 4);
    if (type & SAMPLE_RAW) {
        made_32(m, 4);
        made_32(m, 31);
    }
    if (type & SAMPLE_BRANCH_STACK) {
        made_64(m, 2);
        if (e->branch_type & BRANCH_HW_INDEX)
            made_64(m, 80);
        made_words(m, (const uint64_t[]){41, 42, 0, 43, 44, 0}, 6);
        if (e->branch_type & BRANCH_COUNTERS)
            made_words(m, (const uint64_t[]){81, 82}, 2);
    }
    if (type & SAMPLE_REGS_USER)
        made_words(m, (const uint64_t[]){2, 51, 52, 53}, 4);
    if (type & SAMPLE_STACK_USER)
        made_words(m, (const uint64_t[]){16, 61, 62, 8}, 4);
    make_last(m, type);
}

static struct event event_of(uint64_t type)
{
    return (struct event){.period = 9,
                          .sample_type = type,
                          .read_format =
                              READ_GROUP | READ_ID | READ_TIME_ENABLED | READ_TIME_RUNNING,
                          .regs_user = 7 << 3,
                          .regs_intr = 3};
}

static uint64_t word(struct bytes b, size_t i)
{
    assert_true(b.n >= 8 * (i + 1));
    return u64_at(b.p + 8 * i, b.big);
}

static void check(const struct sample_fields *s, uint64_t type)
{
    bool has_id = type & (SAMPLE_IDENTIFIER | SAMPLE_ID);

    assert_int_equal(s->id, has_id ? 1001 : 0);
    assert_int_equal(s->ip, type & SAMPLE_IP ? 0x401136 : 0);
    assert_int_equal(s->pid, type & SAMPLE_TID ? 12 : 0);
    assert_int_equal(s->tid, type & SAMPLE_TID ? 13 : 0);
    assert_int_equal(s->time_ns, type & SAMPLE_TIME ? 5000 : 0);
    assert_int_equal(s->has_cpu, (type & SAMPLE_CPU) != 0);
    assert_int_equal(s->cpu, type & SAMPLE_CPU ? 3 : 0);
    assert_int_equal(s->period, type & SAMPLE_PERIOD ? 250 : 9);
    assert_int_equal(s->addr, type & SAMPLE_ADDR ? 77 : 0);
    assert_int_equal(s->weight, type & SAMPLE_WEIGHT_STRUCT ? 71
                                : type & SAMPLE_WEIGHT      ? UINT64_C(7) << 32 | 71
                                                            : 0);
    assert_int_equal(s->data_source, type & SAMPLE_DATA_SRC ? 72 : 0);
    assert_int_equal(s->phys_addr, type & SAMPLE_PHYS_ADDR ? 75 : 0);
    assert_int_equal(s->cgroup, type & SAMPLE_CGROUP ? 76 : 0);
    assert_int_equal(s->data_page, type & SAMPLE_DATA_PAGE_SIZE ? 4096 : 0);
    assert_int_equal(s->code_page, type & SAMPLE_CODE_PAGE_SIZE ? 8192 : 0);
    assert_int_equal(s->read.n, type & SAMPLE_READ ? 56 : 0);
    assert_int_equal(s->chain.n, type & SAMPLE_CALLCHAIN ? 24 : 0);
    assert_int_equal(s->raw.n, type & SAMPLE_RAW ? 4 : 0);
    assert_int_equal(s->branches.n, type & SAMPLE_BRANCH_STACK ? 48 : 0);
    assert_int_equal(s->registers.n, type & SAMPLE_REGS_USER ? 24 : 0);
    assert_int_equal(s->stack.n, type & SAMPLE_STACK_USER ? 8 : 0);
    if (type & SAMPLE_READ)
        assert_int_equal(word(s->read, 6), 2);
    if (type & SAMPLE_CALLCHAIN)
        assert_int_equal(word(s->chain, 2), 22);
    if (type & SAMPLE_BRANCH_STACK)
        assert_int_equal(word(s->branches, 3), 43);
    if (type & SAMPLE_REGS_USER)
        assert_int_equal(word(s->registers, 2), 53);
    if (type & SAMPLE_STACK_USER)
        assert_int_equal(word(s->stack, 0), 61);
}

static bool read_exactly(struct sample_fields *s, const struct event *e, struct str body, bool big)
{
    char *exact = mem_alloc(body.n, 1);

    memcpy(exact, body.p, body.n);
    bool ok = sample_read(s, e, bytes_of((struct str){exact, body.n}, big));
    mem_free(exact, body.n, 1);
    return ok;
}

static void each_field_is_read_where_its_bit_is_set(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++)
        for (unsigned without = 0; without < 26; without++) {
            const struct event e = event_of(all_bits & ~(UINT64_C(1) << without));
            struct made m = {.big = big};
            struct sample_fields s;
            make(&m, &e);
            assert_true(sample_read(&s, &e, bytes_of(buf_str(&m.records), big)));
            check(&s, e.sample_type);
            made_free(&m);
        }
    for (unsigned only = 0; only < 25; only++) {
        const struct event e = event_of(all_bits & UINT64_C(1) << only);
        struct made m = {.big = false};
        struct sample_fields s;
        make(&m, &e);
        assert_true(sample_read(&s, &e, bytes_of(buf_str(&m.records), false)));
        check(&s, e.sample_type);
        made_free(&m);
    }
}

static void what_stands_with_branches_is_passed_over(void **state)
{
    static const uint64_t types[] = {0, BRANCH_HW_INDEX, BRANCH_COUNTERS,
                                     BRANCH_HW_INDEX | BRANCH_COUNTERS};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct event e = event_of(all_bits);
        struct made m = {.big = false};
        struct sample_fields s;
        e.branch_type = types[i];
        make(&m, &e);
        assert_true(sample_read(&s, &e, bytes_of(buf_str(&m.records), false)));
        check(&s, all_bits);
        made_free(&m);
    }
}

static void samples_too_short_for_their_event_are_refused(void **state)
{
    const struct event e = event_of(all_bits);
    struct made m = {.big = false};
    struct sample_fields s;

    (void)state;
    make(&m, &e);
    for (size_t n = 0; n < m.records.n; n++)
        assert_false(read_exactly(&s, &e, str_from_to(buf_str(&m.records), 0, n), false));
    assert_true(read_exactly(&s, &e, buf_str(&m.records), false));
    made_free(&m);
}

static void absurd_counts_are_refused(void **state)
{
    static const uint64_t bits[] = {SAMPLE_CALLCHAIN, SAMPLE_BRANCH_STACK, SAMPLE_STACK_USER,
                                    SAMPLE_READ};
    static const uint64_t counts[] = {
        100,       UINT64_C(1) << 32, UINT64_C(1) << 61, UINT64_MAX / 8 + 2, UINT64_MAX / 24 + 2,
        UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            const struct event e = event_of(bits[i]);
            struct made m = {.big = false};
            struct sample_fields s;
            made_words(&m, (const uint64_t[]){counts[k], 0, 0, 0, 0, 0}, 6);
            assert_false(read_exactly(&s, &e, buf_str(&m.records), false));
            made_free(&m);
        }
}

static void without_registers_and_stack_there_is_nothing_behind_their_zeros(void **state)
{
    const struct event e = event_of(SAMPLE_REGS_USER | SAMPLE_STACK_USER);
    struct made m = {.big = false};
    struct sample_fields s;

    (void)state;
    made_words(&m, (const uint64_t[]){0, 0}, 2);
    assert_true(read_exactly(&s, &e, buf_str(&m.records), false));
    assert_int_equal(s.abi, 0);
    assert_int_equal(s.registers.n, 0);
    assert_int_equal(s.stack.n, 0);
    made_free(&m);
}

static void counters_alone_are_as_many_words_as_their_format_says(void **state)
{
    (void)state;
    for (uint64_t format = 0; format < 32; format++) {
        struct event e = {.sample_type = SAMPLE_READ,
                          .read_format = format & ~(uint64_t)READ_GROUP};
        struct made m = {.big = false};
        struct sample_fields s;
        size_t n = 1;
        for (uint64_t left = e.read_format; left; left &= left - 1)
            n++;
        made_words(&m, (const uint64_t[]){5, 6, 7, 8, 9}, n);
        assert_true(read_exactly(&s, &e, buf_str(&m.records), false));
        assert_int_equal(s.read.n, 8 * n);
        m.records.n--;
        assert_false(read_exactly(&s, &e, buf_str(&m.records), false));
        made_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_is_read_where_its_bit_is_set),
        cmocka_unit_test(what_stands_with_branches_is_passed_over),
        cmocka_unit_test(samples_too_short_for_their_event_are_refused),
        cmocka_unit_test(absurd_counts_are_refused),
        cmocka_unit_test(without_registers_and_stack_there_is_nothing_behind_their_zeros),
        cmocka_unit_test(counters_alone_are_as_many_words_as_their_format_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
