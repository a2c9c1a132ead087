/* flame --help=bash and --help=zsh: completion of option names and of the values that are known. */
#include "app/help_pages.h"

#include "base/limits.h"
#include "input/input.h"
#include "render/output.h"

/* Writes the words that may stand for a value, blanks between; nothing where any text may. */
static void words(struct sink *s, enum option_complete complete)
{
    size_t n = 0;
    struct str name;
    struct str about;

    switch (complete) {
    case COMPLETE_NOTHING:
    case COMPLETE_PATH:
        break;
    case COMPLETE_INPUT_FORMAT:
        input_formats(&n);
        for (size_t i = 0; i < n; i++) {
            sink_text(s, i ? " " : "");
            sink_text(s, input_formats(&n)[i]->name);
        }
        break;
    case COMPLETE_OUTPUT_FORMAT:
        output_formats(&n);
        for (size_t i = 0; i < n; i++) {
            sink_text(s, i ? " " : "");
            sink_text(s, output_formats(&n)[i]->name);
        }
        break;
    case COMPLETE_THEME:
        for (size_t i = 0; theme_listed(i, &name, &about); i++) {
            sink_text(s, i ? " " : "");
            sink_str(s, name);
        }
        break;
    case COMPLETE_BACKGROUND:
        sink_text(s, "yellow blue green grey");
        break;
    case COMPLETE_ENCODING:
        sink_text(s, "UTF-8 US-ASCII");
        break;
    case COMPLETE_LIMIT:
        limits_table(&n);
        for (size_t i = 0; i < n; i++) {
            sink_text(s, i ? " " : "");
            sink_text(s, limits_table(&n)[i].name);
            sink_byte(s, '=');
        }
        break;
    case COMPLETE_LIMITS:
        sink_text(s, "usual untrusted");
        break;
    case COMPLETE_TOPIC:
        sink_text(s, "all man bash zsh");
        break;
    }
}

/* "--format|--format=|-f)": the second is what stands before a value behind '='. */
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

static void bash_case(struct sink *s, const struct option_row *row)
{
    bash_pattern(s, row);
    if (row->complete == COMPLETE_LIMIT)
        sink_text(s, "        compopt -o nospace\n");
    if (row->complete == COMPLETE_PATH || row->complete == COMPLETE_THEME)
        sink_text(s, "        compopt -o filenames\n        files=yes\n");
    sink_text(s, "        words='");
    words(s, row->complete);
    sink_text(s, "'\n        ;;\n");
}

void help_bash(struct sink *s)
{
    sink_text(s, "# bash completion for flame, written by flame --help=bash\n"
                 "_flame()\n{\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} key=${COMP_WORDS[COMP_CWORD - 1]}\n"
                 "    local words= files=\n"
                 "    if [[ $word == '=' ]]; then\n"
                 "        word= key+='='\n"
                 "    elif [[ $key == '=' ]]; then\n"
                 "        key=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                 "    fi\n"
                 "    case $key in\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_of((enum option_id)i)->argument != ARGUMENT_NONE)
            bash_case(s, option_of((enum option_id)i));
    sink_text(s, "    *)\n"
                 "        if [[ $word == -* ]]; then\n"
                 "            words='");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        sink_text(s, i ? " --" : "--");
        sink_text(s, option_of((enum option_id)i)->name);
    }
    sink_text(s, "'\n"
                 "        else\n"
                 "            compopt -o filenames\n"
                 "            files=yes\n"
                 "        fi\n"
                 "        ;;\n"
                 "    esac\n"
                 "    mapfile -t COMPREPLY < <(\n"
                 "        compgen -W \"$words\" -- \"$word\"\n"
                 "        [[ $files ]] && compgen -f -- \"$word\"\n"
                 "    )\n"
                 "}\n"
                 "complete -F _flame flame\n");
}

/* What _arguments does for the value: a message and an action. */
static void zsh_value(struct sink *s, const struct option_row *row)
{
    if (row->argument == ARGUMENT_NONE)
        return;
    sink_text(s, row->argument == ARGUMENT_OPTIONAL ? "::" : ":");
    sink_text(s, row->value);
    sink_byte(s, ':');
    if (row->complete == COMPLETE_PATH) {
        sink_text(s, "_files");
    } else if (row->complete == COMPLETE_THEME) {
        sink_text(s, "{ compadd -- ");
        words(s, row->complete);
        sink_text(s, "; _files }");
    } else if (row->complete == COMPLETE_LIMIT) {
        sink_text(s, "{ compadd -S \"\" -- ");
        words(s, row->complete);
        sink_text(s, " }");
    } else if (row->complete != COMPLETE_NOTHING) {
        sink_byte(s, '(');
        words(s, row->complete);
        sink_byte(s, ')');
    } else {
        sink_byte(s, ' ');
    }
}

/* '(-f --format)'{-f+,--format=}'[output format]:NAME:(svg table)' */
static void zsh_option(struct sink *s, const struct option_row *row)
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
    zsh_value(s, row);
    sink_byte(s, '\'');
}

void help_zsh(struct sink *s)
{
    sink_text(s, "#compdef flame\n"
                 "# zsh completion for flame, written by flame --help=zsh\n"
                 "_arguments -s -S");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        zsh_option(s, option_of((enum option_id)i));
    sink_text(s, " \\\n    '*:profile:_files'\n");
}
