/* model/canonical_order: what a profile says, whatever way it came about; and less of it. */
#include "model/canonical_order.h"

#include "profiles.h"

static void add_labelled(struct profile *p, const char *stack, const char *comm, const char *cpu,
                         uint64_t value)
{
    struct label pairs[] = {
        {names_add(&p->names, STR("comm")), names_add(&p->names, str_of(comm))},
        {names_add(&p->names, STR("cpu")), names_add(&p->names, str_of(cpu))},
    };
    labels_id labels = labels_add(&p->labels, pairs, 2);

    assert_true(profile_add(p, stack_of(p, stack), labels, &value));
}

struct given {
    const char *stack, *comm, *cpu;
    uint64_t value;
};

static const struct given given[] = {
    {"main;b;c", "sh", "0", 1},   {"main;b", "sh", "1", 2}, {"main;a_[k];c", "sh", "0", 4},
    {"main;a;c", "bash", "0", 8}, {"c", "sh", "0", 16},     {"main;b;c", "sh", "1", 32},
};

#define SORTED                                                                                     \
    "c {comm=sh} {cpu=0} 16\n"                                                                     \
    "main;a;c {comm=bash} {cpu=0} 8\n"                                                             \
    "main;a_[k];c {comm=sh} {cpu=0} 4\n"                                                           \
    "main;b {comm=sh} {cpu=1} 2\n"                                                                 \
    "main;b;c {comm=sh} {cpu=0} 1\n"                                                               \
    "main;b;c {comm=sh} {cpu=1} 32\n"

enum { GIVEN = sizeof given / sizeof given[0] };

/* Everything that writers see, ids among it. */
static void show(struct sink *s, const struct profile *p)
{
    for (name_id i = 0; i < p->names.n; i++) {
        sink_str(s, names_get(&p->names, i));
        sink_byte(s, '|');
    }
    for (uint32_t i = 0; i < p->n_samples; i++) {
        size_t n;
        const struct label *set = labels_get(&p->labels, p->samples[i].labels, &n);
        sink_byte(s, '\n');
        for (stack_id at = p->samples[i].stack; at; at = p->stacks.rows[at].caller) {
            sink_u64(s, at);
            sink_byte(s, ':');
            sink_u64(s, p->stacks.rows[at].frame);
            sink_byte(s, ' ');
        }
        for (size_t k = 0; k < n; k++) {
            sink_u64(s, set[k].key);
            sink_byte(s, '=');
            sink_u64(s, set[k].value);
            sink_byte(s, ' ');
        }
        sink_u64(s, p->columns[0].values[i]);
    }
    sink_byte(s, '\0');
}

static void samples_in_any_order_come_out_equal(void **state)
{
    struct sink first;

    (void)state;
    for (size_t turn = 0; turn < GIVEN * 2; turn++) {
        struct profile p;
        struct profile sorted;
        struct sink s;
        profile_init(&p, 1, TIME_NONE);
        for (size_t i = 0; i < GIVEN; i++) {
            size_t at = (i + turn) % GIVEN;
            const struct given *g = &given[turn < GIVEN ? at : GIVEN - 1 - at];
            add_labelled(&p, g->stack, g->comm, g->cpu, g->value);
        }
        profile_canonical(&sorted, &p);
        assert_samples(&sorted, SORTED);
        sink_open_buf(&s);
        show(&s, &sorted);
        if (turn == 0)
            first = s;
        else {
            assert_string_equal(s.buf.p, first.buf.p);
            sink_discard(&s);
        }
        profile_free(&sorted);
        profile_free(&p);
    }
    sink_discard(&first);
}

static void equal_labels_of_two_threads_come_in_the_order_of_threads(void **state)
{
    const char *const tids[] = {"7", "12", "9"};
    enum { TIDS = sizeof tids / sizeof tids[0] };

    (void)state;
    for (size_t turn = 0; turn < TIDS; turn++) {
        struct profile p;
        struct profile sorted;
        profile_init(&p, 1, TIME_NONE);
        for (size_t i = 0; i < TIDS; i++) {
            const size_t at = (i + turn) % TIDS;
            const struct thread thread = {.tid = names_add(&p.names, str_of(tids[at]))};
            const uint64_t value = at + 1;
            const struct subject of = {threads_add(&p.labels.threads, &thread), 0};
            labels_id labels = labels_add_of(&p.labels, of, NULL, 0);
            assert_true(profile_add(&p, stack_of(&p, "main"), labels, &value));
        }
        profile_canonical(&sorted, &p);
        assert_samples(&sorted, "main 2\nmain 1\nmain 3\n"); /* as text: 12, 7, 9 */
        profile_free(&sorted);
        profile_free(&p);
    }
}

