/* What a profile of Firefox holds: tables of columns that name one another's rows by their places,
 * and come in any order. They are kept until all are there. */
#ifndef INPUT_FIREFOX_TABLES_H
#define INPUT_FIREFOX_TABLES_H

#include "input/common/amount.h"
#include "input/json/json.h"

enum firefox_table {
    FIREFOX_STACKS,
    FIREFOX_FRAMES,
    FIREFOX_FUNCTIONS,
    FIREFOX_RESOURCES,
    FIREFOX_SOURCES,
    FIREFOX_SYMBOLS,
    FIREFOX_SAMPLES,
    FIREFOX_NO_TABLE,
};

enum firefox_column {
    STACK_PREFIX, /* the caller */
    STACK_FRAME,
    FRAME_FUNCTION,
    FRAME_ADDRESS,  /* in the library */
    FRAME_LOCATION, /* of raw profiles: a text instead of function and address */
    FRAME_INLINED,  /* how deep */
    FRAME_LINE,
    FRAME_CATEGORY,
    FRAME_SYMBOL,
    FRAME_IMPLEMENTATION,
    FUNCTION_NAME,
    FUNCTION_RESOURCE,
    FUNCTION_FILE,
    FUNCTION_SOURCE, /* newer ones: in place of the file */
    FUNCTION_LINE,
    RESOURCE_LIB,
    SOURCE_FILE,
    SYMBOL_LIB,
    SAMPLE_STACK,
    SAMPLE_TIME,  /* ns, FIREFOX_ZERO_TIME more than it is */
    SAMPLE_DELTA, /* newer ones: to the time before, in the same way */
    SAMPLE_WEIGHT,
    FIREFOX_COLUMNS,
};

#define FIREFOX_ZERO_TIME (UINT64_C(1) << 63)

/* Cells: null, or -1, or not there; and what is no number that fits. */
#define FIREFOX_NONE UINT64_MAX
#define FIREFOX_WRONG (UINT64_MAX - 1)

/* Of an amount that is wrong. */
#define FIREFOX_WRONG_PART UINT64_MAX

struct firefox_cells {
    uint64_t *values;
    size_t n, room;
};

enum firefox_weight { WEIGHT_SAMPLES, WEIGHT_MS, WEIGHT_BYTES, WEIGHT_UNKNOWN };

/* What was made of a frame: one, or several of which each is inlined into the one before. */
struct firefox_made {
    uint32_t first; /* if it is one, that; else its place in firefox_frames.made */
    uint32_t n;     /* 0: not yet */
};

/* Owns all of it. */
struct firefox_tables {
    struct firefox_cells columns[FIREFOX_COLUMNS];
    struct amount *weights; /* in place of the cells of SAMPLE_WEIGHT */
    size_t n_weights, weights_room;
    bool weighs; /* there are weights; else each sample is one */
    enum firefox_weight weight;
    name_id *strings;
    size_t n_strings, strings_room;
    struct firefox_made *frames; /* of the frames */
    size_t n_frames;
    stack_id *stacks; /* made of the stacks; 0: not yet */
    uint32_t *depths; /* of stacks */
    size_t n_stacks;
};

struct firefox_lib {
    name_id path, build_id;
    name_id debug_id; /* as Breakpad writes it, which is what a symbol server is asked for */
    uint64_t start, end, offset; /* of raw profiles: where it lay */
};

/* Libraries, or categories, of those of a file. */
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
    size_t outer;                 /* that which it is in, or itself */
    struct firefox_tables shared; /* by its threads */
    struct firefox_part libs, categories;
    int64_t start_ns;
};

/* Owns all of it. */
struct firefox_file {
    struct names texts; /* all that tables and threads name */
    struct firefox_thread *threads;
    size_t n_threads, threads_room;
    struct firefox_process *processes;
    size_t n_processes, processes_room;
    struct firefox_lib *libs;
    size_t n_libs, libs_room;
    unsigned char *categories; /* frame_kind */
    size_t n_categories, categories_room;
};

void firefox_file_init(struct firefox_file *file);
void firefox_file_free(struct firefox_file *file);

/* Returns the column of that name, or FIREFOX_COLUMNS. */
enum firefox_column firefox_column_of(enum firefox_table table, struct str name);

/* Returns the table of that name, or FIREFOX_NO_TABLE. */
enum firefox_table firefox_table_of(struct str name);

/* Adds a cell at the end of a column. */
void firefox_add(struct firefox_tables *t, enum firefox_column column,
                 const struct json_item *item);

/* Adds empty cells until there are n. */
void firefox_fill(struct firefox_tables *t, enum firefox_column column, size_t n);

/* Reads milliseconds as nanoseconds; false when they are none that fit. */
MUST_CHECK bool firefox_read_ms(const struct json_item *item, int64_t *ns);

/* Tables of a thread, and where one is not there that which threads share. */
struct firefox_view {
    const struct firefox_file *file;
    const struct firefox_tables *own, *shared;
    struct firefox_part libs, categories;
};

/* Returns how many cells a column has. */
size_t firefox_rows(const struct firefox_view *v, enum firefox_column column);

/* Returns a cell; FIREFOX_NONE where there is none in the column, FIREFOX_WRONG where its row lies
 * beyond the table. */
uint64_t firefox_cell(const struct firefox_view *v, enum firefox_column column, uint64_t row);

/* Lends a text of the thread's; false when there is none at that place. */
MUST_CHECK bool firefox_text(const struct firefox_view *v, uint64_t at, struct str *text);

#endif
