/* flame --help: prints a line for each option, for a terminal. */
#include "app/help/help.h"

#include "app/help/help_chapters.h"
#include "app/help/help_lines.h"
#include "app/help/help_pages.h"
#include "app/help/help_parts.h"
#include "app/old_names/old_collapse.h"
#include "app/old_names/old_flamegraph.h"
#include "app/options/options.h"
#include "app/options/verbs.h"
#include "base/parse.h"
#include "input/formats.h"
#include "input/input.h"
#include "render/graph/picture.h"
#include "render/output.h"
#include "render/theme/colormap.h"

static void options_of(struct sink *s, enum program program, enum option_group group,
                       enum option_shown most)
{
    bool begun = false;

    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = option_of((enum option_id)i);
        if (row->group != group || !option_is_of(row, program) || row->shown > most)
            continue;
        if (!begun) {
            sink_byte(s, '\n');
            sink_text(s, help_group_title(group));
            sink_text(s, ":\n");
            begun = true;
        }
        help_option_line(s, row);
    }
}

static void limits(struct sink *s)
{
    size_t n;
    const struct limit_row *rows = limits_table(&n);

    sink_text(s, "\nLimits (--limit NAME=VALUE), usual and untrusted:\n");
    for (size_t i = 0; i < n; i++) {
        uint64_t begin = s->written;
        sink_text(s, "  ");
        sink_text(s, rows[i].name);
        help_sentence(s, (size_t)(s->written - begin), str_of(rows[i].about));
        help_spaces(s, HELP_TEXT_AT);
        help_limit(s, rows[i].usual);
        sink_text(s, " and ");
        help_limit(s, rows[i].untrusted);
        sink_byte(s, '\n');
    }
}

/* Writes the names of the manual's chapters, as many on a line as fit. */
static void chapter_names(struct sink *s)
{
    struct str name;
    struct str about;
    size_t at = HELP_COLUMNS;

    sink_text(s, "\nManual (--help=TOPIC):");
    for (size_t i = 0; help_chapter_listed(i, &name, &about); i++) {
        bool next = at + 1 + name.n >= HELP_COLUMNS;
        sink_text(s, next ? "\n  " : " ");
        sink_str(s, name);
        at = (next ? 2 : at + 1) + name.n;
    }
    sink_byte(s, '\n');
}

static void chapters(struct sink *s, enum program program)
{
    struct str name;
    struct str about;

    sink_text(s, "\nManual (--help=TOPIC, or man flame-TOPIC):\n");
    for (size_t i = 0; help_chapter_listed(i, &name, &about); i++)
        help_item_line(s, name, about);
    sink_text(s, "\nOther topics of --help:\n");
    help_item_line(s, STR("man"),
                   program == PROGRAM_CALLGRAPH ? STR("callgraph(1) for man")
                                                : STR("flame(1) for man"));
    help_item_line(s, STR("bash, zsh"), STR("completion of options and their values"));
    help_item_line(s, STR("old-options"), STR("options that only old command lines need"));
}

/* Names all verbs. */
static void flame_usage(struct sink *s)
{
    sink_text(s, "Usage:   flame [");
    for (unsigned verb = VERB_DRAW + 1; verb < VERB_COUNT; verb++) {
        sink_text(s, verb > VERB_DRAW + 1 ? "|" : "");
        sink_text(s, verb_name((enum verb)verb));
    }
    sink_text(s, "] [OPTION...] [PROFILE...]\n"
                 "Example: flame perf.data -o out.svg   (to record: flame record --help)\n");
}

static void usage(struct sink *s, enum program program, bool all)
{
    if (program == PROGRAM_GPROF2DOT)
        sink_text(s, "Usage: gprof2dot [OPTION...] [FILE...] > out.dot\n");
    else if (program == PROGRAM_CALLGRAPH)
        sink_text(s, "Usage:   callgraph [OPTION...] [PROFILE...]\n"
                     "Example: callgraph perf.data -o out.svg\n");
    else if (program == PROGRAM_RECORD)
        sink_text(s, "Usage:   flame record [OPTION...] [COMMAND [ARGUMENT...]]\n"
                     "Example: flame record ./server\n"
                     "Example: flame record -p 4711 --for 10s -o server.svg\n"
                     "Example: sudo flame record -a --for 10s\n"
                     "Without -o it writes perf.data and profile.svg.\n");
    else
        flame_usage(s);
    for (unsigned group = 0; group < GROUP_COUNT; group++)
        options_of(s, program, (enum option_group)group, all ? SHOWN_ALL : SHOWN_SHORT);
    if (program == PROGRAM_GPROF2DOT || program == PROGRAM_RECORD)
        return;
    if (all) {
        limits(s);
        chapters(s, program);
    } else {
        chapter_names(s);
    }
}

