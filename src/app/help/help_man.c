/* --help=man: writes the man page, without a date, so that each build gives the same. */
#include "app/help/help_pages.h"

#include "app/help/help_chapters.h"
#include "app/help/help_parts.h"
#include "base/limits.h"
#include "input/formats.h"
#include "input/input.h"

/* Escapes text for troff: minus signs and backslashes appear as they are, and no line is taken as a
 * request. */
static void troff(struct sink *s, struct str text)
{
    if (text.n && (text.p[0] == '.' || text.p[0] == '\''))
        sink_text(s, "\\&");
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '-')
            sink_text(s, "\\-");
        else if (text.p[i] == '\\')
            sink_text(s, "\\e");
        else
            sink_byte(s, text.p[i]);
    }
}

static void line(struct sink *s, const char *text)
{
    troff(s, str_of(text));
    sink_byte(s, '\n');
}

/* Adds the full stop that texts of the table lack. Their case stays: the first word may be a
 * value. */
static void about_line(struct sink *s, struct str about)
{
    troff(s, about);
    sink_text(s, str_ends(about, STR(".")) ? "\n" : ".\n");
}

static void bold(struct sink *s, const char *dashes, struct str text)
{
    sink_text(s, "\\fB");
    troff(s, str_of(dashes));
    troff(s, text);
    sink_text(s, "\\fR");
}

static void section(struct sink *s, const char *title)
{
    sink_text(s, ".SH ");
    sink_text(s, title);
    sink_byte(s, '\n');
}

static void paragraph(struct sink *s, const char *text)
{
    sink_text(s, ".PP\n");
    line(s, text);
}

static void item(struct sink *s, struct str name, struct str about)
{
    sink_text(s, ".TP\n");
    bold(s, "", name);
    sink_byte(s, '\n');
    about_line(s, about);
}

static void option(struct sink *s, const struct option_row *row)
{
    sink_text(s, ".TP\n");
    if (row->letter) {
        bold(s, "-", (struct str){&row->letter, 1});
        sink_text(s, ", ");
    }
    bold(s, "--", str_of(row->name));
    sink_text(s, row->argument == ARGUMENT_NONE ? "" : "\\fI");
    help_value(s, row, " ");
    sink_text(s, row->argument == ARGUMENT_NONE ? "\n" : "\\fR\n");
    about_line(s, str_of(row->about));
    if (row->argument == ARGUMENT_MANY)
        line(s, "May be given several times.");
}

static void options(struct sink *s, enum program program)
{
    section(s, "OPTIONS");
    line(s, "A long option may be shortened as long as it is unambiguous. Its value may follow "
            "after a blank or after =.");
    line(s, "Options may follow PROFILEs; -- ends them.");
    for (unsigned group = 0; group < GROUP_COUNT; group++) {
        if (!help_has_group(program, (enum option_group)group))
            continue;
        sink_text(s, ".SS ");
        line(s, help_group_title((enum option_group)group));
        for (unsigned i = 0; i < OPTION_COUNT; i++) {
            const struct option_row *row = option_of((enum option_id)i);
            if (row->group == group && row->shown != SHOWN_OLD && option_is_of(row, program))
                option(s, row);
        }
    }
    sink_text(s, ".SS ");
    line(s, help_old_title);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = option_of((enum option_id)i);
        if (row->shown == SHOWN_OLD && option_is_of(row, program))
            option(s, row);
    }
}

static void registries(struct sink *s, enum program program)
{
    size_t n;

    section(s, "INPUT FORMATS");
    const struct input_format *const *inputs = input_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (help_reads(program, inputs[i]))
            item(s, str_of(inputs[i]->name), str_of(inputs[i]->about));
    section(s, "OUTPUT FORMATS");
    help_outputs(s, program, item);
    section(s, "THEMES");
    help_themes(s, program, item);
    section(s, "LIMITS");
    const struct limit_row *limits = limits_table(&n);
    for (size_t i = 0; i < n; i++) {
        item(s, str_of(limits[i].name), str_of(limits[i].about));
        sink_text(s, "Usual: ");
        help_limit(s, limits[i].usual);
        sink_text(s, "; untrusted: ");
        help_limit(s, limits[i].untrusted);
        sink_text(s, ".\n");
    }
}

