/* symbol/dwarf/debug_info: functions inlined into others, by entries made by hand, and by broken
 * ones. */
#include "symbol/dwarf/debug_info.h"

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>
#include <stdlib.h>

#include "base/mem.h"
#include "made_elf.h"
#include "symbol/dwarf/debug_sections.h"
#include "symbol/image.h"

enum abbreviation {
    END,
    UNIT,
    NAMESPACE,
    ABSTRACT,
    LINKED,
    TYPE,
    FUNCTION,
    INLINED,
    BLOCK,
    LEAF,
    NAMED_LAST
};

static void abbreviate(struct made_bytes *b, unsigned code, unsigned tag, bool children,
                       const char *attributes)
{
    put(b, code, 1);
    put(b, tag, 1);
    put(b, children, 1);
    put_text(b, attributes);
    put(b, 0, 1);
}

#define NAME "\x03\x08"
#define LINKAGE "\x6e\x08"
#define LANGUAGE "\x13\x0b"
#define RANGE "\x11\x01\x12\x06"
#define ORIGIN "\x31\x13"
#define LINE "\x59\x0b"

static void make_abbreviations(struct made_bytes *b)
{
    abbreviate(b, UNIT, DW_TAG_compile_unit, true, LANGUAGE RANGE);
    abbreviate(b, NAMESPACE, DW_TAG_namespace, true, NAME);
    abbreviate(b, ABSTRACT, DW_TAG_subprogram, false, NAME);
    abbreviate(b, LINKED, DW_TAG_subprogram, false, NAME LINKAGE);
    abbreviate(b, TYPE, DW_TAG_structure_type, true, "");
    abbreviate(b, FUNCTION, DW_TAG_subprogram, true, NAME RANGE);
    abbreviate(b, INLINED, DW_TAG_inlined_subroutine, true, ORIGIN RANGE LINE);
    abbreviate(b, BLOCK, DW_TAG_lexical_block, true, RANGE);
    abbreviate(b, LEAF, DW_TAG_inlined_subroutine, false, ORIGIN RANGE LINE);
    abbreviate(b, NAMED_LAST, DW_TAG_subprogram, false, RANGE NAME);
    put(b, 0, 1);
}

static size_t begin(struct made_bytes *b, enum abbreviation code)
{
    size_t at = b->n;

    put(b, code, 1);
    return at;
}

static void put_range(struct made_bytes *b, uint64_t low, uint64_t size)
{
    put(b, low, 8);
    put(b, size, 4);
}

static void put_inlined(struct made_bytes *b, enum abbreviation code, size_t info, uint64_t low,
                        uint64_t size)
{
    begin(b, code);
    put(b, info, 4);
    put_range(b, low, size);
}

static void begin_unit(struct made_bytes *b, unsigned language)
{
    put(b, 0, 4);
    put(b, 4, 2);
    put(b, 0, 4);
    put(b, 8, 1);
    begin(b, UNIT);
    put(b, language, 1);
    put_range(b, 0x1000, 0x1000);
}

static void end_unit(struct made_bytes *b)
{
    for (size_t i = 0; i < 4; i++)
        b->p[i] = (char)((b->n - 4) >> 8 * i);
}

/* namespace shop { sort; swap; a lambda }
 * main: 1100 to 1200, in it sort: 1110 to 1150, in it a block with swap: 1120 to 1130; the lambda:
 * 1150 to 1158.
 * plain: 1300 to 1310. */
static void make_entries(struct made_bytes *b)
{
    begin_unit(b, DW_LANG_C_plus_plus);
    begin(b, NAMESPACE);
    put_text(b, "shop");
    size_t sort = begin(b, ABSTRACT);
    put_text(b, "sort");
    size_t swap = begin(b, LINKED);
    put_text(b, "swap");
    put_text(b, "_Z4swap");
    begin(b, TYPE);
    size_t lambda = begin(b, ABSTRACT);
    put_text(b, "operator()");
    begin(b, END);
    begin(b, END);
    begin(b, FUNCTION);
    put_text(b, "main");
    put_range(b, 0x1100, 0x100);
    put_inlined(b, INLINED, sort, 0x1110, 0x40);
    put(b, 7, 1);
    begin(b, BLOCK);
    put_range(b, 0x1118, 0x20);
    put_inlined(b, LEAF, swap, 0x1120, 0x10);
    put(b, 9, 1);
    begin(b, END);
    begin(b, END);
    put_inlined(b, LEAF, lambda, 0x1150, 8);
    put(b, 11, 1);
    begin(b, END);
    begin(b, FUNCTION);
    put_text(b, "plain");
    put_range(b, 0x1300, 0x10);
    begin(b, END);
    begin(b, END);
    end_unit(b);
}

