/* Names of code made at run time, from maps that came together with a recording: perf-PID.map, and
 * .NET's perfinfo-PID.map and NAME.ni.{GUID}.map. */
#ifndef INPUT_COMMON_BUNDLED_SYMBOLS_H
#define INPUT_COMMON_BUNDLED_SYMBOLS_H

#include "symbol/table.h"

struct given_map;
struct given_image;
struct given_load;

/* Owns everything. A zeroed struct holds no maps. */
struct given_maps {
    struct given_map *maps; /* of processes */
    struct given_image *images;
    struct given_load *loads; /* which image a file is, in a process */
    size_t n_maps, maps_room;
    size_t n_images, images_room;
    size_t n_loads, loads_room;
    uint64_t bad_lines;
};

void given_maps_free(struct given_maps *m);

/* Whether a file of that name, without its folder, is a map. */
bool given_maps_take(struct str name);

/* Reads a map, whose name says what it is of. */
void given_maps_add(struct given_maps *m, struct str name, struct str bytes);

/* Makes them ready to be asked, after the last was added. */
void given_maps_finish(struct given_maps *m);

/* Whether there is a map of the process. */
bool given_maps_has(const struct given_maps *m, uint64_t pid);

/* Lends the name of what lies at an address of a process; false when no map holds it. */
bool given_maps_at(const struct given_maps *m, uint64_t pid, uint64_t address, struct str *name);

/* Lends the name of what lies at an offset into an image, the file that a process calls path. */
bool given_maps_in(const struct given_maps *m, uint64_t pid, struct str path, uint64_t offset,
                   struct str *name);

#endif
