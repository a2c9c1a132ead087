/* pprof, speedscope and firefox need whole stacks, timeline needs all snapshots: chooses the output
 * format of flame, and derives settings from it. */
#include "app/options/resolve_flame.h"

#include <string.h>
#include <unistd.h>

#include "app/common/terminal.h"
#include "app/options/conflicts.h"
#include "app/options/optional_labels.h"
#include "render/output.h"

/* Chooses the format asked for, or that of the output's file extension, or the default for the kind
 * of output. */
static bool choose_format(struct request *r, struct fault *f)
{
    struct output_request *to = &r->output;

    if (r->report.on) { /* the path is a folder, so its name has no format */
        to->format = output_find(STR("svg"), f);
        return to->format;
    }
    if (!to->format && to->path)
        to->format = output_of_ending(str_of(to->path));
    if (to->format)
        return true;
    if (!output_check_ending(to->path, f))
        return false;
    to->on_terminal = !to->path && !r->old_name && isatty(1) == 1;
    to->format = output_find(r->selection.by         ? STR("table")
                             : r->selection.function ? STR("annotate")
                             : to->on_terminal       ? STR("tree")
                             : r->merge.on           ? STR("folded")
                                                     : STR("svg"),
                             f);
    return to->format;
}

/* Sets the figure format. A timeline takes it from the output's file extension. */
static void choose_figure(struct output_request *to)
{
    const struct output_format *named =
        to->path && to->format->all_snapshots ? output_of_ending(str_of(to->path)) : NULL;

    to->figure_format = named ? named->figure : to->format->figure;
}

/* Formats of whole stacks get them as recorded, with labels. */
static void prepare_whole(struct request *r, const struct output_format *format)
{
    r->read.ask.naming.demangled_full = r->read.ask.naming.full;
    r->read.ask.naming.full = true;
    r->read.ask.naming.modules = true;
    r->read.ask.naming.places = r->read.ask.naming.in_file = format->places;
    r->read.ask.labels |= r->merge.on ? OPTIONAL_HOST | OPTIONAL_PROCESS : 0U;
    r->read.timed = r->read.timed || format->timed;
}

/* A timeline shows all snapshots of one run. */
static bool prepare_snapshots(struct request *r, const struct output_format *format,
                              struct fault *f)
{
    r->selection.all_snapshots = true;
    return r->inputs.n <= 1 ||
           fault_set(f, FAULT_USAGE, "--format %s: %zu inputs found, wanted one", format->name,
                     r->inputs.n);
}

static bool prepare(struct request *r, const struct output_format *format, struct fault *f)
{
    if (format->lists_code) {
        r->read.ask.naming.modules = true;
        r->read.ask.naming.places = true;
    }
    if (format->all_snapshots)
        return prepare_snapshots(r, format, f);
    /* Several inputs need not have begun at the same time. */
    r->read.timed = r->read.timed || (r->picture.style.chart && format->by_time && !r->old_name &&
                                      !r->merge.on && r->inputs.n <= 1);
    if (format->whole)
        prepare_whole(r, format);
    return true;
}

/* On a terminal numbers are for people, else for programs. */
static void set_terminal(struct style *style, const struct output_request *to)
{
    const struct terminal terminal = terminal_of(to->path);
    const bool is_text =
        strcmp(to->format->name, "table") == 0 || strcmp(to->format->name, "tree") == 0;

    style->columns = style->wide && terminal.columns ? TERMINAL_MOST : terminal.columns;
    style->lines = terminal.lines;
    style->coloured = terminal.coloured;
    style->scaled = terminal.is_one && is_text && !style->raw;
}

bool resolve_flame(struct request *r, struct fault *f)
{
    struct output_request *to = &r->output;

    if (!choose_format(r, f))
        return false;
    choose_figure(to);
    if (!conflicts_check(r, f) || !prepare(r, to->format, f) ||
        !figure_request_style(&r->figure, to->figure_format, &to->figure, f) ||
        !figure_request_place(to->figure_format, to->path, f))
        return false;
    if (r->picture.title)
        to->figure.title = str_of(r->picture.title);
    set_terminal(&r->picture.style, to);
    r->picture.red_blue = r->old_name != NULL;
    r->picture.no_subtitle =
        !r->picture.style.subtitle.n && (r->old_name || r->given[OPTION_SUBTITLE]);
    r->sides.plain = r->old_name != NULL;
    r->picture.style.no_fold = r->picture.style.no_fold || r->old_name != NULL;
    r->picture.style.old_folded = r->old_name != NULL;
    return true;
}
