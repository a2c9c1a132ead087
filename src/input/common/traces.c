/* 0x7f80370938cc 0x55af582a5321: malloc's caller and main, once the maps are known. */
#include "input/common/traces.h"

#include <inttypes.h>

#include "base/mem.h"
#include "input/common/located_frames.h"

/* Stands for frames: twice the frame in the profile, or twice the address plus 1. */
enum { IS_ADDRESS = 1 };

/* The key that marks a label set of the profile. */
enum { OF_PROFILE = 1 };

struct traces_named {
    uint32_t first, n; /* of its frames; n 0: it was not sought yet */
    bool is_unnamed;
};

static void begin_process(struct traces *tr)
{
    profile_init(&tr->stacks, tr->n_values + 1,
                 tr->text->p->moments.kind == TIME_NONE ? TIME_NONE : TIME_ORDER);
    builder_init(&tr->builder, tr->text->r, &tr->stacks, tr->text->f);
    names_init(&tr->addresses);
    map_text_init(&tr->maps);
    tr->n_frames = 0;
}

static void end_process(struct traces *tr)
{
    builder_free(&tr->builder);
    profile_free(&tr->stacks);
    names_free(&tr->addresses);
    map_text_free(&tr->maps);
    mem_free(tr->named, tr->named_room, sizeof *tr->named);
    tr->named = NULL;
    tr->named_room = 0;
}

void traces_init(struct traces *tr, struct text *text, size_t n_values)
{
    *tr = (struct traces){.text = text, .n_values = n_values};
    location_files_init(&tr->files, text->r);
    begin_process(tr);
}

void traces_free(struct traces *tr)
{
    end_process(tr);
    mem_free(tr->lines, tr->lines_room, sizeof *tr->lines);
    mem_free(tr->frames, tr->frames_room, sizeof *tr->frames);
    location_files_free(&tr->files);
}

bool traces_push(struct traces *tr, uint64_t address)
{
    const struct reading *r = tr->text->r;
    struct place place;
    name_id id = names_add(&tr->addresses, (struct str){(const char *)&address, sizeof address});

    if (id > r->ask->limits.frames || id > UINT32_MAX / 2)
        return limits_reached(tr->text->f, place_of(&place, r->name, r->tally.lines), "frames",
                              r->ask->limits.frames);
    return builder_push(&tr->builder, 2 * id + IS_ADDRESS);
}

static uint64_t address_of(const struct traces *tr, name_id id)
{
    uint64_t address;

    memcpy(&address, names_get(&tr->addresses, id).p, sizeof address);
    return address;
}

/* ---- frames */

bool traces_push_place(struct traces *tr, const struct code_place *place, uint64_t address)
{
    const struct located_frame at = {.place = *place, .path = STR(""), .address = address};
    struct reading *r = tr->text->r;
    struct place where;
    frame_id frame = 0;

    if (!located_frame_make(&tr->text->tidier, &at, &frame))
        return false;
    if (frame > UINT32_MAX / 2)
        return limits_reached(tr->text->f, place_of(&where, r->name, r->tally.lines), "frames",
                              r->ask->limits.frames);
    return builder_push(&tr->builder, 2 * frame);
}

/* ---- samples */

bool traces_stack(struct traces *tr, stack_id *stack)
{
    static const struct code_place unknown = {.name = {"[unknown]", 9}, .file = {"", 0}};

    if (tr->builder.n == 0 && !traces_push_place(tr, &unknown, 0))
        return false;
    *stack = builder_stack(&tr->builder, LEAF_FIRST);
    return true;
}

bool traces_add(struct traces *tr, stack_id stack, labels_id labels, const uint64_t *values,
                uint64_t line)
{
    const struct reading *r = tr->text->r;
    uint64_t all[PROFILE_COLUMNS_MOST] = {0};
    struct label stand_in = {OF_PROFILE, labels};
    struct place place;

    if (!tr->builder.sums && builder_is_below(values, tr->n_values))
        return builder_bad_below(&tr->builder, line);
    memcpy(all, values, tr->n_values * sizeof *all);
    all[tr->n_values] = 1;
    if (labels)
        labels = labels_add(&tr->stacks.labels, &stand_in, 1);
    if (!profile_add(&tr->stacks, stack, labels, all))
        return fault_set(tr->text->f, FAULT_INPUT,
                         "%s: the sum of all counts grows beyond 2^64-1 here, wanted one that fits",
                         place_of(&place, r->name, line));
    tr->lines = mem_grow(tr->lines, &tr->lines_room, (size_t)stack + 1, sizeof *tr->lines);
    if (!tr->lines[stack])
        tr->lines[stack] = line;
    return reading_within_limits(&tr->stacks, &r->ask->limits, r->name, line, tr->text->f);
}

bool traces_map(struct traces *tr, struct str line)
{
    return map_text_take(&tr->maps, line) != MAP_TEXT_DAMAGED ||
           lines_bad(&tr->text->lines, tr->text->r->tally.lines, "a map that is damaged", line);
}

/* ---- names */

