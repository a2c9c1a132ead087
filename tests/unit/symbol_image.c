/* symbol/image: ELF files, their segments, build-ids and symbols. */
#include "symbol/image.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#ifdef FLAME_HAVE_LZMA
#include <lzma.h>
#endif

#include "elf_file.h"

#define FUNCTION(bind) ELF32_ST_INFO(STB_##bind, STT_FUNC)

/* Owns the bytes of a file of two functions in .text at 0x1100, and of what it is made of. */
struct made {
    struct elf_file e;
    struct buf symbols, note, bytes;
};

static const char texts[] = "\0main\0_start\0__main_alias\0memcpy@@GLIBC_2.14\0$x\0label\0"
                            "old_memcpy@GLIBC_2.2.5\0";

enum { MAIN = 1, START = 6, ALIAS = 13, MEMCPY = 26, MAPPING = 45, LABEL = 48, OLD = 54 };

static void make_symbols(struct made *m)
{
    const struct elf_file *e = &m->e;

    buf_clear(&m->symbols);
    elf_symbol(e, &m->symbols, 0, 0, 0, 0, 0);
    elf_symbol(e, &m->symbols, ALIAS, FUNCTION(LOCAL), 1, 0x1100, 16);
    elf_symbol(e, &m->symbols, MAIN, FUNCTION(GLOBAL), 1, 0x1100, 16);
    elf_symbol(e, &m->symbols, START, FUNCTION(WEAK), 1, 0x1110, 8);
    elf_symbol(e, &m->symbols, OLD, FUNCTION(GLOBAL), 1, 0x1118, 0);
    elf_symbol(e, &m->symbols, MEMCPY, FUNCTION(GLOBAL), 1, 0x1118, 0);
    elf_symbol(e, &m->symbols, MAPPING, ELF32_ST_INFO(STB_LOCAL, STT_NOTYPE), 1, 0x111c, 0);
    elf_symbol(e, &m->symbols, LABEL, ELF32_ST_INFO(STB_LOCAL, STT_NOTYPE), 1, 0x111e, 0);
    elf_symbol(e, &m->symbols, MAIN, FUNCTION(GLOBAL), 0, 0x5000, 16);
    elf_symbol(e, &m->symbols, MAIN, ELF32_ST_INFO(STB_GLOBAL, STT_OBJECT), 1, 0x1104, 4);
    elf_symbol(e, &m->symbols, 9999, FUNCTION(GLOBAL), 1, 0x1106, 4);
    elf_symbol(e, &m->symbols, MAIN, FUNCTION(GLOBAL), 77, 0x1108, 4);
}

static void make(struct made *m, bool is_32, bool is_big, uint16_t machine)
{
    static const char code[32] = {0};

    *m = (struct made){.e = {.is_32 = is_32, .is_big = is_big, .type = ET_DYN, .machine = machine}};
    struct elf_section *s = m->e.sections;
    make_symbols(m);
    elf_build_id(&m->e, &m->note, "\x16\xee\xc6\x89");
    s[0] = (struct elf_section){
        ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1100, {code, 32}, 0, 0, 0};
    s[1] = (struct elf_section){".symtab", SHT_SYMTAB,      0, 0, buf_str(&m->symbols),
                                3,         is_32 ? 16 : 24, 0};
    s[2] = (struct elf_section){".strtab", SHT_STRTAB, 0, 0, {texts, sizeof texts}, 0, 0, 0};
    s[3] = (struct elf_section){".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0x200,
                                buf_str(&m->note),    0,        0,         0};
    m->e.segments[0] = (struct elf_segment){PT_LOAD, PF_R, 0, 0, 0x100};
    m->e.segments[1] = (struct elf_segment){PT_LOAD, PF_R | PF_X, 0x100, 0x1100, 0x20};
    elf_write(&m->e, &m->bytes);
}

static void made_free(struct made *m)
{
    buf_free(&m->symbols);
    buf_free(&m->note);
    buf_free(&m->bytes);
}

