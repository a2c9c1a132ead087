/* model/recording_info: what is told of a recording in words, copied and merged. */
#include "model/recording_info.h"

#include "unit.h"

/* One that holds each kind of text. */
static struct recording_info make(const char *command, const char *how, const char *host)
{
    struct recording_info info = {0};

    buf_add(&info.command, str_of(command));
    buf_add(&info.how, str_of(how));
    buf_add(&info.host, str_of(host));
    return info;
}

static void merge(struct recording_info *to, const struct recording_info *from)
{
    struct names names;

    names_init(&names);
    recording_info_merge(to, &names, from, &names);
    names_free(&names);
}

static void the_first_that_knows_its_command_tells_how_it_ran(void **state)
{
    struct recording_info all = {0};
    struct recording_info unknown = make("", "not of a command", "");
    struct recording_info first = make("./demo", "3 samples", "web1");
    struct recording_info second = make("./other", "", "web2");

    (void)state;
    merge(&all, &unknown);
    merge(&all, &first);
    merge(&all, &second);
    assert_str(buf_str(&all.command), "./demo");
    assert_str(buf_str(&all.how), "3 samples");
    assert_str(buf_str(&all.host), "web1");
    recording_info_free(&all);
    recording_info_free(&unknown);
    recording_info_free(&first);
    recording_info_free(&second);
}

static void lines_and_groups_of_all_are_kept(void **state)
{
    struct recording_info all = {0};
    struct recording_info other = {0};

    (void)state;
    text_list_add(&all.remarks, STR("one"));
    text_list_add(&other.remarks, STR("two"));
    text_list_add(&other.details, STR("at 99 Hz"));
    text_list_add(&other.explained, STR("by its table of symbols"));
    group_names_read(&all.groups, STR("a1 first\n"));
    group_names_read(&other.groups, STR("a1 later\nb2 second\n"));
    merge(&all, &other);
    assert_int_equal(all.remarks.n, 2);
    assert_str(text_list_get(&all.remarks, 1), "two");
    assert_int_equal(all.details.n, 1);
    assert_int_equal(all.explained.n, 1);
    assert_str(group_names_find(&all.groups, STR("a1")), "first");
    assert_str(group_names_find(&all.groups, STR("b2")), "second");
    recording_info_free(&all);
    recording_info_free(&other);
}

static void a_copy_owns_its_texts(void **state)
{
    struct recording_info from = make("./demo", "3 samples", "web1");
    struct recording_info to;

    (void)state;
    text_list_add(&from.remarks, STR("one"));
    group_names_read(&from.groups, STR("a1 first\n"));
    recording_info_copy(&to, &from);
    recording_info_free(&from);
    assert_str(buf_str(&to.command), "./demo");
    assert_str(buf_str(&to.host), "web1");
    assert_str(text_list_get(&to.remarks, 0), "one");
    assert_str(group_names_find(&to.groups, STR("a1")), "first");
    recording_info_free(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_knows_its_command_tells_how_it_ran),
        cmocka_unit_test(lines_and_groups_of_all_are_kept),
        cmocka_unit_test(a_copy_owns_its_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
