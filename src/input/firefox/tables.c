/* "stackTable": {"length": 2, "prefix": [null, 0], "frame": [0, 1]} of processed profiles,
 * "stackTable": {"schema": {"prefix": 0, "frame": 1}, "data": [[null, 0], [0, 1]]} of raw ones.
 * Collects the tables of a profile. */
#include "input/firefox/tables.h"

#include "base/mem.h"
#include "base/parse.h"

static const char *const table_names[] = {
    [FIREFOX_STACKS] = "stackTable",
    [FIREFOX_FRAMES] = "frameTable",
    [FIREFOX_FUNCTIONS] = "funcTable",
    [FIREFOX_RESOURCES] = "resourceTable",
    [FIREFOX_SOURCES] = "sources",
    [FIREFOX_SYMBOLS] = "nativeSymbols",
    [FIREFOX_SAMPLES] = "samples",
    [FIREFOX_JS_ALLOCATIONS] = "jsAllocations",
    [FIREFOX_NATIVE_ALLOCATIONS] = "nativeAllocations",
    [FIREFOX_MARKERS] = "markers",
};

/* The flags of a row say which of its other cells count: `bit` is that of a cell, in the column
 * `flags`; 0: it always counts. */
static const struct {
    enum firefox_table table;
    const char *name;
    enum firefox_column flags;
    uint8_t bit;
    bool is_time;
} columns[FIREFOX_COLUMNS] = {
    [STACK_PREFIX] = {.table = FIREFOX_STACKS, .name = "prefix"},
    [STACK_PREFIX_OFFSET] = {.table = FIREFOX_STACKS, .name = "prefixOffset"},
    [STACK_FRAME] = {.table = FIREFOX_STACKS, .name = "frame"},
    [FRAME_FUNCTION] = {.table = FIREFOX_FRAMES, .name = "func"},
    [FRAME_FLAGS] = {.table = FIREFOX_FRAMES, .name = "flags"},
    [FRAME_LIB] = {FIREFOX_FRAMES, "lib", FRAME_FLAGS, 1 << 1, false},
    [FRAME_ADDRESS] = {FIREFOX_FRAMES, "address", FRAME_FLAGS, 1 << 1, false},
    [FRAME_LOCATION] = {.table = FIREFOX_FRAMES, .name = "location"},
    [FRAME_INLINED] = {.table = FIREFOX_FRAMES, .name = "inlineDepth"},
    [FRAME_LINE] = {FIREFOX_FRAMES, "line", FRAME_FLAGS, 1 << 4, false},
    [FRAME_CATEGORY] = {FIREFOX_FRAMES, "category", FRAME_FLAGS, 1 << 2, false},
    [FRAME_SYMBOL] = {FIREFOX_FRAMES, "nativeSymbol", FRAME_FLAGS, 1 << 3, false},
    [FRAME_IMPLEMENTATION] = {.table = FIREFOX_FRAMES, .name = "implementation"},
    [FUNCTION_NAME] = {.table = FIREFOX_FUNCTIONS, .name = "name"},
    [FUNCTION_FLAGS] = {.table = FIREFOX_FUNCTIONS, .name = "flags"},
    [FUNCTION_RESOURCE] = {FIREFOX_FUNCTIONS, "resource", FUNCTION_FLAGS, 1 << 2, false},
    [FUNCTION_FILE] = {.table = FIREFOX_FUNCTIONS, .name = "fileName"},
    [FUNCTION_SOURCE] = {FIREFOX_FUNCTIONS, "source", FUNCTION_FLAGS, 1 << 3, false},
    [FUNCTION_LINE] = {FIREFOX_FUNCTIONS, "lineNumber", FUNCTION_FLAGS, 1 << 4, false},
    [RESOURCE_LIB] = {.table = FIREFOX_RESOURCES, .name = "lib"},
    [SOURCE_FILE] = {.table = FIREFOX_SOURCES, .name = "filename"},
    [SYMBOL_LIB] = {.table = FIREFOX_SYMBOLS, .name = "libIndex"},
    [SAMPLE_STACK] = {.table = FIREFOX_SAMPLES, .name = "stack"},
    [SAMPLE_TIME] = {.table = FIREFOX_SAMPLES, .name = "time", .is_time = true},
    [SAMPLE_DELTA] = {.table = FIREFOX_SAMPLES, .name = "timeDeltas", .is_time = true},
    [SAMPLE_WEIGHT] = {.table = FIREFOX_SAMPLES, .name = "weight"},
    [JS_ALLOCATION_STACK] = {.table = FIREFOX_JS_ALLOCATIONS, .name = "stack"},
    [JS_ALLOCATION_TIME] = {.table = FIREFOX_JS_ALLOCATIONS, .name = "time", .is_time = true},
    [JS_ALLOCATION_BYTES] = {.table = FIREFOX_JS_ALLOCATIONS, .name = "weight"},
    [NATIVE_ALLOCATION_STACK] = {.table = FIREFOX_NATIVE_ALLOCATIONS, .name = "stack"},
    [NATIVE_ALLOCATION_TIME] = {.table = FIREFOX_NATIVE_ALLOCATIONS,
                                .name = "time",
                                .is_time = true},
    [NATIVE_ALLOCATION_BYTES] = {.table = FIREFOX_NATIVE_ALLOCATIONS, .name = "weight"},
    [MARKER_NAME] = {.table = FIREFOX_MARKERS, .name = "name"},
    [MARKER_START] = {.table = FIREFOX_MARKERS, .name = "startTime", .is_time = true},
    [MARKER_END] = {.table = FIREFOX_MARKERS, .name = "endTime", .is_time = true},
    [MARKER_TIME] = {.table = FIREFOX_MARKERS, .name = "time", .is_time = true},
    [MARKER_PHASE] = {.table = FIREFOX_MARKERS, .name = "phase"},
    [MARKER_DATA] = {.table = FIREFOX_MARKERS, .name = "data"},
    [COUNT_TIME] = {.table = FIREFOX_COUNTS, .name = "time", .is_time = true},
    [COUNT_DELTA] = {.table = FIREFOX_COUNTS, .name = "timeDeltas", .is_time = true},
    [COUNT_VALUE] = {.table = FIREFOX_COUNTS, .name = "count"},
};

