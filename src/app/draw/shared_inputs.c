/* Reads inputs and the files that options name. */
#include "app/draw/shared_inputs.h"

#include "app/common/message.h"
#include "app/inputs/joined.h"
#include "app/inputs/read_inputs.h"
#include "render/output.h"

/* The map of --cp is both read and written. */
bool option_files_check_overwrite(const struct flame_request *r, struct fault *f)
{
    const struct picture_request *picture = r->picture;
    struct inputs_files files = {
        .paths = r->input.paths,
        .before = &r->sides->before,
        .colours = picture->colors,
        .others = {picture->nameattr, r->sides->identity, picture->palette_map},
    };

    if (!inputs_check_overwrite(&files, "--output", r->output->path, f))
        return false;
    files.others[2] = NULL;
    return inputs_check_overwrite(&files, "--cp", picture->palette_map, f);
}

/* The usual theme only has colours, which lists of stacks have not: they start without it. */
static bool load_theme(struct option_files *files, const char *colors, bool themed, struct fault *f)
{
    if (!themed && strcmp(colors, COLORS_USUAL) == 0)
        return true;
    bool ok = theme_load(&files->theme, colors, f);
    if (!ok && f->kind == FAULT_INPUT)
        f->kind = FAULT_USAGE; /* the file was named by an option */
    return ok;
}

bool option_files_read(struct option_files *files, const struct flame_request *r, bool themed,
                       struct fault *f)
{
    const struct picture_request *picture = r->picture;
    const struct request_list none = {0};
    struct notes notes = {0};

    /* Two parts of one input are read at once. */
    if (!inputs_check(&r->input, r->sides->is_one_input ? &none : &r->sides->before, f) ||
        !option_files_check_overwrite(r, f))
        return false;
    if (!load_theme(files, picture->colors, themed, f))
        return false;
    files->background = files->theme.background;
    if (picture->bgcolors && !background_parse(str_of(picture->bgcolors), &files->background))
        return fault_set(f, FAULT_USAGE, "--bgcolors: wanted " BACKGROUND_WANTED);
    if (picture->nameattr && !frame_attributes_read(&files->attributes, picture->nameattr, f))
        return false;
    if (!picture->palette_map)
        return true;
    if (!palette_map_read(&files->palette_map, picture->palette_map, &notes, f))
        return false;
    if (!r->input.messages->quiet)
        message_print_notes(&notes, picture->palette_map);
    return true;
}

void option_files_free(struct option_files *files)
{
    palette_map_free(&files->palette_map);
    frame_attributes_free(&files->attributes);
    theme_free(&files->theme);
}

static bool read_sides(struct shared_inputs *shared, const struct flame_request *r, struct fault *f)
{
    struct comparison c = {.exact = r->output->format->names_only};
    bool ok = comparison_read(&c, &r->input, r->sides, f);

    shared->in = c.in;
    shared->difference = c.difference;
    shared->tiers = c.tiers;
    return ok;
}

bool shared_inputs_read(struct shared_inputs *shared, const struct flame_request *r, bool takes_svg,
                        struct fault *f)
{
    const struct read_request *read = r->input.read;

    if (r->sides->before.n)
        return read_sides(shared, r, f);
    shared->first = read->first;
    shared->in.takes_svg = takes_svg && r->input.paths->n <= 1 && !r->merge->on;
    return inputs_read(&shared->in, &r->input, r->input.paths->items, r->input.paths->n, f);
}

void shared_inputs_free(struct shared_inputs *shared)
{
    difference_free(&shared->difference);
    tiers_free(&shared->tiers);
    inputs_free(&shared->in);
}

/* Whether both keep names and times alike. */
static bool are_kept_alike(const struct read_request *a, const struct read_request *b)
{
    return memcmp(&a->ask.naming, &b->ask.naming, sizeof a->ask.naming) == 0 &&
           a->timed == b->timed;
}

/* Whether one reading has the names of both: some are of modules, for formats of whole samples.
 * is_only: it may also lack places that one of them wants. */
static bool are_named_alike(const struct read_request *a, const struct read_request *b,
                            bool is_only)
{
    struct naming x = a->ask.naming;
    const struct naming y = b->ask.naming;

    if (x.modules != y.modules || is_only) {
        x.places = y.places;
        x.in_file = y.in_file;
    }
    if (x.modules != y.modules) {
        x.modules = y.modules;
        x.full = y.full;
    }
    return memcmp(&x, &y, sizeof x) == 0;
}

bool shared_inputs_suit(const struct flame_request *a, const struct flame_request *b)
{
    const struct read_request *x = a->input.read;
    const struct read_request *y = b->input.read;

    return are_kept_alike(x, y) && x->ask.read == y->ask.read &&
           a->input.selection->all_snapshots == b->input.selection->all_snapshots &&
           (!a->sides->before.n || a->output->format->names_only == b->output->format->names_only);
}

/* Comparisons match functions, and --explain finds one, by the names of one reading; a merge skips
 * inputs by what one reading says of them. */
bool shared_inputs_join(const struct flame_request *a, const struct flame_request *b, bool is_only)
{
    const struct read_request *x = a->input.read;
    const struct read_request *y = b->input.read;
    bool needs_one_name = a->sides->before.n || x->ask.symbols.explain;

    return shared_inputs_suit(a, b) ||
           (!needs_one_name && are_named_alike(x, y, is_only) &&
            (x->ask.read == y->ask.read || !x->skip_unreadable) &&
            a->input.selection->all_snapshots == b->input.selection->all_snapshots);
}

/* Names of the reading for `first`, and of the other. */
static void widen_naming(struct naming *naming, const struct naming *first,
                         const struct naming *other)
{
    const bool had_modules = naming->modules;

    if (other->modules && had_modules) {
        naming->places = naming->places && other->places;
        naming->in_file = naming->in_file && other->in_file;
    }
    if (first->modules == other->modules)
        return;
    if (!had_modules)
        *naming = *other;
    naming->shown = true;
    naming->shown_full = (first->modules ? other : first)->full;
}

void shared_inputs_widen(struct read_request *read, const struct read_request *first,
                         const struct read_request *other)
{
    struct naming *naming = &read->ask.naming;

    read->ask.labels |= other->ask.labels;
    if (other->ask.read != first->ask.read)
        read->also |= 1U << other->ask.read;
    if (are_kept_alike(first, other))
        return;
    read->first = first;
    read->timed = read->timed || other->timed;
    widen_naming(naming, &first->ask.naming, &other->ask.naming);
    read->ask.symbols.lines = naming->sources || naming->places;
}

bool shared_inputs_is_joined(const struct shared_inputs *shared)
{
    return shared->first || shared->in.n_also;
}

/* Whether the output has a profile of its own kind in a joined reading. */
static bool divides(const struct shared_inputs *shared, const struct read_request *r)
{
    const struct read_request *first = shared->first;

    return first && (r->ask.read != first->ask.read || r->timed != first->timed ||
                     read_request_whole(r) != read_request_whole(first));
}

bool shared_inputs_lend_alike(const struct shared_inputs *shared, const struct read_request *a,
                              const struct read_request *b)
{
    return a->ask.read == b->ask.read && divides(shared, a) == divides(shared, b);
}

void shared_inputs_lend(struct inputs *to, struct shared_inputs *shared,
                        const struct flame_request *r, bool is_last)
{
    struct inputs *in = inputs_of_states(&shared->in, r->input.read->ask.read);

    if (!divides(shared, r->input.read)) {
        inputs_lend(to, in, is_last);
        return;
    }
    inputs_lend_rest(to, in);
    joined_divide(&to->profile, in->joined, &r->input, is_last);
}
