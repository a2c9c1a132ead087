/* flame-rsvg: the child process in which librsvg draws an SVG as a figure. It reads its commands
 * from standard input (render/process/figure_wire.h) and writes the figure to standard output.
 * Nothing that the SVG refers to is opened, because it is loaded without a base URL. */
#include <string.h>

#include <librsvg/rsvg.h>

#include "render/child/cairo/surface.h"

static _Noreturn void refuse(const GError *error)
{
    child_refuse(error ? error->message : "no SVG that can be drawn");
}

/* An SVG without width and height has the size of its viewBox, as in browsers. */
static void size_of(RsvgHandle *svg, double *width, double *height)
{
    gboolean has_width;
    gboolean has_height;
    gboolean has_box;
    RsvgLength length[2];
    RsvgRectangle box;

    *width = *height = 0;
    if (rsvg_handle_get_intrinsic_size_in_pixels(svg, width, height))
        return;
    rsvg_handle_get_intrinsic_dimensions(svg, &has_width, &length[0], &has_height, &length[1],
                                         &has_box, &box);
    if (has_box) {
        *width = box.width;
        *height = box.height;
    }
}

static void draw(struct surface *s, const char *bytes, size_t n)
{
    const double px_of_inch = 96;
    GError *error = NULL;
    GInputStream *stream = g_memory_input_stream_new_from_data(bytes, (gssize)n, NULL);
    RsvgHandle *svg =
        rsvg_handle_new_from_stream_sync(stream, NULL, RSVG_HANDLE_FLAGS_NONE, NULL, &error);
    RsvgRectangle all = {0, 0, 0, 0};

    g_object_unref(stream);
    if (!svg)
        refuse(error);
    rsvg_handle_set_dpi(svg, px_of_inch);
    size_of(svg, &all.width, &all.height);
    surface_page(s, all.width, all.height);
    if (!rsvg_handle_render_document(svg, s->cr, &all, &error))
        refuse(error);
    g_object_unref(svg);
}

static bool run_commands(struct surface *s, struct commands *commands)
{
    while (commands->at < commands->n) {
        unsigned char operation = commands->p[commands->at++];
        char *bytes;
        size_t n;
        if (operation != FIGURE_SVG) {
            if (!surface_setting(s, operation, commands))
                return false;
            continue;
        }
        if (s->pages || !commands_text(commands, &bytes, &n))
            return false;
        draw(s, bytes, n);
    }
    return true;
}

int main(int argc, char **argv)
{
    struct surface s;
    struct commands commands;

    if (!surface_start(&s, argc, argv) || !commands_read(&commands) || !run_commands(&s, &commands))
        child_fail("its input is cut off or damaged");
    surface_finish(&s);
}
