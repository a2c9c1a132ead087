/* Location 6 at 0x4b7015 of mapping 1: line 157 of function 9, inlined into line 36 of 10.
 * Reads rows of the tables. */
#include "input/pprof/rows.h"

static const char no_text[] = "a name that is not in the table of texts";

static size_t row_of(const struct pprof_ids *ids, uint64_t id, size_t none)
{
    size_t row;

    return pprof_find(ids, id, &row) ? row : none;
}

/* Function id 0 means none. */
static const char *read_line(const struct pprof_message *m, struct protobuf entry,
                             struct location_row *to)
{
    size_t at = to->n_lines++;
    struct protobuf_field field;
    uint64_t function = 0;
    uint64_t line = 0;

    while (pprof_next(&entry, &pprof_line, &field))
        if (field.number == LINE_FUNCTION_ID)
            function = field.value;
        else if (field.number == LINE_LINE)
            line = field.value;
    to->lines[at].line = line;
    to->lines[at].function = row_of(&m->functions, function, function ? ROW_NOT_LISTED : NO_ROW);
    return entry.wrong;
}

/* Writers without mappings may still refer to one. */
static const char *read_location(const void *message, size_t row, struct location_row *to)
{
    const struct pprof_message *m = message;
    struct protobuf entry = pprof_entry(m, &m->locations, row);
    struct protobuf_field field;
    const char *wrong = NULL;
    uint64_t mapping = 0;

    while (!wrong && pprof_next(&entry, &pprof_location, &field))
        if (field.number == LOCATION_MAPPING_ID)
            mapping = field.value;
        else if (field.number == LOCATION_ADDRESS)
            to->address = field.value;
        else if (field.number == LOCATION_LINE && to->n_lines == LOCATION_LINES_MOST)
            wrong = "a location of more than 256 lines";
        else if (field.number == LOCATION_LINE)
            wrong = read_line(m, protobuf_in(&field), to);
    to->mapping = row_of(&m->mappings, mapping, NO_ROW);
    return wrong ? wrong : entry.wrong;
}

/* Reads the fields of a message that has only numbers. */
static const char *read_numbers(struct protobuf entry, const struct pprof_shape *shape,
                                uint64_t *numbers)
{
    struct protobuf_field field;

    while (pprof_next(&entry, shape, &field))
        if (field.number <= shape->most)
            numbers[field.number] = field.value;
    return entry.wrong;
}

static const char *read_mapping(const void *message, size_t row, struct mapping_row *to)
{
    const struct pprof_message *m = message;
    uint64_t numbers[MAPPING_LAST + 1] = {0};
    const char *wrong = read_numbers(pprof_entry(m, &m->mappings, row), &pprof_mapping, numbers);

    to->start = numbers[MAPPING_START];
    to->limit = numbers[MAPPING_LIMIT];
    to->offset = numbers[MAPPING_OFFSET];
    to->is_named = numbers[MAPPING_HAS_FUNCTIONS] != 0;
    to->named = 0;
    for (unsigned i = 0; i < RECORDING_INFO_NAMED_PARTS; i++)
        to->named |= (numbers[MAPPING_HAS_FUNCTIONS + i] ? 1u : 0) << i;
    if (!wrong && (!pprof_string(m, numbers[MAPPING_FILENAME], &to->file) ||
                   !pprof_string(m, numbers[MAPPING_BUILD_ID], &to->build_id)))
        wrong = no_text;
    return wrong;
}

static const char *read_function(const void *message, size_t row, struct function_row *to)
{
    const struct pprof_message *m = message;
    uint64_t texts[FUNCTION_START_LINE + 1] = {0};
    const char *wrong = read_numbers(pprof_entry(m, &m->functions, row), &pprof_function, texts);
    uint64_t named = texts[texts[FUNCTION_NAME] ? FUNCTION_NAME : FUNCTION_SYSTEM_NAME];
    bool has_symbol = pprof_string(m, texts[FUNCTION_SYSTEM_NAME], &to->symbol);

    (void)has_symbol; /* what has none is empty */
    to->first = texts[FUNCTION_START_LINE];
    if (!wrong && (!pprof_string(m, named, &to->name) ||
                   !pprof_string(m, texts[FUNCTION_FILENAME], &to->file)))
        wrong = no_text;
    return wrong;
}

struct location_tables pprof_tables(const struct pprof_message *m)
{
    return (struct location_tables){.message = m,
                                    .n_locations = m->locations.n,
                                    .n_functions = m->functions.n,
                                    .n_mappings = m->mappings.n,
                                    .location = read_location,
                                    .function = read_function,
                                    .mapping = read_mapping};
}
