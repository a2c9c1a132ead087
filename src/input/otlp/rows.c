/* Location 6 at 0x4b7015 of mapping 1: line 157 of function 9, inlined into line 36 of 10.
 * Reads rows of the tables. */
#include "input/otlp/rows.h"

#include "input/otlp/labels.h"

enum { ATTRIBUTES_MOST = 64 }; /* of a mapping, that are looked at */

static const char no_text[] = "a name that is not in the table of texts";
static const char other_kind[] = "a field of another kind";

static const char *read_line(const struct otlp_message *m, struct protobuf entry,
                             struct location_row *to)
{
    size_t at = to->n_lines++;
    uint64_t numbers[LINE_LINE + 1] = {0};
    const char *wrong = otlp_read_numbers(entry, numbers, LINE_LINE);
    uint64_t function = numbers[LINE_FUNCTION];

    to->lines[at].line = numbers[LINE_LINE];
    to->lines[at].function = function ? ROW_NOT_LISTED : NO_ROW;
    if (function < m->tables[TABLE_FUNCTIONS].n)
        to->lines[at].function = (size_t)function;
    return wrong;
}

/* Newer writers use an empty mapping 0 for "none"; older ones omit the index. */
static const char *read_location(const void *message, size_t row, struct location_row *to)
{
    const struct otlp_message *m = message;
    struct protobuf entry = otlp_row(m, TABLE_LOCATIONS, row);
    struct protobuf_field field;
    const char *wrong = NULL;
    uint64_t numbers[LOCATION_ADDRESS + 1] = {0};
    bool has_mapping = false;

    while (!wrong && protobuf_next(&entry, &field)) {
        bool is_line = field.number == LOCATION_LINE;
        if (field.number > LOCATION_LINE)
            continue;
        if (field.kind != (is_line ? PROTOBUF_BYTES : PROTOBUF_VARINT))
            wrong = other_kind;
        else if (is_line && to->n_lines == LOCATION_LINES_MOST)
            wrong = "a location of more than 256 lines";
        else if (is_line)
            wrong = read_line(m, protobuf_in(&field), to);
        else
            numbers[field.number] = field.value;
        has_mapping = has_mapping || field.number == LOCATION_MAPPING;
    }
    to->address = numbers[LOCATION_ADDRESS];
    if (has_mapping && numbers[LOCATION_MAPPING] < m->tables[TABLE_MAPPINGS].n)
        to->mapping = (size_t)numbers[LOCATION_MAPPING];
    return wrong ? wrong : entry.wrong;
}

static struct str build_id_of_row(const struct otlp_message *m, struct protobuf entry)
{
    struct otlp_numbers rows = otlp_numbers_of(entry, MAPPING_ATTRIBUTES, false);
    struct str id = STR("");
    uint64_t row;

    for (size_t i = 0; i < ATTRIBUTES_MOST && id.n == 0 && otlp_numbers_next(&rows, &row); i++)
        id = otlp_attribute_text(m, row, STR("process.executable.build_id.gnu"));
    return id;
}

static const char *read_mapping(const void *message, size_t row, struct mapping_row *to)
{
    const struct otlp_message *m = message;
    struct protobuf entry = otlp_row(m, TABLE_MAPPINGS, row);
    uint64_t numbers[MAPPING_FILE + 1] = {0};
    const char *wrong = otlp_read_numbers(entry, numbers, MAPPING_FILE);

    to->start = numbers[MAPPING_START];
    to->limit = numbers[MAPPING_LIMIT];
    to->offset = numbers[MAPPING_OFFSET];
    if (!wrong && !otlp_string(m, numbers[MAPPING_FILE], &to->file))
        wrong = no_text;
    to->build_id = build_id_of_row(m, entry);
    return wrong;
}

static const char *read_function(const void *message, size_t row, struct function_row *to)
{
    const struct otlp_message *m = message;
    uint64_t texts[FUNCTION_FILE + 1] = {0};
    const char *wrong = otlp_read_numbers(otlp_row(m, TABLE_FUNCTIONS, row), texts, FUNCTION_FILE);
    uint64_t named = texts[texts[FUNCTION_NAME] ? FUNCTION_NAME : FUNCTION_SYSTEM_NAME];

    if (!wrong &&
        (!otlp_string(m, named, &to->name) || !otlp_string(m, texts[FUNCTION_FILE], &to->file)))
        wrong = no_text;
    return wrong;
}

struct location_tables otlp_tables(const struct otlp_message *m)
{
    return (struct location_tables){.message = m,
                                    .n_locations = m->tables[TABLE_LOCATIONS].n,
                                    .n_functions = m->tables[TABLE_FUNCTIONS].n,
                                    .n_mappings = m->tables[TABLE_MAPPINGS].n,
                                    .has_own_addresses = true,
                                    .location = read_location,
                                    .function = read_function,
                                    .mapping = read_mapping};
}
