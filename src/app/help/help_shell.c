/* --help=bash and --help=zsh: writes shell completion of option names and known values. */
#include "app/help/help_pages.h"

#include "app/help/help_chapters.h"
#include "app/help/help_parts.h"
#include "app/options/verbs.h"
#include "base/limits.h"
#include "input/formats.h"
#include "record/event.h"
#include "render/graph/picture.h"
#include "render/output.h"
#include "render/theme/theme.h"

/* Writes the i-th of several words, separated by blanks. */
static void word(struct sink *s, size_t i, struct str text)
{
    sink_text(s, i ? " " : "");
    sink_str(s, text);
}

static void verb_words(struct sink *s)
{
    for (unsigned verb = VERB_DRAW + 1; verb < VERB_COUNT; verb++)
        word(s, verb - VERB_DRAW - 1, str_of(verb_name((enum verb)verb)));
}

static void listed_words(struct sink *s, bool (*listed)(size_t, struct str *, struct str *))
{
    struct str name;
    struct str about;

    for (size_t i = 0; listed(i, &name, &about); i++)
        word(s, i, name);
}

static void event_words(struct sink *s)
{
    char name[EVENT_NAME_ROOM];

    for (size_t i = 0; event_listed(i, name); i++)
        word(s, i, str_of(name));
}

static void registered_words(struct sink *s, enum program program, enum option_complete complete)
{
    size_t n;
    size_t written = 0;

    if (complete == COMPLETE_INPUT_FORMAT) {
        const struct input_format *const *formats = input_formats(&n);
        for (size_t i = 0; i < n; i++)
            if (help_reads(program, formats[i]))
                word(s, written++, str_of(formats[i]->name));
    } else if (complete == COMPLETE_OUTPUT_FORMAT) {
        const struct output_format *const *formats = output_formats(&n);
        for (size_t i = 0; i < n; i++)
            word(s, i, str_of(formats[i]->name));
    } else if (complete == COMPLETE_GRAPH_FORMAT) {
        const struct graph_format *const *formats = graph_formats(&n);
        for (size_t i = 0; i < n; i++)
            word(s, i, str_of(formats[i]->name));
    } else if (complete == COMPLETE_LIMIT) {
        const struct limit_row *limits = limits_table(&n);
        for (size_t i = 0; i < n; i++) {
            word(s, i, str_of(limits[i].name));
            sink_byte(s, '=');
        }
    }
}

/* Writes the words that complete a value, separated by blanks; nothing if any text is allowed. */
static void words(struct sink *s, enum program program, enum option_complete complete)
{
    static const char *const fixed[COMPLETE_COUNT] = {
        [COMPLETE_BACKGROUND] = "yellow blue green grey",
        [COMPLETE_PAPER] = "a3 a4 a5 letter legal tabloid",
        [COMPLETE_ENCODING] = "UTF-8 US-ASCII",
        [COMPLETE_LIMITS] = "usual untrusted",
        [COMPLETE_TOTALS] = "exact callratios",
        [COMPLETE_SORT] = "self total",
        [COMPLETE_LAYOUT] = "union after before",
        [COMPLETE_DELTA] = "total self",
        [COMPLETE_RELATIVE] = "all focus parent",
        [COMPLETE_CLUSTER] = "module file",
        [COMPLETE_CALL_CHAIN] = "auto fp dwarf lbr no",
        [COMPLETE_NODE_LABEL] =
            "total-time-percentage self-time-percentage total-time self-time total self",
    };

    if (fixed[complete])
        sink_text(s, fixed[complete]);
    else if (complete == COMPLETE_THEME)
        listed_words(s, theme_listed);
    else if (complete == COMPLETE_COLORMAP)
        listed_words(s, colormap_listed);
    else if (complete == COMPLETE_TOPIC)
        help_topics(s);
    else if (complete == COMPLETE_EVENT)
        event_words(s);
    else
        registered_words(s, program, complete);
}

/* "--format|--format=|-f)": the second matches an option with its value after '='. */
static void bash_pattern(struct sink *s, const struct option_row *row)
{
    sink_text(s, "    ");
    if (row->argument != ARGUMENT_OPTIONAL) {
        sink_text(s, "--");
        sink_text(s, row->name);
        sink_byte(s, '|');
    }
    sink_text(s, "--");
    sink_text(s, row->name);
    sink_byte(s, '=');
    if (row->letter && row->argument != ARGUMENT_OPTIONAL) {
        sink_text(s, "|-");
        sink_byte(s, row->letter);
    }
    sink_text(s, ")\n");
}

