/* pprof, speedscope and firefox need whole stacks, timeline needs all snapshots: chooses the output
 * format of flame, and derives settings from it. */
#include "app/options/resolve_flame.h"

#include <unistd.h>

#include "app/common/terminal.h"
#include "app/options/optional_labels.h"
#include "app/options/side_values.h"
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

/* Returns the first given option that changes the recorded stacks; NULL: none. */
static const char *reshaping(const struct request *r)
{
    return r->picture.style.reverse                                            ? "--reverse"
           : r->picture.style.chart                                            ? "--flamechart"
           : r->selection.annotate                                             ? "--annotate"
           : r->selection.root_by && strcmp(r->selection.root_by, "none") != 0 ? "--root-by"
                                                                               : NULL;
}

/* Formats of whole stacks get them as recorded, with labels. Of what is merged, --root-by says
 * which labels are kept beside the usual ones. */
static bool prepare_whole(struct request *r, const struct output_format *format, struct fault *f)
{
    const char *option = reshaping(r);
    const bool kept = r->merge.on && option && strcmp(option, "--root-by") == 0 &&
                      strcmp(format->name, "pprof") == 0;

    r->read.naming.demangled_full = r->read.naming.full;
    r->read.naming.full = true;
    r->read.naming.modules = true;
    r->read.places |= r->merge.on ? PLACE_HOST | PLACE_PROCESS : 0U;
    r->read.timed = r->read.timed || format->timed;
    return !option || kept ||
           fault_set(f, FAULT_USAGE,
                     "%s: %s files hold whole stacks and their labels; wanted another "
                     "format, or this option left out",
                     option, format->name);
}

/* A timeline shows all snapshots of one run, identified by labels and names. Options that select
 * stacks would drop the snapshots that have none. */
static bool prepare_snapshots(struct request *r, const struct output_format *format,
                              struct fault *f)
{
    const char *option = reshaping(r)                          ? reshaping(r)
                         : r->selection.snapshot.n             ? "--snapshot"
                         : r->selection.filter.focus.n         ? "--focus"
                         : r->selection.filter.ignore.n        ? "--ignore"
                         : r->selection.filter.show_from.n     ? "--show-from"
                         : r->selection.filter.base.n          ? "--base"
                         : redact_needed(&r->selection.redact) ? "--redact, --hash-names"
                                                               : NULL;

    r->selection.all_snapshots = true;
    if (r->inputs.n > 1)
        return fault_set(f, FAULT_USAGE, "--format %s: %zu inputs found, wanted one", format->name,
                         r->inputs.n);
    return !option || fault_set(f, FAULT_USAGE,
                                "%s: %s shows all snapshots by allocation site; wanted another "
                                "format, or this option left out",
                                option, format->name);
}

/* Fails for options that do not fit a comparison. */
static bool check_sides(const struct request *r, const struct output_format *format,
                        struct fault *f)
{
    const char *other = r->picture.style.chart                     ? "--flamechart"
                        : r->picture.style.colour_diffusion        ? "--colordiffusion"
                        : r->picture.palette_map                   ? "--cp"
                        : r->picture.paint_source != PAINT_BY_NAME ? "--hash, --random"
                        : r->picture.total                         ? "--total"
                        : r->merge.on                              ? "flame merge"
                                                                   : NULL;

    if (!side_values_check(r, f) || !r->sides.before.n)
        return f->kind == FAULT_NONE;
    if (!format->both)
        return fault_set(f, FAULT_USAGE, "--before: %s files hold one side, wanted %s",
                         format->name,
                         strcmp(format->name, "folded") == 0 ? "--format diff-folded"
                                                             : "another format (svg, table, json)");
    return !other || fault_set(f, FAULT_USAGE,
                               "%s: cannot be combined with --before, wanted one of them", other);
}

/* Labels are listed by the frames that they make, so nothing may change these. */
static bool check_by(const struct request *r, const struct output_format *format, struct fault *f)
{
    const struct filter_request *filter = &r->selection.filter;
    const char *other = r->sides.before.n                             ? "--before"
                        : r->picture.style.reverse                    ? "--reverse"
                        : r->picture.style.chart                      ? "--flamechart"
                        : filter->base.n                              ? "--base"
                        : filter->show.n || filter->hide.n            ? "--show, --hide"
                        : filter->show_from.n || filter->skip_after.n ? "--show-from, --skip-after"
                        : filter->prune_from.n                        ? "--prune-from"
                        : filter->merge_recursive                     ? "--merge-recursive"
                        : r->merge.on                                 ? "flame merge"
                                                                      : NULL;

    if (!r->selection.by)
        return true;
    if (strcmp(format->name, "table") != 0)
        return fault_set(f, FAULT_USAGE, "--by: the format is %s, wanted --format table with it",
                         format->name);
    return !other ||
           fault_set(f, FAULT_USAGE, "%s: cannot be combined with --by, wanted one of them", other);
}

/* Instructions are told apart by module and address, and hold names that the input does not. */
static bool prepare_code(struct request *r, const struct output_format *format, struct fault *f)
{
    const char *other = r->merge.on                           ? "flame merge"
                        : r->picture.style.reverse            ? "--reverse"
                        : r->picture.style.chart              ? "--flamechart"
                        : redact_needed(&r->selection.redact) ? "--redact, --hash-names"
                                                              : NULL;

    if (!format->lists_code)
        return !r->selection.function ||
               fault_set(f, FAULT_USAGE, "--function: the format is %s, wanted --format annotate",
                         format->name);
    r->read.naming.modules = true;
    r->read.naming.places = true;
    return !other ||
           fault_set(f, FAULT_USAGE,
                     "%s: cannot be combined with --format annotate, wanted one of them", other);
}

static bool prepare(struct request *r, const struct output_format *format, struct fault *f)
{
    if (!check_by(r, format, f) || !check_sides(r, format, f) || !prepare_code(r, format, f))
        return false;
    if (format->all_snapshots)
        return prepare_snapshots(r, format, f);
    /* Several inputs need not have begun at the same time. */
    r->read.timed = r->read.timed || (r->picture.style.chart && format->by_time && !r->old_name &&
                                      !r->merge.on && r->inputs.n <= 1);
    return !format->whole || prepare_whole(r, format, f);
}

bool resolve_flame(struct request *r, struct fault *f)
{
    struct output_request *to = &r->output;

    if (!choose_format(r, f) || !prepare(r, to->format, f))
        return false;
    choose_figure(to);
    if (!figure_request_style(&r->figure, to->figure_format, to->format->name, &to->figure, f) ||
        !figure_request_place(to->figure_format, to->path, f))
        return false;
    if (r->picture.title)
        to->figure.title = str_of(r->picture.title);
    struct terminal terminal = terminal_of(to->path);
    r->picture.style.columns = terminal.columns;
    r->picture.style.lines = terminal.lines;
    r->picture.style.coloured = terminal.coloured;
    r->picture.red_blue = r->old_name != NULL;
    r->sides.plain = r->old_name != NULL;
    return true;
}
