/* Keeps the colours of names from one picture to the next (--cp), in a file of lines
 * name->rgb(205,115,27). */
#ifndef RENDER_THEME_PALETTE_MAP_H
#define RENDER_THEME_PALETTE_MAP_H

#include "base/notes.h"
#include "base/sink.h"
#include "model/names.h"
#include "render/theme/colour.h"

struct palette_row;

/* Owns its names. A zeroed struct is a valid empty map. */
struct palette_map {
    struct buf text;          /* the file as it was read; the rows point into it */
    struct palette_row *rows; /* sorted by name, each name once */
    size_t n_rows, row_room;
    struct buf kept;        /* lines without a colour: written back unchanged */
    struct names added;     /* names that are new in this picture */
    struct colour *colours; /* by name_id in added */
    size_t colour_room;
    bool root_added; /* the empty name, id 0, is among those */
};

/* Reads the file; a missing file is an empty map. A line is split at its last "->". A line without
 * a colour is kept, with a note; of equal names the last one counts. */
MUST_CHECK bool palette_map_read(struct palette_map *map, const char *path, struct notes *notes,
                                 struct fault *f);

/* The same from memory; file is its name in notes, and outlives them. */
void palette_map_parse(struct palette_map *map, const char *file, struct str bytes,
                       struct notes *notes);

void palette_map_free(struct palette_map *map);

/* Whether the file has a colour for the name; ignores colours added later. */
bool palette_map_find(const struct palette_map *map, struct str raw_name, struct colour *c);

/* Adds the colour of a name that has none yet. Ignores separators, and names with a newline, which
 * the file cannot hold. */
void palette_map_add(struct palette_map *map, struct str raw_name, struct colour c);

/* Writes all names, sorted, with their colours. */
void palette_map_print(const struct palette_map *map, struct sink *s);

/* The same into the file at path, which is replaced atomically; does nothing if nothing was added.
 * Only one file may be unfinished at a time. */
MUST_CHECK bool palette_map_write(const struct palette_map *map, const char *path, struct fault *f);

#endif
