/* Location 6 at 0x4b7015 of mapping 1: line 157 of function 9, inlined into line 36 of 10. */
#include "input/pprof/frames.h"

#include <assert.h>

#include "base/cut.h"
#include "base/mem.h"

/* A line of a location: a function, and where in it. */
struct line {
    uint64_t function, line;
};

struct location {
    uint64_t mapping, address;
    struct line lines[PPROF_LINES_MOST];
    size_t n_lines;
};

enum { PATH_MOST = 4096, LINED_MOST = 4096 };

static const char no_text[] = "a name that is not in the table of texts";
static const struct pprof_function no_function;
static const struct pprof_mapping no_mapping = {.file = {"", 0}};

void pprof_frames_init(struct pprof_frames *fr, struct text *t, const struct pprof_message *m)
{
    *fr = (struct pprof_frames){.text = t, .message = m};
    fr->locations = mem_alloc(m->locations.n, sizeof *fr->locations);
    fr->functions = mem_alloc(m->functions.n, sizeof *fr->functions);
    fr->mappings = mem_alloc(m->mappings.n, sizeof *fr->mappings);
}

void pprof_frames_free(struct pprof_frames *fr)
{
    mem_free(fr->locations, fr->message->locations.n, sizeof *fr->locations);
    mem_free(fr->functions, fr->message->functions.n, sizeof *fr->functions);
    mem_free(fr->mappings, fr->message->mappings.n, sizeof *fr->mappings);
    mem_free(fr->frames, fr->frames_room, sizeof *fr->frames);
    buf_free(&fr->name);
    *fr = (struct pprof_frames){.text = NULL};
}

static const char *read_line(struct protobuf entry, struct line *line)
{
    struct protobuf_field field;

    *line = (struct line){0};
    while (pprof_next(&entry, &pprof_line, &field))
        if (field.number == LINE_FUNCTION_ID)
            line->function = field.value;
        else if (field.number == LINE_LINE)
            line->line = field.value;
    return entry.wrong;
}

static const char *parse(struct protobuf entry, struct location *parsed)
{
    struct protobuf_field field;
    const char *wrong = NULL;

    parsed->mapping = parsed->address = 0;
    parsed->n_lines = 0;
    parsed->lines[0] = (struct line){0};
    while (!wrong && pprof_next(&entry, &pprof_location, &field))
        if (field.number == LOCATION_MAPPING_ID)
            parsed->mapping = field.value;
        else if (field.number == LOCATION_ADDRESS)
            parsed->address = field.value;
        else if (field.number == LOCATION_LINE && parsed->n_lines == PPROF_LINES_MOST)
            wrong = "a location of more than 256 lines";
        else if (field.number == LOCATION_LINE)
            wrong = read_line(protobuf_in(&field), &parsed->lines[parsed->n_lines++]);
    if (parsed->n_lines == 0)
        parsed->n_lines = 1; /* of no function */
    return wrong ? wrong : entry.wrong;
}

/* Finds the numbers of a message that has nothing else, by field. */
static const char *read_numbers(struct protobuf entry, const struct pprof_shape *shape,
                                uint64_t *numbers)
{
    struct protobuf_field field;

    while (pprof_next(&entry, shape, &field))
        if (field.number <= shape->most)
            numbers[field.number] = field.value;
    return entry.wrong;
}

static bool read_mapping(struct pprof_frames *fr, size_t row, struct pprof_mapping *mapping)
{
    const struct pprof_message *m = fr->message;
    struct text *t = fr->text;
    uint64_t numbers[MAPPING_BUILD_ID + 1] = {0};
    struct str id = STR("");

    *mapping = (struct pprof_mapping){.file = STR(""), .is_read = true};
    mapping->wrong = read_numbers(pprof_entry(m, &m->mappings, row), &pprof_mapping, numbers);
    mapping->start = numbers[MAPPING_START];
    mapping->limit = numbers[MAPPING_LIMIT];
    mapping->offset = numbers[MAPPING_OFFSET];
    if (!mapping->wrong && (!pprof_string(m, numbers[MAPPING_FILENAME], &mapping->file) ||
                            !pprof_string(m, numbers[MAPPING_BUILD_ID], &id)))
        mapping->wrong = no_text;
    if (!mapping->wrong && (mapping->file.n > PATH_MOST || id.n > PATH_MOST))
        mapping->wrong = "a path or build-id of more than 4096 bytes";
    if (mapping->wrong)
        return true;
    mapping->kind = tidier_kind(&t->tidier, mapping->file);
    return !t->tidier.naming.modules ||
           (builder_name(&t->builder, mapping->file, &mapping->module) &&
            builder_name(&t->builder, id, &mapping->build_id));
}

