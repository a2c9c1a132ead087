/* The instructions of functions with their samples, as text for a terminal or a file. */
#include "render/common/listing.h"
#include "render/flame/picture.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *s, struct fault *f)
{
    (void)f;
    listings_write(picture->listings, picture->style->coloured, s);
    return true;
}

static const char *const endings[] = {"annotate", NULL};

const struct output_format output_annotate = {
    .name = "annotate",
    .about = "the instructions of a function with their samples, or its source lines",
    .endings = endings,
    .write = write,
    .by_functions = true,
    .lists_code = true,
};
