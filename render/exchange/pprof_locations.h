/* Where the code of frames lies, as profile.proto says it: at an address in a mapping. */
#ifndef RENDER_EXCHANGE_PPROF_LOCATIONS_H
#define RENDER_EXCHANGE_PPROF_LOCATIONS_H

#include "model/profile.h"

/* Owns its arrays; borrows the profile. */
struct pprof_places {
    const struct profile *p;
    struct recording_info_mapping
        *mappings; /* first those that the input has, whether used or not */
    size_t n, room;
    uint32_t *mapping; /* by frame, from 1; 0: none */
    uint64_t *address; /* by frame; 0: not known */
};

/* Gives frames the addresses that the input had, where its mappings tell; other modules begin at 0,
 * so that an address is where it stands in their file. */
void pprof_places_find(struct pprof_places *places, const struct profile *p);
void pprof_places_free(struct pprof_places *places);

#endif
