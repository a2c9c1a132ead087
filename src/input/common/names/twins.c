/* Numbers the functions of one name in the order in which a report has them. */
#include "input/common/names/twins.h"

#include "base/mem.h"

void twins_init(struct twins *twins, struct text *text)
{
    *twins = (struct twins){.text = text};
    pairs_init(&twins->functions);
}

void twins_free(struct twins *twins)
{
    pairs_free(&twins->functions);
    mem_free(twins->frames, twins->frames_room, sizeof *twins->frames);
    mem_free(twins->names, twins->names_room, sizeof *twins->names);
}

bool twins_frame(struct twins *twins, struct str name, uint32_t index, frame_id *frame)
{
    struct text *t = twins->text;
    frame_id first = 0;

    if (!tidier_frame(&t->tidier, name, KIND_UNKNOWN, &first))
        return false;
    struct frame row = t->p->frames.rows[first];
    twins->names =
        mem_grow(twins->names, &twins->names_room, (size_t)row.name + 1, sizeof *twins->names);
    struct twins_name *name_found = &twins->names[row.name];
    *frame = name_found->first;
    if (index == 0 && name_found->n)
        return true;
    uint32_t known = twins->functions.n;
    uint32_t function = pairs_add(&twins->functions, row.name, index);
    twins->frames =
        mem_grow(twins->frames, &twins->frames_room, (size_t)function + 1, sizeof *twins->frames);
    if (function == known) {
        row.twin = name_found->n++;
        if (!builder_row(&t->builder, &row, &twins->frames[function]))
            return false;
    }
    if (name_found->n == 1)
        name_found->first = twins->frames[function];
    *frame = twins->frames[function];
    return true;
}
