/* The addresses of frames as profile.proto needs them: each in a mapping. */
#ifndef RENDER_EXCHANGE_PPROF_LOCATIONS_H
#define RENDER_EXCHANGE_PPROF_LOCATIONS_H

#include "model/profile.h"

/* Owns its arrays; borrows the profile. */
struct pprof_locations {
    const struct profile *p;
    struct recording_info_mapping *mappings; /* first all of the input's, used or not */
    size_t n, room;
    uint32_t *mapping; /* by frame, from 1; 0: none */
    uint64_t *address; /* by frame; 0: not known */
};

/* Restores the addresses that frames had in the input, if its mappings tell. Other modules are
 * mapped at 0, so that an address is the offset in the file. */
void pprof_locations_find(struct pprof_locations *places, const struct profile *p);
void pprof_locations_free(struct pprof_locations *places);

#endif