static void exit_status(struct sink *s)
{
    static const char *const rows[][2] = {
        {"0", "done; lines that were skipped were reported"},
        {"1", "the input is the problem; nothing was written, except by flame report"},
        {"2", "wrong usage, such as a bad option or value; nothing was read"},
        {"3", "input, output or memory failed; nothing was written"},
        {"4", "a fault of the program itself; please report it"},
        {"5", "a budget is exceeded (flame report, flame record --before); all is written"},
        {"6", "flame record waited for a condition that never was true; nothing was recorded"},
    };

    section(s, "EXIT STATUS");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        item(s, str_of(rows[i][0]), str_of(rows[i][1]));
}

static void write_examples(struct sink *s, const char *const (*rows)[2], size_t n)
{
    section(s, "EXAMPLES");
    for (size_t i = 0; i < n; i++) {
        sink_text(s, i ? ".PP\n" : "");
        line(s, rows[i][0]);
        sink_text(s, ".PP\n.nf\n.RS 4\n");
        line(s, rows[i][1]);
        sink_text(s, ".RE\n.fi\n");
    }
}

static void examples(struct sink *s, enum program program)
{
    static const char *const graphs[][2] = {
        {"Draw the call graph of a recording:", "callgraph perf.data -o out.svg"},
        {"Draw the callers of malloc up to two levels, without functions below 0.1 %:",
         "callgraph --leaf malloc --depth 2 -n 0.1 out.folded | dot -Tpdf -o out.pdf"},
        {"Draw the 40 most important functions of a callgrind run:",
         "callgraph --max-nodes 40 callgrind.out.1234 | dot -Tpng -o out.png"},
    };
    static const char *const rows[][2] = {
        {"Record a program and draw it:", "flame record ./server"},
        {"Draw folded stacks:", "flame out.folded -o out.svg"},
        {"Draw a recording of perf, in the colours for Java:",
         "flame perf.data --colors java -o out.svg"},
        {"List the heaviest functions of several packed inputs, without the idle loop:",
         "flame --ignore '^cpu_idle' -f table --rows 20 a.folded.gz b.folded.zst"},
        {"Merge the profiles of a whole cluster into one:",
         "flame merge nodes/*.pb.gz -o cluster.pb.gz"},
        {"Draw each profile in a folder, and write pages about all of them:",
         "flame report -o report profiles/"},
        {"Draw an upload, with tight limits:",
         "flame --limits=untrusted --summary upload.folded -o upload.svg"},
    };

    if (program == PROGRAM_CALLGRAPH)
        write_examples(s, graphs, sizeof graphs / sizeof graphs[0]);
    else
        write_examples(s, rows, sizeof rows / sizeof rows[0]);
}

static void see_also(struct sink *s, bool graph)
{
    struct str name;
    struct str about;

    section(s, "SEE ALSO");
    sink_text(s, graph ? "\\fBflame\\fR(1)" : "\\fBcallgraph\\fR(1)");
    for (size_t i = 0; help_chapter_listed(i, &name, &about); i++) {
        sink_text(s, ",\n\\fBflame\\-");
        troff(s, name);
        sink_text(s, "\\fR(");
        sink_u64(s, help_chapter_section(i));
        sink_byte(s, ')');
    }
    sink_byte(s, '\n');
}

