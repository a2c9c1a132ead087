/* base/elf_note: the build-id in the notes of a file, which may hold anything. */
#include "base/elf_note.h"

#include <link.h>

#include "base/buf.h"
#include "base/native.h"
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

static struct str find(struct str notes)
{
    return elf_note_build_id(notes, 4, native_is_big_endian());
}

static void it_is_found_behind_other_notes(void **state)
{
    struct buf notes = {0};

    (void)state;
    add_note(&notes, 1, "GNU", "an abi tag");
    add_note(&notes, NT_GNU_BUILD_ID, "XYZ", "not of GNU");
    add_note(&notes, NT_GNU_BUILD_ID, "GNU", "an id");
    assert_str(find(buf_str(&notes)), "an id");
    buf_free(&notes);
}

static void notes_that_are_cut_anywhere_have_none(void **state)
{
    struct buf notes = {0};

    (void)state;
    add_note(&notes, NT_GNU_BUILD_ID, "GNU", "an id of 20 bytes...");
    for (size_t n = 0; n < notes.n; n++)
        assert_int_equal(find(str_from_to(buf_str(&notes), 0, n)).n, 0);
    assert_int_equal(find(buf_str(&notes)).n, 20);
    buf_free(&notes);
}

static void sizes_beyond_the_end_are_not_believed(void **state)
{
    const ElfW(Nhdr) wide[] = {{UINT32_MAX, 4, NT_GNU_BUILD_ID}, {4, UINT32_MAX, NT_GNU_BUILD_ID}};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(find((struct str){(const char *)&wide[i], sizeof wide[i]}).n, 0);
}

static void either_byte_order_and_padding_is_read(void **state)
{
    static const char little[] = "\4\0\0\0\3\0\0\0\3\0\0\0GNU\0abc";
    static const char big[] = "\0\0\0\4\0\0\0\3\0\0\0\3GNU\0abc";

    (void)state;
    for (size_t align = 4; align <= 8; align += 4) {
        assert_str(elf_note_build_id((struct str){little, sizeof little - 1}, align, false), "abc");
        assert_str(elf_note_build_id((struct str){big, sizeof big - 1}, align, true), "abc");
        assert_int_equal(elf_note_build_id((struct str){big, sizeof big - 1}, align, false).n, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_found_behind_other_notes),
        cmocka_unit_test(notes_that_are_cut_anywhere_have_none),
        cmocka_unit_test(either_byte_order_and_padding_is_read),
        cmocka_unit_test(sizes_beyond_the_end_are_not_believed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
