/* Parses the memory map of a process: text of /proc/PID/maps, or shorter forms. */
#ifndef INPUT_COMMON_TRACE_MAPS_H
#define INPUT_COMMON_TRACE_MAPS_H

#include "base/buf.h"
#include "model/names.h"

enum { MAP_TEXT_ATTRIBUTES = 16 };

/* An address range [start, end) with the file mapped there. */
struct map_text_row {
    uint64_t start, end, offset;
    name_id path;   /* in paths; 0: none */
    uint32_t order; /* of lines */
};

/* Owns all. */
struct map_text {
    struct map_text_row *rows;
    size_t n, room;
    bool is_sorted;
    struct names paths;
    struct map_text_attribute {
        name_id key, value; /* in paths */
    } attributes[MAP_TEXT_ATTRIBUTES];
    size_t n_attributes;
    struct buf path;
};

void map_text_init(struct map_text *m);
void map_text_free(struct map_text *m);

enum map_text_line {
    MAP_TEXT_TAKEN,
    MAP_TEXT_OTHER, /* without code, or not a map */
    MAP_TEXT_DAMAGED,
};

/* Parses a line. */
enum map_text_line map_text_take(struct map_text *m, struct str line);

/* Lends the mapping at an address until the next line is parsed; NULL: none. Of overlapping ones,
 * the one that begins last. */
const struct map_text_row *map_text_find(struct map_text *m, uint64_t address);

static inline struct str map_text_path(const struct map_text *m, const struct map_text_row *row)
{
    return names_get(&m->paths, row->path);
}

#endif
