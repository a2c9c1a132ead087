/* flamegraph.pl -color=java -Title x --count us out.folded */
#include "app/old_flamegraph.h"

#include <stdio.h>

#include "base/cut.h"

struct old_option {
    const char *name;
    enum option_id id; /* OPTION_COUNT: it has no effect on what is read today */
    bool takes_value;
};

static const struct old_option old_options[] = {
    {"bgcolors", OPTION_BGCOLORS, true},
    {"colors", OPTION_COLORS, true},
    {"countname", OPTION_COUNTNAME, true},
    {"cp", OPTION_CP, false},
    {"encoding", OPTION_ENCODING, true},
    {"factor", OPTION_FACTOR, true},
    {"flamechart", OPTION_FLAMECHART, false},
    {"fontsize", OPTION_FONTSIZE, true},
    {"fonttype", OPTION_FONTTYPE, true},
    {"fontwidth", OPTION_FONTWIDTH, true},
    {"hash", OPTION_HASH, false},
    {"height", OPTION_HEIGHT, true},
    {"help", OPTION_HELP, false},
    {"inverted", OPTION_INVERTED, false},
    {"minwidth", OPTION_MINWIDTH, true},
    {"nameattr", OPTION_NAMEATTR, true},
    {"nametype", OPTION_NAMETYPE, true},
    {"negate", OPTION_COUNT, false}, /* of two columns, which are never guessed */
    {"notes", OPTION_NOTES, true},
    {"random", OPTION_RANDOM, false},
    {"reverse", OPTION_REVERSE, false},
    {"subtitle", OPTION_SUBTITLE, true},
    {"title", OPTION_TITLE, true},
    {"total", OPTION_TOTAL, true},
    {"width", OPTION_WIDTH, true},
};

enum { N_OLD_OPTIONS = sizeof old_options / sizeof old_options[0] };

bool old_flamegraph_listed(size_t i, const char **name, enum option_id *id, bool *takes_value)
{
    if (i >= N_OLD_OPTIONS)
        return false;
    *name = old_options[i].name;
    *id = old_options[i].id;
    *takes_value = old_options[i].takes_value;
    return true;
}

void old_flamegraph_start(struct old_flamegraph *o, int argc, char **argv)
{
    *o = (struct old_flamegraph){.argc = argc, .at = 1, .argv = argv};
}

/* What is typed may be of any case; the names are lower case. */
static bool begins(const char *name, struct str typed)
{
    size_t i = 0;

    while (i < typed.n && name[i] == (is_letter(typed.p[i]) ? typed.p[i] | 0x20 : typed.p[i]))
        i++;
    return i == typed.n;
}

static bool fault_of_several(struct str typed, struct fault *f)
{
    struct excerpt e;
    char list[300] = "";
    size_t n = 0;

    for (size_t i = 0; i < N_OLD_OPTIONS; i++)
        if (begins(old_options[i].name, typed) && n < sizeof list)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "",
                                  old_options[i].name);
    return fault_set(f, FAULT_USAGE, "-%s: several options begin so, wanted one of %s",
                     excerpt_of(&e, typed), list);
}

/* Finds the one option that begins so: no name is the beginning of another. */
static const struct old_option *find(struct str typed, struct fault *f)
{
    const struct old_option *found = NULL;
    struct excerpt e;

    for (size_t i = 0; typed.n && i < N_OLD_OPTIONS; i++) {
        if (!begins(old_options[i].name, typed))
            continue;
        if (found) {
            fault_of_several(typed, f);
            return NULL;
        }
        found = &old_options[i];
    }
    if (!found)
        fault_set(f, FAULT_USAGE, "-%s: no such option of flamegraph.pl (-help lists them)",
                  excerpt_of(&e, typed));
    return found;
}

/* Reads what stands behind the dashes of an option: NAME or NAME=VALUE. An option without effect
 * leaves use->row NULL. */
static bool next_option(struct old_flamegraph *o, struct str text, struct option_use *use,
                        struct fault *f)
{
    struct excerpt e;
    size_t equals = text.n ? str_find(text, 1, STR("=")) : 0;
    const struct old_option *option = find(str_from_to(text, 0, equals), f);

    if (!option)
        return false;
    const char *value = equals < text.n ? text.p + equals + 1 : NULL;
    if (value && !option->takes_value)
        return fault_set(f, FAULT_USAGE, "-%s: \"%s\" found, wanted no value", option->name,
                         excerpt_of(&e, str_of(value)));
    if (!value && option->takes_value && o->at < o->argc)
        value = o->argv[o->at++];
    else if (option->takes_value && (!value || !*value))
        return fault_set(f, FAULT_USAGE, "-%s: no value found, wanted %s", option->name,
                         option_of(option->id)->value);
    use->row = option->id == OPTION_COUNT ? NULL : option_of(option->id);
    use->value = value;
    return true;
}

/* "-" alone is a file. */
static size_t length_of_dashes(const char *argument)
{
    if (argument[0] == '+' || (argument[0] == '-' && argument[1]))
        return argument[0] == '-' && argument[1] == '-' ? 2 : 1;
    return 0;
}

bool old_flamegraph_next(struct old_flamegraph *o, struct option_use *use, struct fault *f)
{
    while (o->at < o->argc) {
        const char *argument = o->argv[o->at++];
        size_t dashes = o->ended ? 0 : length_of_dashes(argument);

        *use = (struct option_use){NULL, argument};
        if (!dashes)
            return true;
        o->ended = strcmp(argument, "--") == 0;
        if (o->ended)
            continue;
        if (!next_option(o, str_of(argument + dashes), use, f))
            return false;
        if (use->row)
            return true;
    }
    return false;
}
