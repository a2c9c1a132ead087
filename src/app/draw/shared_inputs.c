/* Reads inputs and the files that options name. */
#include "app/draw/shared_inputs.h"

#include "app/common/message.h"
#include "app/inputs/joined.h"
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
    shared->is_joined = read->joined;
    shared->first_whole = read->first_whole;
    shared->first_timed = read->first_timed;
    shared->in.takes_svg = takes_svg && r->input.paths->n <= 1 && !r->merge->on;
    return inputs_read(&shared->in, &r->input, r->input.paths->items, r->input.paths->n, f);
}

void shared_inputs_free(struct shared_inputs *shared)
{
    difference_free(&shared->difference);
    tiers_free(&shared->tiers);
    inputs_free(&shared->in);
}

/* Whether frames are as formats of whole samples have them. */
static bool is_whole(const struct flame_request *r)
{
    return r->input.read->ask.naming.modules;
}

/* Whether both are read alike, or, if joined, but for modules and times. */
static bool are_read_alike(const struct flame_request *a, const struct flame_request *b,
                           bool joined)
{
    struct naming x = a->input.read->ask.naming;
    struct naming y = b->input.read->ask.naming;

    if (joined && x.modules != y.modules) {
        x.modules = y.modules;
        x.full = y.full;
    }
    return memcmp(&x, &y, sizeof x) == 0 &&
           (joined || a->input.read->timed == b->input.read->timed) &&
           a->input.selection->all_snapshots == b->input.selection->all_snapshots;
}

bool shared_inputs_suit(const struct flame_request *a, const struct flame_request *b)
{
    return are_read_alike(a, b, false) &&
           (!a->sides->before.n || a->output->format->names_only == b->output->format->names_only);
}

/* Comparisons match functions, and --explain finds one, by the names of one reading. */
bool shared_inputs_join(const struct flame_request *a, const struct flame_request *b)
{
    bool needs_one_name = a->sides->before.n || a->input.read->ask.symbols.explain;

    return shared_inputs_suit(a, b) || (!needs_one_name && are_read_alike(a, b, true));
}

void shared_inputs_widen(struct read_request *read, const struct flame_request *first,
                         const struct flame_request *other)
{
    read->ask.labels |= other->input.read->ask.labels;
    if (shared_inputs_suit(first, other))
        return;
    read->joined = true;
    read->first_whole = is_whole(first);
    read->first_timed = first->input.read->timed;
    read->timed = read->timed || other->input.read->timed;
    if (is_whole(first) == is_whole(other))
        return;
    const struct naming *shown = &(is_whole(first) ? other : first)->input.read->ask.naming;
    read->ask.naming = (is_whole(first) ? first : other)->input.read->ask.naming;
    read->ask.naming.shown = true;
    read->ask.naming.shown_full = shown->full;
}

bool shared_inputs_divides(const struct shared_inputs *shared, const struct flame_request *r)
{
    return shared->is_joined &&
           (is_whole(r) != shared->first_whole || r->input.read->timed != shared->first_timed);
}

void shared_inputs_lend(struct inputs *to, struct shared_inputs *shared,
                        const struct flame_request *r, bool is_last)
{
    struct inputs *in = &shared->in;

    if (!shared_inputs_divides(shared, r)) {
        inputs_lend(to, in, is_last);
        return;
    }
    *to = *in;
    to->joined = NULL;
    joined_divide(&to->profile, in->joined, &r->input, is_last);
}