static void free_tables(struct firefox_tables *t)
{
    for (size_t i = 0; i < FIREFOX_COLUMNS; i++)
        mem_free(t->columns[i].values, t->columns[i].room, sizeof *t->columns[i].values);
    mem_free(t->frames, t->n_frames, sizeof *t->frames);
    mem_free(t->stacks, t->n_stacks, sizeof *t->stacks);
    mem_free(t->depths, t->n_stacks, sizeof *t->depths);
    mem_free(t->counts, t->counts_room, sizeof *t->counts);
    mem_free(t->weights, t->weights_room, sizeof *t->weights);
    mem_free(t->strings, t->strings_room, sizeof *t->strings);
}

void firefox_file_init(struct firefox_file *file)
{
    *file = (struct firefox_file){0};
    names_init(&file->texts);
}

void firefox_file_free(struct firefox_file *file)
{
    for (size_t i = 0; i < file->n_threads; i++)
        free_tables(&file->threads[i].tables);
    for (size_t i = 0; i < file->n_processes; i++)
        free_tables(&file->processes[i].shared);
    free_tables(&file->counts);
    mem_free(file->told, file->told_room, sizeof *file->told);
    mem_free(file->pairs, file->pairs_room, sizeof *file->pairs);
    mem_free(file->counters, file->counters_room, sizeof *file->counters);
    mem_free(file->threads, file->threads_room, sizeof *file->threads);
    mem_free(file->processes, file->processes_room, sizeof *file->processes);
    mem_free(file->libs, file->libs_room, sizeof *file->libs);
    mem_free(file->categories, file->categories_room, 1);
    names_free(&file->texts);
    *file = (struct firefox_file){0};
}

static name_id text_of(struct firefox_file *file, const struct json_item *item)
{
    bool is_text = item->kind == JSON_STRING || item->kind == JSON_NUMBER;

    return is_text ? names_add(&file->texts, item->text) : 0;
}

