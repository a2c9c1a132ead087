/* Sends code to flame-disassembler and reads its lines, "4 addq $8, %rsp". */
#include "app/annotate/disassemble.h"

#include "base/parse.h"
#include "base/process/child_process.h"
#include "base/process/wire.h"
#include "render/process/disassembler_wire.h"

void disassembly_begin(struct disassembly *d, const struct image *image)
{
    sink_open_buf(&d->commands);
    sink_open_buf(&d->answer);
    sink_byte(&d->commands, DISASSEMBLER_MACHINE);
    wire_number(&d->commands, image->machine);
    wire_number(&d->commands, (image->is_64 ? DISASSEMBLER_64 : 0U) |
                                  (image->is_big_endian ? DISASSEMBLER_BIG_ENDIAN : 0U));
}

void disassembly_send(struct disassembly *d, uint64_t address, struct str bytes)
{
    sink_byte(&d->commands, DISASSEMBLER_CODE);
    wire_number(&d->commands, (uint32_t)address);
    wire_number(&d->commands, (uint32_t)(address >> 32));
    wire_text(&d->commands, bytes);
}

#ifdef FLAME_HAVE_CAPSTONE

/* Without instructions the rest of the listing still serves, so that no failure is a fault. */
bool disassembly_run(struct disassembly *d)
{
    enum { SECONDS = 20 };
    const struct child child = {
        .program = "flame-disassembler", .task = DISASSEMBLER_TASK, .seconds = SECONDS};
    struct fault f = {0};
    bool late;

    bool ok = child_run(&child, buf_str(&d->commands.buf), &d->answer, &late, &f);
    buf_add(&d->problem, STR("instructions are not shown: "));
    if (!ok)
        buf_add(&d->problem, str_of(f.text));
    else if (late)
        buf_add(&d->problem, STR("disassembling them took too long"));
    else
        buf_clear(&d->problem);
    d->rest = buf_str(&d->answer.buf);
    return ok && !late;
}

#else

bool disassembly_run(struct disassembly *d)
{
    buf_add(&d->problem, STR("instructions are not shown, as this program was built without "
                             "capstone; wanted -DFLAME_CAPSTONE=ON and libcapstone-dev"));
    return false;
}

#endif

bool disassembly_next(struct disassembly *d, struct instruction *next)
{
    struct str size;

    return d->rest.n && take_field(&d->rest, '\n', &next->text) &&
           take_field(&next->text, ' ', &size) && parse_u64(size, &next->size) && next->size;
}

void disassembly_free(struct disassembly *d)
{
    sink_discard(&d->commands);
    sink_discard(&d->answer);
    buf_free(&d->problem);
}
