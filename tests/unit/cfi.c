/* symbol/dwarf/cfi, and symbol/dwarf/unwind over it: call frame information made by hand. */
#include "symbol/dwarf/cfi.h"

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include "made_elf.h"
#include "symbol/dwarf/unwind.h"
#include "symbol/image.h"

enum {
    FRAMES_AT = 0x4000,
    BP = 6,
    SP = 7,
    IP = 16,
    DEF_CFA = 0x0c,
    DEF_CFA_OFFSET = 0x0e,
    DEF_CFA_EXPRESSION = 0x0f,
    ADVANCE_1 = 0x41,
    OFFSET = 0x80,
    UNDEFINED = 0x07,
    BREG7 = 0x77,
    OFFSET_EXTENDED = 0x05,
    REMEMBER = 0x0a,
    RECALL = 0x0b,
    CODE = 0x1000,
};

static size_t begin_entry(struct made_bytes *b)
{
    size_t at = b->n;

    put(b, 0, 4);
    return at;
}

static void end_entry(struct made_bytes *b, size_t at)
{
    while ((b->n - at) % 8 != 4)
        put(b, 0, 1);
    b->p[at] = (char)(b->n - at - 4);
}

/* CFA: sp + 8; the return address: at CFA - 8. */
static size_t put_common(struct made_bytes *b, const char *augmentation)
{
    size_t at = begin_entry(b);

    put(b, 0, 4);
    put(b, 1, 1);
    put_text(b, augmentation);
    put(b, 1, 1);
    put(b, 0x78, 1);
    put(b, IP, 1);
    put(b, 1, 1);
    put(b, 0x1b, 1);
    put(b, DEF_CFA, 1);
    put(b, SP, 1);
    put(b, 8, 1);
    put(b, OFFSET | IP, 1);
    put(b, 1, 1);
    end_entry(b, at);
    return at;
}

static void put_function(struct made_bytes *b, size_t common, uint64_t low, uint64_t size,
                         const char *program, size_t n)
{
    size_t at = begin_entry(b);

    put(b, b->n - common, 4);
    put(b, low - (FRAMES_AT + b->n), 4);
    put(b, size, 4);
    put(b, 0, 1);
    for (size_t i = 0; i < n; i++)
        put(b, (unsigned char)program[i], 1);
    end_entry(b, at);
}

struct file {
    struct made_bytes bytes;
    struct image image;
};

static void open_file(struct file *f)
{
    /* push %rbp */
    static const char pushes[] = {ADVANCE_1, DEF_CFA_OFFSET, 16, (char)(OFFSET | BP), 2};
    static const char root[] = {UNDEFINED, IP};
    static const char computed[] = {DEF_CFA_EXPRESSION, 2, BREG7, 24};
    struct made_bytes frames = {.n = 0};

    size_t common = put_common(&frames, "zR");
    put_function(&frames, common, 0x1000, 0x10, pushes, sizeof pushes);
    put_function(&frames, common, 0x1010, 0x10, root, sizeof root);
    put_function(&frames, common, 0x1020, 0x10, computed, sizeof computed);
    common = put_common(&frames, "zRS");
    put_function(&frames, common, 0x1030, 0x10, NULL, 0);
    put(&frames, 0, 4);
    const struct made_section section = {".eh_frame", &frames, FRAMES_AT};
    make_elf(&f->bytes, &section, 1);
    struct buf bytes = {0};
    buf_add(&bytes, (struct str){f->bytes.p, f->bytes.n});
    assert_true(image_open_bytes(&f->image, &bytes));
}

static const uint64_t words[] = {0x55, 0x7000, 0x1000};

static struct unwind_registers registers(void)
{
    struct unwind_registers r;

    assert_true(unwind_registers_of_perf(MACHINE_X86_64, 2, 7 << 6, words, 3, &r));
    return r;
}

