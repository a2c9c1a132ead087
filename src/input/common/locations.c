/* Location 6 at 0x4b7015 of mapping 1: line 157 of function 9, inlined into line 36 of 10.
 * Turns such rows into frames. */
#include "input/common/locations.h"

#include <assert.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"

enum { PATH_MOST = 4096 };

static const struct known_function no_function;
static const struct known_mapping no_mapping = {.row = {.file = {"", 0}, .build_id = {"", 0}}};

void locations_init(struct locations *l, struct text *t, struct location_files *files,
                    const struct location_tables *tables)
{
    *l = (struct locations){.text = t, .files = files, .tables = *tables};
    l->row = mem_alloc(1, sizeof *l->row);
    l->locations = mem_alloc(tables->n_locations, sizeof *l->locations);
    l->functions = mem_alloc(tables->n_functions, sizeof *l->functions);
    l->mappings = mem_alloc(tables->n_mappings, sizeof *l->mappings);
}

void locations_free(struct locations *l)
{
    mem_free(l->row, 1, sizeof *l->row);
    mem_free(l->locations, l->tables.n_locations, sizeof *l->locations);
    mem_free(l->functions, l->tables.n_functions, sizeof *l->functions);
    mem_free(l->mappings, l->tables.n_mappings, sizeof *l->mappings);
    mem_free(l->frames, l->frames_room, sizeof *l->frames);
    buf_free(&l->name);
    *l = (struct locations){.text = NULL};
}

static bool read_mapping(struct locations *l, size_t row, struct known_mapping *mapping)
{
    struct text *t = l->text;
    struct mapping_row *r = &mapping->row;

    *mapping = no_mapping;
    mapping->is_read = true;
    mapping->wrong = l->tables.mapping(l->tables.message, row, r);
    if (!mapping->wrong && (r->file.n > PATH_MOST || r->build_id.n > PATH_MOST))
        mapping->wrong = "a path or build-id of more than 4096 bytes";
    if (mapping->wrong)
        return true;
    mapping->kind = tidier_kind(&t->tidier, r->file);
    mapping->sought = mapping->kind == KIND_KERNEL ? 0 : location_files_add(l->files, r);
    if (!t->tidier.naming.modules) {
        mapping->module = builder_place(&t->builder, r->file);
        return true;
    }
    return builder_name(&t->builder, r->file, &mapping->module) &&
           builder_name(&t->builder, r->build_id, &mapping->build_id);
}

static bool find_mapping(struct locations *l, size_t row, const struct known_mapping **mapping)
{
    *mapping = &no_mapping;
    if (row >= l->tables.n_mappings)
        return true;
    *mapping = &l->mappings[row];
    return l->mappings[row].is_read || read_mapping(l, row, &l->mappings[row]);
}

static bool is_in(const struct known_mapping *mapping, uint64_t address)
{
    const struct mapping_row *r = &mapping->row;

    return mapping->is_read && address >= r->start && (address < r->limit || r->limit == 0);
}

/* The offset of an address in its file; the address itself if it is in none. */
static uint64_t offset_of(const struct known_mapping *mapping, uint64_t address)
{
    const struct mapping_row *r = &mapping->row;

    return is_in(mapping, address) ? address - r->start + r->offset : address;
}

/* Reads the file of a named function. If the name is too long for lines, all lines are one row. */
static bool read_file(struct locations *l, struct str file, struct known_function *function)
{
    struct builder *b = &l->text->builder;
    const struct naming *naming = &l->text->tidier.naming;
    struct str base = path_base_name(file);

    if (!naming->modules && !naming->sources) {
        function->file = builder_place(b, file);
        return true;
    }
    if (!builder_name(b, file, &function->file))
        return false;
    return !naming->sources ||
           !source_line_fits(b, &(struct frame){.name = function->name}, file) ||
           builder_name(b, base, &function->base);
}

/* Reads what only exchange formats need of a function. */
static bool read_rest(struct locations *l, const struct function_row *r,
                      struct known_function *function)
{
    struct str name = names_get(&l->text->p->names, function->name);
    struct str symbol = r->symbol.n ? r->symbol : r->name;

    if (!l->text->tidier.naming.modules)
        return true;
    function->first = r->first <= UINT32_MAX ? (uint32_t)r->first : 0;
    return str_equal(symbol, name) || builder_name(&l->text->builder, symbol, &function->symbol);
}