/* Writers that know no mappings may name one all the same. */
static bool find_mapping(struct pprof_frames *fr, uint64_t id, const struct pprof_mapping **mapping)
{
    size_t row;

    *mapping = &no_mapping;
    if (!pprof_find(&fr->message->mappings, id, &row))
        return true;
    *mapping = &fr->mappings[row];
    return fr->mappings[row].is_read || read_mapping(fr, row, &fr->mappings[row]);
}

/* Where an address lies in its file, or the address itself where it is in none. */
static uint64_t offset_of(const struct pprof_mapping *mapping, uint64_t address)
{
    bool is_in = mapping->is_read && address >= mapping->start &&
                 (address < mapping->limit || mapping->limit == 0);

    return is_in ? address - mapping->start + mapping->offset : address;
}

/* Reads the file of a function that has a name. Where names are to have their lines, a name that is
 * very long would be made again and again. */
static bool read_file(struct pprof_frames *fr, struct str file, struct pprof_function *function)
{
    struct builder *b = &fr->text->builder;
    const struct naming *naming = &fr->text->tidier.naming;
    struct str base = cut_base_name(file);

    if (!naming->modules && !naming->sources)
        return true;
    if (!builder_name(b, file, &function->file))
        return false;
    return !naming->sources || base.n + names_get(&b->p->names, function->name).n > LINED_MOST ||
           builder_name(b, base, &function->base);
}

static bool read_function(struct pprof_frames *fr, size_t row, struct pprof_function *function)
{
    const struct pprof_message *m = fr->message;
    uint64_t texts[FUNCTION_FILENAME + 1] = {0};
    struct str name;
    struct str file;

    function->is_read = true;
    function->wrong = read_numbers(pprof_entry(m, &m->functions, row), &pprof_function, texts);
    uint64_t named = texts[texts[FUNCTION_NAME] ? FUNCTION_NAME : FUNCTION_SYSTEM_NAME];
    if (!function->wrong &&
        (!pprof_string(m, named, &name) || !pprof_string(m, texts[FUNCTION_FILENAME], &file)))
        function->wrong = no_text;
    if (function->wrong || name.n == 0)
        return true;
    return tidier_name(&fr->text->tidier, name, &function->name) && read_file(fr, file, function);
}

/* A line without a function is one of which nothing is known. */
static bool find_function(struct pprof_frames *fr, uint64_t id,
                          const struct pprof_function **function)
{
    static const struct pprof_function not_listed = {.wrong = "a function that is not listed"};
    size_t row;

    *function = id ? &not_listed : &no_function;
    if (!pprof_find(&fr->message->functions, id, &row))
        return true;
    *function = &fr->functions[row];
    return fr->functions[row].is_read || read_function(fr, row, &fr->functions[row]);
}

/* Makes "main" "main:file.c:12". */
static bool add_line(struct pprof_frames *fr, name_id base, struct frame *row)
{
    struct builder *b = &fr->text->builder;
    char line[16];

    buf_clear(&fr->name);
    buf_add(&fr->name, names_get(&b->p->names, row->name));
    buf_add_byte(&fr->name, ':');
    buf_add(&fr->name, names_get(&b->p->names, base));
    snprintf(line, sizeof line, ":%lu", (unsigned long)row->line);
    buf_add(&fr->name, str_of(line));
    return builder_name(b, buf_str(&fr->name), &row->name);
}

/* What only call graphs tell apart are functions by module and file, and places in them by line
 * and offset. */
