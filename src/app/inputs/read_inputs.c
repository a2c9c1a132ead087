/* PROFILE, once: reads an input, and what one reading makes of it is added to what was made of
 * those before. */
#include "app/inputs/read_inputs.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "app/inputs/input_messages.h"
#include "app/inputs/joined.h"
#include "app/inputs/places.h"
#include "app/selection/events.h"
#include "base/ascii.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "input/common/measure.h"
#include "model/units.h"
#include "record/group/container.h"

/* Where an input is read into: what is made of some states of threads. */
struct receiver {
    struct inputs *in;
    struct profile *to;      /* that of `in`, or of this input alone: */
    struct profile own;      /* read apart */
    size_t remarks, details; /* so many lines were told of the recording before */
    struct column column;    /* as it was before */
};

/* One input that is read. Owns its receivers; the first is that of the reading. */
struct one_input {
    const struct input_request *r;
    const char *path;
    const char *name; /* in messages */
    struct receiver *receivers;
    struct also_read *also; /* of the other receivers */
    size_t n;               /* receivers */
};

/* The end of the word at `from` and the blanks behind it. */
static size_t next_word(struct str line, size_t from)
{
    while (from < line.n && line.p[from] != ' ')
        from++;
    while (from < line.n && line.p[from] == ' ')
        from++;
    return from;
}

/* Whether two lines have the same words but for numbers. */
static bool says_same(struct str a, struct str b)
{
    size_t i = 0;
    size_t k = 0;

    while (i < a.n && k < b.n) {
        const size_t i_next = next_word(a, i);
        const size_t k_next = next_word(b, k);
        if (!(is_digit(a.p[i]) && is_digit(b.p[k])) &&
            !str_equal(str_from_to(a, i, i_next), str_from_to(b, k, k_next)))
            return false;
        i = i_next;
        k = k_next;
    }
    return i == a.n && k == b.n;
}

static bool has_said(const struct text_list *lines, struct str line)
{
    for (size_t i = 0; i < lines->n; i++)
        if (says_same(text_list_get(lines, i), line))
            return true;
    return false;
}

/* Prints the remarks on other states of threads that say something else than those on the first,
 * behind the option that asks for these states. */
static void print_more(const struct receiver *to, const struct receiver *first, const char *name)
{
    static const char *const options[] = {[READ_RUNNING] = "--on-cpu",
                                          [READ_OFF_CPU] = "--off-cpu",
                                          [READ_WALL] = "--wall",
                                          [READ_LATENCY] = "--latency"};
    const struct text_list *remarks = &to->to->info.remarks;

    for (size_t i = to->remarks; i < remarks->n; i++) {
        const struct str line = text_list_get(remarks, i);
        if (!has_said(&first->to->info.remarks, line))
            message_print("%s: %s: %.*s", name, options[to->in->read], (int)line.n, line.p);
    }
}