static void a_row_is_that_of_the_address(void **state)
{
    struct file f;
    struct cfi cfi;
    struct frame_rows rows = {0};
    const struct unwind_registers r = registers();
    uint32_t row;

    (void)state;
    open_file(&f);
    cfi_init(&cfi, &f.image);
    assert_true(cfi_row(&cfi, r.machine, 0x1000, &rows, &row));
    assert_int_equal(rows.rows[row].cfa.kind, FRAME_REGISTER);
    assert_int_equal(rows.rows[row].cfa.other, SP);
    assert_int_equal(rows.rows[row].cfa.offset, 8);
    assert_int_equal(rows.rows[row].return_address, IP);
    assert_true(rows.rows[row].same >> BP & 1);
    assert_true(cfi_row(&cfi, r.machine, 0x1001, &rows, &row));
    assert_int_equal(rows.rows[row].cfa.offset, 16);
    assert_false(rows.rows[row].same >> BP & 1);
    assert_true(cfi_row(&cfi, r.machine, 0x1020, &rows, &row));
    assert_int_equal(rows.rows[row].cfa.offset, 24);
    assert_true(cfi_row(&cfi, r.machine, 0x1030, &rows, &row));
    assert_true(rows.rows[row].is_signal);
    assert_false(cfi_row(&cfi, r.machine, 0x1040, &rows, &row));
    cfi_free(&cfi);
    frame_rows_free(&rows);
    image_close(&f.image);
}

static void what_was_read_has_the_same_rows_without_the_file(void **state)
{
    struct file f;
    struct cfi cfi;
    struct frame_rows rows = {0};
    const struct unwind_registers r = registers();
    uint32_t row, again;

    (void)state;
    open_file(&f);
    cfi_init(&cfi, &f.image);
    assert_false(cfi_row_read(&cfi, r.machine, 0x1001, &rows, &again));
    assert_true(cfi_row(&cfi, r.machine, 0x1001, &rows, &row));
    const uint64_t left = cfi.frames.left;
    assert_true(cfi_row_read(&cfi, r.machine, 0x1001, &rows, &again));
    assert_int_equal(rows.rows[again].cfa.offset, rows.rows[row].cfa.offset);
    assert_true(cfi.frames.left != left);
    const uint64_t kept = cfi.frames.left;
    assert_false(cfi_row_read(&cfi, r.machine, 0x1040, &rows, &again));
    assert_int_equal(cfi.frames.left, kept);
    cfi_free(&cfi);
    frame_rows_free(&rows);
    image_close(&f.image);
}

/* The CFA's distance at the end of a function with that program; 0: it has no row. */
static int64_t distance_after(const char *program, size_t n)
{
    struct made_bytes frames = {.n = 0};
    struct frame_rows rows = {0};
    struct cfi cfi;
    uint32_t row;

    size_t common = put_common(&frames, "zR");
    put_function(&frames, common, CODE, 0x100, program, n);
    put(&frames, 0, 4);
    cfi_init_frames(&cfi, (struct str){frames.p, frames.n}, FRAMES_AT, MACHINE_X86_64);
    bool found = cfi_row(&cfi, registers().machine, CODE + 0xff, &rows, &row);
    int64_t distance = found ? rows.rows[row].cfa.offset : 0;
    cfi_free(&cfi);
    frame_rows_free(&rows);
    return distance;
}

static void a_register_that_no_machine_has_costs_nothing(void **state)
{
    static const char huge[] = {OFFSET_EXTENDED, (char)0xb3, (char)0xd2, (char)0xcc, 0x4d, 1,
                                DEF_CFA_OFFSET,  32};

    (void)state;
    assert_int_equal(distance_after(huge, sizeof huge), 32);
}

static void states_may_be_set_aside_eight_times(void **state)
{
    char program[40];

    (void)state;
    for (size_t depth = 1; depth <= 9; depth++) {
        memset(program, REMEMBER, depth);
        program[depth] = DEF_CFA_OFFSET;
        program[depth + 1] = 64;
        memset(program + depth + 2, RECALL, depth);
        assert_int_equal(distance_after(program, 2 * depth + 2), depth <= 8 ? 8 : 0);
    }
    program[0] = RECALL;
    assert_int_equal(distance_after(program, 1), 0);
}

static void a_program_that_ends_early_has_no_row(void **state)
{
    static const char cut[] = {DEF_CFA_EXPRESSION, 120, BREG7, 24};
    static const char unknown[] = {0x3f};
    static const char empty[] = {DEF_CFA_EXPRESSION, 0};

    (void)state;
    assert_int_equal(distance_after(cut, sizeof cut), 0);
    assert_int_equal(distance_after(unknown, sizeof unknown), 0);
    assert_int_equal(distance_after(empty, sizeof empty), 0);
}

