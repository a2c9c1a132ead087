/* Keeps totals until those of all cycles are known. */
#include "input/common/stated_totals.h"

#include "base/mem.h"

void stated_totals_init(struct stated_totals *totals)
{
    *totals = (struct stated_totals){0};
    pairs_init(&totals->cycles);
}

void stated_totals_free(struct stated_totals *totals)
{
    mem_free(totals->rows, totals->room, sizeof *totals->rows);
    mem_free(totals->cycle_totals, totals->cycles_room, sizeof *totals->cycle_totals);
    pairs_free(&totals->cycles);
}

static uint32_t number_of(struct stated_totals *totals, uint32_t cycle)
{
    uint32_t number = pairs_add(&totals->cycles, cycle, 0);

    totals->cycle_totals = mem_grow(totals->cycle_totals, &totals->cycles_room, (size_t)number + 1,
                                    sizeof *totals->cycle_totals);
    return number;
}

void stated_totals_add(struct stated_totals *totals, frame_id function, uint32_t cycle,
                       uint64_t value)
{
    totals->rows = mem_grow(totals->rows, &totals->room, totals->n + 1, sizeof *totals->rows);
    totals->rows[totals->n++] =
        (struct stated_total){function, cycle ? number_of(totals, cycle) + 1 : 0, value};
}

void stated_totals_cycle(struct stated_totals *totals, uint32_t cycle, uint64_t value)
{
    uint32_t number = number_of(totals, cycle);

    totals->cycle_totals[number] = value;
}

bool stated_totals_finish(const struct stated_totals *totals, struct text *t)
{
    for (size_t i = 0; i < totals->n; i++) {
        const struct stated_total *row = &totals->rows[i];
        uint64_t value = row->cycle ? totals->cycle_totals[row->cycle - 1] : row->value;
        if (value && !text_add_total(t, row->function, 0, value))
            return false;
    }
    return true;
}