/* Options that only old command lines need. */
static void old_options(struct sink *s, enum program program)
{
    sink_text(s, help_old_title);
    sink_text(s, ":\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = option_of((enum option_id)i);
        if (row->shown == SHOWN_OLD && option_is_of(row, program))
            help_option_line(s, row);
    }
}

/* Returns the help text of a flamegraph.pl option, without flame's default, which may differ. */
static struct str old_about(const struct old_option *option)
{
    if (option->about)
        return str_of(option->about);
    struct str about = str_of(option_of((enum option_id)option->means)->about);
    return str_from_to(about, 0, str_find(about, 0, STR("; default")));
}

static void old_usage(struct sink *s)
{
    size_t n;
    const struct old_option *options = old_flamegraph_options(&n);

    sink_text(s, "Usage: flamegraph.pl [OPTION...] [FILE...] > out.svg\n\n");
    for (size_t i = 0; i < n; i++) {
        uint64_t begin = s->written;
        sink_text(s, "  --");
        sink_text(s, options[i].name);
        sink_text(s, options[i].value ? " " : "");
        sink_text(s, options[i].value ? options[i].value : "");
        help_sentence(s, (size_t)(s->written - begin), old_about(&options[i]));
    }
}

/* "  --pid", "  -v recurse=0|1", "  -c" */
static void collapse_option(struct sink *s, const struct old_program *program,
                            const struct old_option *option)
{
    uint64_t begin = s->written;
    bool letter = program->syntax == OLD_PHP && !option->name[1];

    if (!option->about)
        return;
    if (program->syntax == OLD_AWK && option->value)
        sink_text(s, "  -v ");
    else
        sink_text(s, letter ? "  -" : option->negatable ? "  --[no-]" : "  --");
    sink_text(s, option->name);
    if (option->value) {
        sink_text(s, "=");
        sink_text(s, option->value);
    }
    help_sentence(s, (size_t)(s->written - begin), str_of(option->about));
}

static void collapse_usage(struct sink *s, const struct old_program *program)
{
    static const char *const files[] = {
        [OLD_ANY_FILES] = "[FILE...]",
        [OLD_SOME_FILES] = "FILE...",
        [OLD_ONE_FILE] = "FILE",
        [OLD_TWO_FILES] = "BEFORE AFTER",
    };

    sink_text(s, "Usage: ");
    sink_text(s, program->name);
    sink_text(s, " [OPTION...] ");
    sink_text(s, files[program->files]);
    sink_text(s, " > out.folded\n\nFolds ");
    sink_text(s, program->about);
    sink_text(s, ".\n\n");
    for (size_t i = 0; i < program->n_options; i++)
        collapse_option(s, program, &program->options[i]);
}

bool help_knows(const char *topic, struct fault *f)
{
    struct str t = str_of(topic);

    return t.n == 0 || str_equal(t, STR("gprof2dot")) || str_equal(t, STR("flamegraph.pl")) ||
           old_collapse_find(t) || help_topic_known(t, f);
}

void help_print(struct sink *s, enum program program, const char *topic)
{
    struct str t = str_of(topic);
    const struct old_program *old = old_collapse_find(t);

    if (program == PROGRAM_RECORD && t.n && !str_equal(t, STR("all")))
        program = PROGRAM_FLAME;
    if (str_equal(t, STR("man")))
        help_man(s, program);
    else if (str_equal(t, STR("bash")))
        help_bash(s, program);
    else if (str_equal(t, STR("zsh")))
        help_zsh(s, program);
    else if (str_equal(t, STR("old-options")))
        old_options(s, program);
    else if (str_equal(t, STR("gprof2dot")))
        usage(s, PROGRAM_GPROF2DOT, true);
    else if (str_equal(t, STR("flamegraph.pl")))
        old_usage(s);
    else if (old)
        collapse_usage(s, old);
    else if (!help_chapter(s, t))
        usage(s, program, str_equal(t, STR("all")));
}

void help_print_formats(struct sink *s, enum program program)
{
    size_t n;
    const struct input_format *const *inputs = input_formats(&n);

    sink_text(s, "Input formats (--from):\n");
    for (size_t i = 0; i < n; i++)
        if (help_reads(program, inputs[i]))
            help_item_line(s, str_of(inputs[i]->name), str_of(inputs[i]->about));
    sink_text(s, "\nOutput formats (--format):\n");
    help_outputs(s, program, help_item_line);
}

void help_print_themes(struct sink *s, enum program program)
{
    help_themes(s, program, help_item_line);
}
