/* record/build_id_note: the build-id in the notes of a file, which may hold anything. */
#include "record/build_id_note.h"

#include <link.h>

#include "base/buf.h"
#include "unit.h"

static void add_note(struct buf *to, uint32_t type, const char *name, const char *body)
{
    const ElfW(Nhdr) note = {
        .n_namesz = (uint32_t)strlen(name) + 1, .n_descsz = (uint32_t)strlen(body), .n_type = type};

    buf_add(to, (struct str){(const char *)&note, sizeof note});
    buf_add(to, (struct str){name, strlen(name) + 1});
    while (to->n % 4)
        buf_add_byte(to, '\0');
    buf_add(to, str_of(body));
    while (to->n % 4)
        buf_add_byte(to, '\0');
}

static void it_is_found_behind_other_notes(void **state)
{
    struct buf notes = {0};

    (void)state;
    add_note(&notes, 1, "GNU", "an abi tag");
    add_note(&notes, NT_GNU_BUILD_ID, "XYZ", "not of GNU");
    add_note(&notes, NT_GNU_BUILD_ID, "GNU", "twenty bytes of an id");
    assert_int_equal(build_id_in_notes(buf_str(&notes)).n, 0); /* 21 bytes are too many */
    add_note(&notes, NT_GNU_BUILD_ID, "GNU", "an id");
    assert_str(build_id_in_notes(buf_str(&notes)), "an id");
    buf_free(&notes);
}

static void notes_that_are_cut_anywhere_have_none(void **state)
{
    struct buf notes = {0};

    (void)state;
    add_note(&notes, NT_GNU_BUILD_ID, "GNU", "an id of 20 bytes...");
    for (size_t n = 0; n < notes.n; n++)
        assert_int_equal(build_id_in_notes(str_from_to(buf_str(&notes), 0, n)).n, 0);
    assert_int_equal(build_id_in_notes(buf_str(&notes)).n, 20);
    buf_free(&notes);
}

static void sizes_beyond_the_end_are_not_believed(void **state)
{
    const ElfW(Nhdr) wide[] = {{UINT32_MAX, 4, NT_GNU_BUILD_ID}, {4, UINT32_MAX, NT_GNU_BUILD_ID}};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(build_id_in_notes((struct str){(const char *)&wide[i], sizeof wide[i]}).n,
                         0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_found_behind_other_notes),
        cmocka_unit_test(notes_that_are_cut_anywhere_have_none),
        cmocka_unit_test(sizes_beyond_the_end_are_not_believed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
