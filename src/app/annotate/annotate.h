/* --format annotate: the instructions of functions with their samples, or their source lines. */
#ifndef APP_ANNOTATE_ANNOTATE_H
#define APP_ANNOTATE_ANNOTATE_H

#include "app/options/input_request.h"
#include "model/graph/graph.h"
#include "render/common/listing.h"

/* Lists the functions that --function names or matches, by the samples in themselves, the heaviest
 * first; without it the heaviest of all. Instructions are those of the file with the build-id of
 * the recording; where it is not found, the listing says why and has addresses alone. A fault when
 * no such function has samples of its own, with addresses or lines. Free the listings in any case;
 * they borrow from the graph. */
MUST_CHECK bool annotate(struct listings *to, const struct graph *g, size_t measure,
                         const struct input_request *r, struct fault *f);

#endif