static void describe_flame(struct sink *s)
{
    line(s, "flame - draw flame graphs from profiles");
    section(s, "SYNOPSIS");
    sink_text(
        s, "\\fBflame\\fR [\\fIOPTION\\fR...] [\\fIPROFILE\\fR...]\n.br\n"
           "\\fBflame record\\fR [\\fIOPTION\\fR...] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]]\n.br\n"
           "\\fBflame merge\\fR [\\fIOPTION\\fR...] \\fIPROFILE\\fR...\n.br\n"
           "\\fBflame report\\fR \\fB\\-o\\fR \\fIDIR\\fR [\\fIOPTION\\fR...] "
           "\\fIPROFILE\\fR...\n");
    section(s, "DESCRIPTION");
    line(s, "flame reads call stacks with counts and draws them as a flame graph: a box for each "
            "function, as wide as what was sampled in it and in what it calls.");
    paragraph(s, "A PROFILE is a file; - is standard input, which is also read when there is none. "
                 "Several are merged. Files packed by gzip, zstd or xz are unpacked.");
    paragraph(s, "The output is SVG unless --format or the ending of its name asks for another "
                 "picture or for text. It is written whole or not at all. The same input gives the "
                 "same bytes.");
    paragraph(s,
              "flame record samples a command, processes that run, or the whole system, and draws "
              "what it recorded. Its options are its own: flame record --help.");
    paragraph(s, "flame merge writes the sum of many profiles, as folded stacks unless another "
                 "format is asked for. The order of the PROFILEs does not matter. One that cannot "
                 "be read is reported and left out, or with --strict an error.");
    paragraph(s, "With --before the PROFILEs are compared with FILE: what costs more is orange, "
                 "what costs less is blue. Several files on a side are runs of the same work, not "
                 "added up; with two or more a side flame says which changes are proven.");
    paragraph(s, "flame report draws each of many profiles, files or all that lie in folders, and "
                 "writes pages about them to the folder DIR: index.html, summary.md, report.json "
                 "and junit.xml. Profiles that did not change since the last report are not drawn "
                 "again. With --before FOLDER, profiles of the same path in both folders are "
                 "compared; NAME.1, NAME.2 and so on are runs of NAME.");
    paragraph(s, "A PROFILE that is itself an SVG, of any program, can be converted to PDF, EPS, "
                 "PS, PNG or JPEG.");
    paragraph(s, "Started under the name flamegraph.pl, or that of a stackcollapse script, flame "
                 "reads its arguments as that script does.");
}

static void describe_callgraph(struct sink *s)
{
    line(s, "callgraph - draw call graphs from profiles");
    section(s, "SYNOPSIS");
    sink_text(s, "\\fBcallgraph\\fR [\\fIOPTION\\fR...] [\\fIPROFILE\\fR...]\n");
    section(s, "DESCRIPTION");
    line(s, "callgraph reads a profile and writes its functions and the calls between them. From "
            "stacks the cost of each function and each call is exact: each counts once for every "
            "stack that contains it.");
    paragraph(s,
              "If a profile has callers and callees but no stacks, the totals and costs of calls "
              "that it states are used as they are. What it does not state is divided among "
              "callers by call ratios, which is an estimate.");
    paragraph(s, "A PROFILE is a file; - is standard input, which is also read when there is none. "
                 "Several are merged. Files packed by gzip, zstd or xz are unpacked.");
    paragraph(s, "The output is in the language of graphviz unless --format or the ending of its "
                 "name asks for a picture, a table or data. It is written whole or not at all. The "
                 "same input gives the same bytes.");
    paragraph(s, "Started under the name gprof2dot or gprof2dot.py it takes the options of that "
                 "program only, with their defaults.");
}

void help_man(struct sink *s, enum program program)
{
    bool graph = program == PROGRAM_CALLGRAPH;

    sink_text(s, graph ? ".TH CALLGRAPH" : ".TH FLAME");
    sink_text(s, " 1 \"\" \"flame " FLAME_VERSION "\" \"User Commands\"\n");
    section(s, "NAME");
    (graph ? describe_callgraph : describe_flame)(s);
    options(s, program);
    registries(s, program);
    exit_status(s);
    examples(s, program);
    see_also(s, graph);
}