static bool read_function(struct locations *l, size_t row, struct known_function *function)
{
    struct function_row r = {.name = STR(""), .file = STR(""), .symbol = STR("")};

    function->is_read = true;
    function->wrong = l->tables.function(l->tables.message, row, &r);
    if (function->wrong || r.name.n == 0)
        return true;
    return tidier_name(&l->text->tidier, r.name, &function->name) &&
           read_file(l, r.file, function) && read_rest(l, &r, function);
}

/* A line without a function stands for an unknown one. */
static bool find_function(struct locations *l, size_t row, const struct known_function **function)
{
    static const struct known_function not_listed = {.wrong = "a function that is not listed"};

    *function = row == NO_ROW ? &no_function : &not_listed;
    if (row >= l->tables.n_functions)
        return true;
    *function = &l->functions[row];
    return l->functions[row].is_read || read_function(l, row, &l->functions[row]);
}

/* Places are shown by the address that their file gives them, if it is found. */
static void find_virtual(struct locations *l, const struct known_mapping *mapping,
                         struct frame *row)
{
    uint64_t address;

    if (!is_in(mapping, l->row->address))
        row->offset_kind = l->tables.has_own_addresses ? OFFSET_VIRTUAL : OFFSET_IN_FILE;
    else if (location_files_address(l->files, &mapping->row, row->offset, &address)) {
        row->offset = address;
        row->offset_kind = OFFSET_VIRTUAL;
    }
}

/* Only call graphs distinguish functions by module and file, and places in them by line and offset.
 */
static bool make_frame(struct locations *l, const struct known_function *function,
                       const struct known_mapping *mapping, const struct frame *at, frame_id *frame)
{
    struct tidier *tidier = &l->text->tidier;
    bool has_line = at->line && function->base;
    struct frame row = {
        .name = function->name, .seen = {mapping->module, function->file}, .kind = at->kind};
    char address[20];

    if (!row.name) {
        snprintf(address, sizeof address, "%llx", (unsigned long long)at->offset);
        if (!tidier_row(tidier, STR(""), mapping->row.file, str_of(at->offset ? address : ""),
                        &row))
            return false;
    }
    if (has_line || tidier->naming.modules) {
        row.file = function->file;
        row.line = at->line;
    }
    if (has_line && !source_line_name(&l->text->builder, &l->name,
                                      names_get(&l->text->p->names, function->base), &row))
        return false;
    if (tidier->naming.modules) {
        row.offset = at->offset;
        if (tidier->naming.places && !tidier->naming.in_file && row.offset)
            find_virtual(l, mapping, &row);
        row.symbol = function->symbol;
        row.first = function->first;
        row.module = mapping->module;
        row.build_id = mapping->build_id;
    }
    return builder_row(&l->text->builder, &row, frame);
}

/* The mapping decides the kind only of unnamed functions and of what is no program. */
static enum frame_kind kind_of(const struct known_function *function,
                               const struct known_mapping *mapping, bool is_inlined)
{
    if (is_inlined)
        return KIND_INLINED;
    return function->name && mapping->kind == KIND_USER ? KIND_UNKNOWN : mapping->kind;
}

/* Stores why a location is wrong; there are fewer reasons (all literals) than room for them. */
static void set_wrong(struct locations *l, struct known_location *location, const char *wrong)
{
    size_t i = 0;

    while (i < l->n_reasons && l->reasons[i] != wrong)
        i++;
    assert(i < LOCATION_REASONS);
    l->reasons[i] = wrong;
    l->n_reasons += i == l->n_reasons;
    location->first = (uint32_t)i;
}

/* Makes room for the frames of a location at the end. */
static bool grow_frames(struct locations *l, size_t n)
{
    if (l->n_frames > UINT32_MAX - n)
        return limits_reached(l->text->f, l->text->r->name, "frames",
                              l->text->r->ask->limits.frames);
    l->frames = mem_grow(l->frames, &l->frames_room, l->n_frames + n, sizeof *l->frames);
    return true;
}

static void keep_frames(struct locations *l, size_t n, struct known_location *location)
{
    location->n = (uint16_t)n;
    location->first = n == 1 ? l->frames[l->n_frames] : (uint32_t)l->n_frames;
    l->n_frames += n == 1 ? 0 : n;
}

static bool make_frames(struct locations *l, const struct known_mapping *mapping,
                        struct known_location *location)
{
    const struct location_row *parsed = l->row;
    size_t n = parsed->n_lines;

