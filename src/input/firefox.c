/* {"meta": {"preprocessedProfileVersion": 48, "categories": [{"name": "Other"}, ...], ...},
 *  "libs": [{"name": "libc.so.6", "path": "/lib/libc.so.6", "codeId": "ab12"}, ...],
 *  "threads": [{"name": "GeckoMain", "pid": "123", "tid": 124, "stringArray": ["main", ...],
 *   "samples": {"stack": [1, null], "time": [0.5, 1.5], "weight": null, "weightType": "samples"},
 *   "stackTable": {...}, "frameTable": {...}, "funcTable": {...}, "resourceTable": {...}}]}
 * Newer profiles have their tables in "shared"; raw ones have other processes in "processes", and
 * some tools save them in a member "profile".
 * https://github.com/firefox-devtools/profiler/blob/main/docs-developer/CHANGELOG-formats.md */
#include "base/mem.h"
#include "base/parse.h"
#include "input/firefox/frames.h"
#include "input/firefox/samples.h"
#include "input/firefox/slabs.h"
#include "input/firefox/tracks.h"

enum { SCHEMA_MOST = 32 };

/* Where in the file an item is. */
enum profile_part {
    OUTSIDE,
    SKIPPED,
    PROFILE,
    META,
    CATEGORIES,
    CATEGORY,
    LIBS,
    LIB,
    SHARED,
    THREADS,
    THREAD,
    PROCESSES,
    STRINGS,
    TABLE,
    COLUMN,
    SCHEMA,
    ROWS,
    ROW,
    DATA, /* of a marker */
    COUNTERS,
    COUNTER,
    GROUPS, /* of a counter's values */
    GROUP,
};

static const struct {
    enum profile_part outer;
    enum json_kind kind;
    const char *key; /* "": any */
    enum profile_part part;
} parts[] = {
    {OUTSIDE, JSON_OBJECT, "", PROFILE},
    {PROFILE, JSON_OBJECT, "meta", META},
    {PROFILE, JSON_OBJECT, "profile", PROFILE},
    {PROFILE, JSON_OBJECT, "shared", SHARED},
    {PROFILE, JSON_ARRAY, "libs", LIBS},
    {PROFILE, JSON_ARRAY, "threads", THREADS},
    {PROFILE, JSON_ARRAY, "processes", PROCESSES},
    {META, JSON_ARRAY, "categories", CATEGORIES},
    {CATEGORIES, JSON_OBJECT, "", CATEGORY},
    {LIBS, JSON_OBJECT, "", LIB},
    {PROCESSES, JSON_OBJECT, "", PROFILE},
    {THREADS, JSON_OBJECT, "", THREAD},
    {THREAD, JSON_ARRAY, "libs", LIBS},
    {THREAD, JSON_ARRAY, "stringArray", STRINGS},
    {THREAD, JSON_ARRAY, "stringTable", STRINGS},
    {SHARED, JSON_ARRAY, "stringArray", STRINGS},
    {TABLE, JSON_OBJECT, "schema", SCHEMA},
    {TABLE, JSON_ARRAY, "data", ROWS},
    {ROWS, JSON_ARRAY, "", ROW},
    {PROFILE, JSON_ARRAY, "counters", COUNTERS},
    {COUNTERS, JSON_OBJECT, "", COUNTER},
    {COUNTER, JSON_ARRAY, "sampleGroups", GROUPS},
    {COUNTER, JSON_ARRAY, "sample_groups", GROUPS},
    {GROUPS, JSON_OBJECT, "", GROUP},
};

/* A cell whose column is not known yet. */
struct early_cell {
    enum json_kind kind; /* of an item; JSON_ARRAY_END: the row ends */
    name_id text;        /* of a number or string */
};

struct firefox {
    struct text text;
    struct json json;
    struct firefox_file file;
    unsigned char *parts; /* of the containers that are open */
    size_t n_parts, parts_room;
    size_t process;         /* that is read */
    bool in_thread;         /* the last one is read */
    bool in_counter;        /* the same */
    enum profile_part part; /* the innermost */
    enum firefox_table table;
    enum firefox_column column;
    enum firefox_column schema[SCHEMA_MOST]; /* of rows, by place */
    size_t n_cells, n_rows;
    bool has_schema;          /* of the table */
    struct early_cell *early; /* cells of rows that come before their schema */
    size_t n_early, early_room;
    struct firefox_lib lib;
    bool cut;     /* the end is missing, and that is noted */
    bool is_read; /* all of the JSON */
};

