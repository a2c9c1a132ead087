/* Names of JIT code from maps packed together with a recording: perf-PID.map, and .NET's
 * perfinfo-PID.map and NAME.ni.{GUID}.map. */
#ifndef INPUT_COMMON_NAMES_BUNDLED_SYMBOLS_H
#define INPUT_COMMON_NAMES_BUNDLED_SYMBOLS_H

#include "symbol/table.h"

struct bundled_map;
struct bundled_image;
struct bundled_load;

/* Owns everything. Zeroed: no maps. */
struct bundled_symbols {
    struct bundled_map *maps; /* of processes */
    struct bundled_image *images;
    struct bundled_load *loads; /* by process and file: which image it is */
    size_t n_maps, maps_room;
    size_t n_images, images_room;
    size_t n_loads, loads_room;
    uint64_t bad_lines;
};

void bundled_symbols_free(struct bundled_symbols *m);

/* Whether a file of that name (without folder) is a map. */
bool bundled_symbols_take(struct str name);

/* Parses a map; its name says what it describes. */
void bundled_symbols_add(struct bundled_symbols *m, struct str name, struct str bytes);

/* Makes the maps searchable; call it after the last was added. */
void bundled_symbols_finish(struct bundled_symbols *m);

/* Whether there is a map for the process. */
bool bundled_symbols_has(const struct bundled_symbols *m, uint64_t pid);

/* Lends the name of the code at an address of a process; false when no map has it. */
bool bundled_symbols_at(const struct bundled_symbols *m, uint64_t pid, uint64_t address,
                        struct str *name);

/* Lends the name of the code at an offset of an image, which the process maps under `path`. */
bool bundled_symbols_in(const struct bundled_symbols *m, uint64_t pid, struct str path,
                        uint64_t offset, struct str *name);

#endif