/* Opens a copy of the bytes, through a file or in memory. */
static bool open_copy(struct image *i, struct str bytes, bool in_memory)
{
    struct buf copy = {0};
    struct fault f = {0};
    FILE *file = in_memory ? NULL : tmpfile();

    buf_add(&copy, bytes);
    if (in_memory)
        return image_open_bytes(i, &copy);
    buf_free(&copy);
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
    assert_int_equal(fflush(file), 0);
    bool opened = image_open(i, dup(fileno(file)), "file", &f);
    assert_int_equal(f.kind, FAULT_NONE);
    fclose(file);
    return opened;
}

static struct str name_at(const struct symbol_table *t, uint64_t address)
{
    const struct symbol *s = table_find(t, address);

    return s ? table_name(t, s) : STR("-");
}

static void check_names(const struct image *i)
{
    struct symbol_table t = {0};

    assert_true(image_has_symbols(i));
    assert_true(image_symbols(i, &t) > 0);
    table_sort(&t);
    assert_str(name_at(&t, 0x10ff), "-");
    assert_str(name_at(&t, 0x1100), "main");
    assert_str(name_at(&t, 0x1108), "main");
    assert_str(name_at(&t, 0x110f), "main");
    assert_str(name_at(&t, 0x1110), "_start");
    assert_str(name_at(&t, 0x1118), "memcpy");
    assert_str(name_at(&t, 0x111f), "label");
    assert_str(name_at(&t, 0x1120), "-");
    assert_str(name_at(&t, 0x5000), "-");
    table_free(&t);
}

static void files_of_any_word_and_byte_order_are_read_alike(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 8; kind++) {
        struct made m;
        struct image i;
        make(&m, kind & 1, kind & 2, kind & 1 ? EM_386 : EM_X86_64);
        assert_true(open_copy(&i, buf_str(&m.bytes), kind & 4));
        assert_int_equal(i.is_64, !(kind & 1));
        assert_int_equal(i.is_big_endian, !!(kind & 2));
        assert_int_equal(i.n_segments, 2);
        assert_int_equal(i.build_id.n, 4);
        assert_memory_equal(i.build_id.bytes, "\x16\xee\xc6\x89", 4);
        check_names(&i);
        image_close(&i);
        made_free(&m);
    }
}

static void an_offset_is_an_address_by_the_segment_that_holds_it(void **state)
{
    struct made m;
    struct image i;
    uint64_t address = 0;

    (void)state;
    make(&m, false, false, EM_X86_64);
    assert_true(open_copy(&i, buf_str(&m.bytes), false));
    assert_true(image_address(&i, 0xff, &address));
    assert_int_equal(address, 0xff);
    assert_true(image_address(&i, 0x100, &address));
    assert_int_equal(address, 0x1100);
    assert_true(image_address(&i, 0x11f, &address));
    assert_int_equal(address, 0x111f);
    assert_false(image_address(&i, 0x120, &address));
    assert_false(image_address(&i, UINT64_MAX, &address));
    image_close(&i);
    made_free(&m);
}

static void marks_of_arm_code_are_no_functions_and_thumb_is_no_address(void **state)
{
    struct made m;
    struct image i;
    struct symbol_table t = {0};

    (void)state;
    make(&m, true, false, EM_ARM);
    elf_symbol(&m.e, &m.symbols, START, FUNCTION(GLOBAL), 1, 0x1113, 4);
    m.e.sections[1].bytes = buf_str(&m.symbols);
    elf_write(&m.e, &m.bytes);
    assert_true(open_copy(&i, buf_str(&m.bytes), true));
    (void)image_symbols(&i, &t);
    table_sort(&t);
    assert_str(name_at(&t, 0x1112), "_start");
    assert_str(name_at(&t, 0x111d), "memcpy");
    table_free(&t);
    image_close(&i);
    made_free(&m);
}

static void the_build_id_is_found_in_a_segment_too(void **state)
{
    struct made m;
    struct image i;

    (void)state;
    make(&m, false, false, EM_X86_64);
    size_t at = str_find(buf_str(&m.bytes), 0, buf_str(&m.note));
    m.e.sections[3].type = SHT_PROGBITS;
    m.e.segments[0] = (struct elf_segment){PT_NOTE, PF_R, at, at, m.note.n};
    elf_write(&m.e, &m.bytes);
    assert_true(open_copy(&i, buf_str(&m.bytes), false));
    assert_int_equal(i.build_id.n, 4);
    image_close(&i);
    made_free(&m);
}

