/* flame merge --help, flame report --help: the options of flame that concern these verbs most. */
#include "app/help/help_verbs.h"

#include "app/help/help_lines.h"

/* An option of flame. */
struct verb_option {
    enum option_id id;
    const char *value, *about; /* NULL: as flame's own help says */
};

static const struct verb_option merge_options[] = {
    {OPTION_OUTPUT, NULL, "file of the merged profile; default standard output"},
    {OPTION_FORMAT, NULL, "format; by the ending of FILE, else folded stacks"},
    {OPTION_FROM, NULL, NULL},
    {OPTION_THREADS, NULL, "worker threads; default one a processor, at most 4"},
    {OPTION_MAX_NODES, NULL, "most stacks to keep, the lightest are removed first"},
    {OPTION_EVENT, NULL, NULL},
    {OPTION_WEIGHT, NULL, "count samples, or the periods they stand for"},
    {OPTION_WHERE, NULL, NULL},
    {OPTION_ROOT_BY, NULL, "labels shown as root frames, or kept in pprof files"},
    {OPTION_LABEL, NULL, "give this label to all samples"},
    {OPTION_LABEL_FROM, NULL, "give labels cut out of paths, as path /(?<pod>.+)/"},
    {OPTION_FOCUS, NULL, NULL},
    {OPTION_IGNORE, NULL, NULL},
    {OPTION_HIDE, NULL, NULL},
    {OPTION_REDACT, NULL, "replace the names of matching functions"},
    {OPTION_STRICT, NULL, "a PROFILE that cannot be read is an error"},
    {OPTION_LIMITS, NULL, "untrusted, for input you do not trust"},
    {OPTION_SUMMARY, NULL, NULL},
    {OPTION_QUIET, NULL, NULL},
};

static const struct verb_option report_options[] = {
    {OPTION_OUTPUT, "DIR", "folder that pages and pictures are written to"},
    {OPTION_BEFORE, "DIR", "compare with the profiles of the same path there"},
    {OPTION_BUDGET, NULL, "the most that functions may take, a rule a line"},
    {OPTION_ALLOW_MISSING, NULL, "let pass what is missing or cannot be read"},
    {OPTION_FORCE, NULL, "redraw profiles that did not change, too"},
    {OPTION_THREADS, NULL, "worker threads; default one a processor, at most 4"},
    {OPTION_FROM, NULL, NULL},
    {OPTION_EVENT, NULL, NULL},
    {OPTION_WHERE, NULL, NULL},
    {OPTION_ROOT_BY, NULL, NULL},
    {OPTION_FOCUS, NULL, NULL},
    {OPTION_IGNORE, NULL, NULL},
    {OPTION_HIDE, NULL, NULL},
    {OPTION_PER, NULL, "with --before, divide costs by work done"},
    {OPTION_IDENTITY, NULL, "with --before, rules for equal names"},
    {OPTION_COLORS, NULL, NULL},
    {OPTION_WIDTH, NULL, NULL},
    {OPTION_UPRIGHT, NULL, NULL},
    {OPTION_STRICT, NULL, "a profile that cannot be read is an error"},
    {OPTION_LIMITS, NULL, "untrusted, for input you do not trust"},
    {OPTION_PROGRESS, NULL, NULL},
    {OPTION_QUIET, NULL, NULL},
};

struct verb_help {
    const char *usage;
    const struct verb_option *options;
    size_t n;
};

static const struct verb_help helps[VERB_COUNT] = {
    [VERB_MERGE] = {"Usage:   flame merge [OPTION...] PROFILE...\n"
                    "Example: flame merge nodes/*.pb.gz -o cluster.pb.gz\n"
                    "Adds up profiles of any format, whatever their order. One that cannot be\n"
                    "read is reported and left out.\n",
                    merge_options, sizeof merge_options / sizeof *merge_options},
    [VERB_REPORT] =
        {"Usage:   flame report -o DIR [OPTION...] PROFILE...\n"
         "Example: flame report -o report profiles/\n"
         "Example: flame report --before released/ --budget limits.txt -o report built/\n"
         "Draws each profile, files or all that lie in folders, and writes index.html,\n"
         "summary.md, report.json and junit.xml. The exit status is 5 if a budget is\n"
         "exceeded, 1 if it cannot be judged.\n",
         report_options, sizeof report_options / sizeof *report_options},
};

bool help_print_verb(struct sink *s, enum verb verb)
{
    const struct verb_help *help = &helps[verb];

    if (!help->usage)
        return false;
    sink_text(s, help->usage);
    sink_text(s, "\nOptions:\n");
    for (size_t i = 0; i < help->n; i++) {
        const struct verb_option *option = &help->options[i];
        struct option_row row = *option_of(option->id);
        if (option->value)
            row.value = option->value;
        if (option->about)
            row.about = option->about;
        help_option_line(s, &row);
    }
    sink_text(s, "\nMost other options of flame fit: flame --help=all. More: flame --help=");
    sink_text(s, verb_name(verb));
    sink_text(s, ".\n");
    return true;
}
