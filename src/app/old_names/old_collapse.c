/* stackcollapse-perf.pl -kernel --event-filter=cycles out.perf > out.folded: the options of old
 * programs, and what they set in a request. */
#include "app/old_names/old_collapse.h"

#include <assert.h>
#include <stdio.h>

#include "base/parse.h"
#include "input/formats.h"
#include "render/output.h"

/* What an option does. Options take effect in this order, not in that of the arguments. */
enum effect {
    EFFECT_HELP,
    EFFECT_REFUSED, /* "about" says why */
    EFFECT_NONE,    /* is the behaviour anyway, or has no effect by itself */
    EFFECT_PID,
    EFFECT_TID,
    EFFECT_PID_FRAME,
    EFFECT_TID_FRAME,
    EFFECT_KERNEL,
    EFFECT_JIT,
    EFFECT_ALL,
    EFFECT_ADDRS,
    EFFECT_EVENT,
    EFFECT_SOURCES,
    EFFECT_INLINED,
    EFFECT_CONTEXT,       /* with EFFECT_INLINED */
    EFFECT_THREAD_NUMBER, /* keeps it */
    EFFECT_THREAD_ID,
    EFFECT_THREAD_NAME, /* the default; negated, removes it */
    EFFECT_SHORT_PACKAGES,
    EFFECT_NO_PACKAGES,
    EFFECT_MODULES, /* the default; 0 removes them */
    EFFECT_COLUMN,
    EFFECT_SIZE,
    EFFECT_CALLS,
    EFFECT_SHARES,
    EFFECT_STRIP_HEX,
    EFFECT_COUNT
};

/* The last use of an option. */
struct given {
    const struct old_option *option; /* NULL: not given */
    const char *value;
    bool negated;
};

struct parse {
    const struct old_program *program;
    struct request *r;
    struct fault *f;
    struct given given[EFFECT_COUNT];
};

