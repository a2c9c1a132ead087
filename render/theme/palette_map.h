/* Colours kept by name from picture to picture (--cp), in a file of lines name->rgb(205,115,27). */
#ifndef RENDER_THEME_PALETTE_MAP_H
#define RENDER_THEME_PALETTE_MAP_H

#include "base/notes.h"
#include "base/sink.h"
#include "model/names.h"
#include "render/theme/colour.h"

struct palette_row;

/* Owns its names. A zeroed struct is a valid empty map. */
struct palette_map {
    struct buf text;          /* the file as it was; the rows point into it */
    struct palette_row *rows; /* sorted by name, each name once */
    size_t n_rows, row_room;
    struct buf kept;        /* lines that are no colours: written back as they are */
    struct names added;     /* names of this picture that the file does not have */
    struct colour *colours; /* by name_id in added */
    size_t colour_room;
    bool root_added; /* the empty name, id 0, is among those */
};

/* Reads the file; one that does not exist is an empty map. A line is split at its last "->"; one
 * that does not give a colour is kept with a note, of equal names the last line holds. */
MUST_CHECK bool palette_map_read(struct palette_map *map, const char *path, struct notes *notes,
                                 struct fault *f);

/* The same from memory; file is what notes call it, and outlives them. */
void palette_map_parse(struct palette_map *map, const char *file, struct str bytes,
                       struct notes *notes);

void palette_map_free(struct palette_map *map);

/* Whether the file gives the name a colour; what was added since it was read is not looked at. */
bool palette_map_find(const struct palette_map *map, struct str raw_name, struct colour *c);

/* Keeps the colour of a name that has none yet. Separators, and names with a newline that the file
 * cannot hold, are passed over. */
void palette_map_add(struct palette_map *map, struct str raw_name, struct colour c);

/* Writes all names, sorted, with their colours. */
void palette_map_print(const struct palette_map *map, struct sink *s);

/* The same into the file at path, which is replaced as a whole; not when nothing was added. Only
 * one file may be unfinished at a time. */
MUST_CHECK bool palette_map_write(const struct palette_map *map, const char *path, struct fault *f);

#endif
