/* ff 25 ...  jmp *slot    the return address is on top of the stack
 * 68 ...     push order   there, still
 * e9 ...     jmp .plt     above one word
 * Finds the caller of a PLT stub by what its instructions have pushed. */
#include "symbol/dwarf/stub_frames.h"

#include "symbol/image.h"

/* How the x86 instructions of stubs begin: those of ld, lld, gold and mold, with and without
 * indirect branch tracking, and of lld's retpolines. */
struct instruction {
    unsigned char n;
    char bytes[5];
    unsigned char size, pushes;
};

static const struct instruction instructions[] = {
    {3, "\xf3\x0f\x1e", 4, 0},     /* endbr64, endbr32 */
    {2, "\xff\x25", 6, 0},         /* jmp *slot */
    {2, "\xff\xa3", 6, 0},         /* jmp *slot(%ebx) */
    {3, "\xf2\xff\x25", 7, 0},     /* bnd jmp *slot */
    {1, "\x68", 5, 1},             /* push order */
    {1, "\xe9", 5, 0},             /* jmp .plt */
    {2, "\xf2\xe9", 6, 0},         /* bnd jmp .plt */
    {2, "\xff\x35", 6, 1},         /* push slot */
    {2, "\xff\xb3", 6, 1},         /* push slot(%ebx) */
    {2, "\x41\xbb", 6, 0},         /* mov order, %r11d */
    {2, "\x41\x53", 2, 1},         /* push %r11 */
    {3, "\x4c\x8b\x1d", 7, 0},     /* mov slot, %r11 */
    {1, "\xe8", 5, 0},             /* call, to what follows */
    {4, "\x4c\x89\x1c\x24", 4, 0}, /* mov %r11, (%rsp) */
    {1, "\xc3", 1, 0},             /* ret */
};

/* The first entry of ARM's tables saves the link register. */
struct saving {
    unsigned machine, link;
    char bytes[5];
    unsigned char bytes_saved, header;
};

static const struct saving savings[] = {
    {MACHINE_AARCH64, 30, "\xf0\x7b\xbf\xa9", 16, 32}, /* stp x16, x30, [sp, #-16]! */
    {MACHINE_ARM, 14, "\x04\xe0\x2d\xe5", 4, 20},      /* str lr, [sp, #-4]! */
};

static struct str bytes_of(const struct instruction *i)
{
    return (struct str){i->bytes, i->n};
}

static const struct instruction *find_instruction(struct str code)
{
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if (str_starts(code, bytes_of(&instructions[i])))
            return &instructions[i];
    return NULL;
}

/* Words on the stack where a stub begins. The first entry is reached with the order of a slot above
 * the return address, what ends a retpoline by a call. */
static unsigned words_at_start(struct str code)
{
    static const char *const others[] = {"\xff\x35", "\xff\xb3", "\x4c\x89\x1c\x24"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_starts(code, str_of(others[i])))
            return 2;
    return 1;
}

/* Counts the words from the top of the stack to the return address and with it; 0: unknown. */
static unsigned words_on_stack(const struct image_stub *stub)
{
    unsigned words = words_at_start(str_from_to(stub->section, stub->begin, stub->section.n));
    size_t at = stub->begin;

    while (at < stub->at) {
        const struct instruction *i =
            find_instruction(str_from_to(stub->section, at, stub->section.n));
        if (!i)
            return 0;
        words += i->pushes;
        at += i->size;
    }
    return at == stub->at && find_instruction(str_from_to(stub->section, at, stub->section.n))
               ? words
               : 0;
}

/* A row in which the return address was saved just below the CFA. */
static uint32_t add_saved(struct frame_rows *to, const struct unwind_machine *m, unsigned reg,
                          unsigned above)
{
    const uint64_t all = ((uint64_t)1 << m->n) - 1;
    const struct frame_rule rule = {
        .kind = FRAME_AT, .reg = (uint8_t)reg, .offset = -(int64_t)m->word};
    const struct frame_row row = {
        .cfa = {.kind = FRAME_REGISTER, .other = (uint8_t)m->sp, .offset = above},
        .same = all & ~((uint64_t)1 << reg),
        .return_address = (uint8_t)reg};

    return frame_rows_add(to, row, &rule, 1);
}

/* A row in which it is still in the link register. */
static uint32_t add_linked(struct frame_rows *to, const struct unwind_machine *m, unsigned reg)
{
    const struct frame_row row = {.cfa = {.kind = FRAME_REGISTER, .other = (uint8_t)m->sp},
                                  .same = ((uint64_t)1 << m->n) - 1,
                                  .return_address = (uint8_t)reg};

    return frame_rows_add(to, row, NULL, 0);
}

static bool has_saved(const struct image_stub *stub, const struct saving *saving)
{
    size_t n = saving->header < stub->section.n ? saving->header : stub->section.n;
    struct str header = str_from_to(stub->section, 0, n);
    size_t at = str_find(header, 0, str_of(saving->bytes));

    return stub->at < header.n && stub->at > at;
}

bool stub_row(const struct image *image, const struct unwind_machine *m, uint64_t address,
              struct frame_rows *to, uint32_t *row)
{
    struct image_stub stub;

    if (!image || image->machine != m->elf || !image_stub_at(image, address, &stub))
        return false;
    for (size_t i = 0; i < sizeof savings / sizeof *savings; i++) {
        const struct saving *s = &savings[i];
        if (s->machine != m->elf)
            continue;
        *row = has_saved(&stub, s) ? add_saved(to, m, s->link, s->bytes_saved)
                                   : add_linked(to, m, s->link);
        return true;
    }
    unsigned words = words_on_stack(&stub);
    if (words)
        *row = add_saved(to, m, m->pc, words * m->word);
    return words > 0;
}
