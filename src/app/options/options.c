/* --long=value, --long value, -x value: parses options by getopt_long from the option table. */
#include "app/options/options.h"

#include <stdio.h>

#include "app/options/call_chain.h"
#include "app/options/perf_options.h"
#include "base/nearest.h"

enum { LONG = 256 }; /* getopt_long returns LONG + the id of an option, or its letter */

/* A long name and its option. */
struct spelling {
    const char *name;
    enum option_id id;
};

static const struct option_row rows[] = {
#define OPTION(programs, id, name, letter, argument, value, complete, group, shown, about)         \
    {name,                                                                                         \
     value,                                                                                        \
     about,                                                                                        \
     OPTION_##id,                                                                                  \
     PROGRAMS_##programs,                                                                          \
     ARGUMENT_##argument,                                                                          \
     COMPLETE_##complete,                                                                          \
     GROUP_##group,                                                                                \
     letter,                                                                                       \
     SHOWN_##shown},
#define ALIAS(id, name)
#include "app/options/options.def"
#undef OPTION
#undef ALIAS
};

static const struct spelling spellings[] = {
#define OPTION(programs, id, name, letter, argument, value, complete, group, shown, about)         \
    {name, OPTION_##id},
#define ALIAS(id, name) {name, OPTION_##id},
#include "app/options/options.def"
#undef OPTION
#undef ALIAS
};

static int getopt_argument(enum option_argument argument)
{
    if (argument == ARGUMENT_NONE)
        return no_argument;
    return argument == ARGUMENT_OPTIONAL || argument == ARGUMENT_WORD ? optional_argument
                                                                      : required_argument;
}

const struct option_row *option_of(enum option_id id)
{
    return &rows[id];
}

static bool has(const struct options *o, const struct spelling *spelling)
{
    return option_is_of(&rows[spelling->id], o->program);
}

/* Whether a program has an option of that whole name. */
static bool has_name(enum program program, struct str name)
{
    for (size_t i = 0; i < OPTION_SPELLINGS; i++)
        if (str_equal(str_of(spellings[i].name), name) &&
            option_is_of(&rows[spellings[i].id], program))
            return true;
    return false;
}

/* Tells getopt the letters. word_behind: a word stands right behind the letter that may have one,
 * as in -gfp; in -gF99 it is two letters. */
static void set_letters(struct options *o, bool word_behind)
{
    size_t n = 0;

    /* a PROFILE is returned in order, as option 1; the command to record ends the options */
    o->letters[n++] = o->program == PROGRAM_RECORD ? '+' : '-';
    o->letters[n++] = ':'; /* getopt prints no messages */
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const enum option_argument argument = rows[i].argument;
        if (!rows[i].letter || !option_is_of(&rows[i], o->program))
            continue;
        o->letters[n++] = rows[i].letter;
        if (argument == ARGUMENT_ONE || argument == ARGUMENT_MANY ||
            (argument == ARGUMENT_WORD && word_behind))
            o->letters[n++] = ':';
    }
    o->letters[n] = '\0';
}

void options_start(struct options *o, enum program program, int argc, char **argv)
{
    size_t n_names = 0;

    *o = (struct options){.program = program, .argc = argc, .argv = argv};
    for (size_t i = 0; i < OPTION_SPELLINGS; i++)
        if (has(o, &spellings[i]))
            o->names[n_names++] =
                (struct option){spellings[i].name, getopt_argument(rows[spellings[i].id].argument),
                                NULL, LONG + (int)spellings[i].id};
    opterr = 0;
    optind = 0; /* glibc's getopt starts again */
}

/* Returns the name in --name or --name=value. */
static struct str name_in(const char *argument)
{
    struct str name = str_of(argument + strspn(argument, "-"));

    name.n = str_find(name, 0, STR("="));
    return name;
}

static const char *nearest_to(const struct options *o, struct str name)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < OPTION_SPELLINGS; i++)
        if (has(o, &spellings[i]))
            nearest_look(&nearest, name, spellings[i].name);
    return nearest_word(&nearest);
}