static uint64_t line_of(const struct firefox *in)
{
    return in->is_read ? in->text.r->tally.lines : json_line(&in->json);
}

static bool bad(struct firefox *in, uint64_t line, const char *reason)
{
    return json_bad(&in->json, line, reason, STR(""));
}

static struct firefox_thread *thread_of(struct firefox *in)
{
    return &in->file.threads[in->file.n_threads - 1];
}

static struct firefox_tables *tables_of(struct firefox *in)
{
    if (in->in_counter)
        return &in->file.counts;
    return in->in_thread ? &thread_of(in)->tables : &in->file.processes[in->process].shared;
}

/* ---- values ------------------------------------------------------------------------------ */

static name_id text_of(struct firefox *in, const struct json_item *item)
{
    bool is_text = item->kind == JSON_STRING || item->kind == JSON_NUMBER;

    return is_text ? names_add(&in->file.texts, item->text) : 0;
}

static void take_of_thread(struct firefox *in, const struct json_item *item)
{
    struct firefox_thread *t = thread_of(in);

    if (json_says(item, "name"))
        t->name = text_of(in, item);
    else if (json_says(item, "processName"))
        t->process_name = text_of(in, item);
    else if (json_says(item, "pid"))
        t->pid = text_of(in, item);
    else if (json_says(item, "tid"))
        t->tid = text_of(in, item);
}

static void take_of_category(struct firefox *in, const struct json_item *item)
{
    if (json_says(item, "name") && item->kind == JSON_STRING)
        in->file.categories[in->file.n_categories - 1] = (unsigned char)firefox_kind_of(item->text);
}

/* Samples without weights weigh 1 each, also when weights are null. */
static void take_of_table(struct firefox *in, const struct json_item *item)
{
    struct firefox_tables *t = tables_of(in);

    if (in->table != FIREFOX_SAMPLES || !json_says(item, "weightType") || item->kind != JSON_STRING)
        return;
    t->weight = firefox_weight_of(item->text);
}

static void take_string(struct firefox *in, const struct json_item *item)
{
    struct firefox_tables *t = tables_of(in);

    t->strings = mem_grow(t->strings, &t->strings_room, t->n_strings + 1, sizeof *t->strings);
    t->strings[t->n_strings++] = text_of(in, item);
}

static void take_of_schema(struct firefox *in, const struct json_item *item)
{
    uint64_t at;

    if (item->kind == JSON_NUMBER && parse_u64(item->text, &at) && at < SCHEMA_MOST)
        in->schema[at] = firefox_column_of(in->table, item->key);
}

static void add_early(struct firefox *in, enum json_kind kind, name_id text)
{
    in->early = mem_grow(in->early, &in->early_room, in->n_early + 1, sizeof *in->early);
    in->early[in->n_early++] = (struct early_cell){kind, text};
}

static void take_of_row(struct firefox *in, const struct json_item *item)
{
    size_t at = in->n_cells++;

    if (!in->has_schema && at < SCHEMA_MOST)
        add_early(in, item->kind, text_of(in, item));
    if (at < SCHEMA_MOST && in->schema[at] != FIREFOX_COLUMNS)
        firefox_add(tables_of(in), in->schema[at], item);
}

static bool take_of_meta(struct firefox *in, const struct json_item *item)
{
    uint64_t version;

    if (json_says(item, "preprocessedProfileVersion") && item->kind == JSON_NUMBER &&
        parse_u64(item->text, &version))
        in->file.version = version;
    if (json_says(item, "samplePeriod") && item->kind == JSON_NUMBER)
        in->file.period = amount_read_period(item->text);
    if (json_says(item, "sampleUnit") && item->kind == JSON_STRING)
        amount_read_unit(item->text, in->file.unit);
    return !json_says(item, "startTime") ||
           firefox_read_ms(item, &in->file.processes[in->process].start_ns) ||
           bad(in, line_of(in), "a start that is not a time");
}

