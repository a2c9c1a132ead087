/* Selects, shortens and filters what was read of the inputs. */
#include "app/inputs/inputs.h"

#include <sys/stat.h>

#include "app/common/message.h"
#include "app/selection/allocators.h"
#include "app/selection/filter.h"
#include "app/selection/redact.h"
#include "app/selection/select.h"
#include "app/selection/shorten.h"
#include "base/mem.h"
#include "input/common/companion_files.h"
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

bool inputs_are_unshown(const struct inputs *in)
{
    uint64_t n = 0;

    for (size_t i = 0; i < in->summary.n; i++)
        n += in->summary.inputs[i].report.tally.unshown;
    return n > 0;
}

bool inputs_lack_states(const struct inputs *in)
{
    bool lack = false;

    for (size_t i = 0; i < in->n_also; i++)
        lack = lack || in->also[i].fault;
    return lack;
}

static void free_one(struct inputs *in)
{
    profile_free(&in->profile);
    if (in->joined)
        profile_free(in->joined);
    mem_free(in->joined, 1, sizeof *in->joined);
    mem_free(in->fault, 1, sizeof *in->fault);
    skipped_inputs_free(&in->left_out);
    summary_free(&in->summary);
    buf_free(&in->about);
    buf_free(&in->command);
    buf_free(&in->facts);
    buf_free(&in->svg);
    buf_free(&in->event_measure);
    buf_free(&in->measured);
}

void inputs_free(struct inputs *in)
{
    for (size_t i = 0; i < in->n_also; i++)
        free_one(&in->also[i]);
    mem_free(in->also, in->n_also, sizeof *in->also);
    free_one(in);
}

struct inputs *inputs_of_states(struct inputs *in, enum ask_read read)
{
    for (size_t i = 0; i < in->n_also && !in->svg.n; i++)
        if (in->also[i].read == read)
            return &in->also[i];
    return in;
}

void inputs_lend_rest(struct inputs *to, const struct inputs *from)
{
    *to = *from;
    to->profile = (struct profile){0};
    to->joined = NULL;
    to->fault = NULL;
    to->also = NULL;
    to->n_also = 0;
}

void inputs_lend(struct inputs *to, struct inputs *from, bool whole)
{
    inputs_lend_rest(to, from);
    if (whole) {
        to->profile = from->profile;
        from->profile = (struct profile){0};
    } else {
        profile_copy(&to->profile, &from->profile);
    }
}

void inputs_replace(struct inputs *in, struct profile *changed)
{
    profile_free(&in->profile);
    in->profile = *changed;
}

bool inputs_replace_frames(struct inputs *in, struct frame *rows)
{
    return inputs_replace_parts(in, rows, NULL);
}

bool inputs_replace_parts(struct inputs *in, struct frame *rows, const uint32_t *functions)
{
    struct profile *p = &in->profile;
    size_t n = p->frames.n;
    struct profile changed;

    if (!rows)
        return true;
    profile_init(&changed, p->n_columns, p->moments.kind);
    bool fits = profile_merge_parts(&changed, p, rows, functions);
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

bool inputs_choose_whole(struct inputs *in, const struct input_request *r, bool all_measures,
                         struct fault *f)
{
    const struct selection_request *s = r->selection;
    const struct select_options o = {
        .value = r->read->ask.value, .quiet = r->messages->quiet, .all_measures = all_measures};
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