static void bash_case(struct sink *s, enum program program, const struct option_row *row)
{
    bash_pattern(s, row);
    if (row->complete == COMPLETE_LIMIT)
        sink_text(s, "        compopt -o nospace\n");
    if (row->complete == COMPLETE_PATH || row->complete == COMPLETE_THEME ||
        row->complete == COMPLETE_COLORMAP)
        sink_text(s, "        compopt -o filenames\n        files=yes\n");
    sink_text(s, "        words='");
    words(s, program, row->complete);
    sink_text(s, "'\n        ;;\n");
}

static void bash_option_words(struct sink *s, enum program program)
{
    bool first = true;

    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (!option_is_of(option_of((enum option_id)i), program))
            continue;
        sink_text(s, first ? "--" : " --");
        sink_text(s, option_of((enum option_id)i)->name);
        first = false;
    }
}

/* What is no option: a file; for flame also, at first, a verb, and behind `flame record` a command
 * and its arguments. */
static void bash_else(struct sink *s, enum program program)
{
    sink_text(s, "    *)\n"
                 "        if [[ $word == -* ]]; then\n"
                 "            words='");
    bash_option_words(s, program);
    sink_text(s, "'\n"
                 "        else\n");
    if (program == PROGRAM_FLAME) {
        sink_text(s, "            [[ $COMP_CWORD == 1 ]] && words='");
        verb_words(s);
        sink_text(s, "'\n");
    }
    if (program == PROGRAM_RECORD)
        sink_text(s, "            commands=yes\n");
    sink_text(s, "            compopt -o filenames\n"
                 "            files=yes\n"
                 "        fi\n"
                 "        ;;\n"
                 "    esac\n"
                 "    mapfile -t COMPREPLY < <(\n"
                 "        compgen -W \"$words\" -- \"$word\"\n"
                 "        [[ $files ]] && compgen -f -- \"$word\"\n"
                 "        [[ $commands ]] && compgen -c -- \"$word\"\n"
                 "    )\n"
                 "}\n");
}

/* Whether the options behind a verb are not those of flame. */
static bool has_own_options(enum verb verb)
{
    return verb_program(verb) != PROGRAM_FLAME;
}

/* Leaves the words behind a verb to the function of its program. */
static void bash_verbs(struct sink *s)
{
    for (unsigned verb = VERB_DRAW + 1; verb < VERB_COUNT; verb++) {
        if (!has_own_options((enum verb)verb))
            continue;
        sink_text(s, "    if [[ ${COMP_WORDS[1]} == ");
        sink_text(s, verb_name((enum verb)verb));
        sink_text(s, " && $COMP_CWORD != 1 ]]; then\n        _flame_");
        sink_text(s, verb_name((enum verb)verb));
        sink_text(s, "\n        return\n    fi\n");
    }
}

/* prefix: "flame_" of a verb. */
static void bash_function(struct sink *s, enum program program, const char *prefix,
                          const char *name)
{
    sink_text(s, "_");
    sink_text(s, prefix);
    sink_text(s, name);
    sink_text(s, "()\n{\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} key=${COMP_WORDS[COMP_CWORD - 1]}\n"
                 "    local words= files= commands=\n");
    if (program == PROGRAM_FLAME)
        bash_verbs(s);
    sink_text(s, "    if [[ $word == '=' ]]; then\n"
                 "        word= key+='='\n"
                 "    elif [[ $key == '=' ]]; then\n"
                 "        key=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                 "    fi\n"
                 "    case $key in\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_is_of(option_of((enum option_id)i), program) &&
            option_of((enum option_id)i)->argument != ARGUMENT_NONE)
            bash_case(s, program, option_of((enum option_id)i));
    bash_else(s, program);
}

void help_bash(struct sink *s, enum program program)
{
    const char *name = help_program(program);

    sink_text(s, "# bash completion for ");
    sink_text(s, name);
    sink_text(s, ", written by its --help=bash\n");
    for (unsigned verb = VERB_DRAW + 1; program == PROGRAM_FLAME && verb < VERB_COUNT; verb++)
        if (has_own_options((enum verb)verb))
            bash_function(s, verb_program((enum verb)verb), "flame_", verb_name((enum verb)verb));
    bash_function(s, program, "", name);
    sink_text(s, "complete -F _");
    sink_text(s, name);
    sink_byte(s, ' ');
    sink_text(s, name);
    sink_byte(s, '\n');
}

