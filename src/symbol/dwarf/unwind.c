/* Unwinds frame by frame; a hash table has the rows by (module, address). */
#include "symbol/dwarf/unwind.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/slots.h"
#include "symbol/dwarf/cfi.h"
#include "symbol/dwarf/stub_frames.h"

/* What is known of an address: usually a row; assembler or JIT code has none. */
struct known_address {
    uint64_t address;
    uint32_t module;
    uint32_t row; /* of frame_rows, plus 1; 0: there is none */
};

struct unwind_module {
    struct cfi cfi, debug;
    bool opened, debug_opened;
};

struct unwinder {
    struct frame_rows rows;
    struct known_address *known; /* the id of an entry is its index plus 1 */
    size_t n, room;
    struct slots slots;
    struct hash_key key;
    struct unwind_module *modules;
    size_t n_modules;
    struct cfi *codes;
    size_t n_codes, codes_room;
};

/* If the frame pointer is further away than stacks usually are large, it holds something else. */
enum { STACK_MOST = 8 << 20 };

struct unwinder *unwinder_new(void)
{
    struct unwinder *u = mem_alloc(1, sizeof *u);

    u->key = hash_key_draw();
    return u;
}

void unwinder_free(struct unwinder *u)
{
    if (!u)
        return;
    for (size_t i = 0; i < u->n_modules; i++) {
        cfi_free(&u->modules[i].cfi);
        cfi_free(&u->modules[i].debug);
    }
    mem_free(u->modules, u->n_modules, sizeof *u->modules);
    for (size_t i = 0; i < u->n_codes; i++)
        cfi_free(&u->codes[i]);
    mem_free(u->codes, u->codes_room, sizeof *u->codes);
    frame_rows_free(&u->rows);
    mem_free(u->known, u->room, sizeof *u->known);
    slots_free(&u->slots);
    mem_free(u, 1, sizeof *u);
}

uint32_t unwinder_add_code(struct unwinder *u, struct str eh_frame, uint64_t address,
                           unsigned machine)
{
    if (u->n_codes == UNWIND_CODE)
        return 0;
    u->codes = mem_grow(u->codes, &u->codes_room, u->n_codes + 1, sizeof *u->codes);
    cfi_init_frames(&u->codes[u->n_codes], eh_frame, address, machine);
    return UNWIND_CODE + (uint32_t)u->n_codes++;
}

static struct cfi *cfi_of(struct unwinder *u, uint32_t module, const struct unwind_maps *maps)
{
    if (module >= UNWIND_CODE && module - UNWIND_CODE < u->n_codes)
        return &u->codes[module - UNWIND_CODE];
    assert(module < UNWIND_CODE);
    u->modules = mem_grow(u->modules, &u->n_modules, (size_t)module + 1, sizeof *u->modules);
    struct unwind_module *m = &u->modules[module];
    if (!m->opened)
        cfi_init(&m->cfi, module ? maps->file(maps->context, module) : NULL);
    m->opened = true;
    return &m->cfi;
}

/* .debug_frame may be in a separate file, with the rest of the debug information. */
static bool find_row(struct unwinder *u, const struct unwind_where *w,
                     const struct unwind_machine *machine, const struct unwind_maps *maps,
                     uint32_t *row)
{
    struct cfi *cfi = cfi_of(u, w->module, maps);

    if (cfi_row(cfi, machine, w->address, &u->rows, row) ||
        stub_row(cfi->image, machine, w->address, &u->rows, row))
        return true;
    if (w->module == 0 || w->module >= UNWIND_CODE)
        return false;
    struct unwind_module *m = &u->modules[w->module];
    if (!m->debug_opened)
        cfi_init_debug(&m->debug, maps->debug(maps->context, w->module));
    m->debug_opened = true;
    return cfi_row(&m->debug, machine, w->address, &u->rows, row);
}

/* The same of a file that was opened, by what was read of it. */
static bool find_read_row(struct unwinder *u, const struct unwind_where *w,
                          const struct unwind_machine *machine, uint32_t *row)
{
    return w->module < u->n_modules && u->modules[w->module].opened &&
           cfi_row_read(&u->modules[w->module].cfi, machine, w->address, &u->rows, row);
}

/* The same of a file, which several threads may share. */
static bool find_row_of_file(struct unwinder *u, const struct unwind_where *w,
                             const struct unwind_machine *machine, const struct unwind_maps *maps,
                             uint32_t *row)
{
    if (find_read_row(u, w, machine, row))
        return true;
    if (maps->hold)
        maps->hold(maps->context, w->module, true);
    const bool found = find_row(u, w, machine, maps, row);
    if (maps->hold)
        maps->hold(maps->context, w->module, false);
    return found;
}

static const struct known_address *find_known(const struct unwinder *u, uint32_t tag,
                                              const struct unwind_where *w)
{
    for (struct slots_match m = slots_find(&u->slots, tag); m.id; slots_find_next(&m)) {
        const struct known_address *k = &u->known[m.id - 1];
        if (k->address == w->address && k->module == w->module)
            return k;
    }
    return NULL;
}

