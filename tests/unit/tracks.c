/* model/time/tracks: counters and marks of a profile, copied, merged, and cut to a range. */
#include "model/time/tracks.h"

#include <stdio.h>

#include "model/time/time_window.h"
#include "profiles.h"

static void settle(struct profile *p)
{
    tracks_settle(&p->tracks, p->first_ns);
}

static thread_id thread_of(struct profile *p, const char *name)
{
    const struct thread thread = {.name = names_add(&p->names, str_of(name))};

    return threads_add(&p->labels.threads, &thread);
}

static struct counter *counter_of(struct profile *p, const char *name, const char *unit,
                                  const char *thread)
{
    const thread_id of = thread ? thread_of(p, thread) : 0;

    return counters_add(&p->tracks.counters, names_add(&p->names, str_of(name)),
                        names_add(&p->names, str_of(unit)), of);
}

static void add_mark(struct profile *p, const char *text, int64_t from_ns, int64_t to_ns,
                     const char *thread)
{
    struct label pair = {names_add(&p->names, STR("cause")), names_add(&p->names, str_of(text))};
    struct mark mark = {.from_ns = from_ns, .to_ns = to_ns, .id = 7, .value = 9};

    mark.text = names_add(&p->names, str_of(text));
    mark.of = thread ? thread_of(p, thread) : 0;
    mark.labels = marks_labels(&p->tracks.marks, &pair, 1);
    marks_add(&p->tracks.marks, &mark);
}

/* All counters and marks, in words. */
static const char *tell(const struct profile *p)
{
    static char text[1000]; /* of this test alone */
    int n = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < p->tracks.counters.n; i++) {
        const struct counter *c = &p->tracks.counters.rows[i];
        const struct str name = names_get(&p->names, c->name);
        const struct str unit = names_get(&p->names, c->unit);
        const struct str of = names_get(&p->names, p->labels.threads.rows[c->of].name);
        n += snprintf(text + n, sizeof text - (size_t)n, "%.*s %.*s [%.*s] /%u:", (int)name.n,
                      name.p, (int)unit.n, unit.p, (int)of.n, of.p, c->scale);
        for (size_t k = 0; k < c->n; k++)
            n += snprintf(text + n, sizeof text - (size_t)n, " %lld=%lld",
                          (long long)c->values[k].at_ns, (long long)c->values[k].value);
        n += snprintf(text + n, sizeof text - (size_t)n, "\n");
    }
    for (size_t i = 0; i < p->tracks.marks.n; i++) {
        const struct mark *m = &p->tracks.marks.rows[i];
        size_t n_pairs;
        const struct label *pair = labels_get(&p->tracks.marks.labels, m->labels, &n_pairs);
        const struct str name = names_get(&p->names, m->text);
        const struct str of = names_get(&p->names, p->labels.threads.rows[m->of].name);
        const struct str cause = names_get(&p->names, pair->value);
        assert_int_equal(n_pairs, 1);
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%.*s [%.*s] %lld..%lld id=%llu value=%llu cause=%.*s\n", (int)name.n, name.p,
                      (int)of.n, of.p, (long long)m->from_ns, (long long)m->to_ns,
                      (unsigned long long)m->id, (unsigned long long)m->value, (int)cause.n,
                      cause.p);
    }
    return text;
}

/* As a reader does: a sample at 100, and what was before and behind it. */
static void fill(struct profile *p)
{
    uint64_t value = 1;

    profile_init(p, 1, TIME_POINTS);
    assert_true(
        profile_add_at(p, (struct moment){100, STATE_RUNNING}, stack_of(p, "main"), 0, &value));
    struct counter *c = counter_of(p, "memory", "bytes", "worker");
    counter_add(c, 120, 5, 0);
    counter_add(c, 90, 3, 0);
    add_mark(p, "pause", 130, 150, "worker");
    add_mark(p, "start", 80, 80, NULL);
    settle(p);
}

#define FILLED                                                                                     \
    "memory bytes [worker] /0: -10=3 20=5\n"                                                       \
    "start [] -20..-20 id=7 value=9 cause=start\n"                                                 \
    "pause [worker] 30..50 id=7 value=9 cause=pause\n"

static void times_count_from_the_first_sample_in_order(void **state)
{
    struct profile p;

    (void)state;
    fill(&p);
    assert_string_equal(tell(&p), FILLED);
    profile_free(&p);
}

static void times_count_from_the_earliest_where_no_sample_has_one(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    add_mark(&p, "late", 30, 20, NULL);
    counter_of(&p, "nothing", "", NULL);
    counter_add(counter_of(&p, "load", "", NULL), 10, 1, 0);
    settle(&p);
    assert_string_equal(tell(&p), "load  [] /0: 0=1\nlate [] 20..20 id=7 value=9 cause=late\n");
    profile_free(&p);
}

