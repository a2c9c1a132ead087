/* Writes an output: changes the profile as asked, and draws it. */
#include "app/draw/draw.h"

#include <inttypes.h>

#include "app/annotate/annotate.h"
#include "app/common/message.h"
#include "app/draw/colours.h"
#include "app/draw/convert.h"
#include "app/draw/in_time.h"
#include "app/draw/left_out.h"
#include "app/draw/title.h"
#include "base/mem.h"
#include "model/canonical_order.h"
#include "model/chart.h"
#include "model/compare/change.h"
#include "render/flame/answer.h"
#include "render/flame/difference_text.h"
#include "render/output.h"

/* One output of a run. Borrows what it shares with others. A zeroed struct may be freed. */
struct run {
    const struct flame_request *request;
    const struct output_format *format;
    struct option_files *files; /* borrowed; only --cp changes them */
    struct style style;         /* as requested, plus title and legend */
    struct theme theme;         /* of the files, in the colours of a comparison */
    struct background background;
    struct inputs in; /* owns the profile only */
    struct in_time in_time;
    struct tree tree;
    bool has_forward; /* the profile is reversed or folded, and the format also needs it as it was:
                       */
    struct profile forward_profile;
    struct tree forward_tree;
    uint32_t *repeats; /* of a folded profile, by stack: how often its frame stands in a row */
    struct title title;
    struct sink subtitle; /* of a comparison */
    struct sink answer;   /* what the picture says */
    struct colours colours;
    bool both; /* draws a comparison: */
    struct difference difference;
    struct difference forward_difference;
    struct tiers tiers; /* how functions were compiled on both sides of one input */
    struct graph graph; /* of a listing of code: */
    struct listings listings;
    const struct drawn_listener *listener; /* borrowed; may be NULL */
};

static void run_free(struct run *run)
{
    difference_free(&run->difference);
    difference_free(&run->forward_difference);
    tiers_free(&run->tiers);
    listings_free(&run->listings);
    in_time_free(&run->in_time);
    graph_free(&run->graph);
    tree_free(&run->tree);
    mem_free(run->repeats, run->repeats ? run->in.profile.stacks.n : 0, sizeof *run->repeats);
    profile_free(&run->in.profile);
    tree_free(&run->forward_tree);
    profile_free(&run->forward_profile);
    title_free(&run->title);
    sink_discard(&run->subtitle);
    sink_discard(&run->answer);
    colours_free(&run->colours);
}

/* Whether nothing is said of the output, as opposed to the inputs. */
static bool is_quiet(const struct run *run)
{
    const struct flame_request *r = run->request;

    return r->output->among_others ? r->output->quiet : r->input.messages->quiet;
}

static uint64_t most_stacks(const struct run *run)
{
    const uint64_t most = run->request->input.read->ask.limits.nodes;
    return most < UINT32_MAX - 2 ? most : UINT32_MAX - 2;
}

/* Reverses stacks. The embedded viewer reverses by itself and needs forward stacks. It may show
 * frames that the picture does not contain, so --only-visible removes it. */
static bool reverse(struct run *run, struct fault *f)
{
    struct style *style = &run->style;
    bool embedded = run->format->embeds_tree && !style->no_script && !style->chart;

    if (embedded && style->only_visible) {
        style->no_script = true;
        embedded = false;
        if (!is_quiet(run))
            message_print("--only-visible with --reverse leaves out the viewer");
    }
    struct profile changed;
    bool fits = change_reverse(&changed, &run->in.profile, most_stacks(run));
    run->has_forward = embedded;
    if (embedded)
        run->forward_profile = run->in.profile;
    else
        profile_free(&run->in.profile);
    run->in.profile = changed;
    return fits || limits_reached(f, "--reverse", "nodes", most_stacks(run));
}

/* Draws frames that repeat as one. The embedded viewer needs them all. */
static void fold(struct run *run)
{
    const struct style *style = &run->style;
    const bool embedded = run->format->embeds_tree && !style->no_script;
    struct profile folded;

    if (style->no_fold || run->both || (embedded && style->only_visible) ||
        !(run->format->embeds_tree || run->format->figure) ||
        !change_fold(&folded, &run->in.profile, &run->repeats))
        return;
    if (embedded && !run->has_forward)
        run->forward_profile = run->in.profile;
    else
        profile_free(&run->in.profile);
    run->has_forward = embedded;
    run->in.profile = folded;
}