/* What a mark has was there before any sample. */
static void marks_change_no_id_of_samples(void **state)
{
    const uint64_t value = 1;
    struct profile sorted[2];

    (void)state;
    for (size_t marked = 0; marked < 2; marked++) {
        struct profile p;
        profile_init(&p, 1, TIME_NONE);
        const struct thread other = {.tid = names_add(&p.names, STR("7"))};
        const struct thread thread = {.tid = names_add(&p.names, STR("8"))};
        const struct mark mark = {.text = names_add(&p.names, STR("flush")),
                                  .of = threads_add(&p.labels.threads, &other)};
        const struct subject of = {threads_add(&p.labels.threads, &thread), 0};
        labels_id labels = labels_add_of(&p.labels, of, NULL, 0);
        assert_true(profile_add(&p, stack_of(&p, "main"), labels, &value));
        if (marked)
            marks_add(&p.tracks.marks, &mark);
        profile_canonical(&sorted[marked], &p);
        assert_int_equal(sorted[marked].tracks.marks.n, marked);
        profile_free(&p);
    }
    assert_int_equal(sorted[0].frames.rows[1].name, sorted[1].frames.rows[1].name);
    assert_int_equal(sorted[0].labels.thread[sorted[0].samples[0].labels],
                     sorted[1].labels.thread[sorted[1].samples[0].labels]);
    assert_int_equal(sorted[0].labels.threads.rows[1].tid, sorted[1].labels.threads.rows[1].tid);
    profile_free(&sorted[0]);
    profile_free(&sorted[1]);
}

static void what_no_sample_needs_is_left_out(void **state)
{
    struct profile p;
    struct profile sorted;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    stack_of(&p, "main;nobody");
    add_sample(&p, "main;b", 1);
    names_add(&p.names, STR("of nothing"));
    profile_canonical(&sorted, &p);
    assert_samples(&sorted, "main;b 1\n");
    assert_int_equal(sorted.stacks.n, 3);
    assert_int_equal(sorted.names.n, 3);
    profile_free(&sorted);
    profile_free(&p);
}

static void pruned_weight_is_the_callers(void **state)
{
    static const struct {
        uint64_t keep;
        const char *left;
        uint64_t stacks, moved, largest;
    } cases[] = {
        {9, "main 4\nmain;a 10\nmain;a;b 3\nmain;c 3\nd 2\n", 0, 0, 0},
        {5, "main 4\nmain;a 10\nmain;a;b 3\nmain;c 3\nd 2\n", 0, 0, 0},
        {4, "main 7\nmain;a 10\nmain;a;b 3\n[left out] 2\n", 2, 5, 3},
        {3, "main 7\nmain;a 13\n[left out] 2\n", 3, 8, 3},
        {2, "main 20\n[left out] 2\n", 4, 18, 13},
        {1, "[left out] 22\n", 5, 22, 20},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct profile p;
        struct profile less;
        struct pruned pruned;
        profile_init(&p, 1, TIME_NONE);
        add_sample(&p, "main", 4);
        add_sample(&p, "main;a", 10);
        add_sample(&p, "main;a;b", 3);
        add_sample(&p, "main;c", 3);
        add_sample(&p, "d", 2);
        profile_prune(&less, &p, cases[i].keep, &pruned);
        assert_samples(&less, cases[i].left);
        assert_true(less.columns[0].total == 22);
        assert_int_equal(pruned.stacks, cases[i].stacks);
        assert_int_equal(pruned.moved, cases[i].moved);
        assert_int_equal(pruned.largest, cases[i].largest);
        profile_free(&less);
        profile_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_in_any_order_come_out_equal),
        cmocka_unit_test(equal_labels_of_two_threads_come_in_the_order_of_threads),
        cmocka_unit_test(marks_change_no_id_of_samples),
        cmocka_unit_test(what_no_sample_needs_is_left_out),
        cmocka_unit_test(pruned_weight_is_the_callers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
