/* symbol/jitdump: code that a process made. */
#include "symbol/jitdump.h"

#include "unit.h"

/* A dump that is being written, in either byte order. */
struct writer {
    struct buf bytes;
    bool big;
    size_t record; /* where the one begins that is written */
};

static void put(struct writer *w, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_add_byte(&w->bytes, (char)(value >> 8 * (w->big ? bytes - 1 - i : i)));
}

static struct writer begin(bool big)
{
    struct writer w = {.big = big};

    put(&w, 0x4A695444, 4);
    put(&w, 1, 4);
    put(&w, 48, 4);
    put(&w, 62, 4);
    put(&w, 0, 4);
    put(&w, 1234, 4);
    put(&w, 5, 8);
    put(&w, 0, 8);
    put(&w, 0, 8); /* a header may be longer than this program knows */
    return w;
}

static void begin_record(struct writer *w, uint32_t type, uint64_t time)
{
    w->record = w->bytes.n;
    put(w, type, 4);
    put(w, 0, 4);
    put(w, time, 8);
}

static void end_record(struct writer *w)
{
    size_t n = w->bytes.n;

    w->bytes.n = w->record + 4;
    put(w, n - w->record, 4);
    w->bytes.n = n;
}

static void load(struct writer *w, uint64_t time, uint64_t address, uint64_t size, uint64_t index,
                 const char *name)
{
    begin_record(w, 0, time);
    put(w, 1234, 4);
    put(w, 1234, 4);
    put(w, address, 8);
    put(w, address, 8);
    put(w, size, 8);
    put(w, index, 8);
    buf_add(&w->bytes, (struct str){name, strlen(name) + 1});
    for (uint64_t i = 0; i < size && i < 0x100; i++)
        buf_add_byte(&w->bytes, '\x90');
    end_record(w);
}

static void move(struct writer *w, uint64_t time, uint64_t from, uint64_t to, uint64_t size,
                 uint64_t index)
{
    begin_record(w, 1, time);
    put(w, 1234, 4);
    put(w, 1234, 4);
    put(w, to, 8);
    put(w, from, 8);
    put(w, to, 8);
    put(w, size, 8);
    put(w, index, 8);
    end_record(w);
}

static struct jitdump read_dump(struct writer *w, size_t piece)
{
    struct limits limits = limits_usual();
    struct jitdump d;
    struct str bytes = buf_str(&w->bytes);

    jitdump_init(&d, &limits);
    while (bytes.n) {
        size_t n = bytes.n < piece ? bytes.n : piece;
        assert_true(jitdump_read(&d, str_from_to(bytes, 0, n)));
        bytes = str_from_to(bytes, n, bytes.n);
    }
    jitdump_finish(&d);
    buf_free(&w->bytes);
    return d;
}

static void assert_name(const struct jitdump *d, uint64_t address, uint64_t time, const char *name)
{
    const struct jitdump_code *c = jitdump_find(d, address, time);

    assert_str(c ? jitdump_name(d, c) : STR("nothing"), name);
}

static void code_is_found_by_address_and_time(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 4; round++) {
        struct writer w = begin(round & 1);
        load(&w, 20, 0x1040, 0x10, 2, "inside");
        load(&w, 10, 0x1000, 0x100, 1, "old; a [b]");
        load(&w, 30, 0x1000, 0x40, 3, "again");
        struct jitdump d = read_dump(&w, round & 2 ? 1 : 1 << 20);
        assert_int_equal(d.pid, 1234);
        assert_int_equal(d.machine, 62);
        assert_false(d.cut || d.damaged || d.foreign_times);
        assert_name(&d, 0x1000, 9, "nothing");
        assert_name(&d, 0x1000, 10, "old; a [b]");
        assert_name(&d, 0x1040, 19, "old; a [b]");
        assert_name(&d, 0x1040, 20, "inside");
        assert_name(&d, 0x1050, 25, "old; a [b]");
        assert_name(&d, 0x103f, 29, "old; a [b]");
        assert_name(&d, 0x103f, UINT64_MAX, "again");
        assert_name(&d, 0x1040, UINT64_MAX, "inside");
        assert_name(&d, 0x10ff, UINT64_MAX, "old; a [b]");
        assert_name(&d, 0x1100, UINT64_MAX, "nothing");
        assert_name(&d, 0xfff, UINT64_MAX, "nothing");
        jitdump_free(&d);
    }
}

