/* Reads the inputs into one profile, then selects, shortens and filters. */
#include "app/inputs/inputs.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "app/common/message.h"
#include "app/inputs/input_messages.h"
#include "app/inputs/joined.h"
#include "app/inputs/places.h"
#include "app/selection/allocators.h"
#include "app/selection/events.h"
#include "app/selection/filter.h"
#include "app/selection/redact.h"
#include "app/selection/select.h"
#include "app/selection/shorten.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "input/common/companion_files.h"
#include "input/common/measure.h"
#include "model/units.h"
#include "record/group/container.h"
#include "symbol/debuginfod.h"

static bool is_file(const struct stat *file, const char *path)
{
    struct stat other;
    struct buf data = {0};

    if (companion_data(path, &data))
        path = data.p;
    bool found = strcmp(path, "-") == 0 ? fstat(0, &other) == 0 : stat(path, &other) == 0;
    buf_free(&data);
    return found && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

static bool is_one_of(const struct stat *file, const struct request_list *paths)
{
    bool is = false;

    for (size_t i = 0; i < paths->n; i++)
        is = is || is_file(file, paths->items[i]);
    return is;
}

bool inputs_check_overwrite(const struct inputs_files *files, const char *option, const char *path,
                            struct fault *f)
{
    const size_t n_others = sizeof files->others / sizeof files->others[0];
    struct stat file;

    if (!path || stat(path, &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    bool over = is_one_of(&file, files->paths) || is_one_of(&file, files->before) ||
                (files->paths->n == 0 && is_file(&file, "-")) ||
                (files->colours && strpbrk(files->colours, "./") && is_file(&file, files->colours));
    for (size_t i = 0; i < n_others; i++)
        over = over || (files->others[i] && is_file(&file, files->others[i]));
    return !over ||
           fault_set(f, FAULT_USAGE, "%s: %s is also read, wanted another file", option, path);
}

/* What a profile told of its recording before an input was added to it. */
struct info_before {
    const struct recording_info *info;
    size_t remarks, details; /* so many lines */
};

/* Prints the reader's lines at once, or keeps them for the summary. */
static void take_report(struct inputs *in, const struct input_request *r, const char *name,
                        const struct input_report *report, const struct info_before *before)
{
    if (!in->non_utf8_line) {
        in->non_utf8_input = name;
        in->non_utf8_line = report->tally.non_utf8_line;
    }
    if (!r->messages->quiet)
        input_messages_print(r, name, report, &before->info->remarks, before->remarks);
    summary_add(&in->summary, name, report, &before->info->details, before->details);
}

/* Whether the first column is a state that was counted whole. Several dumps of the same threads are
 * samples of them. */
static bool is_census(const struct profile *p, const struct input_format *format)
{
    const struct column *c = &p->columns[COLUMN_WEIGHT];
    const struct threads *threads = &p->labels.threads;
    uint64_t *n = mem_alloc(threads->n, sizeof *n);
    bool once = true;

    for (uint32_t i = 0; format->census && i < p->n_samples; i++) {
        thread_id thread = p->labels.thread[p->samples[i].labels];
        n[thread] += c->values[i];
        once = once && (!threads->rows[thread].tid || n[thread] <= 1);
    }
    mem_free(n, threads->n, sizeof *n);
    return (format->census && once) || measure_is_census(names_get(&p->names, c->name));
}

/* Notes what a sample weighs, if that holds for this input and those before it. */
static void join_period(struct profile *p, const struct column *before,
                        const struct input_report *report)
{
    struct column *c = &p->columns[COLUMN_WEIGHT];
    const struct column own = {.total = c->total - before->total,
                               .period = report->tally.period,
                               .census = is_census(p, report->format)};
    struct column joined = *before;

    column_join_period(&joined, &own);
    c->period = joined.period;
    c->census = joined.census;
}

/* Reads an input and adds its samples. */
static bool read_one(struct inputs *in, const struct input_request *r, const char *path,
                     struct profile *to, struct fault *f)
{
    const char *own = r->read->called ? r->read->called : path;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : own;
    const struct info_before before = {&to->info, to->info.remarks.n, to->info.details.n};
    const struct column column = to->columns[COLUMN_WEIGHT];
    struct progress progress;
    struct input_report report;
    const struct input_file file = {
        .path = path,
        .opened = read_request_opened(r->read, path),
        .svg = in->takes_svg ? &in->svg : NULL,
        .progress = r->messages->quiet ? NULL : progress_show,
        .progress_context = &progress,
    };

    progress_begin(&progress, r->messages->progress, name);
    bool ok = input_read(&file, &r->read->ask, to, &report, f);
    progress_end(&progress);
    if (ok && !in->svg.n) {
        join_period(to, &column, &report);
        take_report(in, r, name, &report, &before);
    }
    return ok;
}

/* An input in a finer unit than those before it was read in that: puts those into it. */
static bool match_units(struct profile *all, const struct profile *own)
{
    for (size_t i = 0; i < own->n_columns; i++) {
        struct str unit = names_get(&own->names, own->columns[i].unit);
        uint64_t ratio = units_ratio(names_get(&all->names, all->columns[i].unit), unit);
        if (ratio > 1 && !profile_refine(all, i, ratio, unit))
            return false;
    }
    return true;
}

/* Adds the profile of one input to that of the others. */
static bool join(struct inputs *in, const struct input_request *r, const char *path,
                 struct profile *own, struct fault *f)
{
    struct profile *all = &in->profile;

    all->calls.alone = own->calls.alone;
    profile_need_columns(all, own->n_columns);
    profile_need_columns(own, all->n_columns);
    if (!match_units(all, own) || !profile_merge(all, own))
        return fault_set(f, FAULT_INPUT,
                         "%s: the sum of all values grows beyond 2^64-1 with it, wanted one that "
                         "fits",
                         path);
    return reading_within_limits(all, &r->read->ask.limits, path, 0, f);
}

/* Names pods and containers alike in all inputs: as any of them says, or else this host. Their ids
 * are such that no two hosts have the same. */
static void name_groups(struct inputs *in, const struct read_request *r)
{
    struct group_names *groups = &in->profile.info.groups;

    if (in->host_groups && r->ask.symbols.files && !r->ask.symbols.n_symfs) {
        struct buf lines = {0};
        container_names_add(&lines, NULL);
        group_names_read(groups, buf_str(&lines));
        buf_free(&lines);
    }
    if (groups->n)
        places_name_groups(&in->profile);
}

/* Reads an input and adds the places that are asked for to the labels of its samples. */
static bool read_places(struct inputs *in, const struct input_request *r, const char *path,
                        struct profile *own, struct fault *f)
{
    const unsigned labels = r->read->ask.labels;
    bool ok = read_one(in, r, path, own, f);

    if (ok && labels & (OPTIONAL_POD | OPTIONAL_CONTAINER))
        in->host_groups = in->host_groups || !own->info.groups.n;
    if (ok && labels)
        ok = places_add(
            own, &(struct places){labels, buf_str(&own->info.host), path, &r->read->labels}, f);
    return ok;
}

/* Reads an input into a separate profile, so that neither a failure nor what is known of all its
 * samples affects the others. */
static bool read_apart(struct inputs *in, const struct input_request *r, const char *path,
                       struct fault *f)
{
    const struct profile *all = &in->profile;
    struct fault why = {0};
    struct profile own;

    profile_init(&own, all->n_columns, all->moments.kind);
    for (size_t i = 0; i < all->n_columns; i++) {
        own.columns[i].name = names_add(&own.names, names_get(&all->names, all->columns[i].name));
        own.columns[i].unit = names_add(&own.names, names_get(&all->names, all->columns[i].unit));
    }
    bool ok = read_places(in, r, path, &own, &why);
    if (ok)
        ok = in->svg.n || join(in, r, path, &own, f);
    else if (r->read->ask.strict || why.unread || !r->read->skip_unreadable)
        *f = why;
    else {
        skipped_inputs_add(&in->left_out, path, &why);
        ok = true;
    }
    profile_free(&own);
    return ok;
}

static bool read_next(struct inputs *in, const struct input_request *r, const char *path,
                      struct fault *f)
{
    if (r->read->skip_unreadable || r->read->ask.labels)
        return read_apart(in, r, path, f);
    return read_one(in, r, path, &in->profile, f);
}

/* Says when --srcline can change nothing. */
static void print_no_lines(const struct inputs *in, const struct input_request *r)
{
    const struct frames *frames = &in->profile.frames;

    if (!r->read->ask.naming.sources || r->messages->quiet || r->selection->root_by_implied)
        return;
    for (frame_id i = 1; i < frames->n; i++)
        if (frames->rows[i].line)
            return;
    message_print("--srcline: the input has no source lines of functions");
}

/* Names are kept byte for byte; prints where the picture cannot show one exactly. */
static void print_odd_names(const struct inputs *in, const struct input_request *r)
{
    const struct names *names = &in->profile.names;
    struct place place;
    uint64_t odd = 0;

    if (!in->non_utf8_line || r->messages->quiet)
        return;
    for (name_id i = 1; i < names->n; i++)
        odd += !utf8_plain(names_get(names, i));
    if (in->joined && !odd)
        return;
    message_print(
        "%s: a name with control characters or invalid UTF-8 is drawn with U+FFFD or <U+...>; "
        "%" PRIu64 " such name%s in all",
        place_of(&place, in->non_utf8_input, in->non_utf8_line), odd, plural(odd));
}

/* Folded stacks do not state their unit. Prints that it is a guess if other inputs state theirs. */
static void print_guessed_units(const struct inputs *in, const struct input_request *r)
{
    const struct profile *p = &in->profile;
    struct str unit = names_get(&p->names, p->columns[COLUMN_WEIGHT].unit);
    struct excerpt e;

    for (size_t i = 0; i < in->summary.n; i++)
        if (unit.n && !r->messages->quiet && !str_equal(unit, STR("samples")) &&
            strcmp(in->summary.inputs[i].report.format->name, "folded") == 0 &&
            !in->summary.inputs[i].report.tally.states_unit)
            message_print("%s: states no unit, taken as %s like the other inputs",
                          in->summary.inputs[i].name, excerpt_of(&e, unit));
}

bool inputs_check(const struct input_request *r, const struct request_list *before, struct fault *f)
{
    const struct request_list *lists[] = {r->paths, before};
    size_t standard = !r->paths->n;

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->n; i++)
            standard += strcmp(lists[k]->items[i], "-") == 0;
    if (standard > 1)
        return fault_set(f, FAULT_USAGE, "\"-\", standard input, is given twice, wanted once");
    return !r->read->ask.symbols.debuginfod || debuginfod_usable(f);
}

/* Readers that know addresses have already reported lost callers, and better than frames can. */
static void find_quality(struct inputs *in)
{
    struct quality *quality = &in->summary.quality;
    bool told = true;

    stack_quality_count(quality, &in->profile);
    for (size_t i = 0; i < in->summary.n; i++)
        told = told && in->summary.inputs[i].report.format->tells_lost_callers;
    if (told)
        quality->nowhere = quality->cut = 0;
}

/* Finds the name most similar to a wanted one: the same in a scope (shop::sort for sort), or the
 * one that differs in fewest letters, at most a third; "" if none. */
static struct str find_meant(const struct profile *p, struct str wanted)
{
    struct str meant = STR("");
    unsigned least = (unsigned)(wanted.n + 2) / 3;

    for (uint32_t i = 0; i < p->frames.n; i++) {
        struct str name = names_get(&p->names, p->frames.rows[i].name);
        unsigned distance = edit_distance(wanted, name, least);
        bool is_in_scope =
            name.n > wanted.n + 2 && str_ends(name, wanted) &&
            str_equal(str_from_to(name, name.n - wanted.n - 2, name.n - wanted.n), STR("::"));
        if (distance > least && !is_in_scope)
            continue;
        meant = name;
        least = is_in_scope ? 0 : distance;
        if (least == 0)
            break;
    }
    return meant;
}

static bool refuse_explained(const struct inputs *in, struct str function, struct fault *f)
{
    struct str meant = find_meant(&in->profile, function);
    struct excerpt e;
    struct excerpt other;

    return fault_set(f, FAULT_INPUT,
                     "--explain: no function that files or maps named is called \"%s\" in the "
                     "graph, wanted one%s%s%s",
                     excerpt_of(&e, function), meant.n ? "; did you mean \"" : "",
                     meant.n ? excerpt_of(&other, meant) : "", meant.n ? "\"?" : "");
}

/* Prints even with --quiet, because it was asked for. */
static bool print_explained(const struct inputs *in, const struct input_request *r, struct fault *f)
{
    const char *function = r->read->ask.symbols.explain;
    const struct text_list *lines = &(in->joined ? in->joined : &in->profile)->info.explained;

    if (!function)
        return true;
    for (size_t i = 0; i < lines->n; i++) {
        const struct str line = text_list_get(lines, i);
        message_print("%.*s", (int)line.n, line.p);
    }
    return lines->n || refuse_explained(in, str_of(function), f);
}

/* Lists the measures that hold something, before one of them is chosen. */
static void list_measured(struct inputs *in)
{
    const struct profile *p = &in->profile;

    buf_clear(&in->measured);
    for (size_t i = 0; i < p->n_columns; i++) {
        struct str name = names_get(&p->names, p->columns[i].name);
        if (!p->columns[i].total || !name.n)
            continue;
        buf_add(&in->measured, in->measured.n ? STR(", ") : STR(""));
        buf_add(&in->measured, name);
    }
}

/* What outputs without a title of their own say of one recording: "./demo 3, 345 samples". */
static void take_about(struct inputs *in)
{
    const struct recording_info *info = &in->profile.info;

    buf_add(&in->command, buf_str(&info->command));
    buf_add(&in->facts, buf_str(&info->how));
    buf_add(&in->about, buf_str(&info->command));
    buf_add(&in->about, info->how.n ? STR(", ") : STR(""));
    buf_add(&in->about, buf_str(&info->how));
}

bool inputs_are_unshown(const struct inputs *in)
{
    uint64_t n = 0;

    for (size_t i = 0; i < in->summary.n; i++)
        n += in->summary.inputs[i].report.tally.unshown;
    return n > 0;
}

bool inputs_read(struct inputs *in, const struct input_request *r, const char *const *paths,
                 size_t n, struct fault *f)
{
    profile_init(&in->profile, 1, read_request_time(r->read));
    for (size_t i = 0; i < n || i == 0; i++)
        if (!read_next(in, r, n ? paths[i] : "-", f))
            return false;
    if (in->svg.n)
        return true;
    name_groups(in, r->read);
    if (in->summary.n > 1)
        in->profile.info.zero_ns = 0;
    if (n <= 1)
        take_about(in);
    if (r->read->joined)
        in->joined = joined_take_first(&in->profile, r->read);
    if (n > 1)
        events_count_rows(&in->profile);
    if (!skipped_inputs_tell(&in->left_out, n, r->messages->quiet, &in->about, f))
        return false;
    if (r->messages->summary && in->profile.calls.share == CALLS_NOT_SHARED)
        find_quality(in);
    list_measured(in);
    print_odd_names(in, r);
    print_no_lines(in, r);
    print_guessed_units(in, r);
    return print_explained(in, r, f);
}

void inputs_free(struct inputs *in)
{
    profile_free(&in->profile);
    if (in->joined)
        profile_free(in->joined);
    mem_free(in->joined, 1, sizeof *in->joined);
    skipped_inputs_free(&in->left_out);
    summary_free(&in->summary);
    buf_free(&in->about);
    buf_free(&in->command);
    buf_free(&in->facts);
    buf_free(&in->svg);
    buf_free(&in->event_measure);
    buf_free(&in->measured);
}

void inputs_lend(struct inputs *to, struct inputs *from, bool whole)
{
    *to = *from;
    to->joined = NULL;
    if (whole)
        from->profile = (struct profile){0};
    else
        profile_copy(&to->profile, &from->profile);
}

void inputs_replace(struct inputs *in, struct profile *changed)
{
    profile_free(&in->profile);
    in->profile = *changed;
}

bool inputs_replace_frames(struct inputs *in, struct frame *rows)
{
    struct profile *p = &in->profile;
    size_t n = p->frames.n;
    struct profile changed;

    if (!rows)
        return true;
    profile_init(&changed, p->n_columns, p->moments.kind);
    bool fits = profile_merge_as(&changed, p, rows);
    mem_free(rows, n, sizeof *rows);
    inputs_replace(in, &changed);
    return fits;
}

static void shorten(struct inputs *in, enum shorten what)
{
    struct profile changed;

    if (what == SHORTEN_NOTHING)
        return;
    shorten_apply(what, &in->profile, &changed);
    inputs_replace(in, &changed);
}

bool inputs_choose_whole(struct inputs *in, const struct input_request *r, struct fault *f)
{
    const struct selection_request *s = r->selection;
    const struct select_options o = {.value = r->read->ask.value, .quiet = r->messages->quiet};
    struct profile *p = &in->profile;

    shorten(in, s->shorten);
    if (select_needed(s, o.value, p) && !select_keep(s, &o, p, f))
        return false;
    if (redact_needed(&s->redact))
        profile_forget_labels(p);
    return true;
}

bool inputs_choose_merged(struct inputs *in, const struct input_request *r, bool names_only,
                          struct fault *f)
{
    const struct selection_request *s = r->selection;
    const struct select_options o = {.value = r->read->ask.value,
                                     .quiet = r->messages->quiet,
                                     .names_only = names_only,
                                     .keep_counts = in->keep_counts,
                                     .process = in->process};
    struct profile changed;

    shorten(in, s->shorten);
    if (select_needed(s, o.value, &in->profile)) {
        if (!select_apply(s, &o, &in->profile, &changed, f))
            return false;
        inputs_replace(in, &changed);
    }
    return true;
}

bool inputs_check_total(const struct inputs *in, size_t column, struct fault *f)
{
    const struct profile *p = &in->profile;
    const char *name = in->summary.n == 1 ? in->summary.inputs[0].name : "all inputs";
    struct str measure = names_get(&p->names, p->columns[column].name);
    struct str others = buf_str(&in->measured);
    struct excerpt e;
    struct excerpt measured;

    if (p->columns[column].total)
        return true;
    if (!measure.n)
        return fault_set(f, FAULT_INPUT, "%s: the total of all counts is 0, wanted more", name);
    if (!others.n || str_equal(others, measure))
        return fault_set(f, FAULT_INPUT, "%s: the total of %s is 0, wanted more", name,
                         excerpt_of(&e, measure));
    return fault_set(f, FAULT_INPUT,
                     "%s: the total of %s is 0, wanted a --value that holds something: %s", name,
                     excerpt_of(&e, measure), excerpt_of(&measured, others));
}

size_t inputs_filled_column(const struct inputs *in)
{
    const struct profile *p = &in->profile;

    for (size_t i = 0; i < p->n_columns; i++)
        if (p->columns[i].total)
            return i;
    return 0;
}

bool inputs_check_left(const struct inputs *in, const struct filter_request *r, size_t column,
                       struct fault *f)
{
    return in->profile.columns[column].total != 0 || !in->filtered ||
           fault_set(f, FAULT_INPUT, "%s leaves no sample, wanted some", filter_first(r));
}

void inputs_leave_out_allocators(struct inputs *in, const struct input_request *r, size_t column)
{
    struct profile changed;

    if (r->selection->filter.keep_allocator ||
        !allocators_leave_out(&in->profile, column, &changed))
        return;
    inputs_replace(in, &changed);
    if (!r->messages->quiet)
        message_print("frames of the allocator at the end of stacks are left out "
                      "(--keep-allocator shows them)");
}

bool inputs_filter(struct inputs *in, const struct input_request *r, bool mark_wakers,
                   struct fault *f)
{
    const struct selection_request *s = r->selection;
    struct profile changed;

    if (filter_needed(&s->filter, mark_wakers)) {
        if (!filter_apply(&s->filter, mark_wakers, &in->profile, &changed, &in->summary.dropped, f))
            return false;
        inputs_replace(in, &changed);
        in->filtered = true;
    }
    return true;
}

bool inputs_redact(struct inputs *in, const struct input_request *r, struct fault *f)
{
    const struct redact_request *redact = &r->selection->redact;
    struct profile changed;
    struct names own;

    if (!redact_needed(redact))
        return true;
    names_init(&own);
    bool ok = redact_apply(redact, r->messages->quiet, in->hidden ? in->hidden : &own, &in->profile,
                           &changed, f);
    names_free(&own);
    if (ok)
        inputs_replace(in, &changed);
    return ok;
}
