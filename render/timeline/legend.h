/* The legends of a timeline: the fills of its areas, and what they hold in a snapshot. */
#ifndef RENDER_TIMELINE_LEGEND_H
#define RENDER_TIMELINE_LEGEND_H

#include "render/timeline/canvas.h"

extern const struct colour timeline_part_fills[TIMELINE_PARTS];
extern const struct colour timeline_site_fills[TIMELINE_SITES];

/* Of what no snapshot has any the legend says nothing; but of the heap always. */
bool timeline_has_part(const struct timeline *t, size_t part);
size_t timeline_n_parts(const struct timeline *t);

/* Returns how many lines a legend with n entries has. */
size_t timeline_legend_rows(const struct timeline_canvas *c, size_t n);

/* The sum of the parts below this one. What belongs to no site is on top, up to the whole heap. */
uint64_t timeline_below(const struct timeline_snapshot *s, const struct timeline_canvas *c,
                        bool of_sites, size_t part);

/* Writes both legends: of all memory in one snapshot, and of the sites in one that has them. */
void timeline_legends(struct timeline_canvas *c, size_t shot, size_t detailed);

#endif
