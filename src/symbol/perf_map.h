/* Parses perf-PID.map: names of code that a process generated. */
#ifndef SYMBOL_PERF_MAP_H
#define SYMBOL_PERF_MAP_H

#include "symbol/table.h"

/* Adds the symbols of whole lines; may be called again for the rest of the map. Returns how many
 * lines are neither empty nor "START SIZE NAME". */
uint64_t perf_map_read(struct symbol_table *t, struct str lines);

/* Makes the table searchable. Where entries overlap, the later one wins, because code is discarded
 * and replaced. */
void perf_map_finish(struct symbol_table *t);

/* Finds the GUID in the name of a .NET native image, mscorlib.ni.{3fd6c14e-...}, or of its map;
 * false when it is no such name. */
MUST_CHECK bool perf_map_image(struct str name, struct str *guid);

/* A line of perfinfo-PID.map, in which .NET lists the images it loaded. */
struct perf_info {
    bool native; /* its names are in NAME.ni.{GUID}.map, by offset in the image */
    struct str path;
    struct str guid; /* including braces */
    uint64_t base;   /* its address in the process; 0: not known */
};

/* Takes the next line about an image from *rest; false when there is none. Borrows from *rest. */
bool perf_info_next(struct str *rest, struct perf_info *line);

#endif