/* Sorts a merged profile, so that the order of inputs does not show, and applies --max-nodes. */
static void order_merged(struct run *run)
{
    const struct flame_request *r = run->request;
    struct profile changed;
    struct pruned pruned;

    if (!r->merge->on || run->style.chart)
        return;
    profile_canonical(&changed, &run->in.profile);
    inputs_replace(&run->in, &changed);
    if (!r->merge->max_nodes)
        return;
    profile_prune(&changed, &run->in.profile, r->merge->max_nodes, &pruned);
    inputs_replace(&run->in, &changed);
    if (!r->input.messages->quiet)
        left_out_print_merged(&pruned, run->in.profile.columns[0].total);
}

/* Merges frames that differ only in what trees do not show: they use names and kinds alone. */
static void merge_rows(struct run *run)
{
    struct profile changed;

    if (!change_rows_differ(&run->in.profile))
        return;
    change_merge_rows(&changed, &run->in.profile);
    inputs_replace(&run->in, &changed);
}

/* The column that must not be empty. */
static size_t column_of(const struct run *run)
{
    return run->format->all_measures ? inputs_filled_column(&run->in) : 0;
}

static bool change_profile(struct run *run, struct fault *f)
{
    const struct flame_request *r = run->request;

    if (run->format->whole) {
        bool ok = inputs_choose_whole(&run->in, &r->input, run->format->all_measures, f) &&
                  inputs_check_total(&run->in, column_of(run), f) &&
                  inputs_filter(&run->in, &r->input, run->theme.wakers, f) &&
                  inputs_redact(&run->in, &r->input, f) &&
                  inputs_check_left(&run->in, &r->input.selection->filter, column_of(run), f);
        if (ok && run->format->all_snapshots)
            merge_rows(run);
        if (ok)
            order_merged(run);
        return ok;
    }
    if ((!run->both && !inputs_choose_merged(&run->in, &r->input, run->format->names_only, f)) ||
        !inputs_check_total(&run->in, 0, f))
        return false;
    if (!run->format->names_only)
        inputs_leave_out_allocators(&run->in, &r->input, 0);
    if (!run->format->lists_code)
        merge_rows(run);
    if (!inputs_filter(&run->in, &r->input, run->theme.wakers, f) ||
        !inputs_redact(&run->in, &r->input, f) ||
        !inputs_check_left(&run->in, &r->input.selection->filter, 0, f))
        return false;
    order_merged(run);
    /* Formats by function do not depend on the direction of stacks. */
    if (run->style.reverse && !run->format->by_functions && !reverse(run, f))
        return false;
    if (run->style.chart)
        return in_time_apply(&run->in_time, r, &run->in, &run->style, most_stacks(run)) ||
               limits_reached(f, "--flamechart", "nodes", most_stacks(run));
    fold(run);
    return true;
}

/* Converts --total to units of the column; ignores a total below the sum. */
static bool whole_of(const struct run *run, uint64_t *whole, struct fault *f)
{
    const struct flame_request *r = run->request;
    const struct column *c = &run->in.profile.columns[0];
    uint64_t asked = r->picture->total;

    *whole = run->style.time_axis ? chart_end(&run->in.profile) : c->total;
    for (unsigned i = 0; i < c->scale; i++) {
        if (asked > UINT64_MAX / 10)
            return fault_set(f, FAULT_USAGE, "--total: does not fit with %u digits after the point",
                             c->scale);
        asked *= 10;
    }
    if (asked > *whole)
        *whole = asked;
    else if (r->picture->total && asked < *whole && !r->input.messages->quiet)
        message_print("--total: %" PRIu64 " is below the sum of all counts and was not used",
                      r->picture->total);
    return true;
}

/* A picture on paper has no tooltips to show the total, so its title does. */
static void put_title(struct run *run, const struct picture *picture)
{
    const struct flame_request *r = run->request;
    struct style *style = &run->style;

    title_write(&run->title,
                &(struct title_source){r, picture, &run->in, run->format->all_snapshots});
    if (r->picture->title) {
        style->title = str_of(r->picture->title);
        return;
    }
    style->title = buf_str(&run->title.head);
    style->page_title = buf_str(&run->title.page);
    style->exact = buf_str(&run->title.exact);
}

/* Pictures have the command in their title, with --title in the line below; other formats have no
 * title. */