void firefox_lib_take(struct firefox_file *file, struct firefox_lib *lib,
                      const struct json_item *item)
{
    uint64_t value;
    bool is_number = item->kind == JSON_NUMBER && parse_u64(item->text, &value);

    if (json_says(item, "path") && item->kind == JSON_STRING && item->text.n) {
        lib->path = text_of(file, item);
        lib->has_path = true;
    } else if (json_says(item, "name") && !lib->has_path) {
        lib->path = text_of(file, item);
    } else if (json_says(item, "codeId")) {
        lib->build_id = text_of(file, item);
    } else if (json_says(item, "breakpadId")) {
        lib->debug_id = text_of(file, item);
    } else if (is_number && json_says(item, "start")) {
        lib->start = value;
    } else if (is_number && json_says(item, "end")) {
        lib->end = value;
    } else if (is_number && json_says(item, "offset")) {
        lib->offset = value;
    }
}

enum firefox_column firefox_column_of(enum firefox_table table, struct str name)
{
    enum firefox_column i = 0;

    while (i < FIREFOX_COLUMNS &&
           (columns[i].table != table || !str_equal(name, str_of(columns[i].name))))
        i++;
    return i;
}

enum firefox_table firefox_table_of(struct str name)
{
    enum firefox_table i = 0;

    while (i < FIREFOX_NO_TABLE && !str_equal(name, str_of(table_names[i])))
        i++;
    return i;
}

/* A millisecond is a million of the last digit, of a part a million millionth. */
bool firefox_read_ms(const struct json_item *item, int64_t *ns)
{
    enum { NS = 1000000 };
    const uint64_t most_ms = UINT64_C(4000000000000); /* two of them fit into 64 bits */
    const uint64_t part_of_ns = UINT64_C(1000000000000);
    bool negative = item->text.n && item->text.p[0] == '-';
    struct amount a;

    if (item->kind != JSON_NUMBER ||
        !amount_read(str_from_to(item->text, negative, item->text.n), &a) || a.whole > most_ms)
        return false;
    *ns = (int64_t)(a.whole * NS + (a.part + part_of_ns / 2) / part_of_ns);
    *ns = negative ? -*ns : *ns;
    return true;
}

static uint64_t read_time(const struct json_item *item)
{
    int64_t ns;

    return firefox_read_ms(item, &ns) ? (uint64_t)ns + FIREFOX_ZERO_TIME : FIREFOX_WRONG;
}

static uint64_t read_cell(const struct json_item *item)
{
    uint64_t value;

    if (item->is_whole)
        return item->whole; /* less than FIREFOX_WRONG */
    if (item->kind == JSON_NULL || (item->kind == JSON_NUMBER && str_equal(item->text, STR("-1"))))
        return FIREFOX_NONE;
    return item->kind == JSON_NUMBER && parse_u64(item->text, &value) && value < FIREFOX_WRONG
               ? value
               : FIREFOX_WRONG;
}

static uint64_t read_bytes(const struct json_item *item)
{
    uint64_t bytes;

    if (item->kind == JSON_NUMBER && item->text.n > 1 && item->text.p[0] == '-')
        return FIREFOX_FREED;
    return item->kind == JSON_NUMBER && parse_u64(item->text, &bytes) && bytes < FIREFOX_FREED
               ? bytes
               : FIREFOX_WRONG;
}

static void add_weight(struct firefox_tables *t, const struct amount *weight)
{
    t->weights = mem_grow(t->weights, &t->weights_room, t->n_weights + 1, sizeof *t->weights);
    t->weights[t->n_weights++] = *weight;
    t->weighs = true;
}

static void add_count(struct firefox_tables *t, const struct json_item *item)
{
    struct firefox_count count = {0, 0, false};

    count.is_known = item && item->kind == JSON_NUMBER &&
                     amount_read_signed(item->text, &count.value, &count.scale);
    t->counts = mem_grow(t->counts, &t->counts_room, t->n_counts + 1, sizeof *t->counts);
    t->counts[t->n_counts++] = count;
}

static inline void add_cell(struct firefox_cells *c, uint64_t value)
{
    c->values = mem_grow(c->values, &c->room, c->n + 1, sizeof *c->values);
    c->values[c->n++] = value;
}

