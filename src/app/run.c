/* From inputs to a picture. */
#include "app/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/disguise.h"
#include "app/filter.h"
#include "app/say.h"
#include "app/select.h"
#include "app/shorten.h"
#include "app/summary.h"
#include "base/utf8.h"

/* Everything a run owns. A zeroed struct may be freed. */
struct run {
    struct request *request;
    const struct output_format *format;
    bool terminal; /* nothing was asked for but to look at it on a terminal */
    struct theme theme;
    struct frame_attributes attributes;
    struct palette_map palette_map;
    struct background background;
    struct profile profile;
    struct tree tree;
    bool reversed;           /* profile is, and the format wants the stacks as they were: */
    struct profile straight; /* these */
    struct tree straight_tree;
    struct sink title;
    struct summary summary;
    const char *odd_input; /* where the first name stands that is not plain UTF-8 */
    uint64_t odd_line;     /* 0: all are plain */
};

static void run_free(struct run *run)
{
    tree_free(&run->tree);
    profile_free(&run->profile);
    tree_free(&run->straight_tree);
    profile_free(&run->straight);
    palette_map_free(&run->palette_map);
    frame_attributes_free(&run->attributes);
    theme_free(&run->theme);
    summary_free(&run->summary);
    sink_discard(&run->title);
}

/* The format asked for, or that of the output's ending, or what suits the place. */
static bool choose_format(struct run *run, struct fault *f)
{
    const struct request *r = run->request;
    const char *ending = r->output ? strrchr(r->output, '.') : NULL;

    run->format = r->to;
    if (!run->format && r->output)
        run->format = output_of_ending(str_of(r->output));
    if (run->format)
        return true;
    if (ending && !strchr(ending, '/')) {
        struct excerpt e;
        return fault_set(f, FAULT_USAGE,
                         "--output: no output format writes \"%s\" files, wanted --format NAME or "
                         "a known ending (--list-formats)",
                         excerpt_of(&e, str_of(ending)));
    }
    run->terminal = !r->output && !r->old_name && isatty(1) == 1;
    run->format = output_find(run->terminal ? STR("tree") : STR("svg"), f);
    return run->format != NULL;
}