static struct str subtitle_of(struct run *run)
{
    const struct output_format *format = run->format;
    const bool own = run->request->picture->title;
    const bool picture = format->embeds_tree || format->figure || format->all_snapshots;
    const struct str facts = buf_str(&run->title.facts);

    if (!picture)
        return own ? STR("") : buf_str(&run->in.about);
    if (!own)
        return facts;
    sink_open_buf(&run->subtitle);
    sink_str(&run->subtitle, buf_str(&run->title.head));
    sink_text(&run->subtitle, facts.n ? ", " : "");
    sink_str(&run->subtitle, facts);
    return buf_str(&run->subtitle.buf);
}

/* Called before the output is closed, because it may run out of memory. */
static void print_summary(const struct run *run, const struct picture *picture)
{
    if (run->request->input.messages->summary)
        summary_print(&run->in.summary, picture);
}

static void print_left_out(const struct run *run, const struct picture *picture)
{
    const struct output_request *output = run->request->output;

    if (!is_quiet(run))
        left_out_print(picture, run->format->embeds_tree,
                       output->among_others ? output_request_name(output) : NULL);
}

/* Writes the picture in its format, or as a figure. */
static bool write_format(struct run *run, struct picture *picture, struct sink *sink,
                         struct fault *f)
{
    struct sink svg;

    if (run->format->figure || !run->request->output->figure_format)
        return run->format->write(picture, sink, f);
    sink_open_buf(&svg);
    bool ok = run->format->write(picture, &svg, f) &&
              figure_of_svg(buf_str(&svg.buf), *run->request->output->figure_format,
                            &run->request->output->figure, &run->request->input.read->ask.limits,
                            sink, f);
    sink_discard(&svg);
    return ok;
}

/* Sets the limit on the size of the output. */
static void limit_output(const struct run *run, struct sink *sink)
{
    const struct limits *limits = &run->request->input.read->ask.limits;

    if (limits->output != LIMIT_DERIVED || !run->format->lists_stacks)
        sink_limit(sink, limits_output(limits, summary_bytes(&run->in.summary) +
                                                   title_option_bytes(&run->style)));
}

static bool open_listened(const struct drawn_listener *l, struct sink *sink, const char *path,
                          struct fault *f)
{
    return l->folder ? sink_open_below(sink, path, l->folder, *l->in, f)
                     : sink_open_in(sink, path, *l->in, f);
}

/* Opens the output. Who listens makes the names of its pictures. */
static bool open_output(const struct run *run, struct sink *sink, struct fault *f)
{
    const struct output_request *output = run->request->output;
    const bool is_below = run->listener && !(output->lent && *output->lent >= 0);

    if (!(is_below ? open_listened(run->listener, sink, output->path, f)
                   : output_request_open(output, sink, f)))
        return false;
    limit_output(run, sink);
    return true;
}

static bool write_picture(struct run *run, struct picture *picture, struct fault *f)
{
    struct sink sink;

    if (!open_output(run, &sink, f))
        return false;
    sink.skip_fsync = run->listener != NULL; /* a report makes all its pictures durable at once */
    if (!write_format(run, picture, &sink, f)) {
        sink_discard(&sink);
        return false;
    }
    print_left_out(run, picture);
    print_summary(run, picture);
    return sink_close(&sink, f);
}

/* With --cp there are two outputs. The picture stays in memory until the map is written: a new map
 * with an old picture does no harm, but a picture without its map could not be reproduced. */
static bool write_both(struct run *run, struct picture *picture, struct fault *f)
{
    struct sink waiting;
    struct sink sink;

    sink_open_buf(&waiting);
    limit_output(run, &waiting);
    bool ok = write_format(run, picture, &waiting, f) &&
              palette_map_write(&run->files->palette_map, run->request->picture->palette_map, f) &&
              open_output(run, &sink, f);
    if (ok) {
        print_left_out(run, picture);
        print_summary(run, picture);
        sink_str(&sink, buf_str(&waiting.buf));
        ok = sink_close(&sink, f);
    }
    sink_discard(&waiting);
    return ok;
}

/* Lists the functions that are asked for. */
static bool build_listings(struct run *run, struct picture *picture, struct fault *f)
{
    const struct input_request *r = &run->request->input;
    const struct profile *p = &run->in.profile;

    if (!run->format->lists_code)
        return true;
    if (p->calls.share == CALLS_NOT_SHARED)
        graph_of_stacks(&run->graph, p);
    else
        graph_of_calls(&run->graph, p);
    picture->listings = &run->listings;
    return annotate(&run->listings, &run->graph, 0, r, f);
}

