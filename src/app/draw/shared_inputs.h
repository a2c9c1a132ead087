/* What the outputs of a run share: the files that options name, and the inputs, read once. */
#ifndef APP_DRAW_SHARED_INPUTS_H
#define APP_DRAW_SHARED_INPUTS_H

#include "app/inputs/comparison.h"
#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"
#include "render/theme/palette_map.h"

/* The files that options name. A zeroed struct may be freed. */
struct option_files {
    struct theme theme;
    struct frame_attributes attributes;
    struct palette_map palette_map;
    struct background background;
};

/* Checks options and outputs against inputs, and reads the files, before any input. themed: an
 * output may have colours. */
MUST_CHECK bool option_files_read(struct option_files *files, const struct flame_request *r,
                                  bool themed, struct fault *f);
void option_files_free(struct option_files *files);

/* Fails if the output of the request is also read. */
MUST_CHECK bool option_files_check_overwrite(const struct flame_request *r, struct fault *f);

/* The inputs as they were read, before anything is selected. Outputs change copies of the profile.
 * A zeroed struct may be freed. */
struct shared_inputs {
    struct inputs in;
    struct difference difference;  /* of --before, as comparison_read leaves it */
    struct tiers tiers;            /* the same */
    bool is_joined;                /* the reading serves outputs that would be read differently: */
    bool first_whole, first_timed; /* those that need the same as the first have in.profile */
};

/* Reads what the request names, so that it suits its output format. takes_svg: an input may be an
 * SVG. */
MUST_CHECK bool shared_inputs_read(struct shared_inputs *shared, const struct flame_request *r,
                                   bool takes_svg, struct fault *f);
void shared_inputs_free(struct shared_inputs *shared);

/* Whether two requests of one command line, which differ in their outputs, need the same reading.
 */
bool shared_inputs_suit(const struct flame_request *a, const struct flame_request *b);

/* Whether one reading serves both, if need be a joined one. */
bool shared_inputs_join(const struct flame_request *a, const struct flame_request *b);

/* Makes the reading for `first` serve another as well. */
void shared_inputs_widen(struct read_request *read, const struct flame_request *first,
                         const struct flame_request *other);

/* Whether the request has a profile of its own kind in a joined reading. */
bool shared_inputs_divides(const struct shared_inputs *shared, const struct flame_request *r);

/* Lends what the request needs; see inputs_lend. is_last: others for which shared_inputs_divides
 * says the same no longer need it. */
void shared_inputs_lend(struct inputs *to, struct shared_inputs *shared,
                        const struct flame_request *r, bool is_last);

#endif