/* Prints the reader's lines at once, and keeps them for the summary. */
static void take_report(const struct one_input *one, const struct receiver *to,
                        const struct input_report *report)
{
    const struct receiver *first = one->receivers;
    struct inputs *in = to->in;

    if (!in->non_utf8_line) {
        in->non_utf8_input = one->name;
        in->non_utf8_line = report->tally.non_utf8_line;
    }
    if (to != first && !one->r->messages->quiet)
        print_more(to, first, one->name);
    else if (!one->r->messages->quiet)
        input_messages_print(one->r, one->name, report, &to->to->info.remarks, to->remarks);
    summary_add(&in->summary, one->name, report, &to->to->info.details, to->details);
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
static void join_period(const struct receiver *to, const struct input_report *report)
{
    struct profile *p = to->to;
    const struct column *before = &to->column;
    struct column *c = &p->columns[COLUMN_WEIGHT];
    const struct column own = {.total = c->total - before->total,
                               .period = report->tally.period,
                               .census = is_census(p, report->format)};
    struct column joined = *before;

    column_join_period(&joined, &own);
    c->period = joined.period;
    c->census = joined.census;
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
static bool join(struct receiver *to, const struct one_input *one, struct fault *f)
{
    struct profile *all = &to->in->profile;
    struct profile *own = &to->own;

    all->calls.alone = own->calls.alone;
    profile_need_columns(all, own->n_columns);
    profile_need_columns(own, all->n_columns);
    if (!match_units(all, own) || !profile_merge(all, own))
        return fault_set(f, FAULT_INPUT,
                         "%s: the sum of all values grows beyond 2^64-1 with it, wanted one that "
                         "fits",
                         one->path);
    return reading_within_limits(all, &one->r->read->ask.limits, one->path, 0, f);
}

/* Whether an input did not have the states of threads that are wanted. */
static bool is_given_up(const struct receiver *to)
{
    return to->in->fault != NULL;
}

static void take_also(const struct receiver *to, const struct also_read *also,
                      struct input_report *report)
{
    report->tally = also->tally;
    if (is_given_up(to) || also->fault.kind == FAULT_NONE)
        return;
    to->in->fault = mem_alloc(1, sizeof *to->in->fault);
    *to->in->fault = also->fault;
}

/* Reads the input and adds its samples. An SVG is none. */
static bool read_one(struct one_input *one, struct fault *f)
{
    const struct read_request *read = one->r->read;
    struct inputs *in = one->receivers[0].in;
    struct progress progress;
    struct input_report report;
    const struct input_file file = {
        .path = one->path,
        .opened = read_request_opened(read, one->path),
        .svg = in->takes_svg ? &in->svg : NULL,
        .progress = one->r->messages->quiet ? NULL : progress_show,
        .progress_context = &progress,
        .also = one->also,
        .n_also = one->n - 1,
    };

    for (size_t i = 0; i < one->n; i++) {
        struct receiver *to = &one->receivers[i];
        to->remarks = to->to->info.remarks.n;
        to->details = to->to->info.details.n;
        to->column = to->to->columns[COLUMN_WEIGHT];
    }
    progress_begin(&progress, one->r->messages->progress, one->name);
    bool ok = input_read(&file, &read->ask, one->receivers[0].to, &report, f);
    progress_end(&progress);
    for (size_t i = 0; ok && !in->svg.n && i < one->n; i++) {
        if (i)
            take_also(&one->receivers[i], &one->also[i - 1], &report);
        if (is_given_up(&one->receivers[i]))
            continue;
        join_period(&one->receivers[i], &report);
        take_report(one, &one->receivers[i], &report);
    }
    return ok;
}

/* Adds the places that are asked for to the labels of an input's samples. */
static bool add_places(const struct one_input *one, struct fault *f)
{
    const struct read_request *read = one->r->read;
    const unsigned labels = read->ask.labels;
    bool ok = true;

    for (size_t i = 0; labels && ok && i < one->n; i++) {
        struct receiver *to = &one->receivers[i];
        struct recording_info *info = &to->own.info;
        if (is_given_up(to))
            continue;
        if (labels & (OPTIONAL_POD | OPTIONAL_CONTAINER))
            to->in->host_groups = to->in->host_groups || !info->groups.n;
        ok = places_add(
            &to->own, &(struct places){labels, buf_str(&info->host), one->path, &read->labels}, f);
    }
    return ok;
}

static void begin_apart(struct profile *own, const struct profile *all)
{
    profile_init(own, all->n_columns, all->moments.kind);
    for (size_t i = 0; i < all->n_columns; i++) {
        own->columns[i].name = names_add(&own->names, names_get(&all->names, all->columns[i].name));
        own->columns[i].unit = names_add(&own->names, names_get(&all->names, all->columns[i].unit));
    }
}

/* Reads an input into separate profiles, so that neither a failure nor what is known of all its
 * samples affects the others. */
static bool read_apart(struct one_input *one, struct fault *f)
{
    const struct read_request *read = one->r->read;
    struct inputs *in = one->receivers[0].in;
    struct fault why = {0};

    for (size_t i = 0; i < one->n; i++)
        begin_apart(one->receivers[i].to, &one->receivers[i].in->profile);
    bool ok = read_one(one, &why) && add_places(one, &why);
    if (ok) {
        for (size_t i = 0; ok && !in->svg.n && i < one->n; i++)
            ok = is_given_up(&one->receivers[i]) || join(&one->receivers[i], one, f);
    } else if (read->ask.strict || why.unread || !read->skip_unreadable) {
        *f = why;
    } else {
        skipped_inputs_add(&in->left_out, one->path, &why);
        ok = true;
    }
    for (size_t i = 0; i < one->n; i++)
        profile_free(one->receivers[i].to);
    return ok;
}

static bool read_input(struct inputs *in, const struct input_request *r, const char *path,
                       struct fault *f)
{
    const bool is_apart = r->read->skip_unreadable || r->read->ask.labels;
    const char *own = r->read->called ? r->read->called : path;
    struct one_input one = {.r = r,
                            .path = path,
                            .name = strcmp(path, "-") == 0 ? "standard input" : own,
                            .n = 1 + in->n_also};

    one.receivers = mem_alloc(one.n, sizeof *one.receivers);
    one.also = mem_alloc(in->n_also, sizeof *one.also);
    for (size_t i = 0; i < one.n; i++) {
        struct receiver *to = &one.receivers[i];
        to->in = i ? &in->also[i - 1] : in;
        to->to = is_apart ? &to->own : &to->in->profile;
        if (i) {
            one.also[i - 1] = (struct also_read){.ask = r->read->ask, .profile = to->to};
            one.also[i - 1].ask.read = to->in->read;
        }
    }
    bool ok = is_apart ? read_apart(&one, f) : read_one(&one, f);
    mem_free(one.also, in->n_also, sizeof *one.also);
    mem_free(one.receivers, one.n, sizeof *one.receivers);
    return ok;
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

/* Makes room for what is read of each of the states of threads. */
static void begin(struct inputs *in, const struct read_request *r)
{
    in->n_also = 0;
    for (unsigned bits = r->also; bits; bits &= bits - 1)
        in->n_also++;
    in->also = in->n_also ? mem_alloc(in->n_also, sizeof *in->also) : NULL;
    in->read = r->ask.read;
    profile_init(&in->profile, 1, read_request_time(r));
    for (size_t i = 0, read = 0; i < in->n_also; read++)
        if (r->also >> read & 1) {
            in->also[i].read = (enum ask_read)read;
            profile_init(&in->also[i++].profile, 1, read_request_time(r));
        }
}

/* Ends what was read of some states of threads in n inputs. is_also: of others than the first
 * output shows. */
static void finish(struct inputs *in, const struct read_request *r, size_t n, bool is_also)
{
    name_groups(in, r);
    if (in->summary.n > 1)
        in->profile.info.zero_ns = 0;
    if (n <= 1)
        take_about(in);
    if (r->first && is_also) {
        list_measured(in);
        in->joined = joined_take(&in->profile);
        return;
    }
    if (r->first)
        in->joined = joined_take_first(&in->profile, r->first);
    if (n > 1)
        events_count_rows(&in->profile);
    list_measured(in);
}

bool inputs_read(struct inputs *in, const struct input_request *r, const char *const *paths,
                 size_t n, struct fault *f)
{
    begin(in, r->read);
    for (size_t i = 0; i < n || i == 0; i++)
        if (!read_input(in, r, n ? paths[i] : "-", f))
            return false;
    if (in->svg.n)
        return true;
    finish(in, r->read, n, false);
    for (size_t i = 0; i < in->n_also; i++)
        if (!in->also[i].fault)
            finish(&in->also[i], r->read, n, true);
    if (!skipped_inputs_tell(&in->left_out, n, r->messages->quiet, &in->about, f))
        return false;
    if (r->messages->summary && in->profile.calls.share == CALLS_NOT_SHARED)
        find_quality(in);
    print_odd_names(in, r);
    print_no_lines(in, r);
    print_guessed_units(in, r);
    return print_explained(in, r, f);
}
