/* Titles, and lists of formats and themes, for all pages of help. */
#include "app/help/help_parts.h"

#include "base/limits.h"
#include "render/graph/picture.h"
#include "render/output.h"
#include "render/theme/colormap.h"
#include "render/theme/theme.h"

const char *const help_old_title = "Options that only old command lines need; they still work";

const char *help_group_title(enum option_group group)
{
    switch (group) {
    case GROUP_FILES:
        return "Input and output";
    case GROUP_TARGET:
        return "What is recorded";
    case GROUP_TRAP:
        return "Recorded only when it is so (a trap)";
    case GROUP_TRIAL:
        return "Compared with another program";
    case GROUP_SAMPLING:
        return "Samples";
    case GROUP_STACKS:
        return "Stacks and frames";
    case GROUP_SYMBOLS:
        return "Symbols of recordings";
    case GROUP_GRAPH:
        return "Graph";
    case GROUP_COMPARE:
        return "Comparison of two profiles";
    case GROUP_PICTURE:
        return "Picture";
    case GROUP_COLOURS:
        return "Colours";
    case GROUP_FIGURE:
        return "Figures: PDF, EPS, PS, PNG, JPEG";
    case GROUP_DAMAGE:
        return "Bad input and limits";
    case GROUP_MESSAGES:
    case GROUP_COUNT:
        break;
    }
    return "Messages and help";
}

const char *help_program(enum program program)
{
    return program == PROGRAM_CALLGRAPH ? "callgraph" : "flame";
}

bool help_reads(enum program program, const struct input_format *format)
{
    return program != PROGRAM_FLAME || !format->stackless;
}

bool help_has_group(enum program program, enum option_group group)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_of((enum option_id)i)->group == group &&
            option_is_of(option_of((enum option_id)i), program))
            return true;
    return false;
}

void help_value(struct sink *s, const struct option_row *row, const char *mark)
{
    if (row->argument == ARGUMENT_NONE)
        return;
    sink_text(s, row->argument == ARGUMENT_OPTIONAL ? "[=" : mark);
    sink_text(s, row->value);
    if (row->argument == ARGUMENT_OPTIONAL)
        sink_byte(s, ']');
}

void help_outputs(struct sink *s, enum program program, help_item *write)
{
    size_t n;

    if (program == PROGRAM_CALLGRAPH) {
        const struct graph_format *const *outputs = graph_formats(&n);
        for (size_t i = 0; i < n; i++)
            write(s, str_of(outputs[i]->name), str_of(outputs[i]->about));
        return;
    }
    const struct output_format *const *outputs = output_formats(&n);
    for (size_t i = 0; i < n; i++)
        write(s, str_of(outputs[i]->name), str_of(outputs[i]->about));
}

void help_themes(struct sink *s, enum program program, help_item *write)
{
    bool (*listed)(size_t, struct str *, struct str *) =
        program == PROGRAM_CALLGRAPH ? colormap_listed : theme_listed;
    struct str name;
    struct str about;

    for (size_t i = 0; listed(i, &name, &about); i++)
        write(s, name, about);
}

void help_limit(struct sink *s, uint64_t value)
{
    if (value == LIMIT_DERIVED)
        sink_text(s, "derived");
    else
        sink_grouped(s, value, 0);
}