static void a_copy_is_whole_and_a_merge_finds_equal_counters(void **state)
{
    struct profile p, copy, all;

    (void)state;
    fill(&p);
    profile_copy(&copy, &p);
    profile_free(&p);
    assert_string_equal(tell(&copy), FILLED);
    profile_init(&all, 1, TIME_POINTS);
    names_add(&all.names, STR("other")); /* so that ids differ */
    thread_of(&all, "other");
    counter_add(counter_of(&all, "memory", "bytes", "worker"), 0, 45, 1);
    settle(&all);
    assert_true(profile_merge(&all, &copy));
    assert_string_equal(tell(&all), "memory bytes [worker] /1: -10=30 0=45 20=50\n"
                                    "start [] -20..-20 id=7 value=9 cause=start\n"
                                    "pause [worker] 30..50 id=7 value=9 cause=pause\n");
    profile_free(&copy);
    profile_free(&all);
}

static void parts_of_an_input_are_settled_together(void **state)
{
    struct profile first, second;

    (void)state;
    fill(&first);
    profile_init(&second, 1, TIME_POINTS);
    counter_add(counter_of(&second, "memory", "bytes", "worker"), 1007, 1, 0);
    add_mark(&second, "end", 1010, 1011, NULL);
    assert_true(profile_merge(&first, &second));
    first.first_ns = 1000;
    settle(&first);
    assert_string_equal(tell(&first), "memory bytes [worker] /0: -10=3 7=1 20=5\n"
                                      "start [] -20..-20 id=7 value=9 cause=start\n"
                                      "end [] 10..11 id=7 value=9 cause=end\n"
                                      "pause [worker] 30..50 id=7 value=9 cause=pause\n");
    profile_free(&first);
    profile_free(&second);
}

static void a_range_keeps_values_in_it_and_cuts_spans_at_both_ends(void **state)
{
    const struct time_window window = {.from_ns = 35, .to_ns = 45};
    const struct time_window whole = {.from_ns = 0, .to_ns = UINT64_MAX};
    const bool keep[] = {true};
    struct profile p;

    (void)state;
    fill(&p);
    time_window_keep(&whole, &p, keep);
    assert_string_equal(tell(&p), "memory bytes [worker] /0: 20=5\n"
                                  "pause [worker] 30..50 id=7 value=9 cause=pause\n");
    counter_add(counter_of(&p, "memory", "bytes", "worker"), 40, 8, 0); /* it is still found */
    time_window_keep_tracks(&window, &p, keep);
    assert_string_equal(tell(&p), "memory bytes [worker] /0: 40=8\n"
                                  "pause [worker] 35..45 id=7 value=9 cause=pause\n");
    profile_free(&p);
}

static void tracks_of_a_thread_go_with_its_samples(void **state)
{
    const bool keep[] = {true, false};
    struct label none;
    struct profile p;

    (void)state;
    fill(&p);
    labels_add_of(&p.labels, (struct subject){thread_of(&p, "worker"), 0}, &none, 0);
    time_window_keep_tracks(NULL, &p, keep);
    assert_string_equal(tell(&p), "start [] -20..-20 id=7 value=9 cause=start\n");
    profile_free(&p);
}

static void digits_that_fit_are_kept_and_others_rounded(void **state)
{
    struct profile p;
    struct counter *c;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    c = counter_of(&p, "a", "", NULL);
    counter_add(c, 0, -15, 1);
    counter_add(c, 1, 2, 0);
    counter_add(c, 2, 1000001, 6);
    assert_int_equal(c->scale, 6);
    assert_int_equal(c->values[0].value, -1500000);
    assert_int_equal(c->values[1].value, 2000000);
    counter_add(c, 3, INT64_MAX, 0);
    assert_int_equal(c->scale, 0);
    assert_int_equal(c->values[0].value, -2);
    assert_int_equal(c->values[2].value, 1);
    assert_int_equal(c->values[3].value, INT64_MAX);
    counter_add(c, 4, 25, 1);
    assert_int_equal(c->scale, 0);
    assert_int_equal(c->values[4].value, 3);
    const struct counter_range r = counter_range(c);
    assert_int_equal(r.first.value, -2);
    assert_int_equal(r.last.value, 3);
    assert_int_equal(r.least, -2);
    assert_int_equal(r.most, INT64_MAX);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_count_from_the_first_sample_in_order),
        cmocka_unit_test(times_count_from_the_earliest_where_no_sample_has_one),
        cmocka_unit_test(a_copy_is_whole_and_a_merge_finds_equal_counters),
        cmocka_unit_test(parts_of_an_input_are_settled_together),
        cmocka_unit_test(a_range_keeps_values_in_it_and_cuts_spans_at_both_ends),
        cmocka_unit_test(tracks_of_a_thread_go_with_its_samples),
        cmocka_unit_test(digits_that_fit_are_kept_and_others_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
