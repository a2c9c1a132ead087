/* Names of code made at run time, from maps that came together with a recording: perf-PID.map, and
 * .NET's perfinfo-PID.map and NAME.ni.{GUID}.map. */
#ifndef INPUT_COMMON_BUNDLED_SYMBOLS_H
#define INPUT_COMMON_BUNDLED_SYMBOLS_H

#include "symbol/table.h"

struct bundled_map;
struct bundled_image;
struct bundled_load;

/* Owns everything. A zeroed struct holds no maps. */
struct bundled_symbols {
    struct bundled_map *maps; /* of processes */
    struct bundled_image *images;
    struct bundled_load *loads; /* which image a file is, in a process */
    size_t n_maps, maps_room;
    size_t n_images, images_room;
    size_t n_loads, loads_room;
    uint64_t bad_lines;
};

void bundled_symbols_free(struct bundled_symbols *m);

/* Whether a file of that name, without its folder, is a map. */
bool bundled_symbols_take(struct str name);

/* Reads a map, whose name says what it is of. */
void bundled_symbols_add(struct bundled_symbols *m, struct str name, struct str bytes);

/* Makes them ready to be asked, after the last was added. */
void bundled_symbols_finish(struct bundled_symbols *m);

/* Whether there is a map of the process. */
bool bundled_symbols_has(const struct bundled_symbols *m, uint64_t pid);

/* Lends the name of what lies at an address of a process; false when no map holds it. */
bool bundled_symbols_at(const struct bundled_symbols *m, uint64_t pid, uint64_t address,
                        struct str *name);

/* Lends the name of what lies at an offset into an image, the file that a process calls path. */
bool bundled_symbols_in(const struct bundled_symbols *m, uint64_t pid, struct str path,
                        uint64_t offset, struct str *name);

#endif
