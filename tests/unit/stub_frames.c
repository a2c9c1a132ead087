/* symbol/dwarf/stub_frames: where stubs of a PLT return to, by their instructions. */
#include "symbol/dwarf/stub_frames.h"

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include "elf_file.h"
#include "symbol/image.h"

enum { PLT_AT = 0x2000, SP_AT = 0x7000 };

struct machine {
    uint16_t elf;
    bool is_32;
    unsigned perf, abi;
    uint64_t mask;
    size_t n; /* registers in the mask */
    size_t sp, ip;
};

static const struct machine x86_64 = {EM_X86_64, false, MACHINE_X86_64, 2, 1 << 7 | 1 << 8, 2,
                                      0,         1};
static const struct machine i386 = {EM_386, true, MACHINE_386, 1, 1 << 7 | 1 << 8, 2, 0, 1};
static const struct machine aarch64 = {EM_AARCH64, false, MACHINE_AARCH64, 2, (uint64_t)7 << 30, 3,
                                       1,          2};

static void open_stubs(struct image *i, const struct machine *m, const char *name, struct str code)
{
    const struct elf_file e = {
        .is_32 = m->is_32,
        .type = ET_DYN,
        .machine = m->elf,
        .sections = {{name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, PLT_AT, code, 0, 16, 0}}};
    struct buf bytes = {0};

    elf_write(&e, &bytes);
    assert_true(image_open_bytes(i, &bytes));
}

/* The caller of the instruction at an offset, where the words on the stack are 0x100, 0x101, ...
 * and the link register holds 0x99; 0: there is no row. */
static uint64_t caller(const struct machine *m, const char *name, struct str code, uint64_t at)
{
    enum { WORDS = 8 };
    char stack[8 * WORDS] = {0};
    uint64_t registers[3] = {0x99};
    const unsigned word = m->is_32 ? 4 : 8;
    struct unwind_memory memory = {SP_AT, {stack, word * WORDS}};
    struct unwind_registers r;
    struct frame_rows rows = {0};
    struct image i;
    uint32_t row = 0;
    uint64_t found = 0;

    for (size_t k = 0; k < WORDS; k++) {
        stack[k * word] = (char)k;
        stack[k * word + 1] = 1;
    }
    registers[m->sp] = SP_AT;
    registers[m->ip] = PLT_AT + at;
    assert_true(unwind_registers_of_perf(m->perf, m->abi, m->mask, registers, m->n, &r));
    open_stubs(&i, m, name, code);
    if (stub_row(&i, r.machine, PLT_AT + at, &rows, &row)) {
        assert_int_equal(frame_rows_step(&rows, row, &memory, &r), FRAME_CALLER);
        found = r.value[r.machine->pc];
    }
    frame_rows_free(&rows);
    image_close(&i);
    return found;
}

struct step {
    uint64_t at, caller;
};

static void assert_callers(const struct machine *m, const char *name, struct str code,
                           const struct step *steps, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_int_equal(caller(m, name, code, steps[i].at), steps[i].caller);
}

static void a_stub_has_its_caller_above_what_it_pushed(void **state)
{
    static const char plt[] = "\xff\x35\0\0\0\0\xff\x25\0\0\0\0\x0f\x1f\x40\0"
                              "\xff\x25\0\0\0\0\x68\0\0\0\0\xe9\0\0\0\0";
    static const struct step steps[] = {{0, 0x101},  {6, 0x102},  {12, 0},    {3, 0},
                                        {16, 0x100}, {22, 0x100}, {27, 0x101}};
    static const char sec[] = "\xf3\x0f\x1e\xfa\xf2\xff\x25\0\0\0\0\x0f\x1f\x44\0\0";
    static const struct step of_sec[] = {{0, 0x100}, {4, 0x100}, {11, 0}};

    (void)state;
    assert_callers(&x86_64, ".plt", (struct str){plt, 32}, steps, 7);
    assert_callers(&i386, ".plt", (struct str){plt, 32}, steps, 7);
    assert_callers(&x86_64, ".plt.sec", (struct str){sec, 16}, of_sec, 3);
    assert_callers(&x86_64, ".text", (struct str){sec, 16}, &(struct step){0, 0}, 1);
    assert_callers(&x86_64, ".plt.sec", (struct str){sec, 16}, &(struct step){16, 0}, 1);
}

static void stubs_of_other_linkers_are_followed(void **state)
{
    static const char mold[] = "\xf3\x0f\x1e\xfa\x41\x53\xff\x35\0\0\0\0\xff\x25\0\0\0\0\xcc\xcc"
                               "\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc"
                               "\xf3\x0f\x1e\xfa\x41\xbb\0\0\0\0\xff\x25\0\0\0\0";
    static const struct step of_mold[] = {{0, 0x100},  {4, 0x100},  {6, 0x101}, {12, 0x102},
                                          {32, 0x100}, {36, 0x100}, {42, 0x100}};
    static const char retpoline[] = "\xff\x35\0\0\0\0\x4c\x8b\x1d\0\0\0\0\xe8\x0e\0"
                                    "\0\0\xf3\x90\x0f\xae\xe8\xeb\xf9\xcc\xcc\xcc\xcc\xcc\xcc\xcc"
                                    "\x4c\x89\x1c\x24\xc3\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc"
                                    "\xcc"
                                    "\x4c\x8b\x1d\0\0\0\0\xe8\0\0\0\0\xe9\0\0\0";
    static const struct step of_retpoline[] = {
        {32, 0x101}, {36, 0x101}, {37, 0}, {48, 0x100}, {55, 0x100}};

    (void)state;
    assert_callers(&x86_64, ".plt", (struct str){mold, 48}, of_mold, 7);
    assert_callers(&x86_64, ".plt", (struct str){retpoline, 64}, of_retpoline, 5);
}

static void on_arm_only_the_first_entry_saves_the_link_register(void **state)
{
    static const char plt[] = "\xf0\x7b\xbf\xa9\0\0\0\0\0\0\0\0\0\0\0\0"
                              "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                              "\x10\0\0\x90\0\0\0\0\0\0\0\0\0\0\0";
    static const struct step steps[] = {{0, 0x99}, {4, 0x101}, {31, 0x101}, {32, 0x99}, {44, 0x99}};

    (void)state;
    assert_callers(&aarch64, ".plt", (struct str){plt, sizeof plt}, steps, 5);
    assert_callers(&aarch64, ".plt", (struct str){plt, 2}, steps, 1);
}

static void a_stub_of_another_machine_has_no_row(void **state)
{
    static const char plt[16] = "\xff\x25";
    struct unwind_registers r;
    struct frame_rows rows = {0};
    struct image i;
    uint32_t row;

    (void)state;
    open_stubs(&i, &x86_64, ".plt", (struct str){plt, 16});
    assert_true(
        unwind_registers_of_perf(MACHINE_AARCH64, 2, aarch64.mask, (uint64_t[]){1, 2, 3}, 3, &r));
    assert_false(stub_row(&i, r.machine, PLT_AT, &rows, &row));
    assert_false(stub_row(NULL, r.machine, PLT_AT, &rows, &row));
    image_close(&i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stub_has_its_caller_above_what_it_pushed),
        cmocka_unit_test(stubs_of_other_linkers_are_followed),
        cmocka_unit_test(on_arm_only_the_first_entry_saves_the_link_register),
        cmocka_unit_test(a_stub_of_another_machine_has_no_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
