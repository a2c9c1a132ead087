/* -color=java -Title x --count us --no-include-tname out.folded: parses options as Perl's
 * Getopt::Long does. */
#include "app/old_names/old_grammar.h"

#include <stdio.h>

#include "base/parse.h"

/* Prefixes of an option's name: none, or those that negate it if it is negatable. */
static const char *const prefixes[] = {"", "no", "no-"};

enum { N_PREFIXES = sizeof prefixes / sizeof prefixes[0] };

/* How the typed text matches a name. */
enum fit { FITS_NOT, FITS_BEGINNING, FITS_WHOLE };

void old_arguments_start(struct old_arguments *a, const char *program,
                         const struct old_option *options, size_t n, int argc, char **argv)
{
    *a = (struct old_arguments){
        .program = program, .options = options, .n = n, .argc = argc, .at = 1, .argv = argv};
}

/* Compares without regard to case; names are lower case. */
static enum fit fit_of(const char *prefix, const char *name, struct str typed)
{
    size_t i = 0;

    for (; i < typed.n; i++) {
        const char *expected = *prefix ? prefix++ : name++;
        if (*expected != (is_letter(typed.p[i]) ? typed.p[i] | 0x20 : typed.p[i]))
            return FITS_NOT;
    }
    return *prefix || *name ? FITS_BEGINNING : FITS_WHOLE;
}

/* How the typed text matches an option, and whether it negates it. */
static enum fit fit_option(const struct old_option *option, struct str typed, bool *negated)
{
    enum fit best = FITS_NOT;

    for (size_t i = 0; i < (option->negatable ? N_PREFIXES : 1); i++) {
        enum fit fit = fit_of(prefixes[i], option->name, typed);
        if (fit > best) {
            best = fit;
            *negated = i > 0;
        }
    }
    return best;
}

static bool fault_of_several(const struct old_arguments *a, struct str typed, struct fault *f)
{
    struct excerpt e;
    char list[300] = "";
    size_t n = 0;
    bool negated = false;

    for (size_t i = 0; i < a->n; i++)
        if (fit_option(&a->options[i], typed, &negated) && n < sizeof list)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%s%s", n ? ", " : "",
                                  negated ? "no-" : "", a->options[i].name);
    return fault_set(f, FAULT_USAGE, "-%s: several options begin with this, wanted one of %s",
                     excerpt_of(&e, typed), list);
}

/* Finds the option of that name, or the only one that begins with the text. */
static bool find(const struct old_arguments *a, struct str typed, struct old_argument *use,
                 struct fault *f)
{
    enum fit best = FITS_NOT;
    size_t n_best = 0;
    struct excerpt e;

    for (size_t i = 0; typed.n && i < a->n; i++) {
        bool negated = false;
        enum fit fit = fit_option(&a->options[i], typed, &negated);
        if (fit == FITS_NOT || fit < best)
            continue;
        n_best = fit > best ? 1 : n_best + 1;
        best = fit;
        *use = (struct old_argument){.option = &a->options[i], .negated = negated};
    }
    if (n_best > 1)
        return fault_of_several(a, typed, f);
    return n_best || fault_set(f, FAULT_USAGE, "-%s: no such option of %s (-help lists them)",
                               excerpt_of(&e, typed), a->program);
}

/* Reads the text after an option's dashes: NAME or NAME=VALUE. */
static bool next_option(struct old_arguments *a, struct str text, struct old_argument *use,
                        struct fault *f)
{
    struct excerpt e;
    size_t equals = text.n ? str_find(text, 1, STR("=")) : 0;

    if (!find(a, str_from_to(text, 0, equals), use, f))
        return false;
    const struct old_option *option = use->option;
    const char *value = equals < text.n ? text.p + equals + 1 : NULL;
    if (value && !option->value)
        return fault_set(f, FAULT_USAGE, "-%s: \"%s\" found, wanted no value", option->name,
                         excerpt_of(&e, str_of(value)));
    if (!value && option->value && a->at < a->argc)
        value = a->argv[a->at++];
    else if (option->value && (!value || !*value))
        return fault_set(f, FAULT_USAGE, "-%s: no value found, wanted %s", option->name,
                         option->value);
    use->value = value;
    return true;
}

/* Returns the length of an argument's dashes or plus; 0 for "-", which is a file. */
static size_t length_of_dashes(const char *argument)
{
    if (argument[0] == '+' || (argument[0] == '-' && argument[1]))
        return argument[0] == '-' && argument[1] == '-' ? 2 : 1;
    return 0;
}

bool old_arguments_next(struct old_arguments *a, struct old_argument *use, struct fault *f)
{
    while (a->at < a->argc) {
        const char *argument = a->argv[a->at++];
        size_t dashes = a->ended ? 0 : length_of_dashes(argument);

        *use = (struct old_argument){.value = argument};
        if (!dashes)
            return true;
        a->ended = strcmp(argument, "--") == 0;
        if (!a->ended)
            return next_option(a, str_of(argument + dashes), use, f);
    }
    return false;
}
