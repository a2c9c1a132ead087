/* model/names: text by id. */
#include "model/names.h"

#include "unit.h"

#include <stdio.h>

enum { MANY = 100000 };

static struct str numbered(char *text, size_t room, unsigned i)
{
    int n = snprintf(text, room, "name %u", i);

    return (struct str){text, (size_t)n};
}

static void equal_text_has_an_equal_id(void **state)
{
    struct names names;

    (void)state;
    names_init(&names);
    name_id a = names_add(&names, STR("read"));
    name_id b = names_add(&names, STR("write"));
    assert_int_not_equal(a, b);
    assert_int_equal(names_add(&names, STR("read")), a);
    assert_int_equal(names_add(&names, STR("write")), b);
    names_free(&names);
}

static void the_empty_name_is_id_0_and_ids_count_up(void **state)
{
    struct names names;

    (void)state;
    names_init(&names);
    assert_int_equal(names_add(&names, STR("")), 0);
    assert_int_equal(names_add(&names, STR("a")), 1);
    assert_int_equal(names_add(&names, STR("")), 0);
    assert_int_equal(names_add(&names, STR("b")), 2);
    assert_int_equal(names.n, 3);
    assert_str(names_get(&names, 0), "");
    assert_str(names_get(&names, 1), "a");
    assert_str(names_get(&names, 2), "b");
    names_free(&names);
}

static void a_part_of_a_name_is_another_name(void **state)
{
    struct names names;

    (void)state;
    names_init(&names);
    name_id foobar = names_add(&names, STR("foobar"));
    name_id foo = names_add(&names, STR("foo"));
    name_id bar = names_add(&names, STR("bar"));
    assert_int_not_equal(foo, foobar);
    assert_int_not_equal(bar, foobar);
    assert_str(names_get(&names, foobar), "foobar");
    assert_str(names_get(&names, foo), "foo");
    names_free(&names);
}

static void any_bytes_are_kept(void **state)
{
    struct str raw = {"a\0b\n\xFF\xFE", 6};
    struct names names;

    (void)state;
    names_init(&names);
    name_id id = names_add(&names, raw);
    name_id shorter = names_add(&names, str_from_to(raw, 0, 2));
    assert_int_not_equal(id, shorter);
    assert_int_equal(names_get(&names, id).n, raw.n);
    assert_memory_equal(names_get(&names, id).p, raw.p, raw.n);
    names_free(&names);
}

static void ids_survive_growth(void **state)
{
    struct names names;
    char text[32];

    (void)state;
    names_init(&names);
    for (unsigned i = 1; i <= MANY; i++)
        assert_int_equal(names_add(&names, numbered(text, sizeof text, i)), i);
    for (unsigned i = 1; i <= MANY; i++) {
        struct str wanted = numbered(text, sizeof text, i);
        assert_true(str_equal(names_get(&names, i), wanted));
        assert_int_equal(names_add(&names, wanted), i);
    }
    assert_int_equal(names.n, MANY + 1);
    names_free(&names);
}

/* The text moves when it grows, and what is added with it. */
static void a_part_of_a_lent_name_can_be_added(void **state)
{
    struct names names;
    char text[40];

    (void)state;
    names_init(&names);
    for (unsigned i = 0; i < 5000; i++) {
        name_id whole = names_add(&names, numbered(text, sizeof text, i));
        struct str lent = names_get(&names, whole);
        name_id part = names_add(&names, str_from_to(lent, 2, lent.n));
        assert_str(names_get(&names, part), text + 2);
    }
    names_free(&names);
}

static void a_copy_has_the_same_ids_and_goes_its_own_way(void **state)
{
    struct names names;
    struct names copy;
    char text[32];

    (void)state;
    names_init(&names);
    for (unsigned i = 1; i <= MANY; i++)
        names_add(&names, numbered(text, sizeof text, i));
    names_copy(&copy, &names);
    names_free(&names);
    for (unsigned i = MANY + 100; i > 0; i--) {
        name_id id = names_add(&copy, numbered(text, sizeof text, i));
        assert_int_equal(id, i <= MANY ? i : MANY + 1 + MANY + 100 - i);
    }
    names_free(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_text_has_an_equal_id),
        cmocka_unit_test(the_empty_name_is_id_0_and_ids_count_up),
        cmocka_unit_test(a_part_of_a_name_is_another_name),
        cmocka_unit_test(a_part_of_a_lent_name_can_be_added),
        cmocka_unit_test(any_bytes_are_kept),
        cmocka_unit_test(ids_survive_growth),
        cmocka_unit_test(a_copy_has_the_same_ids_and_goes_its_own_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