static void a_file_cut_anywhere_is_refused_or_read_as_far_as_it_goes(void **state)
{
    struct made m;

    (void)state;
    make(&m, false, false, EM_X86_64);
    for (size_t n = 0; n < m.bytes.n; n++) {
        struct image i;
        assert_false(open_copy(&i, (struct str){m.bytes.p, n}, n % 2));
        assert_null(i.elf);
    }
    made_free(&m);
}

/* Whatever is asked of it once it is opened: by our own reads and by libelf's. */
static void a_file_that_becomes_shorter_is_a_fault(void **state)
{
    struct made m;

    (void)state;
    make(&m, false, false, EM_X86_64);
    for (unsigned by_libelf = 0; by_libelf < 2; by_libelf++) {
        struct fault f = {0};
        struct image i;
        char byte;
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_int_equal(fwrite(m.bytes.p, 1, m.bytes.n, file), m.bytes.n);
        assert_int_equal(fflush(file), 0);
        assert_true(image_open(&i, dup(fileno(file)), "a/file", &f));
        assert_int_equal(ftruncate(fileno(file), 0x100), 0);
        assert_int_equal(f.kind, FAULT_NONE);
        if (by_libelf)
            assert_int_equal(image_section(&i, ".text").n, 0);
        else
            assert_false(image_read(&i, 0x110, &byte, 1));
        assert_int_equal(f.kind, FAULT_SYSTEM);
        assert_string_equal(f.text, "a/file: the file became shorter while it was read");
        image_close(&i);
        fclose(file);
    }
    made_free(&m);
}

static void refuses(struct elf_file e, const char *what)
{
    struct buf bytes = {0};
    struct image i;

    elf_write(&e, &bytes);
    if (open_copy(&i, buf_str(&bytes), true))
        fail_msg("%s is taken", what);
    buf_free(&bytes);
}

static void unsound_files_are_refused(void **state)
{
    struct made m;
    struct elf_file e;

    (void)state;
    make(&m, false, false, EM_X86_64);
    e = m.e;
    e.sections[0].size = 1 << 30;
    refuses(e, "a section that ends behind the file");
    e = m.e;
    e.sections[0].size = UINT64_MAX;
    refuses(e, "a section whose end is beyond all numbers");
    e = m.e;
    e.sections[1].entsize = 1;
    refuses(e, "a table of symbols of the wrong size");
    e = m.e;
    e.sections[2].bytes.n -= 2;
    refuses(e, "texts without an end");
    e = m.e;
    e.sections[0].flags |= SHF_COMPRESSED;
    e.sections[0].bytes = (struct str){"\1\0\0\0\0\0\0\0\0\0\0\0\x10\0\0\0\1\0\0\0\0\0\0", 24};
    refuses(e, "a section that unpacks to more than deflate can");
    e = m.e;
    e.type = ET_CORE;
    refuses(e, "a core dump");
    made_free(&m);
}