struct file {
    struct made_bytes abbreviations;
    struct made_bytes bytes;
    struct image image;
    bool is_open; /* else it is none that may be opened */
    struct debug_info *info;
    struct code_place *places;
    size_t room;
};

static void make_file(struct file *f, const struct made_bytes *entries)
{
    f->abbreviations.n = 0;
    make_abbreviations(&f->abbreviations);
    const struct made_section sections[] = {{".debug_info", entries, 0},
                                            {".debug_abbrev", &f->abbreviations, 0}};
    make_elf(&f->bytes, sections, 2);
}

static void open_made(struct file *f)
{
    const struct limits limits = limits_usual();
    struct buf bytes = {0};

    buf_add(&bytes, (struct str){f->bytes.p, f->bytes.n});
    f->is_open = image_open_bytes(&f->image, &bytes);
    f->info = f->is_open ? debug_info_new(&f->image, NULL, &limits, true) : NULL;
    f->places = NULL;
    f->room = 0;
}

static void open_file(struct file *f, const struct made_bytes *entries)
{
    make_file(f, entries);
    open_made(f);
}

static void close_file(struct file *f)
{
    mem_free(f->places, f->room, sizeof *f->places);
    debug_info_free(f->info);
    if (f->is_open)
        image_close(&f->image);
}

static void open_usual(struct file *f)
{
    struct made_bytes entries = {.n = 0};

    make_entries(&entries);
    open_file(f, &entries);
    assert_non_null(f->info);
}

static void assert_place(const struct file *f, size_t i, const char *name, uint32_t line,
                         bool inlined)
{
    assert_str(f->places[i].name, name);
    assert_str(f->places[i].file, "");
    assert_int_equal(f->places[i].line, line);
    assert_int_equal(f->places[i].inlined, inlined);
}

static void the_innermost_function_comes_first(void **state)
{
    struct file f;

    (void)state;
    open_usual(&f);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 3);
    assert_place(&f, 0, "_Z4swap", 0, true);
    assert_place(&f, 1, "shop::sort", 9, true);
    assert_place(&f, 2, "main", 7, false);
    close_file(&f);
}

static void the_end_of_a_range_is_not_in_it(void **state)
{
    struct file f;

    (void)state;
    open_usual(&f);
    assert_int_equal(debug_info_places(f.info, 0x112f, &f.places, &f.room), 3);
    assert_int_equal(debug_info_places(f.info, 0x1130, &f.places, &f.room), 2);
    assert_place(&f, 0, "shop::sort", 0, true);
    assert_int_equal(debug_info_places(f.info, 0x11ff, &f.places, &f.room), 1);
    assert_place(&f, 0, "main", 0, false);
    close_file(&f);
}

static void a_type_without_a_name_is_a_lambda_when_it_is_called(void **state)
{
    struct file f;

    (void)state;
    open_usual(&f);
    for (unsigned times = 0; times < 2; times++) {
        assert_int_equal(debug_info_places(f.info, 0x1150, &f.places, &f.room), 2);
        assert_place(&f, 0, "shop::{lambda}::operator()", 0, true);
        assert_place(&f, 1, "main", 11, false);
    }
    close_file(&f);
}

static void an_address_outside_of_functions_has_no_place(void **state)
{
    struct file f;

    (void)state;
    open_usual(&f);
    assert_int_equal(debug_info_places(f.info, 0x1300, &f.places, &f.room), 1);
    assert_place(&f, 0, "plain", 0, false);
    assert_int_equal(debug_info_places(f.info, 0x1200, &f.places, &f.room), 0);
    assert_int_equal(debug_info_places(f.info, 0x2000, &f.places, &f.room), 0);
    assert_int_equal(debug_info_places(f.info, UINT64_MAX, &f.places, &f.room), 0);
    close_file(&f);
}

static void open_packed(struct file *f, const struct made_bytes *packed)
{
    make_file(f, packed);
    mark_packed(&f->bytes, 0);
    open_made(f);
}

static void packed_entries_are_read_as_others(void **state)
{
    struct made_bytes entries = {.n = 0};
    struct made_bytes packed = {.n = 0};
    struct file f;

    (void)state;
    make_entries(&entries);
    put_packed(&packed, &entries);
    open_packed(&f, &packed);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 3);
    assert_place(&f, 0, "_Z4swap", 0, true);
    assert_place(&f, 2, "main", 7, false);
    close_file(&f);
}