static bool is_file(const struct stat *file, const char *path)
{
    struct stat other;

    bool found = strcmp(path, "-") == 0 ? fstat(0, &other) == 0 : stat(path, &other) == 0;
    return found && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

/* What is written must not be what is read: inputs, and the files of options. */
static bool writes_over_no_input(const struct request *r, const char *option, const char *path,
                                 struct fault *f)
{
    const char *theme = strpbrk(r->colors, "./") ? r->colors : NULL;
    const char *map = path == r->palette_map ? NULL : r->palette_map; /* it is read and written */
    const char *const read[] = {theme, r->nameattr, map};
    struct stat file;
    bool over = false;

    if (!path || stat(path, &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    for (size_t i = 0; i < r->inputs.n; i++)
        over = over || is_file(&file, r->inputs.items[i]);
    if (r->inputs.n == 0)
        over = is_file(&file, "-");
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++)
        over = over || (read[i] && is_file(&file, read[i]));
    return !over ||
           fault_set(f, FAULT_USAGE, "%s: %s is also read, wanted another file", option, path);
}

static bool check_paths(const struct request *r, struct fault *f)
{
    size_t standard = 0;

    for (size_t i = 0; i < r->inputs.n; i++)
        standard += strcmp(r->inputs.items[i], "-") == 0;
    if (standard > 1)
        return fault_set(f, FAULT_USAGE, "\"-\", standard input, is given twice, wanted once");
    return writes_over_no_input(r, "--output", r->output, f) &&
           writes_over_no_input(r, "--cp", r->palette_map, f);
}

/* Text for a terminal is fitted to its width. */
static size_t terminal_columns(const struct request *r)
{
    struct winsize size;

    if (r->output || isatty(1) != 1 || ioctl(1, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

/* What the options name is read before any input. */
static bool load_options(struct run *run, struct fault *f)
{
    const struct request *r = run->request;

    if (!choose_format(run, f) || !check_paths(r, f))
        return false;
    if (!theme_load(&run->theme, r->colors, f)) {
        if (f->kind == FAULT_INPUT)
            f->kind = FAULT_USAGE; /* the file was named by an option */
        return false;
    }
    run->background = run->theme.background;
    if (r->bgcolors && !background_parse(str_of(r->bgcolors), &run->background))
        return fault_set(f, FAULT_USAGE, "--bgcolors: wanted " BACKGROUND_WANTED);
    if (r->nameattr && !frame_attributes_read(&run->attributes, r->nameattr, f))
        return false;
    if (!r->palette_map)
        return true;
    struct notes notes = {0};
    if (!palette_map_read(&run->palette_map, r->palette_map, &notes, f))
        return false;
    if (!r->quiet)
        say_notes(&notes, r->palette_map);
    return true;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* What a reader may want to know although the picture is right. */
static void say_report(const struct run *run, const char *name, const struct input_report *report)
{
    const struct tally *t = &report->tally;

    if (run->request->quiet)
        return;
    if (report->rival)
        say("%s: read as %s; it may be %s as well (--from)", name, report->format->name,
            report->rival->name);
    else if (!run->request->from && strcmp(report->format->name, "folded") != 0)
        say("%s: read as %s", name, report->format->name);
    say_notes(&report->notes, name);
    if (t->empty_frames)
        say("%s: %" PRIu64 " frame%s without a name left out", name, t->empty_frames,
            plural(t->empty_frames));
    if (t->indented)
        say("%s: blanks cut off at the start of %" PRIu64 " line%s", name, t->indented,
            plural(t->indented));
    if (t->taken > 1 && t->two_numbers == t->taken)
        say("%s: every line ends in two numbers; the last one was taken as its count, the one "
            "before as a part of the last frame",
            name);
}

static bool read_one(struct run *run, const char *path, struct fault *f)
{
    const struct request *r = run->request;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    struct progress progress;
    struct input_report report;
    const struct input_options options = {
        .format = r->from,
        .limits = &r->limits,
        .threads = r->threads,
        .strict = r->strict,
        .need_stacks = true,
        .naming = r->naming,
        .max_bad = r->max_bad,
        .progress = r->quiet ? NULL : progress_show,
        .progress_context = &progress,
    };

    progress_begin(&progress, r->progress, name);
    bool ok = input_read(path, &options, &run->profile, &report, f);
    progress_end(&progress);
    if (!ok)
        return false;
    if (!run->odd_line) {
        run->odd_input = name;
        run->odd_line = report.tally.odd_line;
    }
    say_report(run, name, &report);
    summary_add(&run->summary, name, &report);
    return true;
}

/* Names are kept byte for byte; a reader of the picture is told where it cannot show them so. */
static void say_odd_names(const struct run *run)
{
    const struct names *names = &run->profile.names;
    struct place place;
    uint64_t odd = 0;

    if (!run->odd_line || run->request->quiet)
        return;
    for (name_id i = 1; i < names->n; i++)
        odd += !utf8_plain(names_get(names, i));
    say("%s: a name with control characters or invalid UTF-8 is drawn with U+FFFD or <U+...>; "
        "%" PRIu64 " such name%s in all",
        place_of(&place, run->odd_input, run->odd_line), odd, plural(odd));
}

static bool read_inputs(struct run *run, struct fault *f)
{
    const struct request *r = run->request;

    profile_init(&run->profile, 1, r->style.chart);
    run->profile.timed = r->by_time;
    if (r->inputs.n == 0 && !read_one(run, "-", f))
        return false;
    for (size_t i = 0; i < r->inputs.n; i++)
        if (!read_one(run, r->inputs.items[i], f))
            return false;
    say_odd_names(run);
    return true;
}

static void replace_profile(struct run *run, struct profile *changed)
{
    profile_free(&run->profile);
    run->profile = *changed;
}

/* Carries out a change that may make more stacks than there were. */
static bool turn(struct run *run,
                 bool (*change)(struct profile *, const struct profile *, uint64_t),
                 const char *option, struct fault *f)
{
    uint64_t most = run->request->limits.nodes;
    struct profile changed;
    bool fits = change(&changed, &run->profile, most < UINT32_MAX - 2 ? most : UINT32_MAX - 2);

    if (change == change_reverse && run->reversed)
        run->straight = run->profile;
    else
        profile_free(&run->profile);
    run->profile = changed;
    return fits || limits_reached(f, option, "nodes", most);
}

/* A viewer turns stacks around by itself, and needs them as they are. What it then shows may be
 * drawn nowhere in the picture. */
static bool reverse(struct run *run, struct fault *f)
{
    struct style *style = &run->request->style;
    bool carried = run->format->carries_tree && !style->no_script && !style->chart;

    if (carried && style->only_visible) {
        style->no_script = true;
        carried = false;
        if (!run->request->quiet)
            say("--only-visible of a reversed graph leaves the viewer out");
    }
    run->reversed = carried;
    return turn(run, change_reverse, "--reverse", f);
}

static bool change_profile(struct run *run, struct fault *f)
{
    const struct request *r = run->request;
    struct profile changed;

    if (r->summary)
        quality_of(&run->summary.quality, &run->profile);
    if (shorten_needed(r)) {
        shorten_apply(r, &run->profile, &changed);
        replace_profile(run, &changed);
    }
    if (select_needed(r, &run->profile)) {
        if (!select_apply(r, &run->profile, &changed, run->format->names_only, f))
            return false;
        replace_profile(run, &changed);
    }
    if (run->profile.columns[0].total == 0)
        return fault_set(f, FAULT_INPUT, "%s: the total of all counts is 0, wanted more",
                         run->summary.n == 1 ? run->summary.inputs[0].name : "all inputs");
    if (change_rows_differ(&run->profile)) {
        change_merge_rows(&changed, &run->profile);
        replace_profile(run, &changed);
    }
    if (filter_needed(r, &run->theme)) {
        if (!filter_apply(r, &run->theme, &run->profile, &changed, &run->summary.dropped, f))
            return false;
        replace_profile(run, &changed);
        if (run->profile.columns[0].total == 0)
            return fault_set(f, FAULT_INPUT, "%s leaves no sample, wanted some", filter_first(r));
    }
    if (disguise_needed(r)) {
        if (!disguise_apply(r, &run->profile, &changed, f))
            return false;
        replace_profile(run, &changed);
    }
    /* Functions are the same whichever way their stacks stand. */
    if (r->style.reverse && !run->format->by_functions && !reverse(run, f))
        return false;
    return !r->style.chart || turn(run, change_to_chart, "--flamechart", f);
}

/* --total in units of the column; a total below the sum is not used. */
static bool whole_of(const struct run *run, uint64_t *whole, struct fault *f)
{
    const struct request *r = run->request;
    const struct column *c = &run->profile.columns[0];
    uint64_t asked = r->total;

    *whole = c->total;
    for (unsigned i = 0; i < c->scale; i++) {
        if (asked > UINT64_MAX / 10)
            return fault_set(f, FAULT_USAGE, "--total: does not fit with %u digits after the point",
                             c->scale);
        asked *= 10;
    }
    if (asked > c->total)
        *whole = asked;
    else if (r->total && asked < c->total && !r->quiet)
        say("--total: %" PRIu64 " is below the sum of all counts and was not used", r->total);
    return true;
}

/* "Flame Graph: 172,586,250 ns": a picture on paper has no tooltips that say what was counted. */
static struct str title_of(struct run *run, const struct picture *picture)
{
    const struct style *style = picture->style;

    if (run->request->title)
        return str_of(run->request->title);
    sink_open_buf(&run->title);
    sink_text(&run->title, style->chart      ? "Flame Chart"
                           : style->inverted ? "Icicle Graph"
                                             : "Flame Graph");
    if (style->countname.n || picture->tree->column->unit) {
        sink_text(&run->title, ": ");
        output_count(&run->title, picture, picture->tree->total[0]);
        sink_byte(&run->title, ' ');
        sink_str(&run->title, output_unit(picture));
    }
    return buf_str(&run->title.buf);
}

/* Before the output is closed: what is said takes memory, which may run out. */
static void say_summary(const struct run *run, const struct picture *picture)
{
    if (run->request->summary)
        summary_say(&run->summary, picture);
}

/* --only-visible asks for frames to be left out, --max-nodes may surprise. */
static void say_left_out(const struct run *run, const struct picture *picture)
{
    const struct style *style = &run->request->style;
    struct sink share;

    if (run->request->quiet || style->only_visible || !picture->n_left_out)
        return;
    sink_open_buf(&share);
    output_percent(&share, picture->left_out, picture->tree->total[0]);
    sink_byte(&share, '\0');
    say("--max-nodes: %" PRIu64
        " narrow frame%s with %s%% of the total are in the file as sums only",
        picture->n_left_out, plural(picture->n_left_out), share.buf.p);
    sink_discard(&share);
}

static bool write_picture(struct run *run, struct picture *picture, struct fault *f)
{
    const char *path = run->request->output;
    struct sink sink;

    if (path && !sink_open_file(&sink, path, f))
        return false;
    if (!path)
        sink_open_stdout(&sink);
    if (!run->format->write(picture, &sink, f)) {
        sink_discard(&sink);
        return false;
    }
    say_left_out(run, picture);
    say_summary(run, picture);
    return sink_close(&sink, f);
}

/* With --cp there are two outputs. The picture waits in memory until the map is written: a new map
 * beside an old picture does no harm, a picture whose colours were not kept is lost. */
static bool write_both(struct run *run, struct picture *picture, struct fault *f)
{
    const char *path = run->request->output;
    struct sink waiting;
    struct sink sink;

    sink_open_buf(&waiting);
    bool ok = run->format->write(picture, &waiting, f) &&
              palette_map_write(&run->palette_map, run->request->palette_map, f) &&
              (!path || sink_open_file(&sink, path, f));
    if (ok && !path)
        sink_open_stdout(&sink);
    if (ok) {
        say_left_out(run, picture);
        say_summary(run, picture);
        sink_str(&sink, buf_str(&waiting.buf));
        ok = sink_close(&sink, f);
    }
    sink_discard(&waiting);
    return ok;
}

static bool draw(struct run *run, struct fault *f)
{
    struct request *r = run->request;
    struct painter painter = {
        .theme = &run->theme,
        .source = r->paint_source,
        .key = hash_key_draw(),
        .map = r->palette_map ? &run->palette_map : NULL,
        .attributes = r->nameattr ? &run->attributes : NULL,
    };
    struct picture picture = {
        .profile = &run->profile,
        .tree = &run->tree,
        .style = &r->style,
        .painter = &painter,
        .palette_map = r->palette_map ? &run->palette_map : NULL,
        .background = run->background,
        .limits = &r->limits,
        .threads = r->threads,
    };

    if (!whole_of(run, &picture.whole, f))
        return false;
    tree_build(&run->tree, &run->profile, 0);
    if (run->reversed) {
        tree_build(&run->straight_tree, &run->straight, 0);
        picture.straight = &run->straight_tree;
    }
    r->style.columns = terminal_columns(r);
    if (!output_fits(&picture))
        return fault_set(f, FAULT_USAGE,
                         "--factor: numbers grow beyond 2^64-1, wanted a smaller one");
    r->style.title = title_of(run, &picture);
    if (!(r->palette_map ? write_both : write_picture)(run, &picture, f))
        return false;
    if (run->terminal && !r->quiet)
        say("for a picture: flame %s -o profile.svg",
            r->inputs.n == 1 ? r->inputs.items[0] : "PROFILE");
    return true;
}

bool run_draw(struct request *request, struct fault *f)
{
    struct run run = {.request = request};
    bool ok =
        load_options(&run, f) && read_inputs(&run, f) && change_profile(&run, f) && draw(&run, f);

    run_free(&run);
    return ok;
}
