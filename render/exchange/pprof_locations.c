/* libc.so.6 at offset 0x3ac5d, mapped from 0x26000 on at 0x7f0000026000: 0x7f000003ac5d
 * Gives frames addresses in mappings. */
#include "render/exchange/pprof_locations.h"

#include <stdlib.h>

#include "base/mem.h"

/* A frame with a module. */
struct placed {
    name_id module, build_id;
    frame_id frame;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a;
    const struct placed *y = b;

    if (x->module != y->module)
        return x->module < y->module ? -1 : 1;
    if (x->build_id != y->build_id)
        return x->build_id < y->build_id ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static bool is_of(const struct recording_info_mapping *m, const struct placed *placed)
{
    return m->file == placed->module && m->build_id == placed->build_id;
}

static bool is_inside(const struct recording_info_mapping *m, uint64_t address)
{
    return address >= m->start && (address < m->limit || m->limit == 0);
}

/* The address of a file offset; 0 if the mapping does not contain it. */
static uint64_t address_in(const struct recording_info_mapping *m, uint64_t offset)
{
    if (offset == 0 || offset < m->offset || offset - m->offset > UINT64_MAX - m->start)
        return 0;
    uint64_t address = m->start + (offset - m->offset);
    return is_inside(m, address) ? address : 0;
}

/* Finds one of the input's mappings for a frame: one that contains its offset. For an offset in
 * none, one in whose range it does not lie as an address, because readers take an address outside
 * of its mapping as it is. */
static bool find_mapping(struct pprof_locations *places, const struct placed *placed, size_t first)
{
    size_t n = places->p->info.n_mappings;
    uint64_t offset = places->p->frames.rows[placed->frame].offset;
    size_t found = n;
    uint64_t address = 0;

    for (size_t i = first; i < n && !address; i++) {
        const struct recording_info_mapping *m = &places->mappings[i];
        address = is_of(m, placed) ? address_in(m, offset) : 0;
        if (address || (found == n && is_of(m, placed) && !is_inside(m, offset)))
            found = i;
    }
    if (found == n)
        return false;
    places->mapping[placed->frame] = (uint32_t)found + 1;
    places->address[placed->frame] = address ? address : offset;
    places->mappings[found].named |= RECORDING_INFO_NAMED_FUNCTIONS;
    return true;
}

/* A mapping that begins at 0, for frames that the input's mappings do not cover. */
static void add_mapping(struct pprof_locations *places, const struct placed *placed, size_t *own)
{
    uint64_t end = places->p->frames.rows[placed->frame].offset;

    if (!*own) {
        places->mappings =
            mem_grow(places->mappings, &places->room, places->n + 1, sizeof *places->mappings);
        places->mappings[places->n++] =
            (struct recording_info_mapping){.file = placed->module,
                                            .build_id = placed->build_id,
                                            .named = RECORDING_INFO_NAMED_FUNCTIONS};
        *own = places->n;
    }
    struct recording_info_mapping *m = &places->mappings[*own - 1];
    places->mapping[placed->frame] = (uint32_t)*own;
    places->address[placed->frame] = end;
    end += end < UINT64_MAX;
    m->limit = m->limit < end ? end : m->limit;
}

/* Gives addresses to the frames of one module. */
static void place(struct pprof_locations *places, const struct placed *all, size_t n)
{
    size_t n_given = places->p->info.n_mappings;
    size_t first = 0;
    size_t own = 0; /* 1 + the mapping that was added */

    while (first < n_given && !is_of(&places->mappings[first], all))
        first++;
    for (size_t i = 0; i < n; i++)
        if (!find_mapping(places, &all[i], first))
            add_mapping(places, &all[i], &own);
}

void pprof_locations_find(struct pprof_locations *places, const struct profile *p)
{
    const struct frame *rows = p->frames.rows;
    const struct recording_info *info = &p->info;
    struct placed *placed = mem_alloc(p->frames.n, sizeof *placed);
    size_t n = 0;

    *places = (struct pprof_locations){
        .p = p,
        .mapping = mem_alloc(p->frames.n, sizeof *places->mapping),
        .address = mem_alloc(p->frames.n, sizeof *places->address),
    };
    if (info->n_mappings) {
        places->mappings =
            mem_grow(NULL, &places->room, info->n_mappings, sizeof *places->mappings);
        memcpy(places->mappings, info->mappings, info->n_mappings * sizeof *info->mappings);
        places->n = info->n_mappings;
    }
    for (frame_id i = 1; i < p->frames.n; i++) {
        places->address[i] = rows[i].offset;
        if (rows[i].module)
            placed[n++] = (struct placed){rows[i].module, rows[i].build_id, i};
    }
    if (n)
        qsort(placed, n, sizeof *placed, compare_placed);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && placed[to].module == placed[from].module &&
                            placed[to].build_id == placed[from].build_id;)
            to++;
        place(places, placed + from, to - from);
    }
    mem_free(placed, p->frames.n, sizeof *placed);
}

void pprof_locations_free(struct pprof_locations *places)
{
    size_t n = places->p->frames.n;

    mem_free(places->mappings, places->room, sizeof *places->mappings);
    mem_free(places->mapping, n, sizeof *places->mapping);
    mem_free(places->address, n, sizeof *places->address);
}
