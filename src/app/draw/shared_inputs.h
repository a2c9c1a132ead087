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
    struct difference difference;     /* of --before, as comparison_read leaves it */
    struct tiers tiers;               /* the same */
    const struct read_request *first; /* borrowed: as in the reading's */
};

/* Reads what the request names, so that it suits its output format. takes_svg: an input may be an
 * SVG. */
MUST_CHECK bool shared_inputs_read(struct shared_inputs *shared, const struct flame_request *r,
                                   bool takes_svg, struct fault *f);
void shared_inputs_free(struct shared_inputs *shared);

/* Whether two requests of one command line, which differ in their outputs, need the same reading.
 */
bool shared_inputs_suit(const struct flame_request *a, const struct flame_request *b);

/* Whether one reading serves both, if need be a joined one. is_only: there can be no other, so that
 * places of instructions and lines are left out if only one of two formats of whole samples wants
 * them. */
bool shared_inputs_join(const struct flame_request *a, const struct flame_request *b, bool is_only);

/* Makes the reading for `first`, which it borrows, serve another as well. */
void shared_inputs_widen(struct read_request *read, const struct read_request *first,
                         const struct read_request *other);

/* Whether the reading serves outputs that would be read differently. */
bool shared_inputs_is_joined(const struct shared_inputs *shared);

/* Whether what is lent to both is made of one profile. */
bool shared_inputs_lend_alike(const struct shared_inputs *shared, const struct read_request *a,
                              const struct read_request *b);

/* Lends what the request needs; see inputs_lend. is_last: others to which the same is lent no
 * longer need it. */
void shared_inputs_lend(struct inputs *to, struct shared_inputs *shared,
                        const struct flame_request *r, bool is_last);

#endif
