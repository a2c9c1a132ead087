/* model/frames: rows of functions and lines, and the kinds that marks stand for. */
#include "model/frames.h"

#include "unit.h"

enum { MANY = 100000 };

static void equal_rows_have_an_equal_id(void **state)
{
    const struct frame row = {1, 2, 3, 4, 5, 0, 0x1234, 56, 7, {0}, 0, KIND_USER, OFFSET_IN_FILE,
                              0};
    struct frames frames;

    (void)state;
    frames_init(&frames);
    frame_id id = frames_add(&frames, &row);
    assert_int_not_equal(id, 0);
    assert_int_equal(frames_add(&frames, &row), id);
    assert_int_equal(frames.n, 2);
    frames_free(&frames);
}

static void rows_that_differ_in_one_field_are_two(void **state)
{
    const struct frame rows[] = {
        {1, 2, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {9, 2, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 9, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 9, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 9, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 9, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 9, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 0, 9, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 0, 6, 9, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 0, 6, 7, 9, {0}, 0, KIND_USER, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_JIT, OFFSET_IN_FILE, 0},
        {1, 2, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_VIRTUAL, 0},
        {1, 2, 3, 4, 5, 0, 6, 7, 8, {0}, 0, KIND_USER, OFFSET_IN_FILE, 9},
    };
    enum { N = sizeof rows / sizeof rows[0] };
    struct frames frames;

    (void)state;
    frames_init(&frames);
    for (frame_id i = 0; i < N; i++)
        assert_int_equal(frames_add(&frames, &rows[i]), i + 1);
    for (frame_id i = 0; i < N; i++)
        assert_int_equal(frames_add(&frames, &rows[i]), i + 1);
    frames_free(&frames);
}

static void rows_that_differ_in_what_is_shown_are_two(void **state)
{
    const struct frame rows[] = {{.name = 1}, {.name = 1, .shown = 2}};
    struct frames frames;

    (void)state;
    frames_init(&frames);
    frame_id one = frames_add(&frames, &rows[0]);
    assert_false(frames.doubled);
    frame_id other = frames_add(&frames, &rows[1]);
    assert_true(frames.doubled);
    assert_int_not_equal(one, other);
    assert_int_equal(frames_add(&frames, &rows[0]), one);
    assert_int_equal(frames_add(&frames, &rows[1]), other);
    frames_free(&frames);
}

static void a_row_keeps_where_it_was_seen_first(void **state)
{
    const struct frame nowhere = {.name = 1};
    const struct frame in_file = {.name = 1, .seen = {.file = 2}};
    const struct frame in_both = {.name = 1, .seen = {.module = 3, .file = 4}};
    struct frames frames;

    (void)state;
    frames_init(&frames);
    frame_id id = frames_add(&frames, &nowhere);
    assert_int_equal(frames_add(&frames, &in_file), id);
    assert_int_equal(frames.rows[id].seen.module, 0);
    assert_int_equal(frames.rows[id].seen.file, 2);
    assert_int_equal(frames_add(&frames, &in_both), id);
    assert_int_equal(frames.rows[id].seen.module, 3);
    assert_int_equal(frames.rows[id].seen.file, 2);
    assert_int_equal(frames.n, 2);
    frames_free(&frames);
}

static void a_name_alone_is_one_row_however_it_is_added(void **state)
{
    struct frames frames;
    struct names names;

    (void)state;
    frames_init(&frames);
    names_init(&names);
    name_id first = names_add(&names, STR("read_[k]"));
    name_id second = names_add(&names, STR("main"));
    frame_id named = frames_add_named(&frames, &names, first);
    assert_int_equal(frames_add_named(&frames, &names, first), named);
    assert_int_equal(frames_add(&frames, &(struct frame){.name = first, .kind = KIND_KERNEL}),
                     named);
    assert_int_not_equal(
        frames_add(&frames, &(struct frame){.name = first, .kind = KIND_KERNEL, .line = 1}), named);
    frame_id row = frames_add(&frames, &(struct frame){.name = second});
    assert_int_equal(frames_add_named(&frames, &names, second), row);
    names_free(&names);
    frames_free(&frames);
}

static void ids_survive_growth(void **state)
{
    struct frames frames;

    (void)state;
    frames_init(&frames);
    for (frame_id i = 1; i <= MANY; i++)
        assert_int_equal(frames_add(&frames, &(struct frame){.name = i % 7, .offset = i}), i);
    for (frame_id i = 1; i <= MANY; i++) {
        assert_int_equal(frames_add(&frames, &(struct frame){.name = i % 7, .offset = i}), i);
        assert_int_equal(frames.rows[i].offset, i);
        assert_int_equal(frames.rows[i].name, i % 7);
    }
    frames_free(&frames);
}

static void the_mark_at_the_end_tells_the_kind(void **state)
{
    (void)state;
    assert_int_equal(kind_of_mark(STR("read_[k]")), KIND_KERNEL);
    assert_int_equal(kind_of_mark(STR("run_[j]")), KIND_JIT);
    assert_int_equal(kind_of_mark(STR("get_[i]")), KIND_INLINED);
    assert_int_equal(kind_of_mark(STR("timer_[w]")), KIND_WAKER);
    assert_int_equal(kind_of_mark(STR("Work.index_[0]")), KIND_USER);
    assert_int_equal(kind_of_mark(STR("Work.index_[1]")), KIND_JIT);
    assert_int_equal(kind_of_mark(STR("read_[2]")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("read")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("read_[x]")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("read_[k] ")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("_[k]read")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("read[k]")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("[k]")), KIND_UNKNOWN);
    assert_int_equal(kind_of_mark(STR("")), KIND_UNKNOWN);
}

static void names_lose_one_mark_and_nothing_else(void **state)
{
    (void)state;
    assert_str(name_without_mark(STR("read_[k]")), "read");
    assert_str(name_without_mark(STR("read_[k]_[w]")), "read_[k]");
    assert_str(name_without_mark(STR("read_[x]")), "read_[x]");
    assert_str(name_without_mark(STR("Work.index_[0]")), "Work.index");
    assert_str(name_without_mark(STR("Work.index_[1]")), "Work.index");
    assert_str(name_without_mark(STR("read")), "read");
    assert_str(name_without_mark(STR("")), "");
}

static void every_kind_has_a_word_and_its_mark_leads_back(void **state)
{
    (void)state;
    for (enum frame_kind kind = KIND_UNKNOWN; kind < KIND_COUNT; kind++) {
        char name[16] = "name";
        const char *mark = kind_mark(kind);
        assert_int_not_equal(strlen(kind_word(kind)), 0);
        memcpy(name + 4, mark, strlen(mark) + 1);
        if (mark[0])
            assert_int_equal(kind_of_mark(str_of(name)), kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_rows_have_an_equal_id),
        cmocka_unit_test(rows_that_differ_in_one_field_are_two),
        cmocka_unit_test(rows_that_differ_in_what_is_shown_are_two),
        cmocka_unit_test(a_row_keeps_where_it_was_seen_first),
        cmocka_unit_test(a_name_alone_is_one_row_however_it_is_added),
        cmocka_unit_test(ids_survive_growth),
        cmocka_unit_test(the_mark_at_the_end_tells_the_kind),
        cmocka_unit_test(names_lose_one_mark_and_nothing_else),
        cmocka_unit_test(every_kind_has_a_word_and_its_mark_leads_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
