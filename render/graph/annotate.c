/* The instructions of functions with their samples, as text for a terminal or a file. */
#include "render/common/listing.h"
#include "render/graph/picture.h"

static bool write(const struct graph_picture *picture, struct sink *s, struct fault *f)
{
    (void)f;
    listings_write(picture->listings, false, s);
    return true;
}

static const char *const endings[] = {"annotate", NULL};

const struct graph_format output_graph_annotate = {
    .name = "annotate",
    .about = "the instructions of a function with their samples, or its source lines",
    .whole = true,
    .lists_code = true,
    .endings = endings,
    .write = write,
};