static bool add_frame(struct traces *tr, const struct located_frame *at)
{
    if (tr->n_frames == UINT32_MAX)
        return limits_reached(tr->text->f, tr->text->r->name, "frames",
                              tr->text->r->ask->limits.frames);
    tr->frames = mem_grow(tr->frames, &tr->frames_room, tr->n_frames + 1, sizeof *tr->frames);
    return located_frame_make(&tr->text->tidier, at, &tr->frames[tr->n_frames++]);
}

/* Makes the frames of an address in a mapping whose file names it. *n stays 0 otherwise. */
static bool add_places(struct traces *tr, const struct mapping_row *mapping,
                       struct located_frame *at, uint32_t *n_frames)
{
    struct profile *p = tr->text->p;
    struct sought_address sought = {.file = location_files_add(&tr->files, mapping),
                                    .mapping = mapping,
                                    .address = mapping->start + (at->address - mapping->offset),
                                    .in_file = at->address};
    size_t n;

    if (!sought.file)
        return true;
    const struct code_place *places = location_files_places(&tr->files, &sought, &n);
    at->address = sought.in_file;
    for (size_t i = 0; places && i < n; i++) {
        at->place = places[i];
        if (!add_frame(tr, at))
            return false;
        frame_id frame = tr->frames[tr->n_frames - 1];
        location_files_note(
            &tr->files, names_get(&p->names, p->frames.rows[frame].name),
            (struct explained_address){sought.file, sought.in_file, at->place.inlined});
        ++*n_frames;
    }
    return true;
}

/* Finds the frames of an address; several if functions are inlined there. */
static bool name_address(struct traces *tr, uint64_t address, struct traces_named *named)
{
    const struct map_text_row *map = map_text_find(&tr->maps, address);
    struct located_frame at = {
        .place = {.name = STR(""), .file = STR("")}, .path = STR(""), .address = address};

    *named = (struct traces_named){.first = (uint32_t)tr->n_frames};
    if (map && map->path) {
        const struct mapping_row mapping = {.file = map_text_path(&tr->maps, map),
                                            .build_id = STR(""),
                                            .start = map->start,
                                            .limit = map->end,
                                            .offset = map->offset};
        at.path = mapping.file;
        at.address = address - map->start + map->offset;
        at.kind = tidier_kind(&tr->text->tidier, at.path);
        if (!add_places(tr, &mapping, &at, &named->n))
            return false;
    }
    named->is_unnamed = named->n == 0;
    if (named->n)
        return true;
    named->n = 1;
    return add_frame(tr, &at);
}

static bool push_named(struct traces *tr, name_id id, bool *is_unnamed)
{
    struct builder *b = &tr->text->builder;

    tr->named = mem_grow(tr->named, &tr->named_room, (size_t)id + 1, sizeof *tr->named);
    if (!tr->named[id].n && !name_address(tr, address_of(tr, id), &tr->named[id]))
        return false;
    const struct traces_named *named = &tr->named[id];
    *is_unnamed |= named->is_unnamed;
    for (uint32_t i = 0; i < named->n; i++)
        if (!builder_push(b, tr->frames[named->first + i]))
            return false;
    return true;
}

/* Adds a row; it represents as many samples as its last column says. */
static bool finish_row(struct traces *tr, const struct sample *sample, uint32_t row)
{
    const struct profile *p = &tr->stacks;
    struct builder *b = &tr->text->builder;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    uint64_t n = p->columns[tr->n_values].values[row];
    bool is_unnamed = false;
    size_t n_labels;

    builder_begin(b);
    for (stack_id s = sample->stack; s; s = p->stacks.rows[s].caller) {
        frame_id number = p->stacks.rows[s].frame;
        if (!(number & IS_ADDRESS ? push_named(tr, number / 2, &is_unnamed)
                                  : builder_push(b, number / 2)))
            return false;
    }
    for (size_t i = 0; i < tr->n_values; i++)
        values[i] = p->columns[i].values[row];
    tr->n_samples += n;
    tr->n_unnamed += is_unnamed ? n : 0;
    b->sums = true;
    tr->text->r->tally.taken += n - 1;
    b->p->n_merged += n - 1;
    const struct label *stand_in = labels_get(&p->labels, sample->labels, &n_labels);
    return builder_add(b, LEAF_FIRST, n_labels ? stand_in->value : 0, values,
                       tr->lines[sample->stack]);
}

bool traces_finish(struct traces *tr)
{
    if (!tr->stacks.n_samples && !tr->maps.n && !tr->maps.n_attributes)
        return true;
    for (uint32_t i = 0; i < tr->stacks.n_samples; i++)
        if (!finish_row(tr, &tr->stacks.samples[i], i))
            return false;
    mem_free(tr->lines, tr->lines_room, sizeof *tr->lines);
    tr->lines = NULL;
    tr->lines_room = 0;
    end_process(tr);
    begin_process(tr);
    return true;
}

bool traces_tell(struct traces *tr)
{
    location_files_tell(&tr->files, tr->n_unnamed, tr->n_samples,
                        ": pprof -proto PROGRAM FILE writes a profile with names");
    return location_files_check(&tr->files, tr->text->f);
}