static bool make_frame(struct pprof_frames *fr, const struct pprof_function *function,
                       const struct pprof_mapping *mapping, const struct frame *at, frame_id *frame)
{
    struct tidier *tidier = &fr->text->tidier;
    bool has_line = at->line && function->base;
    struct frame row = {.name = function->name, .kind = at->kind};
    char address[20];

    snprintf(address, sizeof address, "%llx", (unsigned long long)at->offset);
    if (!row.name &&
        !tidier_row(tidier, STR(""), mapping->file, str_of(at->offset ? address : ""), &row))
        return false;
    if (has_line || tidier->naming.modules) {
        row.file = function->file;
        row.line = at->line;
    }
    if (has_line && !add_line(fr, function->base, &row))
        return false;
    if (tidier->naming.modules) {
        row.offset = at->offset;
        row.module = mapping->module;
        row.build_id = mapping->build_id;
    }
    return builder_row(&fr->text->builder, &row, frame);
}

/* Whose code it is counts for what is known by that alone, and for what is no program. */
static enum frame_kind kind_of(const struct pprof_function *function,
                               const struct pprof_mapping *mapping, bool is_inlined)
{
    if (is_inlined)
        return KIND_INLINED;
    return function->name && mapping->kind == KIND_USER ? KIND_UNKNOWN : mapping->kind;
}

/* Remembers why a location is wrong; the reasons are literals, and fewer than there is room for. */
static void set_wrong(struct pprof_frames *fr, struct pprof_location *location, const char *wrong)
{
    size_t i = 0;

    while (i < fr->n_reasons && fr->reasons[i] != wrong)
        i++;
    assert(i < PPROF_REASONS);
    fr->reasons[i] = wrong;
    fr->n_reasons += i == fr->n_reasons;
    location->first = (uint32_t)i;
}

static bool make_frames(struct pprof_frames *fr, const struct location *parsed,
                        const struct pprof_mapping *mapping, struct pprof_location *location)
{
    size_t n = parsed->n_lines;

    if (fr->n_frames > UINT32_MAX - n)
        return limits_reached(fr->text->f, fr->text->r->name, "frames",
                              fr->text->r->limits->frames);
    fr->frames = mem_grow(fr->frames, &fr->frames_room, fr->n_frames + n, sizeof *fr->frames);
    frame_id *frames = fr->frames + fr->n_frames;
    for (size_t i = 0; i < n; i++) {
        uint64_t line = parsed->lines[i].line;
        const struct pprof_function *function;
        if (!find_function(fr, parsed->lines[i].function, &function))
            return false;
        if (function->wrong) {
            set_wrong(fr, location, function->wrong);
            return true;
        }
        const struct frame at = {.kind = kind_of(function, mapping, i + 1 < n),
                                 .line = line <= UINT32_MAX ? (uint32_t)line : 0,
                                 .offset = offset_of(mapping, parsed->address)};
        if (!make_frame(fr, function, mapping, &at, &frames[i]))
            return false;
        location->is_unnamed = location->is_unnamed || !function->name;
    }
    location->n = (uint16_t)n;
    location->first = n == 1 ? frames[0] : (uint32_t)fr->n_frames;
    fr->n_frames += n == 1 ? 0 : n;
    return true;
}

static bool read_location(struct pprof_frames *fr, size_t row, struct pprof_location *location)
{
    const struct pprof_message *m = fr->message;
    const struct pprof_mapping *mapping;
    struct location parsed;

    location->is_read = true;
    const char *wrong = parse(pprof_entry(m, &m->locations, row), &parsed);
    if (!wrong && !find_mapping(fr, parsed.mapping, &mapping))
        return false;
    wrong = wrong ? wrong : mapping->wrong;
    if (!wrong)
        return make_frames(fr, &parsed, mapping, location);
    set_wrong(fr, location, wrong);
    return true;
}

bool pprof_frames_push_other(struct pprof_frames *fr, uint64_t id, bool *is_unnamed,
                             const char **wrong)
{
    struct builder *b = &fr->text->builder;
    size_t row;

    if (!pprof_find(&fr->message->locations, id, &row)) {
        *wrong = "a location that is not listed";
        return true;
    }
    struct pprof_location *location = &fr->locations[row];
    if (!location->is_read && !read_location(fr, row, location))
        return false;
    if (location->n == 0)
        *wrong = fr->reasons[location->first];
    *is_unnamed |= location->is_unnamed;
    if (location->n == 1)
        return builder_push(b, location->first);
    for (size_t i = 0; i < location->n; i++)
        if (!builder_push(b, fr->frames[location->first + i]))
            return false;
    return true;
}