void firefox_add(struct firefox_tables *t, enum firefox_column column, const struct json_item *item)
{
    struct amount weight = {0, FIREFOX_WRONG_PART};

    if (column == SAMPLE_WEIGHT) {
        if (item->is_whole)
            weight = (struct amount){item->whole, 0};
        else if (item->kind != JSON_NUMBER || !amount_read(item->text, &weight))
            weight = (struct amount){0, FIREFOX_WRONG_PART};
        add_weight(t, &weight);
    } else if (column == COUNT_VALUE) {
        add_count(t, item);
    } else if (column == JS_ALLOCATION_BYTES || column == NATIVE_ALLOCATION_BYTES) {
        add_cell(&t->columns[column], read_bytes(item));
    } else if (column == MARKER_DATA) {
        add_cell(&t->columns[column], FIREFOX_NONE); /* an object says which it is as it begins */
    } else {
        add_cell(&t->columns[column], columns[column].is_time && item->kind != JSON_NULL
                                          ? read_time(item)
                                          : read_cell(item));
    }
}

void firefox_fill(struct firefox_tables *t, enum firefox_column column, size_t n)
{
    const struct amount wrong = {0, FIREFOX_WRONG_PART};

    while (column == SAMPLE_WEIGHT && t->n_weights < n)
        add_weight(t, &wrong);
    while (column == COUNT_VALUE && t->n_counts < n)
        add_count(t, NULL);
    while (column != SAMPLE_WEIGHT && column != COUNT_VALUE && t->columns[column].n < n)
        add_cell(&t->columns[column], FIREFOX_NONE);
}

static const struct firefox_cells *cells_of(const struct firefox_view *v,
                                            enum firefox_column column)
{
    const struct firefox_cells *own = &v->own->columns[column];

    return own->n ? own : &v->shared->columns[column];
}

size_t firefox_rows(const struct firefox_view *v, enum firefox_column column)
{
    return cells_of(v, column)->n;
}

static bool counts(const struct firefox_view *v, enum firefox_column column, uint64_t row)
{
    uint64_t bit = columns[column].bit;

    if (!bit)
        return true;
    const struct firefox_tables *t = v->own->columns[column].n ? v->own : v->shared;
    const struct firefox_cells *flags = &t->columns[columns[column].flags];
    return row >= flags->n || flags->values[row] >= FIREFOX_WRONG || (flags->values[row] & bit);
}

uint64_t firefox_cell(const struct firefox_view *v, enum firefox_column column, uint64_t row)
{
    const struct firefox_cells *cells = cells_of(v, column);

    if (row >= FIREFOX_WRONG)
        return row;
    if (cells->n == 0 || !counts(v, column, row))
        return FIREFOX_NONE;
    return row < cells->n ? cells->values[row] : FIREFOX_WRONG;
}

/* The table of stacks: all its columns are of one owner. */
static const struct firefox_cells *callers_of(const struct firefox_view *v,
                                              enum firefox_column column)
{
    const struct firefox_tables *t = v->own->columns[STACK_FRAME].n ? v->own : v->shared;

    return &t->columns[column];
}

bool firefox_has_callers(const struct firefox_view *v)
{
    return callers_of(v, STACK_PREFIX)->n || callers_of(v, STACK_PREFIX_OFFSET)->n;
}

uint64_t firefox_caller(const struct firefox_view *v, uint64_t row)
{
    const struct firefox_cells *offsets = callers_of(v, STACK_PREFIX_OFFSET);

    if (offsets->n == 0)
        return firefox_cell(v, STACK_PREFIX, row);
    uint64_t offset = row < offsets->n ? offsets->values[row] : FIREFOX_WRONG;
    if (offset == 0 || offset == FIREFOX_NONE)
        return FIREFOX_NONE;
    return offset <= row ? row - offset : FIREFOX_WRONG;
}

bool firefox_is_inlined(const struct firefox_view *v, uint64_t row)
{
    const uint64_t bit = 1 << 0;
    uint64_t depth = firefox_cell(v, FRAME_INLINED, row);
    uint64_t flags = firefox_cell(v, FRAME_FLAGS, row);

    return (depth > 0 && depth < FIREFOX_WRONG) || (flags < FIREFOX_WRONG && (flags & bit));
}

bool firefox_text(const struct firefox_view *v, uint64_t at, struct str *text)
{
    const struct firefox_tables *t = v->own->n_strings ? v->own : v->shared;

    if (at >= t->n_strings)
        return false;
    *text = names_get(&v->file->texts, t->strings[at]);
    return true;
}