/* Finds how much functions of one run a side vary, and makes samples rows of stacks. */
static void take_times(struct run *run)
{
    struct difference *d = &run->difference;

    if (!run->both)
        return;
    run->forward_difference = *d;
    d->reversed = run->style.reverse;
    difference_take_times(d, &run->in.profile);
    if (run->has_forward)
        difference_take_times(&run->forward_difference, &run->forward_profile);
}

/* Builds the comparison from the profile as it is drawn. */
static bool build_differences(struct run *run, struct picture *picture, struct fault *f)
{
    struct difference *d = &run->difference;

    if (!run->both)
        return true;
    bool fits =
        difference_build(d, &run->in.profile) &&
        (!run->has_forward || difference_build(&run->forward_difference, &run->forward_profile));
    if (fits && !run->request->sides->plain) {
        difference_test(d);
        difference_find_moved(d);
    }
    if (fits && run->has_forward)
        difference_test(&run->forward_difference);
    picture->difference = d;
    picture->forward_difference = run->has_forward ? &run->forward_difference : NULL;
    return fits || fault_set(f, FAULT_INPUT,
                             "--before: the sum of the runs of a side does not fit into 64 bits");
}

/* The subtitle of a merge that lacks inputs, which says so whatever else it says. */
static struct str marked_subtitle(struct run *run)
{
    struct str mark = buf_str(&run->in.about);

    if (redact_needed(&run->request->input.selection->redact))
        mark.n = str_find(mark, 0, STR(";")); /* it names files */
    if (!run->style.subtitle.n)
        return mark;
    sink_open_buf(&run->subtitle);
    sink_str(&run->subtitle, run->style.subtitle);
    sink_text(&run->subtitle, "; ");
    sink_str(&run->subtitle, mark);
    return buf_str(&run->subtitle.buf);
}

/* Without --subtitle, the line says what the input, or both sides, are known to be. */
static void put_subtitle(struct run *run, const struct picture *picture)
{
    const struct flame_request *r = run->request;
    struct style *style = &run->style;

    if (run->in.left_out.n)
        style->subtitle = marked_subtitle(run);
    else if (style->subtitle.n || r->picture->no_subtitle)
        return;
    else if (run->both)
        style->subtitle = comparison_subtitle(&r->input, r->sides, picture, &run->subtitle);
    else if (!redact_needed(&r->input.selection->redact)) /* it names commands and hosts */
        style->subtitle = subtitle_of(run);
}

static bool draw(struct run *run, struct fault *f)
{
    const struct flame_request *r = run->request;
    struct painter painter = {
        .theme = &run->theme,
        .source = r->picture->paint_source,
        .key = hash_key_draw(),
        .map = r->picture->palette_map ? &run->files->palette_map : NULL,
        .attributes = r->picture->nameattr ? &run->files->attributes : NULL,
    };
    struct picture picture = {
        .profile = &run->in.profile,
        .tree = &run->tree,
        .style = &run->style,
        .figure = &r->output->figure,
        .painter = &painter,
        .roles = run->in_time.roles,
        .palette_map = r->picture->palette_map ? &run->files->palette_map : NULL,
        .background = run->background,
        .repeats = run->repeats,
        .limits = &r->input.read->ask.limits,
        .threads = r->input.read->ask.threads,
    };

    if (!whole_of(run, &picture.span, f))
        return false;
    picture.whole = run->style.lanes ? run->in.profile.columns[0].total : picture.span;
    take_times(run);
    tree_build(&run->tree, &run->in.profile, 0);
    if (run->style.lanes)
        tree_align_lanes(&run->tree);
    if (run->has_forward) {
        tree_build(&run->forward_tree, &run->forward_profile, 0);
        picture.forward_tree = &run->forward_tree;
    }
    if (!build_differences(run, &picture, f) || !build_listings(run, &picture, f))
        return false;
    if (!picture_fits(&picture))
        return fault_set(f, FAULT_USAGE,
                         "--factor: numbers grow beyond 2^64-1, wanted a smaller one");
    put_title(run, &picture);
    if (picture.difference || run->listener || run->format->embeds_tree || run->format->figure ||
        run->format->all_snapshots)
        colours_choose(&run->colours, &run->style, &run->theme, &picture);
    put_subtitle(run, &picture);
    if ((run->format->embeds_tree || run->format->figure) && !r->picture->no_subtitle)
        answer_place(&run->answer, &run->style, &picture);
    if (!(r->picture->palette_map ? write_both : write_picture)(run, &picture, f))
        return false;
    if (run->listener)
        run->listener->drawn(run->listener->context, &picture, run->style.reverse, &run->in);
    if (r->output->on_terminal && !r->output->among_others && !r->input.messages->quiet)
        message_print("for a picture: flame %s -o profile.svg",
                      r->input.paths->n == 1 ? r->input.paths->items[0] : "PROFILE");
    return true;
}

