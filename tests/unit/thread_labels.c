/* input/common/thread_labels: whose a sample is, by its labels. */
#include "input/common/thread_labels.h"

#include <stdio.h>

#include "unit.h"

enum { LABELS_MOST = 4 };

static void assert_thread(const char *const *labels, size_t n, const char *told)
{
    struct label pairs[LABELS_MOST];
    struct names names;
    struct labels sets;
    char text[80];

    names_init(&names);
    labels_init(&sets);
    for (size_t i = 0; i < n; i++)
        pairs[i] = (struct label){names_add(&names, str_of(labels[2 * i])),
                                  names_add(&names, str_of(labels[2 * i + 1]))};
    const struct thread *t = labels_thread(&sets, thread_labels_add(&sets, &names, pairs, n));
    const struct str process = names_get(&names, t->process), pid = names_get(&names, t->pid);
    const struct str name = names_get(&names, t->name), tid = names_get(&names, t->tid);
    snprintf(text, sizeof text, "%.*s|%.*s|%.*s|%.*s", (int)process.n, process.p, (int)pid.n, pid.p,
             (int)name.n, name.p, (int)tid.n, tid.p);
    assert_string_equal(text, told);
    labels_free(&sets);
    names_free(&names);
}

static void comm_names_the_process_or_where_that_is_named_the_thread(void **state)
{
    (void)state;
    assert_thread((const char *const[]){"comm", "java", "pid", "12", "tid", "34"}, 3,
                  "java|12||34");
    assert_thread((const char *const[]){"comm", "GC", "process", "java"}, 2, "java||GC|");
    assert_thread((const char *const[]){"comm", "GC", "process", "java", "thread", "main"}, 3,
                  "java||main|");
}

static void a_thread_is_named_by_what_readers_call_it(void **state)
{
    (void)state;
    assert_thread((const char *const[]){"thread", "main"}, 1, "||main|");
    assert_thread((const char *const[]){"thread-name", "main"}, 1, "||main|");
    assert_thread((const char *const[]){"profile", "main"}, 1, "||main|");
    assert_thread((const char *const[]){"profile", "p", "thread", "t"}, 2, "||t|");
}

static void other_labels_tell_no_thread(void **state)
{
    (void)state;
    assert_thread((const char *const[]){"cpu", "3", "threads", "4"}, 2, "|||");
    assert_thread(NULL, 0, "|||");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comm_names_the_process_or_where_that_is_named_the_thread),
        cmocka_unit_test(a_thread_is_named_by_what_readers_call_it),
        cmocka_unit_test(other_labels_tell_no_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