static void code_that_moved_keeps_its_name(void **state)
{
    struct writer w = begin(false);
    struct jitdump d;

    (void)state;
    load(&w, 10, 0x1000, 0x100, 7, "f");
    move(&w, 20, 0x1000, 0x2000, 0x100, 7);
    move(&w, 30, 0x2000, 0x3000, 0x100, 7);
    move(&w, 5, 0x1000, 0x4000, 0x100, 7);
    move(&w, 40, 0x9000, 0xa000, 0x100, 8);
    load(&w, 50, 0x5000, 0x10, 7, "g");
    d = read_dump(&w, 100);
    assert_name(&d, 0x2010, 19, "nothing");
    assert_name(&d, 0x2010, 20, "f");
    assert_name(&d, 0x3010, 60, "f");
    assert_name(&d, 0x4010, 60, "nothing");
    assert_name(&d, 0xa010, 60, "nothing");
    assert_str(jitdump_name(&d, jitdump_numbered(&d, 7)), "g");
    assert_null(jitdump_numbered(&d, 8));
    jitdump_free(&d);
}

static void lines_and_unwinding_belong_to_the_next_code(void **state)
{
    struct writer w = begin(false);
    struct jitdump d;
    struct str file;
    struct str head;
    struct str frames;
    uint32_t line = 0;
    uint64_t at = 0;

    (void)state;
    begin_record(&w, 2, 10);
    put(&w, 0x1000, 8);
    put(&w, 3, 8);
    put(&w, 0x1020, 8);
    put(&w, 12, 4);
    put(&w, 0, 4);
    buf_add(&w.bytes, STR("a.js\0"));
    put(&w, 0x1008, 8);
    put(&w, 11, 4);
    put(&w, 0, 4);
    buf_add(&w.bytes, STR("\377\0"));
    put(&w, 0x1030, 8);
    put(&w, 5, 4);
    put(&w, 0, 4);
    buf_add(&w.bytes, STR("b.js\0"));
    end_record(&w);
    begin_record(&w, 4, 10);
    put(&w, 7, 8);
    put(&w, 3, 8);
    put(&w, 7, 8);
    buf_add(&w.bytes, STR("eh_fhdr\0"));
    end_record(&w);
    load(&w, 10, 0x1000, 0x101, 1, "f");
    load(&w, 11, 0x2000, 0x100, 2, "g");
    move(&w, 12, 0x1000, 0x3000, 0x101, 1);
    d = read_dump(&w, 1);
    const struct jitdump_code *f = jitdump_find(&d, 0x1000, 20);
    const struct jitdump_code *g = jitdump_find(&d, 0x2000, 20);
    const struct jitdump_code *moved = jitdump_find(&d, 0x3000, 20);
    assert_false(jitdump_line(&d, f, 0x1007, &file, &line));
    assert_true(jitdump_line(&d, f, 0x1008, &file, &line));
    assert_str(file, "a.js");
    assert_int_equal(line, 11);
    assert_true(jitdump_line(&d, moved, 0x30ff, &file, &line));
    assert_str(file, "b.js");
    assert_int_equal(line, 5);
    assert_false(jitdump_line(&d, g, 0x2008, &file, &line));
    assert_true(jitdump_unwinding(&d, moved, &frames, &head, &at));
    assert_str(frames, "eh_f");
    assert_str(head, "hdr");
    assert_int_equal(at, 0x1108);
    assert_false(jitdump_unwinding(&d, g, &frames, &head, &at));
    jitdump_free(&d);
}

static void lines_behind_an_elf_header_are_moved_back(void **state)
{
    struct jitdump d;
    struct str file;
    uint32_t line = 0;

    (void)state;
    for (uint64_t first = 0x40; first <= 0x48; first += 8) {
        struct writer w = begin(false);
        begin_record(&w, 2, 10);
        put(&w, 0x1000, 8);
        put(&w, 1, 8);
        put(&w, 0x1000 + first, 8);
        put(&w, 7, 4);
        put(&w, 0, 4);
        buf_add(&w.bytes, STR("a.js\0"));
        end_record(&w);
        load(&w, 10, 0x1000, 0x100, 1, "f");
        d = read_dump(&w, 100);
        const struct jitdump_code *f = jitdump_find(&d, 0x1000, 20);
        assert_true(jitdump_line(&d, f, 0x1000, &file, &line) == (first == 0x40));
        assert_true(jitdump_line(&d, f, 0x1008, &file, &line));
        assert_int_equal(line, 7);
        jitdump_free(&d);
    }
}

