/* Any ELF file can be asked what stands at its addresses and who calls there; the answers come to
 * an end and fit together. */
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "symbol/dwarf/cfi.h"
#include "symbol/dwarf/debug_info.h"
#include "symbol/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_places(struct debug_info *d, uint64_t address, struct code_place **places,
                         size_t *room)
{
    size_t n = debug_info_places(d, address, places, room);

    check(n <= *room);
    for (size_t i = 0; i < n; i++) {
        const struct code_place *place = *places + i;
        check(place->inlined == (i + 1 < n));
        check(place->file.n == 0 || place->line);
    }
}

static void check_row(struct cfi *cfi, uint64_t address, struct frame_rows *rows)
{
    static const char zeros[64];
    static const unsigned machines[] = {MACHINE_386, MACHINE_ARM, MACHINE_X86_64, MACHINE_AARCH64};
    const struct unwind_memory memory = {0x7000, {zeros, sizeof zeros}};

    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        uint64_t words[33];
        struct unwind_registers r;
        uint32_t row;
        for (size_t n = 0; n < 33; n++)
            words[n] = 0x7000;
        unsigned abi = machines[i] == MACHINE_386 || machines[i] == MACHINE_ARM ? 1 : 2;
        check(unwind_registers_of_perf(machines[i], abi, UINT64_MAX, words, 33, &r));
        if (cfi_row(cfi, r.machine, address, rows, &row) &&
            frame_rows_step(rows, row, &memory, &r) == FRAME_CALLER)
            check(r.value[r.machine->pc] != 0);
    }
}

static void check_image(const struct image *i)
{
    const struct limits limits = limits_untrusted();
    struct debug_info *d = debug_info_new(i, NULL, &limits, true);
    struct frame_rows rows = {0};
    struct code_place *places = NULL;
    size_t room = 0;
    struct cfi cfi;

    cfi_init(&cfi, i);
    for (size_t s = 0; s < i->n_segments && s < 8; s++)
        for (uint64_t at = 0; at < i->segments[s].size && at < 0x400; at += 8) {
            uint64_t address = i->segments[s].address + at;
            if (d)
                check_places(d, address, &places, &room);
            check_row(&cfi, address, &rows);
        }
    cfi_free(&cfi);
    frame_rows_free(&rows);
    mem_free(places, room, sizeof *places);
    debug_info_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf bytes = {0};
    struct image i;

    buf_add(&bytes, (struct str){size ? (const char *)data : "", size});
    if (image_open_bytes(&i, &bytes)) {
        check_image(&i);
        image_close(&i);
    }
    buf_free(&bytes);
    return 0;
}
