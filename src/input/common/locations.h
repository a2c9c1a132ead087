/* Turns rows of location tables (profile.proto, OTLP) into frames; each row is read when a sample
 * first refers to it. */
#ifndef INPUT_COMMON_LOCATIONS_H
#define INPUT_COMMON_LOCATIONS_H

#include "input/common/location_files.h"
#include "input/common/text.h"

enum { LOCATION_LINES_MOST = 256, LOCATION_REASONS = 32 };

/* Not a row: none is given; the table does not have it. */
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
    struct str symbol;     /* the linker's name; "": not known */
    uint64_t first;        /* its first line; 0: not known */
};

/* The format's functions that read a row of a table; they return an error (a literal), or NULL.
 * Rows are zeroed beforehand, except lines, and lend their texts. */
struct location_tables {
    const void *message;
    size_t n_locations, n_functions, n_mappings;
    bool has_own_addresses; /* addresses outside of their mapping are in the file's address space */
    const char *(*location)(const void *message, size_t row, struct location_row *to);
    const char *(*function)(const void *message, size_t row, struct function_row *to);
    const char *(*mapping)(const void *message, size_t row, struct mapping_row *to);
};

/* Small, because every location of every sample is looked up here. */
struct known_location {
    uint32_t first; /* the first of its frames, the leaf first; of one frame, that itself; of none,
                     * a reason */
    uint16_t n;     /* 0: not read yet, or invalid */
    bool is_read;
    bool is_unnamed; /* some of it has no name */
};

struct known_function {
    const char *wrong; /* a literal: why it is invalid; NULL: valid */
    name_id name;      /* 0: none */
    name_id file;      /* 0: not known, or not needed */
    name_id base;      /* the file without its folders; 0: lines are not shown */
    name_id symbol;    /* the linker's name if different; 0: not known, or not needed */
    uint32_t first;    /* its first line; 0: not known, or not needed */
    bool is_read;
};

struct known_mapping {
    const char *wrong; /* a literal: why it is invalid; NULL: valid */
    struct mapping_row row;
    name_id module, build_id; /* 0: not known, or not needed */
    module_id sought;         /* where to look up names; 0: nowhere */
    enum frame_kind kind;
    bool is_read;
};

/* Owns its tables, indexed by the format's rows; borrows the rest. */
struct locations {
    struct text *text;
    struct location_files *files;
    struct location_tables tables;
    struct location_row *row; /* being read */
    struct known_location *locations;
    struct known_function *functions;
    struct known_mapping *mappings;
    frame_id *frames;
    size_t n_frames, frames_room;
    const char *reasons[LOCATION_REASONS]; /* why locations are invalid */
    size_t n_reasons;
    struct buf name;
};

void locations_init(struct locations *l, struct text *t, struct location_files *files,
                    const struct location_tables *tables);
void locations_free(struct locations *l);

/* The slow path of locations_push: the location is not a single frame that is known. */
MUST_CHECK bool locations_push_other(struct locations *l, size_t row, bool *is_unnamed,
                                     const char **wrong);

/* Adds the frames of a location to the stack. Sets *wrong to a literal if the row does not exist or
 * is invalid; else leaves it alone. False with a fault. */
MUST_CHECK static inline bool locations_push(struct locations *l, size_t row, bool *is_unnamed,
                                             const char **wrong)
{
    if (row >= l->tables.n_locations || l->locations[row].n != 1)
        return locations_push_other(l, row, is_unnamed, wrong);
    *is_unnamed |= l->locations[row].is_unnamed;
    return builder_push(&l->text->builder, l->locations[row].first);
}

#endif