/* Writes the value's message and action for _arguments. */
static void zsh_value(struct sink *s, enum program program, const struct option_row *row)
{
    if (row->argument == ARGUMENT_NONE)
        return;
    sink_text(s, row->argument == ARGUMENT_OPTIONAL ? "::" : ":");
    sink_text(s, row->value);
    sink_byte(s, ':');
    if (row->complete == COMPLETE_PATH) {
        sink_text(s, "_files");
    } else if (row->complete == COMPLETE_THEME || row->complete == COMPLETE_COLORMAP) {
        sink_text(s, "{ compadd -- ");
        words(s, program, row->complete);
        sink_text(s, "; _files }");
    } else if (row->complete == COMPLETE_LIMIT) {
        sink_text(s, "{ compadd -S \"\" -- ");
        words(s, program, row->complete);
        sink_text(s, " }");
    } else if (row->complete != COMPLETE_NOTHING) {
        sink_byte(s, '(');
        words(s, program, row->complete);
        sink_byte(s, ')');
    } else {
        sink_byte(s, ' ');
    }
}

/* '(-f --format)'{-f+,--format=}'[output format]:NAME:(svg table)' */
static void zsh_option(struct sink *s, enum program program, const struct option_row *row)
{
    const char *behind_letter = row->argument == ARGUMENT_NONE ? "" : "+";
    const char *behind_name = row->argument == ARGUMENT_NONE       ? ""
                              : row->argument == ARGUMENT_OPTIONAL ? "=-"
                                                                   : "=";
    const char *repeated = row->argument == ARGUMENT_MANY ? "*" : "";

    sink_text(s, " \\\n    '");
    if (row->letter && row->argument != ARGUMENT_OPTIONAL) {
        sink_text(s, "(-");
        sink_byte(s, row->letter);
        sink_text(s, " --");
        sink_text(s, row->name);
        sink_text(s, ")'{-");
        sink_byte(s, row->letter);
        sink_text(s, behind_letter);
        sink_text(s, ",--");
        sink_text(s, row->name);
        sink_text(s, behind_name);
        sink_text(s, "}'");
    } else {
        sink_text(s, repeated);
        sink_text(s, "--");
        sink_text(s, row->name);
        sink_text(s, behind_name);
    }
    sink_byte(s, '[');
    sink_text(s, row->about);
    sink_byte(s, ']');
    zsh_value(s, program, row);
    sink_byte(s, '\'');
}

/* Writes the options as arguments of _arguments. */
static void zsh_options(struct sink *s, enum program program)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_is_of(option_of((enum option_id)i), program))
            zsh_option(s, program, option_of((enum option_id)i));
}

/* Words behind a verb whose options are not those of flame. */
static void zsh_verb(struct sink *s, enum verb verb)
{
    sink_text(s, "if [[ $words[2] == ");
    sink_text(s, verb_name(verb));
    sink_text(s, " ]] && (( CURRENT > 2 )); then\n"
                 "    shift words\n"
                 "    (( CURRENT-- ))\n"
                 "    _arguments -s -S");
    zsh_options(s, verb_program(verb));
    if (verb_program(verb) == PROGRAM_RECORD)
        sink_text(s, " \\\n    '(-)1:command:_command_names -e' \\\n"
                     "    '*::argument:_normal'\n");
    else
        sink_text(s, " \\\n    '*:profile:_files'\n");
    sink_text(s, "    return\n"
                 "fi\n");
}

void help_zsh(struct sink *s, enum program program)
{
    sink_text(s, "#compdef ");
    sink_text(s, help_program(program));
    sink_text(s, "\n# zsh completion, written by --help=zsh\n");
    for (unsigned verb = VERB_DRAW + 1; program == PROGRAM_FLAME && verb < VERB_COUNT; verb++)
        if (has_own_options((enum verb)verb))
            zsh_verb(s, (enum verb)verb);
    sink_text(s, "_arguments -s -S");
    zsh_options(s, program);
    if (program == PROGRAM_FLAME) {
        sink_text(s, " \\\n    '1:profile:{ compadd -- ");
        verb_words(s);
        sink_text(s, "; _files }'");
    }
    sink_text(s, " \\\n    '*:profile:_files'\n");
}