static bool take_value(struct firefox *in, const struct json_item *item)
{
    if (in->part == SKIPPED)
        return true;
    if (in->part == COLUMN)
        firefox_add(tables_of(in), in->column, item);
    else if (in->part == ROWS && in->table == FIREFOX_MARKERS)
        firefox_add(tables_of(in), MARKER_DATA, item);
    else if (in->part == ROW)
        take_of_row(in, item);
    else if (in->part == STRINGS)
        take_string(in, item);
    else if (in->part == SCHEMA)
        take_of_schema(in, item);
    else if (in->part == TABLE)
        take_of_table(in, item);
    else if (in->part == THREAD)
        take_of_thread(in, item);
    else if (in->part == LIB)
        firefox_lib_take(&in->file, &in->lib, item);
    else if (in->part == CATEGORY)
        take_of_category(in, item);
    else if (in->part == DATA)
        firefox_marker_take(&in->file, item);
    else if (in->part == COUNTER)
        firefox_counter_take(&in->file, item);
    else if (in->part == META)
        return take_of_meta(in, item);
    else if (in->part == THREADS)
        return bad(in, line_of(in), "a thread that is not an object");
    else if (in->part == ROWS)
        return bad(in, line_of(in), "a row that is not an array");
    return true;
}

/* ---- containers ---------------------------------------------------------------------------- */

static void begin_process(struct firefox *in)
{
    struct firefox_file *file = &in->file;

    file->processes = mem_grow(file->processes, &file->processes_room, file->n_processes + 1,
                               sizeof *file->processes);
    file->processes[file->n_processes].outer = in->process;
    in->process = file->n_processes++;
}

static void begin_thread(struct firefox *in)
{
    struct firefox_file *file = &in->file;

    file->threads =
        mem_grow(file->threads, &file->threads_room, file->n_threads + 1, sizeof *file->threads);
    file->threads[file->n_threads++].process = in->process;
    thread_of(in)->line = line_of(in);
    in->in_thread = true;
}

static struct firefox_part *libs_of(struct firefox *in)
{
    return in->in_thread ? &thread_of(in)->libs : &in->file.processes[in->process].libs;
}

static void end_lib(struct firefox *in)
{
    struct firefox_file *file = &in->file;

    file->libs = mem_grow(file->libs, &file->libs_room, file->n_libs + 1, sizeof *file->libs);
    file->libs[file->n_libs++] = in->lib;
    libs_of(in)->n++;
}

static void begin_category(struct firefox *in)
{
    struct firefox_file *file = &in->file;

    file->categories =
        mem_grow(file->categories, &file->categories_room, file->n_categories + 1, 1);
    file->categories[file->n_categories++] = KIND_UNKNOWN;
    file->processes[in->process].categories.n++;
}

static void begin_table(struct firefox *in)
{
    for (size_t i = 0; i < SCHEMA_MOST; i++)
        in->schema[i] = FIREFOX_COLUMNS;
    in->n_rows = 0;
    in->has_schema = false;
    in->n_early = 0;
    if (in->in_counter) {
        firefox_counter_values(&in->file);
        in->n_rows = in->file.counts.n_counts;
    }
    if (in->in_thread && in->table == FIREFOX_SAMPLES)
        thread_of(in)->line = line_of(in);
}

/* Rows may have fewer cells. */
static void end_row(struct firefox *in)
{
    if (!in->has_schema) {
        add_early(in, JSON_ARRAY_END, 0);
        return;
    }
    in->n_rows++;
    for (size_t i = 0; i < SCHEMA_MOST; i++)
        if (in->schema[i] != FIREFOX_COLUMNS)
            firefox_fill(tables_of(in), in->schema[i], in->n_rows);
}

/* The members of a table come in any order: takes the rows that came before the schema. */
static void end_schema(struct firefox *in)
{
    size_t n = in->n_early;

    in->has_schema = true;
    in->n_early = 0;
    in->n_cells = 0;
    for (size_t i = 0; i < n; i++) {
        const struct early_cell *cell = &in->early[i];
        const struct json_item item = {.kind = cell->kind,
                                       .text = names_get(&in->file.texts, cell->text)};
        if (cell->kind != JSON_ARRAY_END) {
            take_of_row(in, &item);
            continue;
        }
        end_row(in);
        in->n_cells = 0;
    }
}

