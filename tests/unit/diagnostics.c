/* input/perf_data/diagnostics: how stacks end, and which code has no name. */
#include "input/perf_data/diagnostics.h"

#include "profiles.h"

static void add(struct profile *p, const char *stack, uint64_t samples)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {samples * 1000, samples};

    assert_true(profile_add(p, stack_of(p, stack), 0, values));
}

static frame_id frame_of(struct profile *p, const char *name)
{
    return p->stacks.rows[stack_of(p, name)].frame;
}

static void stacks_are_told_apart_by_where_they_begin(void **state)
{
    struct profile p;
    struct diagnostics f;

    (void)state;
    profile_init(&p, INPUT_COLUMNS, TIME_NONE);
    diagnostics_init(&f, &p);
    add(&p, "_start;main;work", 1);
    add(&p, "__libc_start_call_main:libc-start.c:58;main", 2);
    add(&p, "ret_from_fork_asm_[k];kthread_[k]", 4);
    add(&p, "[truncated];work;work", 8);
    add(&p, "malloc;brk_[k]", 16);
    add(&p, "entry_SYSCALL_64_[k]", 32);
    add(&p, "[tool];main", 64);
    add(&p, "starter;main", 128);
    diagnostics_mark(&f, frame_of(&p, "[truncated]"), FRAME_IS_CUT);
    diagnostics_whole(&f, stack_of(&p, "starter;main"));
    diagnostics_unnamed(&f, &(struct code){.address = 1}, frame_of(&p, "[tool]"));
    diagnostics_count(&f, &p);
    assert_int_equal(f.counts.all, 255);
    assert_int_equal(f.counts.rooted, 1 + 2 + 4 + 128);
    assert_int_equal(f.counts.cut, 8);
    assert_int_equal(f.counts.lost, 16 + 64);
    assert_int_equal(f.counts.unnamed, 64);
    diagnostics_free(&f);
    profile_free(&p);
}

/* A library's start of a thread, and what passes a call on, are not what is looked for. */
static void unnamed_code_of_libraries_between_names_is_as_good_as_named(void **state)
{
    static const struct {
        const char *stack;
        bool counts;
    } rows[] = {
        {"[a.so];run;work", false},
        {"start_thread;[a.so];run;work", false},
        {"[b.so];[a.so];run;work", false},
        {"_start;[b.so];main;[a.so];work", false},
        {"_start;main;[a.so]", true},
        {"[a.so]", true},
        {"[b.so];[a.so]", true},
        {"_start;main;[b.so];[a.so];work", true},
        {"_start;[tool];work", true},
        {"[tool];work", true},
        {"[a.so];[tool];[a.so];work", true},
        {"_start;[tool];[a.so];work", true},
        {"_start;main;work", false},
        {"[a.so];work;malloc_[k]", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct profile p;
        struct diagnostics f;
        profile_init(&p, INPUT_COLUMNS, TIME_NONE);
        diagnostics_init(&f, &p);
        for (const char *const *name = (const char *const[]){"[a.so]", "[b.so]", "[tool]", NULL};
             *name; name++) {
            diagnostics_unnamed(&f, &(struct code){.address = 1}, frame_of(&p, *name));
            if (str_ends(str_of(*name), STR(".so]")))
                diagnostics_mark(&f, frame_of(&p, *name), FRAME_OF_LIBRARY);
        }
        add(&p, rows[i].stack, 1);
        diagnostics_count(&f, &p);
        if (f.counts.unnamed != rows[i].counts)
            fail_msg("%s: %d", rows[i].stack, (int)f.counts.unnamed);
        diagnostics_free(&f);
        profile_free(&p);
    }
}

static void a_name_that_only_begins_like_a_root_is_none(void **state)
{
    struct profile p;
    struct diagnostics f;

    (void)state;
    profile_init(&p, INPUT_COLUMNS, TIME_NONE);
    diagnostics_init(&f, &p);
    add(&p, "clone_tree;work", 1);
    add(&p, "_start_all;work", 1);
    diagnostics_count(&f, &p);
    assert_int_equal(f.counts.lost, 2);
    assert_int_equal(f.counts.rooted, 0);
    diagnostics_free(&f);
    profile_free(&p);
}

/* The outermost frame is of a runtime, or of code that it made. */
static void runtimes_have_starts_of_their_own(void **state)
{
    static const char *const whole[] = {"thread_native_entry;work", "ThreadJavaMain;work",
                                        "node::Start;work",         "node::Start:node.cc:9;work",
                                        "runtime.goexit.abi0;work", "Py_BytesMain:main.c:1;work",
                                        "runtime.mcall;work"};
    struct profile p;
    struct diagnostics f;

    (void)state;
    profile_init(&p, INPUT_COLUMNS, TIME_NONE);
    diagnostics_init(&f, &p);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        add(&p, whole[i], 1);
    add(&p, "Work.run_[j];work", 10);
    add(&p, "_start_[j]", 100);
    add(&p, "node::StartUp;work", 1000);
    diagnostics_count(&f, &p);
    assert_int_equal(f.counts.rooted, 7);
    assert_int_equal(f.counts.made, 110);
    assert_int_equal(f.counts.lost, 1000);
    diagnostics_free(&f);
    profile_free(&p);
}

static void samples_that_were_there_are_not_counted(void **state)
{
    struct profile p;
    struct diagnostics f;

    (void)state;
    profile_init(&p, INPUT_COLUMNS, TIME_NONE);
    add(&p, "_start;main", 5);
    add(&p, "work", 7);
    diagnostics_init(&f, &p);
    add(&p, "_start;main", 3);
    add(&p, "_start", 1);
    diagnostics_count(&f, &p);
    assert_int_equal(f.counts.all, 4);
    assert_int_equal(f.counts.rooted, 4);
    assert_int_equal(f.counts.lost, 0);
    diagnostics_free(&f);
    profile_free(&p);
}

static void an_address_that_two_workers_met_counts_once(void **state)
{
    static const struct code codes[] = {{30, 2, HOME_FILE},
                                        {10, 2, HOME_FILE},
                                        {30, 2, HOME_FILE},
                                        {10, 0, HOME_KERNEL},
                                        {10, 1, HOME_FILE}};
    struct diagnostics a = {0};
    struct diagnostics b = {0};

    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        diagnostics_unnamed(i % 2 ? &a : &b, &codes[i], 1);
    diagnostics_sample(&a, 3);
    diagnostics_sample(&b, 3);
    diagnostics_sample(&b, 9);
    diagnostics_join(&a, &b);
    diagnostics_sort(&a);
    assert_int_equal(a.n_unnamed, 4);
    assert_int_equal(a.unnamed[0].number, 1);
    assert_int_equal(a.unnamed[1].address, 10);
    assert_int_equal(a.unnamed[2].address, 30);
    assert_int_equal(a.unnamed[3].home, HOME_KERNEL);
    assert_int_equal(a.of_event[3], 2);
    assert_int_equal(a.of_event[9], 1);
    diagnostics_free(&a);
    diagnostics_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_told_apart_by_where_they_begin),
        cmocka_unit_test(unnamed_code_of_libraries_between_names_is_as_good_as_named),
        cmocka_unit_test(a_name_that_only_begins_like_a_root_is_none),
        cmocka_unit_test(runtimes_have_starts_of_their_own),
        cmocka_unit_test(samples_that_were_there_are_not_counted),
        cmocka_unit_test(an_address_that_two_workers_met_counts_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