static void a_file_of_another_machine_has_no_rows(void **state)
{
    const struct unwind_machine other = {.elf = MACHINE_AARCH64, .n = 33};
    struct file f;
    struct cfi cfi;
    struct frame_rows rows = {0};
    uint32_t row;

    (void)state;
    open_file(&f);
    cfi_init(&cfi, &f.image);
    assert_false(cfi_row(&cfi, &other, 0x1000, &rows, &row));
    cfi_free(&cfi);
    cfi_init_debug(&cfi, &f.image);
    assert_false(cfi_row(&cfi, registers().machine, 0x1000, &rows, &row));
    cfi_free(&cfi);
    cfi_init(&cfi, NULL);
    assert_false(cfi_row(&cfi, registers().machine, 0x1000, &rows, &row));
    cfi_free(&cfi);
    image_close(&f.image);
}

static void a_made_file_knows_the_same_rows(void **state)
{
    struct file f;
    struct cfi cfi;
    struct frame_rows rows = {0};
    const struct unwind_machine *machine = registers().machine;
    uint32_t row;

    (void)state;
    open_file(&f);
    image_close(&f.image);
    const struct str frames = {f.bytes.p + 64, 200};
    cfi_init_frames(&cfi, frames, FRAMES_AT, MACHINE_X86_64);
    assert_true(cfi_row(&cfi, machine, 0x1001, &rows, &row));
    assert_int_equal(rows.rows[row].cfa.offset, 16);
    assert_false(cfi_row(&cfi, machine, 0x2001, &rows, &row));
    cfi_free(&cfi);
    cfi_init_frames(&cfi, STR(""), 0, MACHINE_X86_64);
    assert_false(cfi_row(&cfi, machine, 0x1001, &rows, &row));
    cfi_free(&cfi);
    cfi_init_frames(&cfi, frames, FRAMES_AT, MACHINE_386);
    assert_false(cfi_row(&cfi, machine, 0x1001, &rows, &row));
    cfi_free(&cfi);
    frame_rows_free(&rows);
}

static bool find_code(void *context, uint64_t ip, struct unwind_where *w)
{
    (void)context;
    *w = (struct unwind_where){.module = 3, .address = ip};
    return ip >= 0x1000 && ip < 0x2000;
}

static const struct image *no_file(void *context, uint32_t module)
{
    (void)context;
    (void)module;
    return NULL;
}

static const struct image *file_of(void *context, uint32_t module)
{
    struct file *f = context;

    assert_int_equal(module, 3);
    return &f->image;
}

/* A function that a signal interrupted at its first byte: its row is that of this byte, not that
 * of what stands before. */
static void what_a_signal_interrupted_is_no_return_address(void **state)
{
    static const uint64_t stack_words[] = {0x1031, 0x1000, 0x1011};
    struct file f;
    char bytes[sizeof stack_words];
    const struct unwind_memory memory = {0x7000, {bytes, sizeof bytes}};
    const struct unwind_maps maps = {&f, find_code, file_of, no_file, NULL};
    uint64_t ips[8];
    bool exact[8];

    (void)state;
    open_file(&f);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(stack_words[i / 8] >> i % 8 * 8);
    struct unwinder *u = unwinder_new();
    const struct unwind_registers r = registers();
    for (unsigned times = 0; times < 2; times++) {
        struct unwind_stack stack = {.ips = ips, .exact = exact, .most = 8};
        unwinder_run(u, &r, &memory, &maps, &stack);
        assert_int_equal(stack.end, UNWIND_ROOT);
        assert_int_equal(stack.n, 4);
        assert_int_equal(ips[0], 0x1000);
        assert_int_equal(ips[1], 0x1031);
        assert_int_equal(ips[2], 0x1000);
        assert_int_equal(ips[3], 0x1011);
        assert_true(exact[0] && !exact[1] && exact[2] && !exact[3]);
    }
    unwinder_free(u);
    image_close(&f.image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_that_of_the_address),
        cmocka_unit_test(what_was_read_has_the_same_rows_without_the_file),
        cmocka_unit_test(a_register_that_no_machine_has_costs_nothing),
        cmocka_unit_test(states_may_be_set_aside_eight_times),
        cmocka_unit_test(a_program_that_ends_early_has_no_row),
        cmocka_unit_test(a_file_of_another_machine_has_no_rows),
        cmocka_unit_test(a_made_file_knows_the_same_rows),
        cmocka_unit_test(what_a_signal_interrupted_is_no_return_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