static bool is_difference(const struct run *run)
{
    return run->format->both && !run->listener && !run->style.chart &&
           comparison_is_negative(&run->in.profile, run->request->input.read->ask.value);
}

/* Makes two sides of inputs that hold both. Those of --before were made when they were read. */
static bool make_sides(struct run *run, struct shared_inputs *shared, struct fault *f)
{
    const struct flame_request *r = run->request;
    struct comparison c = {.in = run->in, .exact = run->format->names_only};

    if (r->sides->before.n) {
        run->difference = shared->difference;
        run->difference.tiers = shared->tiers.keys.n > 1 ? &shared->tiers : NULL;
        return true;
    }
    bool ok = is_difference(run) ? comparison_of_negative(&c, &r->input, r->sides, f)
                                 : comparison_of_columns(&c, r->sides, f);
    run->in = c.in;
    run->difference = c.difference;
    run->tiers = c.tiers;
    run->difference.tiers = run->tiers.keys.n > 1 ? &run->tiers : NULL;
    return ok;
}

static bool has_both(const struct run *run)
{
    const struct flame_request *r = run->request;
    const struct summary *summary = &run->in.summary;
    bool both = r->sides->before.n || is_difference(run);

    for (size_t i = 0; i < summary->n && run->format->both && !r->input.read->ask.value; i++)
        both = both || strcmp(summary->inputs[i].report.format->name, "diff-folded") == 0;
    return both;
}

/* Sets the colours of a comparison: blue, orange and grey on white. Under the old name
 * flamegraph.pl its red and blue override the palette. */
static bool take_colours_of_change(struct run *run, struct fault *f)
{
    const struct flame_request *r = run->request;
    struct theme theme;

    if (!r->picture->red_blue) {
        const struct colour white = {0xff, 0xff, 0xff};
        const struct colour night = {0x17, 0x19, 0x1c};
        if (!r->picture->bgcolors)
            run->background = (struct background){white, white, night, night};
        return true;
    }
    bool ok = theme_load(&theme, "red-blue", f);
    run->theme.unchanged = theme.unchanged;
    run->theme.less = theme.less;
    run->theme.more = theme.more;
    theme_free(&theme);
    return ok;
}

static bool take_inputs(struct run *run, struct shared_inputs *shared, struct fault *f)
{
    const struct flame_request *r = run->request;

    if (!r->sides->before.n)
        title_take(&run->title, &run->in.profile, r->input.selection);
    run->both = has_both(run);
    return !run->both || (take_colours_of_change(run, f) && make_sides(run, shared, f));
}

static bool draw_run(struct run *run, struct shared_inputs *shared, struct fault *f)
{
    const struct flame_request *r = run->request;

    if (run->in.svg.n)
        return convert_svg(r, buf_str(&run->in.svg), *run->format->figure, f);
    return take_inputs(run, shared, f) && (read_request_explains(r->input.read, r->output->path) ||
                                           (change_profile(run, f) && draw(run, f)));
}

bool draw_output(const struct flame_request *request, const struct output_context *drawing,
                 const struct drawn_listener *listener, struct fault *f)
{
    struct run *run = mem_alloc(1, sizeof *run); /* large for a stack */

    run->request = request;
    run->format = request->output->format;
    run->files = drawing->files;
    run->style = request->picture->style;
    run->theme = drawing->files->theme;
    run->background = drawing->files->background;
    run->listener = listener;
    shared_inputs_lend(&run->in, drawing->shared, request, drawing->is_last);
    bool ok = draw_run(run, drawing->shared, f);
    run_free(run);
    mem_free(run, 1, sizeof *run);
    return ok;
}