static const struct old_option perf_options[] = {
    {"pid", NULL, EFFECT_PID, false, "begin stacks with COMMAND-PID"},
    {"tid", NULL, EFFECT_TID, false, "begin stacks with COMMAND-PID/TID"},
    {"kernel", NULL, EFFECT_KERNEL, false, "mark functions of the kernel with _[k]"},
    {"jit", NULL, EFFECT_JIT, false, "mark functions of a JIT compiler with _[j]"},
    {"all", NULL, EFFECT_ALL, false, "mark both of these"},
    {"addrs", NULL, EFFECT_ADDRS, false, "show unknown functions as module and address"},
    {"event-filter", "EVENT", EFFECT_EVENT, false,
     "only samples of EVENT; default the first event in the input"},
    {"inline", NULL, EFFECT_INLINED, false,
     "look up what is inlined in the files that are named, as addr2line -i does"},
    {"context", NULL, EFFECT_CONTEXT, false, "with --inline, add file and line to names"},
    {"srcline", NULL, EFFECT_SOURCES, false, "add file and line to names, where they are printed"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option elfutils_options[] = {
    {"pid", NULL, EFFECT_PID_FRAME, false, "begin stacks with PID=N"},
    {"tid", NULL, EFFECT_TID_FRAME, false, "begin stacks with TID=N"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option java_options[] = {
    {"include-tname", NULL, EFFECT_THREAD_NAME, true, "begin stacks with the thread; the default"},
    {"include-tid", NULL, EFFECT_THREAD_NUMBER, true, "keep the number at the end of its name"},
    {"shorten-pkgs", NULL, EFFECT_SHORT_PACKAGES, true, "keep the first letters of packages"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option ibm_options[] = {
    {"include-tname", NULL, EFFECT_THREAD_NAME, true, "begin stacks with the thread; the default"},
    {"include-tid", NULL, EFFECT_THREAD_ID, true, "followed by the id of its native thread"},
    {"shorten-pkgs", NULL, EFFECT_SHORT_PACKAGES, true, "keep the first letters of packages"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option exception_options[] = {
    {"shorten-pkgs", NULL, EFFECT_SHORT_PACKAGES, true, "keep the first letters of packages"},
    {"no-pkgs", NULL, EFFECT_NO_PACKAGES, true, "leave packages out"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option go_options[] = {
    {"sample_index", "N", EFFECT_COLUMN, false, "the measure to count, from 0; default the first"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option memory_options[] = {
    {"size", NULL, EFFECT_SIZE, false, "count bytes, not allocations"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option wcp_options[] = {
    {"lines", NULL, EFFECT_REFUSED, false,
     "would keep source lines in names, which is not supported"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option sample_options[] = {
    {"MODULES", "0|1", EFFECT_MODULES, false, "0 leaves modules out of names"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option sched_options[] = {
    {"record_tid", "0|1", EFFECT_TID, false, "begin stacks with COMMAND-PID/TID"},
    {"record_wake_stack", "0|1", EFFECT_REFUSED, false,
     "would add the stack that woke the thread, which is not supported"},
    {"recurse", "0|1", EFFECT_REFUSED, false,
     "would add the stacks that woke the thread, which is not supported"},
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

static const struct old_option xdebug_options[] = {
    {"t", NULL, EFFECT_NONE, false, "count microseconds; the default"},
    {"c", NULL, EFFECT_CALLS, false, "count calls"},
    {"h", NULL, EFFECT_HELP, false, "print this, like --help"},
    {"help", NULL, EFFECT_HELP, false, NULL},
};

static const struct old_option diff_options[] = {
    {"h", NULL, EFFECT_HELP, false, "print this, like --help"},
    {"n", NULL, EFFECT_SHARES, false, "scale counts before to the total after, rounded half up"},
    {"s", NULL, EFFECT_STRIP_HEX, false,
     "treat all hexadecimal numbers such as 0x1f in names as equal"},
    {"help", NULL, EFFECT_HELP, false, NULL},
};

static const struct old_option no_options[] = {
    {"help", NULL, EFFECT_HELP, false, "print this"},
};

#define OPTIONS(table) table, sizeof(table) / sizeof *(table)

static const struct old_program programs[] = {
    {"difffolded.pl", "folded", "two files of folded stacks to one with both counts", OLD_PHP,
     OLD_TWO_FILES, NULL, OPTIONS(diff_options)},
    {"stackcollapse.pl", "dtrace", "stacks of DTrace", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(no_options)},
    {"stackcollapse-aix.pl", "aix", "stacks of AIX procstack", OLD_PERL, OLD_ANY_FILES, NULL,
     OPTIONS(no_options)},
    {"stackcollapse-bpftrace.pl", "bpftrace", "maps of bpftrace", OLD_PERL, OLD_ANY_FILES, NULL,
     OPTIONS(no_options)},
    {"stackcollapse-chrome-tracing.py", "chrome", "trace events of Chrome", OLD_ARGPARSE,
     OLD_SOME_FILES, "none", OPTIONS(no_options)},
    {"stackcollapse-elfutils.pl", "eu-stack", "stacks of eu-stack", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(elfutils_options)},
    {"stackcollapse-faulthandler.pl", "faulthandler", "stacks of Python's faulthandler", OLD_PERL,
     OLD_ANY_FILES, "none", OPTIONS(no_options)},
    {"stackcollapse-gdb.pl", "gdb", "backtraces of gdb", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(no_options)},
    {"stackcollapse-go.pl", "go", "what go tool pprof -raw prints", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(go_options)},
    {"stackcollapse-ibmjava.pl", "ibmjava", "javacores of IBM Java", OLD_PERL, OLD_ANY_FILES,
     "thread", OPTIONS(ibm_options)},
    {"stackcollapse-instruments.pl", "instruments", "deep copies of Instruments", OLD_PERL,
     OLD_ANY_FILES, "none", OPTIONS(no_options)},
    {"stackcollapse-java-exceptions.pl", "java-exceptions", "Java exceptions in logs", OLD_PERL,
     OLD_ANY_FILES, "none", OPTIONS(exception_options)},
    {"stackcollapse-jstack.pl", "jstack", "threads that run, of jstack", OLD_PERL, OLD_ANY_FILES,
     "pool", OPTIONS(java_options)},
    {"stackcollapse-ljp.awk", "ljp", "traces of the lightweight Java profiler", OLD_AWK,
     OLD_ANY_FILES, "none", OPTIONS(no_options)},
    {"stackcollapse-perf-sched.awk", "perf-sched", "time off the processor, of perf script",
     OLD_AWK, OLD_ANY_FILES, NULL, OPTIONS(sched_options)},
    {"stackcollapse-perf.pl", "perf", "what perf script prints", OLD_PERL, OLD_ANY_FILES, "comm",
     OPTIONS(perf_options)},
    {"stackcollapse-pmc.pl", "pmc", "what pmcstat -G prints", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(no_options)},
    {"stackcollapse-recursive.pl", "folded", "folded stacks, directly repeated frames joined",
     OLD_PERL, OLD_ANY_FILES, "none", OPTIONS(no_options)},
    {"stackcollapse-sample.awk", "sample", "what sample of macOS prints", OLD_AWK, OLD_ANY_FILES,
     NULL, OPTIONS(sample_options)},
    {"stackcollapse-stap.pl", "stap", "stacks of SystemTap", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(no_options)},
    {"stackcollapse-vsprof.pl", "vsprof", "call trees of Visual Studio", OLD_PERL, OLD_ONE_FILE,
     "none", OPTIONS(no_options)},
    {"stackcollapse-vtune-mc.pl", "vtune-mc", "allocations of VTune", OLD_PERL, OLD_ONE_FILE,
     "none", OPTIONS(memory_options)},
    {"stackcollapse-vtune.pl", "vtune", "call trees of VTune", OLD_PERL, OLD_ONE_FILE, "none",
     OPTIONS(no_options)},
    {"stackcollapse-wcp.pl", "wcp", "stacks of wallClockProfiler", OLD_PERL, OLD_ANY_FILES, "none",
     OPTIONS(wcp_options)},
    {"stackcollapse-xdebug.php", "xdebug", "traces of Xdebug", OLD_PHP, OLD_ONE_FILE, "none",
     OPTIONS(xdebug_options)},
};

const struct old_program *old_collapse_listed(size_t i)
{
    return i < sizeof programs / sizeof programs[0] ? &programs[i] : NULL;
}

const struct old_program *old_collapse_find(struct str name)
{
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        if (str_equal(name, str_of(programs[i].name)))
            return &programs[i];
    return NULL;
}

static bool take_option(struct parse *p, const struct given *given)
{
    const struct old_option *option = given->option;

    assert(option);
    if (option->means == EFFECT_REFUSED)
        return fault_set(p->f, FAULT_USAGE, "-%s: %s", option->name, option->about);
    if (option->means == EFFECT_HELP) {
        p->r->task = TASK_HELP;
        p->r->help_topic = p->program->name;
    }
    p->given[option->means] = *given;
    return true;
}

static bool read_perl(struct parse *p, int argc, char **argv)
{
    struct old_arguments arguments;
    struct old_argument use;

    old_arguments_start(&arguments, p->program->name, p->program->options, p->program->n_options,
                        argc, argv);
    while (p->r->task == TASK_DRAW && old_arguments_next(&arguments, &use, p->f)) {
        const struct given given = {use.option, use.value, use.negated};
        if (!use.option)
            request_list_add(&p->r->inputs, use.value);
        else if (!take_option(p, &given))
            return false;
    }
    return p->f->kind == FAULT_NONE;
}

/* Whether awk takes the value as true: neither empty nor zero. */
static bool is_true(const char *value)
{
    return value[strspn(value, "0.")] != '\0';
}

static const struct old_option *find_exactly(const struct old_program *program, struct str name)
{
    for (size_t i = 0; i < program->n_options; i++)
        if (str_equal(name, str_of(program->options[i].name)))
            return &program->options[i];
    return NULL;
}

/* Whether the text is NAME=VALUE by awk's rules. */
static bool is_assignment(struct str text)
{
    size_t n = 0;

    while (n < text.n && (is_letter(text.p[n]) || text.p[n] == '_' || (n && is_digit(text.p[n]))))
        n++;
    return n && n < text.n && text.p[n] == '=';
}

static bool assign(struct parse *p, const char *text)
{
    size_t equals = str_find(str_of(text), 0, STR("="));
    struct excerpt e;

    if (!is_assignment(str_of(text)))
        return fault_set(p->f, FAULT_USAGE, "-v: \"%s\" found, wanted NAME=VALUE",
                         excerpt_of(&e, str_of(text)));
    const struct given given = {
        .option = find_exactly(p->program, (struct str){text, equals}),
        .value = text + equals + 1,
        .negated = !is_true(text + equals + 1),
    };
    if (!given.option || !given.option->value)
        return fault_set(p->f, FAULT_USAGE,
                         "\"%s\": no such variable of %s (--help lists them); for a file of that "
                         "name write ./%s",
                         excerpt_of(&e, str_of(text)), p->program->name, e.text);
    if (given.negated && given.option->means == EFFECT_REFUSED)
        return true;
    return take_option(p, &given);
}

/* Reads the argument at *at, which begins with a dash. */
static bool read_awk_option(struct parse *p, int argc, char **argv, int *at)
{
    const char *argument = argv[*at];
    struct excerpt e;

    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
        return take_option(p, &(struct given){.option = find_exactly(p->program, STR("help"))});
    if (argument[1] != 'v')
        return fault_set(p->f, FAULT_USAGE, "%s: no such option of %s (--help lists them)",
                         excerpt_of(&e, str_of(argument)), p->program->name);
    if (argument[2])
        return assign(p, argument + 2);
    if (*at + 1 == argc)
        return fault_set(p->f, FAULT_USAGE, "-v: no value found, wanted NAME=VALUE");
    return assign(p, argv[++*at]);
}

/* Reads the arguments: options end at the first file. */
static bool read_awk(struct parse *p, int argc, char **argv)
{
    bool ended = false;

    for (int at = 1; at < argc && p->r->task == TASK_DRAW; at++) {
        bool option = !ended && argv[at][0] == '-' && argv[at][1];
        ended = ended || !option || strcmp(argv[at], "--") == 0;
        if (option && ended)
            continue;
        if (option) {
            if (!read_awk_option(p, argc, argv, &at))
                return false;
        } else if (!is_assignment(str_of(argv[at]))) {
            request_list_add(&p->r->inputs, argv[at]);
        } else if (!assign(p, argv[at])) {
            return false;
        }
    }
    return true;
}

/* Reads "-tc" or "--help". */
static bool read_php_option(struct parse *p, const char *argument)
{
    bool whole = argument[1] == '-';
    struct str letters = str_of(argument + 1 + whole);
    struct excerpt e;

    for (size_t i = 0; i < letters.n; i += whole ? letters.n : 1) {
        struct given given = {.option = find_exactly(p->program, str_from_to(letters, i, i + 1))};
        if (whole)
            given.option = find_exactly(p->program, letters);
        if (!given.option || (whole && letters.n == 1))
            return fault_set(p->f, FAULT_USAGE, "%s: no such option of %s (--help lists them)",
                             excerpt_of(&e, str_of(argument)), p->program->name);
        if (!take_option(p, &given))
            return false;
    }
    return true;
}

/* Reads the arguments: options end at the first file. */
static bool read_php(struct parse *p, int argc, char **argv)
{
    int at = 1;

    for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
        if (strcmp(argv[at], "--") == 0) {
            at++;
            break;
        }
        if (!read_php_option(p, argv[at]))
            return false;
    }
    for (; at < argc; at++)
        request_list_add(&p->r->inputs, argv[at]);
    return true;
}

static bool set_column(struct parse *p, const char *value)
{
    uint64_t n;
    struct excerpt e;

    if (!parse_u64(str_of(value), &n) || n >= SIZE_MAX)
        return fault_set(p->f, FAULT_USAGE, "-sample_index: \"%s\" found, wanted a whole number",
                         excerpt_of(&e, str_of(value)));
    p->r->selection.column = (size_t)n + 1;
    return true;
}

static void set_frames(struct request *r, const char *root_by)
{
    r->selection.root_by = strcmp(r->selection.root_by, "none") == 0 ? root_by : "PID=pid,TID=tid";
}

static unsigned marks_of(enum effect effect)
{
    unsigned kernel = effect == EFFECT_JIT ? 0 : 1u << KIND_KERNEL;
    unsigned jit = effect == EFFECT_KERNEL ? 0 : 1u << KIND_JIT;

    return kernel | jit;
}

static enum shorten shorten_of(enum effect effect)
{
    if (effect == EFFECT_SHORT_PACKAGES)
        return SHORTEN_PACKAGES;
    return effect == EFFECT_NO_PACKAGES ? SHORTEN_NO_PACKAGES : SHORTEN_NO_MODULES;
}

/* EFFECT_CONTEXT comes behind EFFECT_INLINED, without which it does nothing. */
static void set_naming(struct naming *naming, enum effect effect)
{
    if (effect == EFFECT_INLINED)
        naming->inlined = true;
    else
        naming->sources |= effect == EFFECT_SOURCES || naming->inlined;
}

/* Applies an option. A negated one has no effect, except for options that are on by default: only
 * their negation has. */
static bool apply_option(struct parse *p, enum effect effect, const struct given *given)
{
    struct request *r = p->r;

    if (given->negated != (effect == EFFECT_THREAD_NAME || effect == EFFECT_MODULES))
        return true;
    switch (effect) {
    case EFFECT_HELP:
    case EFFECT_REFUSED:
    case EFFECT_NONE:
    case EFFECT_SHARES: /* see set_sides */
    case EFFECT_STRIP_HEX:
    case EFFECT_COUNT:
        break;
    case EFFECT_PID:
    case EFFECT_TID:
        r->selection.root_by = effect == EFFECT_PID ? "pid" : "tid";
        break;
    case EFFECT_PID_FRAME:
    case EFFECT_TID_FRAME:
        set_frames(r, effect == EFFECT_PID_FRAME ? "PID=pid" : "TID=tid");
        break;
    case EFFECT_KERNEL:
    case EFFECT_JIT:
    case EFFECT_ALL:
        r->selection.annotate |= marks_of(effect);
        break;
    case EFFECT_ADDRS:
        r->read.ask.naming.addresses = true;
        break;
    case EFFECT_EVENT:
        r->selection.event = given->value;
        break;
    case EFFECT_SOURCES:
    case EFFECT_INLINED:
    case EFFECT_CONTEXT:
        set_naming(&r->read.ask.naming, effect);
        break;
    case EFFECT_THREAD_NUMBER:
        r->selection.root_by = "thread";
        break;
    case EFFECT_THREAD_ID:
        r->selection.root_by = "thread,TID=tid";
        break;
    case EFFECT_THREAD_NAME:
        r->selection.root_by = "none";
        break;
    case EFFECT_SHORT_PACKAGES:
    case EFFECT_NO_PACKAGES:
    case EFFECT_MODULES:
        r->selection.shorten = shorten_of(effect);
        break;
    case EFFECT_COLUMN:
        return set_column(p, given->value);
    case EFFECT_SIZE:
    case EFFECT_CALLS:
        r->read.ask.value = effect == EFFECT_SIZE ? "bytes" : "leaf-calls";
        break;
    }
    return true;
}

static bool check_files(const struct parse *p)
{
    size_t n = p->r->inputs.n;
    bool one = p->program->files == OLD_ONE_FILE;

    if (p->program->files == OLD_TWO_FILES)
        return p->r->inputs.n == 2 ||
               fault_set(p->f, FAULT_USAGE, "%s: %zu FILE%s given, wanted two", p->program->name,
                         p->r->inputs.n, p->r->inputs.n == 1 ? "" : "s");
    if (p->program->files == OLD_ANY_FILES || n == 1 || (n > 1 && !one))
        return true;
    return fault_set(p->f, FAULT_USAGE, "%s: %s FILE given, wanted %s", p->program->name,
                     n ? "more than one" : "no", one ? "one" : "one or more");
}

/* Sets the program's defaults. */
static void set_defaults(struct parse *p)
{
    struct request *r = p->r;
    struct str format = str_of(p->program->format);

    r->selection.root_by = p->program->root_by;
    r->selection.filter.merge_recursive =
        str_equal(format, STR("folded")) && p->program->files != OLD_TWO_FILES;
    if (str_equal(format, STR("perf"))) {
        r->selection.comm_underscores = true;
        r->selection.first_event = true;
        r->selection.annotate = 1u << KIND_INLINED;
    }
    if (str_equal(format, STR("jstack")))
        request_list_add(&r->selection.where, "state=RUNNABLE");
    if (str_equal(format, STR("faulthandler")))
        r->read.ask.naming.sources = true; /* FILE:LINE:FUNCTION, as that script prints */
    if (str_equal(format, STR("vtune-mc")))
        r->read.ask.value = "allocations";
}

static bool read_arguments(struct parse *p, int argc, char **argv)
{
    switch (p->program->syntax) {
    case OLD_PERL:
    case OLD_ARGPARSE:
        break;
    case OLD_AWK:
        return read_awk(p, argc, argv);
    case OLD_PHP:
        return read_php(p, argc, argv);
    }
    return read_perl(p, argc, argv);
}

/* Makes the first of two files the side before. */
static void set_sides(struct parse *p)
{
    struct request *r = p->r;

    request_list_add(&r->sides.before, r->inputs.items[0]);
    r->inputs.items[0] = r->inputs.items[--r->inputs.n];
    r->sides.shares = p->given[EFFECT_SHARES].option != NULL;
    r->sides.strip_hex = p->given[EFFECT_STRIP_HEX].option != NULL;
}

bool old_collapse_parse(const struct old_program *program, struct request *r, int argc, char **argv,
                        struct fault *f)
{
    struct parse p = {.program = program, .r = r, .f = f};

    r->old_name = program->name;
    set_defaults(&p);
    if (!read_arguments(&p, argc, argv))
        return false;
    if (r->task == TASK_HELP)
        return true;
    for (unsigned i = 0; i < EFFECT_COUNT; i++)
        if (p.given[i].option && !apply_option(&p, (enum effect)i, &p.given[i]))
            return false;
    r->read.ask.format = input_find(str_of(program->format), f);
    bool both = program->files == OLD_TWO_FILES;
    r->output.format =
        r->read.ask.format ? output_find(both ? STR("diff-folded") : STR("folded"), f) : NULL;
    if (!r->output.format || !check_files(&p))
        return false;
    if (both)
        set_sides(&p);
    return true;
}