#ifdef FLAME_HAVE_ZSTD
static void entries_packed_by_zstd_are_read_as_others(void **state)
{
    struct made_bytes entries = {.n = 0};
    struct made_bytes packed = {.n = 0};
    struct file f;

    (void)state;
    make_entries(&entries);
    while (entries.n < 256)
        put(&entries, 0, 1);
    put_packed_by_zstd(&packed, &entries);
    open_packed(&f, &packed);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 3);
    assert_place(&f, 0, "_Z4swap", 0, true);
    assert_place(&f, 2, "main", 7, false);
    assert_false(debug_sections_lack_zstd(&f.image));
    close_file(&f);
    packed.p[26] ^= 1; /* of the first four bytes */
    open_packed(&f, &packed);
    assert_null(f.info);
    assert_true(debug_sections_lack_zstd(&f.image));
    close_file(&f);
    packed.p[26] ^= 1;
    for (; packed.n > 24; packed.n--) {
        open_packed(&f, &packed);
        close_file(&f);
    }
}
#endif

/* A wrong size, another packing, bytes that are not what their sum says, an end too early. */
static void damaged_packed_entries_are_none(void **state)
{
    struct made_bytes entries = {.n = 0};
    struct made_bytes packed = {.n = 0};
    struct file f;

    (void)state;
    make_entries(&entries);
    put_packed(&packed, &entries);
    for (size_t i = 0; i < packed.n; i++) {
        bool is_ignored = i >= 16 && i < 24; /* how it is aligned */
        bool is_more = i >= 4 && i < 8;      /* nobody looks there */
        packed.p[i] ^= 0x11;
        open_packed(&f, &packed);
        if (is_ignored || is_more)
            assert_non_null(f.info);
        else
            assert_null(f.info);
        close_file(&f);
        packed.p[i] ^= 0x11;
    }
    for (; packed.n > 0; packed.n--) {
        open_packed(&f, &packed);
        close_file(&f);
    }
}

/* Of the first unit .debug_aranges has a part; of another, with a function at 1400, nothing. */
static void open_with_aranges(struct file *f, unsigned version)
{
    struct made_bytes entries = {.n = 0};
    struct made_bytes other = {.n = 0};
    struct made_bytes aranges = {.n = 0};

    make_entries(&entries);
    begin_unit(&other, DW_LANG_C);
    begin(&other, FUNCTION);
    put_text(&other, "other");
    put_range(&other, 0x1400, 0x10);
    begin(&other, END);
    begin(&other, END);
    end_unit(&other);
    put_bytes(&entries, &other);
    put(&aranges, 44, 4);
    put(&aranges, version, 2);
    put(&aranges, 0, 4);
    put(&aranges, 8, 2); /* the size of addresses, and none of segments */
    put(&aranges, 0, 4);
    put(&aranges, 0x1100, 8);
    put(&aranges, 0x100, 8);
    put(&aranges, 0, 8);
    put(&aranges, 0, 8);
    f->abbreviations.n = 0;
    make_abbreviations(&f->abbreviations);
    const struct made_section sections[] = {{".debug_info", &entries, 0},
                                            {".debug_abbrev", &f->abbreviations, 0},
                                            {".debug_aranges", &aranges, 0}};
    make_elf(&f->bytes, sections, 3);
    open_made(f);
    assert_non_null(f->info);
}

static void units_have_the_ranges_of_a_table_or_else_their_own(void **state)
{
    struct file f;

    (void)state;
    open_with_aranges(&f, 2);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 3);
    assert_place(&f, 2, "main", 7, false);
    assert_int_equal(debug_info_places(f.info, 0x1300, &f.places, &f.room), 0);
    assert_int_equal(debug_info_places(f.info, 0x1400, &f.places, &f.room), 1);
    assert_place(&f, 0, "other", 0, false);
    close_file(&f);
}

static void a_table_of_ranges_that_is_damaged_is_none(void **state)
{
    struct file f;

    (void)state;
    open_with_aranges(&f, 3);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 0);
    assert_int_equal(debug_info_places(f.info, 0x1400, &f.places, &f.room), 1);
    close_file(&f);
}