/* Writes code of stubs and a relocation for each of its slots. */
static void stubs_are_named_by_the_slots_they_jump_through(void **state)
{
    static const char plt[] = "\xff\x35\2\0\0\0\xff\x25\2\0\0\0\0\0\0\0"
                              "\xff\x25\xfa\x0f\0\0h\0\0\0\0\xe9\0\0\0\0"
                              "\xf3\x0f\x1e\xfah\1\0\0\0\xf2\xe9\0\0\0\0\0"
                              "\xf3\x0f\x1e\xfa\xf2\xff\x25\xe1\x0f\0\0\0\0\0\0\0"
                              "\xf3\x0f\x1e\xfa\x41\xbb\0\0\0\0\xff\x25\xcc\x0f\0\0"
                              "\x4c\x8b\x1d\xc1\x0f\0\0\xe8\0\0\0\0\xe9\0\0\0"
                              "\x4c\x89\x1c\x24\xc3\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc";
    struct made m;
    struct image i;
    struct symbol_table t = {0};
    struct symbol_table stubs = {0};
    struct buf relocations = {0};

    (void)state;
    make(&m, false, false, EM_X86_64);
    static const uint64_t entries[][3] = {
        {0x3010, (uint64_t)1 << 32 | R_X86_64_JUMP_SLOT, 0},
        {0x3018, (uint64_t)2 << 32 | R_X86_64_JUMP_SLOT, 0},
        {0x301c, R_X86_64_IRELATIVE, 0x1118},
    };
    for (size_t n = 0; n < 9; n++)
        elf_word(&m.e, &relocations, entries[n / 3][n % 3]);
    m.e.sections[1].type = SHT_DYNSYM;
    m.e.sections[4] = (struct elf_section){".rela.plt",           SHT_RELA, SHF_ALLOC, 0x800,
                                           buf_str(&relocations), 2,        24,        0};
    m.e.sections[5] = (struct elf_section){
        ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x2000, {plt, sizeof plt - 1}, 0, 16, 0};
    elf_write(&m.e, &m.bytes);
    assert_true(open_copy(&i, buf_str(&m.bytes), false));
    assert_int_equal(image_symbols(&i, &t), 0);
    table_sort(&t);
    image_stubs(&i, &t, &stubs);
    assert_str(name_at(&stubs, 0x2000), ".plt");
    assert_str(name_at(&stubs, 0x2010), "__main_alias@plt");
    assert_str(name_at(&stubs, 0x202f), "main@plt");
    assert_str(name_at(&stubs, 0x2034), "memcpy@plt");
    assert_str(name_at(&stubs, 0x2040), "memcpy@plt");
    assert_str(name_at(&stubs, 0x2050), "main@plt");
    assert_str(name_at(&stubs, 0x2060), ".plt");
    assert_str(name_at(&stubs, 0x2070), "-");
    table_free(&t);
    table_free(&stubs);
    image_close(&i);
    buf_free(&relocations);
    made_free(&m);
}

#ifdef FLAME_HAVE_LZMA
static void names_that_are_packed_in_a_file_are_read(void **state)
{
    const struct limits limits = limits_usual();
    struct made m;
    struct image i;
    struct image mini;
    unsigned char packed[4096];
    size_t n = 0;

    (void)state;
    make(&m, false, false, EM_X86_64);
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL,
                                             (const unsigned char *)m.bytes.p, m.bytes.n, packed,
                                             &n, sizeof packed),
                     LZMA_OK);
    m.e.sections[1] = (struct elf_section){
        ".gnu_debugdata", SHT_PROGBITS, 0, 0, {(const char *)packed, n}, 0, 0, 0};
    elf_write(&m.e, &m.bytes);
    assert_true(open_copy(&i, buf_str(&m.bytes), false));
    assert_false(image_has_symbols(&i));
    assert_true(image_open_mini(&mini, &i, &limits));
    check_names(&mini);
    image_close(&i);
    assert_false(image_open_mini(&i, &mini, &limits));
    image_close(&mini);
    made_free(&m);
}
#endif

/* Opens this program. A file is read no more than twice. */
static void open_self(struct image *i, struct fault *f)
{
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    assert_true(image_open(i, fd, "this program", f));
}

/* Of one address in so many, from the first on. */
static void check_some(const struct symbol_table *all, uint64_t first, uint64_t step)
{
    enum { MOST = 64 };
    struct image_segment code = {.size = 0};
    struct symbol_table some = {.n = 0};
    struct fault f = {0};
    uint64_t addresses[MOST];
    struct image i;
    size_t n = 0;

    open_self(&i, &f);
    for (size_t s = 0; s < i.n_segments; s++)
        code = i.segments[s].is_code ? i.segments[s] : code;
    for (uint64_t at = first; at < code.size && n < MOST; at += step)
        addresses[n++] = code.address + at;
    image_symbols_at(&i, addresses, n, &some);
    table_sort(&some);
    for (size_t k = 0; k < n; k++) {
        const struct symbol *wanted = table_find(all, addresses[k]);
        const struct symbol *found = table_find(&some, addresses[k]);
        assert_true(str_equal(found ? table_name(&some, found) : STR("none"),
                              wanted ? table_name(all, wanted) : STR("none")));
    }
    table_free(&some);
    image_close(&i);
}

static void some_functions_are_found_as_among_all(void **state)
{
    struct symbol_table all = {.n = 0};
    struct fault f = {0};
    struct image i;

    (void)state;
    open_self(&i, &f);
    assert_true(image_symbols(&i, &all) > 0);
    image_close(&i);
    table_sort(&all);
    for (uint64_t step = 1; step < UINT64_C(1) << 14; step = step * 3 + 1)
        for (uint64_t first = 0; first < 32; first++)
            check_some(&all, first * 1251, step);
    table_free(&all);
}

