/* "python3.12\0-X\0perf\0app.py\0" lacks nothing, "node\0app.js\0" lacks --perf-basic-prof.
 * Sources: node --v8-options, Python's "perf profiler support", .NET's "runtime configuration
 * options for debugging and profiling", java -XX:+PrintFlagsFinal. */
#include "record/code/runtime.h"

enum { MOST = 3 };

/* How a runtime is given what it wants: by a word that begins so, by a variable that has such words
 * in it, or by one that is not 0. */
static const struct {
    struct runtime runtime;
    const char *words[MOST], *variables[MOST], *switches[MOST];
} runtimes[] = {
    {{"node", "--perf-basic-prof", "its JavaScript functions will have no names"},
     {"--perf-basic-prof", "--perf-prof"},
     {"NODE_OPTIONS="},
     {NULL}},
    {{"python", "-X perf (from Python 3.12 on)", "its Python functions will have no names"},
     {"-Xperf", "perf"},
     {NULL},
     {"PYTHONPERFSUPPORT=", "PYTHON_PERF_JIT_SUPPORT="}},
    {{"java", "-XX:+PreserveFramePointer", "stacks of its Java functions will be cut"},
     {"-XX:+PreserveFramePointer"},
     {"JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS="},
     {NULL}},
    {{"dotnet", "DOTNET_PerfMapEnabled=1", "its .NET functions will have no names"},
     {NULL},
     {NULL},
     {"DOTNET_PerfMapEnabled=", "COMPlus_PerfMapEnabled="}},
};

static struct str name_of(struct str program)
{
    struct str name = path_program_name(program);

    return str_equal(name, STR("nodejs")) ? STR("node") : name;
}

static bool begins(struct str text, const char *const list[MOST], struct str *rest)
{
    for (size_t i = 0; i < MOST && list[i]; i++)
        if (str_starts(text, str_of(list[i]))) {
            *rest = str_from_to(text, strlen(list[i]), text.n);
            return true;
        }
    return false;
}

static bool holds(struct str text, const char *const list[MOST])
{
    for (size_t i = 0; i < MOST && list[i]; i++)
        if (str_find(text, 0, str_of(list[i])) < text.n)
            return true;
    return false;
}

static bool next(struct str *texts, struct str *text)
{
    if (!texts->n)
        return false;
    size_t end = str_find(*texts, 0, (struct str){"", 1});
    *text = str_from_to(*texts, 0, end);
    *texts = str_from_to(*texts, end < texts->n ? end + 1 : texts->n, texts->n);
    return true;
}

const struct runtime *runtime_that_lacks(struct str program, struct str words,
                                         struct str environment)
{
    const struct str name = name_of(program);
    struct str text, rest;
    size_t at = 0;

    while (at < sizeof runtimes / sizeof runtimes[0] &&
           !str_equal(name, str_of(runtimes[at].runtime.name)))
        at++;
    if (at == sizeof runtimes / sizeof runtimes[0])
        return NULL;
    while (next(&words, &text))
        if (begins(text, runtimes[at].words, &rest))
            return NULL;
    while (next(&environment, &text))
        if ((begins(text, runtimes[at].variables, &rest) && holds(rest, runtimes[at].words)) ||
            (begins(text, runtimes[at].switches, &rest) && rest.n && rest.p[0] != '0'))
            return NULL;
    return &runtimes[at].runtime;
}