static void begin(struct firefox *in, enum profile_part part)
{
    if (part == PROFILE)
        begin_process(in);
    else if (part == THREAD)
        begin_thread(in);
    else if (part == LIBS)
        *libs_of(in) = (struct firefox_part){.first = in->file.n_libs};
    else if (part == CATEGORIES)
        in->file.processes[in->process].categories =
            (struct firefox_part){.first = in->file.n_categories};
    else if (part == CATEGORY)
        begin_category(in);
    else if (part == TABLE)
        begin_table(in);
    else if (part == COLUMN && in->column == SAMPLE_WEIGHT)
        tables_of(in)->weighs = true;
    if (part == DATA) {
        firefox_marker_begin(&in->file, tables_of(in));
    } else if (part == COUNTER) {
        firefox_counter_begin(&in->file, in->process);
        in->in_counter = true;
    }
    if (part == LIB) {
        in->lib = (struct firefox_lib){0};
    }
    if (part == ROW)
        in->n_cells = 0;
}

/* The column of the cell that comes next, if it is no row. Both columns and the rows of raw
 * profiles may be called "data". */
static enum firefox_column cell_column(const struct firefox *in)
{
    if (in->part == ROWS && in->table == FIREFOX_MARKERS)
        return MARKER_DATA;
    if (in->part == COLUMN)
        return in->column;
    return in->part == ROW && in->n_cells < SCHEMA_MOST && in->has_schema ? in->schema[in->n_cells]
                                                                          : FIREFOX_COLUMNS;
}

/* Returns the part that a container begins. */
static enum profile_part find_part(struct firefox *in, const struct json_item *item)
{
    bool has_tables = in->part == THREAD || in->part == SHARED;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].outer == in->part && parts[i].kind == item->kind &&
            (!*parts[i].key || json_says(item, parts[i].key)))
            return parts[i].part;
    if ((in->part == COUNTER || in->part == GROUP) && item->kind == JSON_OBJECT &&
        json_says(item, "samples")) {
        in->table = FIREFOX_COUNTS;
        return TABLE;
    }
    if (item->kind == JSON_OBJECT && cell_column(in) == MARKER_DATA)
        return DATA;
    if (has_tables && item->kind == JSON_OBJECT) {
        in->table = firefox_table_of(item->key);
        bool is_none =
            in->table == FIREFOX_NO_TABLE ||
            (in->part == SHARED && (in->table == FIREFOX_SAMPLES || in->table == FIREFOX_MARKERS));
        return is_none ? SKIPPED : TABLE;
    }
    if (in->part == TABLE && item->kind == JSON_ARRAY) {
        in->column = firefox_column_of(in->table, item->key);
        return in->column == FIREFOX_COLUMNS ? SKIPPED : COLUMN;
    }
    return SKIPPED;
}

static void end_counter(struct firefox *in)
{
    firefox_counter_end(&in->file);
    in->in_counter = false;
}

/* All tables are complete: adds all samples, and empties them. */
static bool finish_file(struct firefox *in)
{
    bool ok = firefox_add_samples(&in->file, &in->text);

    firefox_file_free(&in->file);
    firefox_file_init(&in->file);
    in->process = 0;
    in->in_counter = false;
    return ok;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool end(struct firefox *in)
{
    enum profile_part part = in->part;

    in->n_parts--;
    in->part = in->n_parts ? (enum profile_part)in->parts[in->n_parts - 1] : OUTSIDE;
    if (part == LIB)
        end_lib(in);
    else if (part == ROW)
        end_row(in);
    else if (part == SCHEMA)
        end_schema(in);
    else if (part == THREAD)
        in->in_thread = false;
    else if (part == COUNTER)
        end_counter(in);
    else if (part == PROFILE)
        in->process = in->file.processes[in->process].outer;
    return in->part != OUTSIDE || finish_file(in);
}

/* Tables refer to each other by index, so after damage nothing in the file can be used. */
static bool take_damage(struct firefox *in, const struct json_item *item)
{
    in->cut = item->text.n == 0;
    return in->cut || in->part == OUTSIDE || json_invalid(&in->json, item, "a profile of Firefox");
}

/* A container in place of a cell is an empty cell. */
static bool take(void *context, const struct json_item *item)
{
    struct firefox *in = context;

    if (item->kind <= JSON_STRING)
        return take_value(in, item);
    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END)
        return end(in);
    enum profile_part part = find_part(in, item);
    bool is_cell = in->part == ROW || in->part == COLUMN || in->part == STRINGS || part == DATA;
    if (is_cell && !take_value(in, item))
        return false;
    in->parts = mem_grow(in->parts, &in->parts_room, in->n_parts + 1, 1);
    in->parts[in->n_parts++] = (unsigned char)part;
    in->part = part;
    begin(in, part);
    return true;
}