/* A row depends on the machine; a file is only used with one machine. */
static uint32_t row_at(struct unwinder *u, const struct unwind_where *w,
                       const struct unwind_machine *machine, const struct unwind_maps *maps)
{
    uint32_t tag = (uint32_t)hash_pair(&u->key, w->module, w->address);
    const struct known_address *known = find_known(u, tag, w);

    if (known)
        return known->row;
    uint32_t row;
    const bool is_file = w->module && w->module < UNWIND_CODE;
    const bool found =
        is_file ? find_row_of_file(u, w, machine, maps, &row) : find_row(u, w, machine, maps, &row);
    u->known = mem_grow(u->known, &u->room, u->n + 1, sizeof *u->known);
    u->known[u->n++] = (struct known_address){w->address, w->module, found ? row + 1 : 0};
    slots_add(&u->slots, tag, (uint32_t)u->n);
    return found ? row + 1 : 0;
}

/* Without call frame information: the frame pointer points at the caller's frame pointer, and the
 * return address follows. Loses the caller of a function without a frame pointer. */
static enum frame_step step_by_frame_pointer(const struct unwind_memory *m,
                                             struct unwind_registers *r)
{
    const struct unwind_machine *machine = r->machine;
    uint64_t caller_fp = 0;
    uint64_t caller = 0;

    if (machine->elf == MACHINE_ARM || /* compilers do not agree on the place of the two */
        !unwind_knows(r, machine->fp))
        return FRAME_LOST;
    uint64_t fp = r->value[machine->fp];
    if (fp == 0)
        return FRAME_ROOT;
    if (fp < r->value[machine->sp] || fp - r->value[machine->sp] > STACK_MOST ||
        fp % machine->word != 0)
        return FRAME_LOST;
    if (unwind_read(m, fp, machine->word, &caller_fp) != MEMORY_READ ||
        unwind_read(m, fp + machine->word, machine->word, &caller) != MEMORY_READ)
        return FRAME_CUT;
    caller &= machine->address_mask;
    if (caller == 0)
        return FRAME_ROOT;
    r->known = 0;
    unwind_set(r, machine->fp, caller_fp);
    unwind_set(r, machine->sp, fp + (uint64_t)2 * machine->word);
    unwind_set(r, machine->pc, caller);
    return FRAME_CALLER;
}

/* Takes the return address from where it is known to be. */
static enum frame_step step_by_saved(const struct unwind_memory *m, uint64_t saved,
                                     struct unwind_registers *r)
{
    const struct unwind_machine *machine = r->machine;
    const uint64_t at = r->value[machine->sp] + saved;
    uint64_t caller = 0;

    if (unwind_read(m, at, machine->word, &caller) != MEMORY_READ)
        return FRAME_CUT;
    unwind_set(r, machine->sp, at + machine->word);
    unwind_set(r, machine->pc, caller & machine->address_mask);
    return FRAME_CALLER;
}

/* Replaces the registers by those of the caller. row: 0: there is none. */
static enum frame_step step(const struct unwinder *u, uint32_t row,
                            const struct unwind_where *where, const struct unwind_memory *m,
                            struct unwind_registers *r)
{
    if (row)
        return frame_rows_step(&u->rows, row - 1, m, r);
    return where->has_saved ? step_by_saved(m, where->saved, r) : step_by_frame_pointer(m, r);
}

static enum unwind_end end_of(enum frame_step step)
{
    switch (step) {
    case FRAME_ROOT:
        return UNWIND_ROOT;
    case FRAME_CUT:
        return UNWIND_CUT;
    case FRAME_CALLER:
    case FRAME_LOST:
        break;
    }
    return UNWIND_LOST;
}

/* The stack must grow from frame to frame, or the walk would not end. Only the first frame, or one
 * that a signal interrupted, may have its return address in a register and nothing on the stack. */
static bool has_moved(const struct unwind_registers *before, const struct unwind_registers *after,
                      bool exact)
{
    uint64_t from = before->value[before->machine->sp];
    uint64_t to = after->value[after->machine->sp];

    return to > from || (to == from && exact && before->machine->links);
}

void unwinder_run(struct unwinder *u, const struct unwind_registers *start,
                  const struct unwind_memory *m, const struct unwind_maps *maps,
                  struct unwind_stack *stack)
{
    struct unwind_registers r = *start;
    const struct unwind_machine *machine = r.machine;
    bool exact = true;

    stack->n = 0;
    stack->end = UNWIND_FULL;
    stack->by_frame_pointer = false;
    while (stack->n < stack->most) {
        uint64_t ip = r.value[machine->pc];
        struct unwind_where where;
        bool mapped = maps->find(maps->context, exact ? ip : ip - 1, &where);
        if (!mapped && stack->n) {
            stack->end = UNWIND_LOST;
            return;
        }
        stack->ips[stack->n] = ip;
        stack->exact[stack->n++] = exact;
        struct unwind_registers before = r;
        uint32_t row = mapped ? row_at(u, &where, machine, maps) : 0;
        enum frame_step stepped = step(u, row, &where, m, &r);
        if (stepped != FRAME_CALLER || !has_moved(&before, &r, exact)) {
            stack->end = end_of(stepped);
            stack->by_frame_pointer = !row;
            return;
        }
        exact = row && u->rows.rows[row - 1].is_signal;
    }
}

bool unwinder_is_root(struct unwinder *u, const struct unwind_machine *machine,
                      const struct unwind_where *where, const struct unwind_maps *maps)
{
    uint32_t row = row_at(u, where, machine, maps);

    return row && frame_rows_is_root(&u->rows, row - 1);
}
