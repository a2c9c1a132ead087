/* The tables of a Firefox profile. Their columns refer to rows of other tables by index and come in
 * any order, so all are kept until the end. */
#ifndef INPUT_FIREFOX_TABLES_H
#define INPUT_FIREFOX_TABLES_H

#include "input/common/amount.h"
#include "input/json/json.h"
#include "model/labels.h"

enum firefox_table {
    FIREFOX_STACKS,
    FIREFOX_FRAMES,
    FIREFOX_FUNCTIONS,
    FIREFOX_RESOURCES,
    FIREFOX_SOURCES,
    FIREFOX_SYMBOLS,
    FIREFOX_SAMPLES,
    FIREFOX_JS_ALLOCATIONS,
    FIREFOX_NATIVE_ALLOCATIONS,
    FIREFOX_MARKERS,
    FIREFOX_NO_TABLE,
    FIREFOX_COUNTS, /* of a counter */
};

enum firefox_column {
    STACK_PREFIX,        /* the caller */
    STACK_PREFIX_OFFSET, /* from version 66 on: how many rows before it the caller is; 0: none */
    STACK_FRAME,
    FRAME_FUNCTION,
    FRAME_FLAGS,    /* from version 71 on: which cells of the row count */
    FRAME_LIB,      /* from version 70 on: instead of that of the function's resource */
    FRAME_ADDRESS,  /* in the library */
    FRAME_LOCATION, /* raw profiles: text instead of function and address */
    FRAME_INLINED,  /* how deep */
    FRAME_LINE,
    FRAME_CATEGORY,
    FRAME_SYMBOL,
    FRAME_IMPLEMENTATION,
    FUNCTION_NAME,
    FUNCTION_FLAGS, /* from version 75 on */
    FUNCTION_RESOURCE,
    FUNCTION_FILE,
    FUNCTION_SOURCE, /* newer profiles: instead of the file */
    FUNCTION_LINE,
    RESOURCE_LIB,
    SOURCE_FILE,
    SYMBOL_LIB,
    SAMPLE_STACK,
    SAMPLE_TIME,  /* in ns, plus FIREFOX_ZERO_TIME */
    SAMPLE_DELTA, /* newer profiles: since the previous time, in the same form */
    SAMPLE_WEIGHT,
    JS_ALLOCATION_STACK,
    JS_ALLOCATION_TIME,
    JS_ALLOCATION_BYTES,
    NATIVE_ALLOCATION_STACK,
    NATIVE_ALLOCATION_TIME,
    NATIVE_ALLOCATION_BYTES, /* FIREFOX_FREED where some were freed */
    MARKER_NAME,
    MARKER_START,
    MARKER_END,
    MARKER_TIME, /* of older profiles */
    MARKER_PHASE,
    MARKER_DATA, /* firefox_file.told */
    COUNT_TIME,
    COUNT_DELTA,
    COUNT_VALUE, /* firefox_tables.counts */
    FIREFOX_COLUMNS,
};

#define FIREFOX_ZERO_TIME (UINT64_C(1) << 63)

/* Special cells: null, -1 or missing; and not a valid number. */
#define FIREFOX_NONE UINT64_MAX
#define FIREFOX_WRONG (UINT64_MAX - 1)

/* Instead of bytes: those of an earlier allocation were freed. */
#define FIREFOX_FREED (UINT64_MAX - 2)

/* The newest version of processed profiles that is known. */
enum { FIREFOX_NEWEST = 75 };

/* The fraction of an invalid amount. */
#define FIREFOX_WRONG_PART UINT64_MAX

struct firefox_cells {
    uint64_t *values;
    size_t n, room;
};

/* Those of samples, by their names, and of allocations. */
enum firefox_weight {
    WEIGHT_SAMPLES,
    WEIGHT_MS,
    WEIGHT_BYTES,
    WEIGHT_NATIVE,
    WEIGHT_JS,
    WEIGHT_UNKNOWN,
};

/* The frames made from a row: one, or several, each inlined into the one before. */
struct firefox_made {
    uint32_t first; /* a single frame itself; else an index of firefox_frames.made */
    uint32_t n;     /* 0: not made yet */
};

/* What a counter showed: value / 10^scale. */
struct firefox_count {
    int64_t value;
    unsigned scale;
    bool is_known;
};

/* Owns everything. */
struct firefox_tables {
    struct firefox_cells columns[FIREFOX_COLUMNS];
    struct amount *weights; /* instead of the cells of SAMPLE_WEIGHT */
    size_t n_weights, weights_room;
    struct firefox_count *counts; /* instead of the cells of COUNT_VALUE */
    size_t n_counts, counts_room;
    bool weighs; /* there are weights; else each sample counts 1 */
    enum firefox_weight weight;
    name_id *strings;
    size_t n_strings, strings_room;
    struct firefox_made *frames; /* made from the frame table */
    size_t n_frames;
    stack_id *stacks; /* made from the stack table; 0: not made yet */
    uint32_t *depths; /* of stacks */
    size_t n_stacks;
};

