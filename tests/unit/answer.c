/* render/flame/answer: what a picture says, in sentences. */
#include "render/flame/answer.h"

#include "profiles.h"

/* Checks what is said of a profile, and frees it. */
static void says(struct profile *p, const char *wanted)
{
    struct tree t;
    struct style style = {.cut = TEXT_CUT_SMART};
    const struct picture picture = {.profile = p, .tree = &t, .style = &style};
    struct sink s;

    tree_build(&t, p, 0);
    sink_open_buf(&s);
    answer_write(&s, &picture, NULL, "|");
    sink_byte(&s, '\0');
    assert_string_equal(s.buf.p, wanted);
    sink_discard(&s);
    tree_free(&t);
    profile_free(p);
}

static struct profile empty(void)
{
    struct profile p;

    profile_init(&p, 1, TIME_NONE);
    return p;
}

static void the_three_heaviest_are_named_and_ties_go_by_name(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "main;d", 10);
    add_sample(&p, "main;c", 30);
    add_sample(&p, "main;b", 30);
    add_sample(&p, "main;e", 29);
    add_sample(&p, "main;a;b", 1);
    says(&p, "Heaviest by itself: b 31 %, c 30 %, e 29 %.|Hot path: main \xE2\x86\x92 b, 30 %.");
}

static void recursion_counts_each_sample_once(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "f;f;f", 3);
    add_sample(&p, "f", 1);
    says(&p, "Heaviest by itself: f 100 %.|Hot path: f, 75 %.");
}

static void a_path_ends_where_a_function_has_more_than_what_it_calls(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "a;b;c;d;e;f", 60);
    add_sample(&p, "a;b;c;d;e;f;g", 40);
    says(&p, "Heaviest by itself: f 60 %, g 40 %.|"
             "Hot path: a \xE2\x86\x92 (3 more) \xE2\x86\x92 e \xE2\x86\x92 f, 100 %.");
}

static void long_names_lose_their_packages_without_a_sign(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "org/mozilla/javascript/ScriptableObject:.createSlot", 60);
    add_sample(&p, "v8::internal::JsonStringifier::Serialize_<false, int>", 30);
    add_sample(&p, "a_function_whose_own_name_is_longer_than_the_room", 10);
    says(&p, "Heaviest by itself: ScriptableObject:.createSlot 60 %, "
             "JsonStringifier::Serialize_<\xE2\x80\xA6> 30 %, "
             "\xE2\x80\xA6own_name_is_longer_than_the_room 10 %.|"
             "Hot path: ScriptableObject:.createSlot, 60 %.");
}

static void what_has_no_name_or_no_root_is_odd(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "sh;[unknown];read", 50);
    add_sample(&p, "sh;main;[unknown]", 38);
    add_sample(&p, "sh;main;0x7f01ab", 2);
    add_sample(&p, "sh;main;0xyz", 10);
    says(&p, "Heaviest by itself: read 50 %, code without names 40 %, 0xyz 10 %.|"
             "Hot path: sh \xE2\x86\x92 [unknown] \xE2\x86\x92 read, 50 %.|"
             "Odd: 50 % is in stacks that never reach a root.");
}

static void what_is_in_no_sample_is_no_function(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "sh;[not sampled]", 50);
    add_sample(&p, "sh;main;work", 30);
    add_sample(&p, "sh;main;[unknown]", 20);
    says(&p, "Heaviest by itself: work 30 %, code without names 20 %.|"
             "Hot path: sh \xE2\x86\x92 main \xE2\x86\x92 work, 30 %.|Odd: 50 % is in no sample.");
}

static void off_cpu_the_caller_of_the_scheduler_is_named(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "sh;read;pipe_read;schedule;__schedule;bpf_prog_68_sched_switch", 50);
    add_sample(&p, "sh;poll;do_sys_poll;schedule_timeout;schedule;__schedule", 30);
    add_sample(&p, "sh;main;exit_to_user_mode;__schedule", 18);
    add_sample(&p, "sh;main", 2);
    says(&p, "Heaviest by itself: pipe_read 50 %, do_sys_poll 30 %, exit_to_user_mode 18 %.|"
             "Hot path: sh \xE2\x86\x92 read \xE2\x86\x92 pipe_read, 50 %.");
}

static void where_little_waits_the_scheduler_has_its_own_time(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "sh;read;pipe_read;schedule;__schedule;finish_task_switch", 30);
    add_sample(&p, "sh;main;work", 70);
    says(&p, "Heaviest by itself: work 70 %, finish_task_switch 30 %.|"
             "Hot path: sh \xE2\x86\x92 main \xE2\x86\x92 work, 70 %.");
}

static void a_function_of_a_program_may_be_called_schedule(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "node;loop;schedule;update", 90);
    add_sample(&p, "node;loop;idle", 10);
    says(&p, "Heaviest by itself: update 90 %, idle 10 %.|"
             "Hot path: node \xE2\x86\x92 loop \xE2\x86\x92 schedule \xE2\x86\x92 update, 90 %.");
}

static void code_without_names_is_odd_where_three_functions_are_heavier(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "a", 32);
    add_sample(&p, "b", 31);
    add_sample(&p, "c", 30);
    add_sample(&p, "[unknown]", 7);
    says(&p, "Heaviest by itself: a 32 %, b 31 %, c 30 %.|Hot path: a, 32 %.|"
             "Odd: 7 % is in functions without names, and 7 % is in stacks that never reach a "
             "root.");
}

static void a_path_says_the_same_words_once(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "main;a;b;walk;walk;walk;visit;visit", 10);
    says(&p, "Heaviest by itself: visit 100 %.|"
             "Hot path: main \xE2\x86\x92 (2 more) \xE2\x86\x92 walk \xE2\x86\x92 visit, 100 %.");
}

static void nothing_is_said_of_nothing(void **state)
{
    struct profile p = empty();

    (void)state;
    says(&p, "");
}

static void small_shares_have_two_digits(void **state)
{
    struct profile p = empty();

    (void)state;
    add_sample(&p, "main", 99877);
    add_sample(&p, "a", 123);
    says(&p, "Heaviest by itself: main 99.9 %, a 0.12 %.|Hot path: main, 99.9 %.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_heaviest_are_named_and_ties_go_by_name),
        cmocka_unit_test(recursion_counts_each_sample_once),
        cmocka_unit_test(a_path_ends_where_a_function_has_more_than_what_it_calls),
        cmocka_unit_test(long_names_lose_their_packages_without_a_sign),
        cmocka_unit_test(what_has_no_name_or_no_root_is_odd),
        cmocka_unit_test(what_is_in_no_sample_is_no_function),
        cmocka_unit_test(off_cpu_the_caller_of_the_scheduler_is_named),
        cmocka_unit_test(where_little_waits_the_scheduler_has_its_own_time),
        cmocka_unit_test(a_function_of_a_program_may_be_called_schedule),
        cmocka_unit_test(code_without_names_is_odd_where_three_functions_are_heavier),
        cmocka_unit_test(a_path_says_the_same_words_once),
        cmocka_unit_test(nothing_is_said_of_nothing),
        cmocka_unit_test(small_shares_have_two_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