    if (!grow_frames(l, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        uint64_t line = parsed->lines[i].line;
        const struct known_function *function;
        if (!find_function(l, parsed->lines[i].function, &function))
            return false;
        if (function->wrong) {
            set_wrong(l, location, function->wrong);
            return true;
        }
        const struct frame at = {.kind = kind_of(function, mapping, i + 1 < n),
                                 .line = line <= UINT32_MAX ? (uint32_t)line : 0,
                                 .offset = offset_of(mapping, parsed->address)};
        if (!make_frame(l, function, mapping, &at, &l->frames[l->n_frames + i]))
            return false;
        location->is_unnamed = location->is_unnamed || !function->name;
    }
    keep_frames(l, n, location);
    return true;
}

/* A function found at an address of a file. */
static bool make_place(struct locations *l, const struct code_place *place,
                       const struct known_mapping *mapping, uint64_t address, frame_id *frame)
{
    struct known_function function = {.wrong = NULL};
    const struct frame at = {.kind = place->inlined ? KIND_INLINED : mapping->kind,
                             .line = place->line,
                             .offset = offset_of(mapping, l->row->address)};

    if (!tidier_name(&l->text->tidier, place->name, &function.name) ||
        !read_file(l, place->file, &function) || !make_frame(l, &function, mapping, &at, frame))
        return false;
    const struct profile *p = l->text->p;
    location_files_note(l->files, names_get(&p->names, p->frames.rows[*frame].name),
                        (struct explained_address){mapping->sought, address, place->inlined});
    return true;
}

/* Whether the profile does not name a location, and its file should be searched for names. */
static bool is_sought(struct locations *l, const struct known_mapping *mapping, bool *is)
{
    const struct location_row *parsed = l->row;
    const struct known_function *function;

    *is = false;
    if (!mapping->sought || parsed->n_lines > 1 || parsed->address == 0)
        return true;
    if (!find_function(l, parsed->lines[0].function, &function))
        return false;
    *is = !function->wrong && !function->name;
    return true;
}

/* Makes the frames of a location that only its file can name. */
static bool name_location(struct locations *l, const struct known_mapping *mapping,
                          struct known_location *location)
{
    struct sought_address at = {.file = mapping->sought,
                                .mapping = &mapping->row,
                                .address = l->row->address,
                                .is_own = l->tables.has_own_addresses};
    bool is;
    size_t n;

    if (!is_sought(l, mapping, &is))
        return false;
    if (!is)
        return true;
    const struct code_place *places = location_files_places(l->files, &at, &n);
    if (!places)
        return true;
    if (n > LOCATION_LINES_MOST) {
        places += n - LOCATION_LINES_MOST;
        n = LOCATION_LINES_MOST;
    }
    if (!grow_frames(l, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!make_place(l, &places[i], mapping, at.in_file, &l->frames[l->n_frames + i]))
            return false;
    keep_frames(l, n, location);
    return true;
}

static bool read_location(struct locations *l, size_t row, struct known_location *location)
{
    struct location_row *parsed = l->row;
    const struct known_mapping *mapping;

    location->is_read = true;
    parsed->mapping = NO_ROW;
    parsed->address = parsed->n_lines = 0;
    const char *wrong = l->tables.location(l->tables.message, row, parsed);
    if (parsed->n_lines == 0) {
        parsed->lines[0].function = NO_ROW;
        parsed->lines[0].line = 0;
        parsed->n_lines = 1;
    }
    if (!wrong && !find_mapping(l, parsed->mapping, &mapping))
        return false;
    wrong = wrong ? wrong : mapping->wrong;
    if (!wrong)
        return name_location(l, mapping, location) &&
               (location->n || make_frames(l, mapping, location));
    set_wrong(l, location, wrong);
    return true;
}

bool locations_push_other(struct locations *l, size_t row, bool *is_unnamed, const char **wrong)
{
    struct builder *b = &l->text->builder;

    if (row >= l->tables.n_locations) {
        *wrong = "a location that is not listed";
        return true;
    }
    struct known_location *location = &l->locations[row];
    if (!location->is_read && !read_location(l, row, location))
        return false;
    if (location->n == 0)
        *wrong = l->reasons[location->first];
    *is_unnamed |= location->is_unnamed;
    if (location->n == 1)
        return builder_push(b, location->first);
    for (size_t i = 0; i < location->n; i++)
        if (!builder_push(b, l->frames[location->first + i]))
            return false;
    return true;
}
