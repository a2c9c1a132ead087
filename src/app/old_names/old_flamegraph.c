/* flamegraph.pl -color=java -Title x --count us out.folded: the options of flamegraph.pl. */
#include "app/old_names/old_flamegraph.h"

static const struct old_option options[] = {
    {"bgcolors", "COLOUR", OPTION_BGCOLORS, false, NULL},
    {"colors", "NAME|FILE", OPTION_COLORS, false, NULL},
    {"countname", "TEXT", OPTION_COUNTNAME, false, NULL},
    {"cp", NULL, OPTION_CP, false, "keep the colour of each name in palette.map"},
    {"encoding", "NAME", OPTION_ENCODING, false, NULL},
    {"factor", "N", OPTION_FACTOR, false, NULL},
    {"flamechart", NULL, OPTION_FLAMECHART, false, NULL},
    {"fontsize", "N", OPTION_FONTSIZE, false, NULL},
    {"fonttype", "FAMILY", OPTION_FONTTYPE, false, NULL},
    {"fontwidth", "N", OPTION_FONTWIDTH, false, NULL},
    {"hash", NULL, OPTION_HASH, false, NULL},
    {"height", "N", OPTION_HEIGHT, false, NULL},
    {"help", NULL, OPTION_HELP, false, "print this"},
    {"inverted", NULL, OPTION_INVERTED, false, NULL},
    {"minwidth", "N|N%", OPTION_MINWIDTH, false, NULL},
    {"nameattr", "FILE", OPTION_NAMEATTR, false, NULL},
    {"nametype", "TEXT", OPTION_NAMETYPE, false, NULL},
    {"negate", NULL, OPTION_NEGATE, false, "swap red and blue in differential graphs"},
    {"notes", "TEXT", OPTION_NOTES, false, NULL},
    {"random", NULL, OPTION_RANDOM, false, NULL},
    {"reverse", NULL, OPTION_REVERSE, false, NULL},
    {"subtitle", "TEXT", OPTION_SUBTITLE, false, NULL},
    {"title", "TEXT", OPTION_TITLE, false, NULL},
    {"total", "N", OPTION_TOTAL, false, NULL},
    {"width", "N", OPTION_WIDTH, false, NULL},
};

const struct old_option *old_flamegraph_options(size_t *n)
{
    *n = sizeof options / sizeof options[0];
    return options;
}

bool old_flamegraph_next(struct old_arguments *a, struct option_use *use, struct fault *f)
{
    struct old_argument old;

    if (!old_arguments_next(a, &old, f))
        return false;
    *use = (struct option_use){.value = old.value};
    if (old.option)
        use->row = option_of((enum option_id)old.option->means);
    return true;
}
