/* Names of code that a process made while it ran: the lines of perf-PID.map. */
#ifndef SYMBOL_PERF_MAP_H
#define SYMBOL_PERF_MAP_H

#include "symbol/table.h"

/* Adds what whole lines name, in their order; other lines of the same map may follow. Returns how
 * many of them are neither empty nor "START SIZE NAME". */
uint64_t perf_map_read(struct symbol_table *t, struct str lines);

/* Makes the table one that can be searched: where entries overlap, the later one wins, as code is
 * thrown away and other code put in its place. */
void perf_map_finish(struct symbol_table *t);

/* Finds the GUID in the name of a native image, mscorlib.ni.{3fd6c14e-...} or that of its map;
 * false when it is no such name. */
MUST_CHECK bool perf_map_image(struct str name, struct str *guid);

/* A line of perfinfo-PID.map, in which .NET says what images it loaded. */
struct perf_info {
    bool native; /* its names are in NAME.ni.{GUID}.map, by offset into the image */
    struct str path;
    struct str guid; /* with its braces */
    uint64_t base;   /* where it lies in the process; 0: not said */
};

/* Takes the next line about an image off *rest; false when there is none. Borrows from *rest. */
bool perf_info_next(struct str *rest, struct perf_info *line);

#endif