static void a_dump_that_is_cut_gives_what_came(void **state)
{
    struct limits limits = limits_usual();
    struct writer w = begin(false);
    struct jitdump d;

    (void)state;
    load(&w, 10, 0x1000, 0x10, 1, "f");
    load(&w, 11, 0x2000, 0x10, 2, "named");
    for (size_t n = 0; n <= w.bytes.n; n++) {
        jitdump_init(&d, &limits);
        assert_true(jitdump_read(&d, str_from_to(buf_str(&w.bytes), 0, n)));
        jitdump_finish(&d);
        assert_true(d.cut == (n != 48 && n != w.bytes.n && n != 48 + 74));
        assert_name(&d, 0x2000, 20, n + 0x10 < w.bytes.n ? "nothing" : "named");
        jitdump_free(&d);
    }
    buf_free(&w.bytes);
}

static void what_is_no_dump_is_told(void **state)
{
    struct limits limits = limits_usual();
    struct writer w = begin(false);
    struct jitdump d;

    (void)state;
    jitdump_init(&d, &limits);
    assert_false(jitdump_read(&d, STR("JiTT                                    ")));
    jitdump_finish(&d);
    assert_null(jitdump_find(&d, 0, UINT64_MAX));
    jitdump_free(&d);
    load(&w, 10, 0x1000, 0x10, 1, "f");
    buf_add(&w.bytes, STR("\0\0\0\0\x0f\0\0\0\0\0\0\0\0\0\0\0"));
    jitdump_init(&d, &limits);
    assert_false(jitdump_read(&d, buf_str(&w.bytes)));
    assert_false(jitdump_read(&d, buf_str(&w.bytes)));
    jitdump_finish(&d);
    assert_true(d.damaged);
    assert_name(&d, 0x1000, 20, "f");
    jitdump_free(&d);
    buf_free(&w.bytes);
}

static void absurd_sizes_do_no_harm(void **state)
{
    struct writer w = begin(false);
    struct jitdump d;

    (void)state;
    begin_record(&w, 2, 0);
    put(&w, 0, 8);
    put(&w, UINT64_MAX, 8);
    end_record(&w);
    begin_record(&w, 4, 0);
    put(&w, UINT64_MAX, 8);
    put(&w, UINT64_MAX, 8);
    put(&w, 0, 8);
    end_record(&w);
    load(&w, UINT64_MAX, UINT64_MAX - 4, UINT64_MAX, UINT64_MAX, "f");
    load(&w, 1, 0x1000, 0, 1, "empty");
    load(&w, 1, 0x2000, 1, 1, "");
    begin_record(&w, 99, 0);
    end_record(&w);
    d = read_dump(&w, 7);
    assert_int_equal(d.n, 1);
    assert_name(&d, UINT64_MAX - 1, UINT64_MAX, "f");
    assert_name(&d, 0x1000, UINT64_MAX, "nothing");
    jitdump_free(&d);
}

static void files_are_known_by_their_names(void **state)
{
    uint32_t pid = 0;
    uint64_t index = 0;

    (void)state;
    assert_true(jitdump_pid(STR("/tmp/jit-24218.dump"), &pid) && pid == 24218);
    assert_false(jitdump_pid(STR("/tmp/jit-24218.dump.1"), &pid));
    assert_false(jitdump_pid(STR("/tmp/jit-.dump"), &pid));
    assert_false(jitdump_pid(STR("jit-99999999999.dump"), &pid));
    assert_false(jitdump_pid(STR("jit-1"), &pid));
    assert_true(jitdump_image(STR("/x/jitted-77-5.so"), &pid, &index) && pid == 77 && index == 5);
    assert_false(jitdump_image(STR("jitted-77.so"), &pid, &index));
    assert_false(jitdump_image(STR("jitted-77-.so"), &pid, &index));
    assert_false(jitdump_image(STR("jitted-77-5"), &pid, &index));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_found_by_address_and_time),
        cmocka_unit_test(code_that_moved_keeps_its_name),
        cmocka_unit_test(lines_and_unwinding_belong_to_the_next_code),
        cmocka_unit_test(lines_behind_an_elf_header_are_moved_back),
        cmocka_unit_test(a_dump_that_is_cut_gives_what_came),
        cmocka_unit_test(what_is_no_dump_is_told),
        cmocka_unit_test(absurd_sizes_do_no_harm),
        cmocka_unit_test(files_are_known_by_their_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
