/* The registry of output formats of call graphs. */
#include "render/graph/picture.h"

#include "base/nearest.h"
#include "render/output.h"

#define GRAPH_OUTPUT(name) extern const struct graph_format output_graph_##name;
#include "render/graph_outputs.def"
#undef GRAPH_OUTPUT

static const struct graph_format *const formats[] = {
#define GRAPH_OUTPUT(name) &output_graph_##name,
#include "render/graph_outputs.def"
#undef GRAPH_OUTPUT
};

enum { N_FORMATS = sizeof formats / sizeof formats[0] };

const struct graph_format *const *graph_formats(size_t *n)
{
    *n = N_FORMATS;
    return formats;
}

const struct graph_format *graph_format_find(struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < N_FORMATS; i++)
        if (nearest_look(&nearest, name, formats[i]->name))
            return formats[i];
    nearest_fault(&nearest, "--format: no output format", name, "--list-formats", f);
    return NULL;
}

const struct graph_format *graph_format_of_ending(struct str path)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (output_ends_as(path, formats[i]->endings))
            return formats[i];
    return NULL;
}