static bool fault_of_unknown(const struct options *o, struct str name, struct fault *f)
{
    struct excerpt e;
    const char *nearest = nearest_to(o, name);
    const char *advice = o->program == PROGRAM_RECORD ? perf_option_of_name(name) : NULL;

    if (advice)
        return fault_set(f, FAULT_USAGE, "--%s: no such option; %s", excerpt_of(&e, name), advice);
    if (nearest)
        return fault_set(f, FAULT_USAGE, "--%s: no such option; did you mean --%s?",
                         excerpt_of(&e, name), nearest);
    return fault_set(f, FAULT_USAGE, "--%s: no such option (--help=all lists them)",
                     excerpt_of(&e, name));
}

/* getopt reports an unknown name and an ambiguous abbreviation alike; this tells them apart. */
static bool fault_of_name(const struct options *o, const char *argument, struct fault *f)
{
    struct excerpt e;
    struct str name = name_in(argument);
    char list[400] = "";
    size_t n = 0;

    for (size_t i = 0; name.n && i < OPTION_SPELLINGS; i++) {
        if (!has(o, &spellings[i]) || !str_starts(str_of(spellings[i].name), name))
            continue;
        int more = snprintf(list + n, sizeof list - n, "%s--%s", n ? ", " : "", spellings[i].name);
        if (more > 0 && (size_t)more < sizeof list - n)
            n += (size_t)more;
        else
            list[n] = '\0';
    }
    if (n)
        return fault_set(f, FAULT_USAGE, "--%s: several options begin with this, wanted one of %s",
                         excerpt_of(&e, name), list);
    return fault_of_unknown(o, name, f);
}

/* Rejects -color=java, as users of flamegraph.pl write it: it would be -c with the value
 * "olor=java". */
static bool check_dashes(const struct options *o, const char *argument, struct fault *f)
{
    enum { LEAST = 4 };
    struct excerpt e;
    struct str name = name_in(argument);

    if (argument[0] != '-' || argument[1] == '-' || name.n < LEAST)
        return true;
    for (size_t i = 0; i < OPTION_SPELLINGS; i++)
        if (has(o, &spellings[i]) && str_starts(str_of(spellings[i].name), name))
            return fault_set(f, FAULT_USAGE, "-%s: a long option begins with two dashes: --%s",
                             excerpt_of(&e, name), spellings[i].name);
    return true;
}

/* Rejects callgraph --by, which flame has: it would be taken for short for --by-address. */
static bool check_other(const struct options *o, const char *argument, struct fault *f)
{
    static const char *const programs[] = {"flame", "callgraph"};
    struct excerpt e;
    struct str name = name_in(argument);
    const bool is_long = str_starts(str_of(argument), STR("--"));

    if (o->program > PROGRAM_CALLGRAPH || !is_long || has_name(o->program, name))
        return true;
    const enum program other = o->program == PROGRAM_FLAME ? PROGRAM_CALLGRAPH : PROGRAM_FLAME;
    if (!has_name(other, name))
        return true;
    excerpt_of(&e, name);
    return fault_set(f, FAULT_USAGE, "--%s: no such option of %s; %s has it: %s --%s", e.text,
                     programs[o->program], programs[other], programs[other], e.text);
}

/* Finds the option of a letter. */
static bool find_letter(const struct options *o, char letter, enum option_id *id)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (rows[i].letter == letter && letter && option_is_of(&rows[i], o->program)) {
            *id = (enum option_id)i;
            return true;
        }
    return false;
}

/* Returns the row of a code from getopt_long, which always has one. */
static const struct option_row *row_of(const struct options *o, int code)
{
    enum option_id id = OPTION_HELP;

    if (code >= LONG)
        id = (enum option_id)(code - LONG);
    else
        (void)find_letter(o, (char)code, &id);
    return &rows[id];
}

/* Returns what stands behind the letter in a cluster, as -ag, that may have a word; NULL: there is
 * no such letter. */