/* At a missing end, uses what there is. */
static bool finish(struct firefox *in)
{
    in->is_read = true;
    if (in->part == OUTSIDE)
        return true;
    return (in->cut || bad(in, line_of(in), "the end is missing")) && finish_file(in);
}

static bool read_json(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct firefox in = {.part = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    in.text.builder.sums = true; /* weights are exact up to 2^64-1 */
    in.text.tidier.printed = in.text.tidier.keeps_versions = true;
    firefox_file_init(&in.file);
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .numbers = true};
    bool ok = json_read(&in.json) && finish(&in);
    mem_free(in.parts, in.parts_room, 1);
    mem_free(in.early, in.early_room, sizeof *in.early);
    firefox_file_free(&in.file);
    text_free(&in.text);
    return ok;
}

static bool read_text(struct reading *r, struct str text, struct profile *p, struct fault *f)
{
    struct source source;
    struct blocks blocks;

    if (!source_open_memory(&source, r->name, text, &r->ask->limits, f))
        return false;
    blocks_init(&blocks, &source);
    bool ok = read_json(r, &blocks, p, f);
    blocks_free(&blocks);
    source_close(&source);
    return ok;
}

/* Slabs may be anywhere in the file, so all of it is needed. */
static bool read_slabs(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct buf bytes = {0};
    struct buf text = {0};
    struct str block;
    bool ok = true;

    do {
        ok = blocks_next_bytes(blocks, &block, f);
        if (ok)
            buf_add(&bytes, block);
    } while (ok && block.n);
    ok = ok && firefox_slabs_text(r, buf_str(&bytes), &text, f);
    size_t n = bytes.n;
    buf_free(&bytes);
    ok = ok && read_text(r, buf_str(&text), p, f);
    r->tally.bytes = n;
    buf_free(&text);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    return firefox_is_slabs(prefix) ? read_slabs(r, blocks, p, f) : read_json(r, blocks, p, f);
}

/* Members come in any order, and the first of them may fill the prefix. */
static bool has_some(struct str prefix)
{
    static const char *const tables[] = {"stackTable", "frameTable", "funcTable", "stringArray"};

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (json_mentions(prefix, tables[i]))
            return true;
    return json_mentions(prefix, "threads") && json_mentions(prefix, "samples");
}

/* The version and names of tables are certain; the text of a long library list counts 45 bits. */
static unsigned recognise(struct str prefix)
{
    if (firefox_is_slabs(prefix))
        return 64;
    if (json_first(prefix) != '{' || memchr(prefix.p, '\0', prefix.n))
        return 0;
    if (json_mentions(prefix, "preprocessedProfileVersion"))
        return 64;
    if (json_mentions(prefix, "stackTable") && json_mentions(prefix, "frameTable"))
        return 60;
    if ((json_mentions(prefix, "libs") && json_mentions(prefix, "breakpadId")) ||
        (json_mentions(prefix, "meta") && json_mentions(prefix, "markerSchema")))
        return 45;
    return has_some(prefix) ? 30 : 0;
}

static const char *const endings[] = {"firefox", "firefox.json", "profile.json", "jslb", NULL};

const struct input_format input_firefox = {
    .name = "firefox",
    .about = "JSON or JSLB of the Firefox Profiler, processed or raw, of samply and others",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
};