struct firefox_lib {
    name_id path, build_id;
    name_id debug_id;            /* in Breakpad's form, as used for symbol servers */
    uint64_t start, end, offset; /* raw profiles: where it was loaded */
    bool has_path;               /* not only a name */
};

/* A range of a file's libraries, or categories. */
struct firefox_part {
    size_t first, n;
};

struct firefox_thread {
    struct firefox_tables tables;
    size_t process;
    name_id name, process_name, pid, tid;
    struct firefox_part libs; /* of older profiles */
    uint64_t line;            /* of its samples */
};

struct firefox_process {
    size_t outer;                 /* the process that contains it, or itself */
    struct firefox_tables shared; /* shared by its threads */
    struct firefox_part libs, categories;
    int64_t start_ns;
};

/* What a marker tells: a range of firefox_file.pairs, and numbers. */
struct firefox_told {
    size_t first, n;
    uint64_t id, value;
};

struct firefox_counter {
    name_id name, category, unit, pid;
    bool has_unit;
    uint64_t main;   /* the first thread of its process; FIREFOX_NONE: not told */
    size_t process;  /* where it stands */
    size_t first, n; /* its rows of firefox_file.counts */
};

/* Owns everything. */
struct firefox_file {
    struct names texts; /* the texts of all tables and threads */
    struct firefox_thread *threads;
    size_t n_threads, threads_room;
    struct firefox_process *processes;
    size_t n_processes, processes_room;
    struct firefox_lib *libs;
    size_t n_libs, libs_room;
    unsigned char *categories; /* frame_kind */
    size_t n_categories, categories_room;
    struct firefox_told *told; /* by markers */
    size_t n_told, told_room;
    struct label *pairs; /* of texts */
    size_t n_pairs, pairs_room;
    struct firefox_counter *counters;
    size_t n_counters, counters_room;
    struct firefox_tables counts; /* of all counters */
    double period; /* what a sample weighs, as this program writes it; 0: not known; */
    char unit[AMOUNT_UNIT_ROOM]; /* and in what, where the format has no unit; "": samples */
    uint64_t version;            /* of the layout of processed profiles; 0: not given */
};

void firefox_file_init(struct firefox_file *file);
void firefox_file_free(struct firefox_file *file);

/* Takes a member of a library. */
void firefox_lib_take(struct firefox_file *file, struct firefox_lib *lib,
                      const struct json_item *item);

/* Returns the column with that name, or FIREFOX_COLUMNS. */
enum firefox_column firefox_column_of(enum firefox_table table, struct str name);

/* Returns the table with that name, or FIREFOX_NO_TABLE. */
enum firefox_table firefox_table_of(struct str name);

/* Appends a cell to a column. */
void firefox_add(struct firefox_tables *t, enum firefox_column column,
                 const struct json_item *item);

/* Appends empty cells until there are n. */
void firefox_fill(struct firefox_tables *t, enum firefox_column column, size_t n);

/* Parses milliseconds as nanoseconds; false when invalid or out of range. */
MUST_CHECK bool firefox_read_ms(const struct json_item *item, int64_t *ns);

/* The tables of a thread, or where it has none, the shared ones. */
struct firefox_view {
    const struct firefox_file *file;
    const struct firefox_tables *own, *shared;
    struct firefox_part libs, categories;
};

/* Returns the number of cells in a column. */
size_t firefox_rows(const struct firefox_view *v, enum firefox_column column);

/* Returns a cell; FIREFOX_NONE if the column does not have it or the row's flags say that it does
 * not count, FIREFOX_WRONG if the row is beyond the table. */
uint64_t firefox_cell(const struct firefox_view *v, enum firefox_column column, uint64_t row);

/* Whether a stack in the table says who called it, in either way. */
bool firefox_has_callers(const struct firefox_view *v);

/* Returns the row of a stack's caller; FIREFOX_NONE: it is a root; FIREFOX_WRONG: not valid. */
uint64_t firefox_caller(const struct firefox_view *v, uint64_t row);

/* Whether the row of a frame says that it is inlined. */
bool firefox_is_inlined(const struct firefox_view *v, uint64_t row);

/* Lends a text of the thread; false when there is none at that index. */
MUST_CHECK bool firefox_text(const struct firefox_view *v, uint64_t at, struct str *text);

#endif
