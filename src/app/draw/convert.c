/* Converts an SVG into a figure. */
#include "app/draw/convert.h"

static bool write(const struct flame_request *r, struct str svg, enum figure_format format,
                  struct fault *f)
{
    struct sink sink;

    if (!sink_open(&sink, r->output->path, f))
        return false;
    if (figure_of_svg(svg, format, &r->output->figure, &r->input.read->ask.limits, &sink, f))
        return sink_close(&sink, f);
    sink_discard(&sink);
    return false;
}

/* Adds the file's name to a fault from the child process, which does not know it. */
static void name_fault(struct fault *f, const char *name)
{
    struct fault named = {0};

    if (f->kind != FAULT_INPUT)
        return;
    fault_set(&named, FAULT_INPUT, "%s: %.800s", name, f->text);
    *f = named;
}

bool convert_svg(const struct flame_request *r, struct str svg, enum figure_format format,
                 struct fault *f)
{
    bool named = r->input.paths->n && strcmp(r->input.paths->items[0], "-") != 0;
    const char *name = named ? r->input.paths->items[0] : "standard input";

    if (r->profile_option)
        return fault_set(f, FAULT_USAGE,
                         "--%s: %s is an SVG, which is drawn as it is; wanted a profile with it",
                         r->profile_option, name);
    if (write(r, svg, format, f))
        return true;
    name_fault(f, name);
    return false;
}