static const char *behind_letter(const struct options *o, const char *argument)
{
    if (argument[0] != '-' || argument[1] == '-')
        return NULL;
    enum option_id id;
    for (const char *p = argument + 1; find_letter(o, *p, &id); p++) {
        if (rows[id].argument == ARGUMENT_WORD)
            return p + 1;
        if (rows[id].argument != ARGUMENT_NONE)
            return NULL;
    }
    return NULL;
}

static bool is_word(const char *text)
{
    enum call_chain ignored;

    return text && call_chain_find(str_of(text), &ignored);
}

/* -gdwraf was to be one option, not four. */
static bool fault_of_letter(const struct options *o, const char *argument, struct fault *f)
{
    struct excerpt e;
    struct excerpt whole;
    const char letter = (char)optopt;
    const char *behind = behind_letter(o, argument);
    const char *nearest = behind && *behind ? call_chain_nearest(str_of(behind)) : NULL;

    const char *advice = o->program == PROGRAM_RECORD ? perf_option_of_letter(letter) : NULL;

    excerpt_of(&e, (struct str){&letter, 1});
    excerpt_of(&whole, str_of(argument));
    if (nearest)
        return fault_set(f, FAULT_USAGE,
                         "-%s: no such option, found in \"%s\"; did you mean -g %s?", e.text,
                         whole.text, nearest);
    if (advice)
        return fault_set(f, FAULT_USAGE, "-%s: no such option; %s", e.text, advice);
    if (argument[0] == '-' && argument[1] && argument[2])
        return fault_set(f, FAULT_USAGE,
                         "-%s: no such option, found in \"%s\" (--help=all lists them)", e.text,
                         whole.text);
    return fault_set(f, FAULT_USAGE, "-%s: no such option (--help=all lists them)", e.text);
}

/* Sets the fault for which getopt_long returned '?' at an argument. */
static bool fault_of_argument(const struct options *o, const char *argument, struct fault *f)
{
    struct excerpt e;

    if (optopt >= LONG) {
        const char *value = strchr(o->argv[optind - 1], '=');
        return fault_set(f, FAULT_USAGE, "--%s: \"%s\" found, wanted no value",
                         row_of(o, optopt)->name, excerpt_of(&e, str_of(value ? value + 1 : "")));
    }
    if (optopt == 0)
        return fault_of_name(o, o->argv[optind - 1], f);
    return fault_of_letter(o, argument, f);
}

/* Takes a second value, or a word, from what follows. at: where the option stood. */
static void take_next(const struct options *o, struct option_use *use, int at)
{
    if (!use->row || optind >= o->argc)
        return;
    /* The only option with two values, which may also be written KEY=RE. */
    if (use->row->id == OPTION_LABEL_FROM && !strchr(optarg, '='))
        use->second = o->argv[optind++];
    /* In a cluster more letters follow as long as getopt does not move on. */
    else if (use->row->argument == ARGUMENT_WORD && !use->value && optind > at &&
             is_word(o->argv[optind]))
        use->value = o->argv[optind++];
}

bool options_next(struct options *o, struct option_use *use, struct fault *f)
{
    *use = (struct option_use){0};
    if (!o->ended) {
        int at = optind ? optind : 1;
        if (at < o->argc && (!check_dashes(o, o->argv[at], f) || !check_other(o, o->argv[at], f)))
            return false;
        const char *argument = at < o->argc ? o->argv[at] : "";
        set_letters(o, is_word(behind_letter(o, argument)));
        int code = getopt_long(o->argc, o->argv, o->letters, o->names, NULL);
        if (code == '?')
            return fault_of_argument(o, argument, f);
        if (code == ':')
            return fault_set(f, FAULT_USAGE, "--%s: no value found, wanted %s",
                             row_of(o, optopt)->name, row_of(o, optopt)->value);
        o->ended = code == -1;
        use->row = code > 1 ? row_of(o, code) : NULL;
        use->value = optarg;
        take_next(o, use, at);
    }
    if (!o->ended)
        return true;
    if (optind >= o->argc)
        return false;
    use->value = o->argv[optind++];
    return true;
}