static void a_file_without_debug_information_is_none(void **state)
{
    struct made_bytes bytes;
    struct made_bytes text = {.n = 16};
    const struct made_section section = {".text", &text, 0x1000};
    const struct limits limits = limits_usual();
    struct buf file = {0};
    struct image image;

    (void)state;
    make_elf(&bytes, &section, 1);
    buf_add(&file, (struct str){bytes.p, bytes.n});
    assert_true(image_open_bytes(&image, &file));
    assert_null(debug_info_new(&image, NULL, &limits, true));
    image_close(&image);
}

/* Packed, because unpacked bytes end where the section does. */
static void a_name_that_goes_on_behind_its_section_is_none(void **state)
{
    struct made_bytes entries = {.n = 0};
    struct made_bytes packed = {.n = 0};
    struct file f;

    (void)state;
    begin_unit(&entries, DW_LANG_C11);
    begin(&entries, NAMED_LAST);
    put_range(&entries, 0x1100, 0x100);
    put(&entries, 0x6e69616d, 4);
    end_unit(&entries);
    put_packed(&packed, &entries);
    open_packed(&f, &packed);
    assert_int_equal(debug_info_places(f.info, 0x1120, &f.places, &f.room), 1);
    assert_place(&f, 0, "", 0, false);
    close_file(&f);
}

static bool opens_with_texts(const char *name, size_t n, const struct made_bytes *entries,
                             const struct made_bytes *abbreviations)
{
    static const struct made_bytes empty = {.p = "main"};
    struct made_bytes texts = empty;
    const struct made_section sections[] = {
        {".debug_info", entries, 0}, {".debug_abbrev", abbreviations, 0}, {name, &texts, 0}};
    struct file f = {.room = 0};

    texts.n = n;
    make_elf(&f.bytes, sections, 3);
    open_made(&f);
    bool is_open = f.info;
    close_file(&f);
    return is_open;
}

static void a_section_of_texts_without_an_end_is_refused(void **state)
{
    static const char *const names[] = {".debug_str", ".debug_line_str"};
    struct made_bytes abbreviations = {.n = 0};
    struct made_bytes entries = {.n = 0};

    (void)state;
    make_abbreviations(&abbreviations);
    begin_unit(&entries, DW_LANG_C11);
    begin(&entries, END);
    end_unit(&entries);
    for (size_t i = 0; i < 2; i++) {
        assert_true(opens_with_texts(names[i], 5, &entries, &abbreviations));
        assert_false(opens_with_texts(names[i], 4, &entries, &abbreviations));
    }
}

static void ask_everywhere(const struct made_bytes *entries)
{
    struct file f;

    open_file(&f, entries);
    for (uint64_t at = 0x1100; f.info && at < 0x1400; at += 8) {
        size_t n = debug_info_places(f.info, at, &f.places, &f.room);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(f.places[i].inlined, i + 1 < n);
    }
    close_file(&f);
}

/* Origins that lead to themselves, entries below entries that are not there, and what else one
 * wrong byte or a missing end makes of them. */
static void broken_entries_come_to_an_end(void **state)
{
    struct made_bytes entries = {.n = 0};

    (void)state;
    make_entries(&entries);
    for (size_t i = 0; i < entries.n; i++) {
        const char kept = entries.p[i];
        for (unsigned value = 0; value < 256; value += value < 16 ? 1 : 17) {
            entries.p[i] = (char)value;
            ask_everywhere(&entries);
        }
        entries.p[i] = kept;
    }
    for (size_t n = entries.n; n > 0; n--) {
        entries.n = n;
        ask_everywhere(&entries);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_innermost_function_comes_first),
        cmocka_unit_test(the_end_of_a_range_is_not_in_it),
        cmocka_unit_test(a_type_without_a_name_is_a_lambda_when_it_is_called),
        cmocka_unit_test(an_address_outside_of_functions_has_no_place),
        cmocka_unit_test(packed_entries_are_read_as_others),
#ifdef FLAME_HAVE_ZSTD
        cmocka_unit_test(entries_packed_by_zstd_are_read_as_others),
#endif
        cmocka_unit_test(damaged_packed_entries_are_none),
        cmocka_unit_test(units_have_the_ranges_of_a_table_or_else_their_own),
        cmocka_unit_test(a_table_of_ranges_that_is_damaged_is_none),
        cmocka_unit_test(a_file_without_debug_information_is_none),
        cmocka_unit_test(a_name_that_goes_on_behind_its_section_is_none),
        cmocka_unit_test(a_section_of_texts_without_an_end_is_refused),
        cmocka_unit_test(broken_entries_come_to_an_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