/* 1,000 symbols at one address share a name of 100,000 bytes. */
static void make_long(struct made *m, struct buf *names)
{
    static const char code[32] = {0};
    enum { SYMBOLS = 1000, LENGTH = 100000 };

    *m = (struct made){.e = {.type = ET_DYN, .machine = EM_X86_64}};
    elf_symbol(&m->e, &m->symbols, 0, 0, 0, 0, 0);
    for (size_t i = 0; i < SYMBOLS; i++)
        elf_symbol(&m->e, &m->symbols, 1, FUNCTION(GLOBAL), 1, 0x1100, 16);
    buf_add_byte(names, '\0');
    for (size_t i = 0; i < LENGTH; i++)
        buf_add_byte(names, 'a');
    buf_add_byte(names, '\0');
    m->e.sections[0] = (struct elf_section){
        ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1100, {code, 32}, 0, 0, 0};
    m->e.sections[1] =
        (struct elf_section){".symtab", SHT_SYMTAB, 0, 0, buf_str(&m->symbols), 3, 24, 0};
    m->e.sections[2] = (struct elf_section){".strtab", SHT_STRTAB, 0, 0, buf_str(names), 0, 0, 0};
    m->e.segments[0] = (struct elf_segment){PT_LOAD, PF_R | PF_X, 0, 0x1000, 0x200};
    elf_write(&m->e, &m->bytes);
}

static void names_that_symbols_share_cost_no_more_than_the_file_twice(void **state)
{
    struct symbol_table t = {0};
    struct buf names = {0};
    struct made m;
    struct image i;

    (void)state;
    make_long(&m, &names);
    assert_true(open_copy(&i, buf_str(&m.bytes), false));
    image_symbols_at(&i, (const uint64_t[]){0x1104}, 1, &t);
    assert_true(t.text.n >= names.n - 2 && t.text.n <= 2 * names.n);
    table_sort(&t);
    assert_int_equal(name_at(&t, 0x1104).n, names.n - 2);
    table_free(&t);
    image_close(&i);
    buf_free(&names);
    made_free(&m);
}

static void the_sum_is_that_of_debug_links(void **state)
{
    struct image i = {.size = 9};

    (void)state;
    buf_add(&i.bytes, STR("123456789"));
    assert_int_equal(image_sum(&i), 0xcbf43926);
    image_close(&i);
}

static void build_ids_are_equal_whatever_zeros_end_them(void **state)
{
    struct build_id a = build_id_of(STR("abcd"));
    struct build_id b = build_id_of(STR("abcd\0\0\0\0"));
    struct build_id none = build_id_of(STR("\0\0\0\0"));
    struct build_id longer = build_id_of(STR("abcdefghijklmnopqrstuvwxyz"));

    (void)state;
    assert_true(build_id_equal(&a, &b));
    assert_int_equal(none.n, 0);
    assert_false(build_id_equal(&a, &none));
    assert_int_equal(longer.n, BUILD_ID_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_any_word_and_byte_order_are_read_alike),
        cmocka_unit_test(an_offset_is_an_address_by_the_segment_that_holds_it),
        cmocka_unit_test(marks_of_arm_code_are_no_functions_and_thumb_is_no_address),
        cmocka_unit_test(the_build_id_is_found_in_a_segment_too),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_read_as_far_as_it_goes),
        cmocka_unit_test(a_file_that_becomes_shorter_is_a_fault),
        cmocka_unit_test(unsound_files_are_refused),
        cmocka_unit_test(stubs_are_named_by_the_slots_they_jump_through),
#ifdef FLAME_HAVE_LZMA
        cmocka_unit_test(names_that_are_packed_in_a_file_are_read),
#endif
        cmocka_unit_test(some_functions_are_found_as_among_all),
        cmocka_unit_test(names_that_symbols_share_cost_no_more_than_the_file_twice),
        cmocka_unit_test(the_sum_is_that_of_debug_links),
        cmocka_unit_test(build_ids_are_equal_whatever_zeros_end_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
