/* Tables of locations, as profile.proto and OTLP have them, as frames: a row is read once, when a
 * sample first has it. */
#ifndef INPUT_COMMON_LOCATIONS_H
#define INPUT_COMMON_LOCATIONS_H

#include "input/common/location_files.h"
#include "input/common/text.h"

enum { LOCATION_LINES_MOST = 256, LOCATION_REASONS = 32 };

/* In place of a row: the writer names none; the table has no such. */
#define NO_ROW SIZE_MAX
#define ROW_NOT_LISTED (SIZE_MAX - 1)

struct location_row {
    size_t mapping;   /* or NO_ROW */
    uint64_t address; /* 0: not known */
    struct {
        size_t function; /* or NO_ROW, or ROW_NOT_LISTED */
        uint64_t line;   /* 0: not known */
    } lines[LOCATION_LINES_MOST];
    size_t n_lines; /* the innermost function first */
};

struct function_row {
    struct str name, file; /* "": not known */
    struct str symbol;     /* what its linker calls it; "": not known */
    uint64_t first;        /* its first line; 0: not known */
};

/* How a format reads a row of its tables: what is wrong, a literal, or NULL. A row is zeroed before
 * it is read, but for lines, and lends its texts. */
struct location_tables {
    const void *message;
    size_t n_locations, n_functions, n_mappings;
    bool has_own_addresses; /* those outside of their mapping are as the file has them */
    const char *(*location)(const void *message, size_t row, struct location_row *to);
    const char *(*function)(const void *message, size_t row, struct function_row *to);
    const char *(*mapping)(const void *message, size_t row, struct mapping_row *to);
};

/* Small, as each of a sample is looked at. */
struct known_location {
    uint32_t first; /* of its frames, the leaf first; if there is one, that; if none, a reason */
    uint16_t n;     /* 0: it was not read, or is wrong */
    bool is_read;
    bool is_unnamed; /* some of it have no name */
};

struct known_function {
    const char *wrong; /* a literal; NULL: nothing is */
    name_id name;      /* 0: it has none */
    name_id file;      /* 0: not known, or nobody asks */
    name_id base;      /* the file without its folders; 0: lines are not to be told */
    name_id symbol;    /* where that is not its name; 0: not known, or nobody asks */
    uint32_t first;    /* its first line; 0: not known, or nobody asks */
    bool is_read;
};

struct known_mapping {
    const char *wrong; /* a literal; NULL: nothing is */
    struct mapping_row row;
    name_id module, build_id; /* 0: not known, or nobody asks */
    module_id sought;         /* in which names are sought; 0: nowhere */
    enum frame_kind kind;
    bool is_read;
};

/* Owns its tables, by row of the format's; borrows the rest. */
struct locations {
    struct text *text;
    struct location_files *files;
    struct location_tables tables;
    struct location_row *row; /* that is read */
    struct known_location *locations;
    struct known_function *functions;
    struct known_mapping *mappings;
    frame_id *frames;
    size_t n_frames, frames_room;
    const char *reasons[LOCATION_REASONS]; /* why locations are wrong */
    size_t n_reasons;
    struct buf name;
};

void locations_init(struct locations *l, struct text *t, struct location_files *files,
                    const struct location_tables *tables);
void locations_free(struct locations *l);

/* What locations_push does where a location is not one frame that is known. */
MUST_CHECK bool locations_push_other(struct locations *l, size_t row, bool *is_unnamed,
                                     const char **wrong);

/* Adds the frames of a location to the stack. *wrong is a literal where there is no such row, or it
 * cannot be read; else it is left alone. False with a fault. */
MUST_CHECK static inline bool locations_push(struct locations *l, size_t row, bool *is_unnamed,
                                             const char **wrong)
{
    if (row >= l->tables.n_locations || l->locations[row].n != 1)
        return locations_push_other(l, row, is_unnamed, wrong);
    *is_unnamed |= l->locations[row].is_unnamed;
    return builder_push(&l->text->builder, l->locations[row].first);
}

#endif
