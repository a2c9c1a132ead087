/* massif.out, a.nettrace, work.cpuprofile: recognises files that are not profiles. Whoever adds a
 * reader for one removes its row. */
#include "input/foreign.h"

#include "base/parse.h"

enum { NEAR = 4096, MAP_LINES = 3 };

#define JAVA_HEAP                                                                                  \
    "a heap dump of Java, which holds objects and no profile, wanted a recording of JFR"

/* Binary files. */
static const struct magic {
    struct str start;
    size_t at;
    const char *what;
} magics[] = {
    {{"PERFFILE", 8}, 0, "a recording of perf from before 2010, wanted text"},
    {{"gmon\1\0\0\0", 8}, 0, "data of gprof, which holds no stacks, wanted a profile with stacks"},
    {{"\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0", 16}, 0, "cut-off data of gperftools, wanted a whole file"},
    {{"JiTD\1\0\0\0", 8}, 0, "a jitdump, which names functions, wanted a profile"},
    {{"DTiJ\1\0\0\0", 8}, 0, "a jitdump, which names functions, wanted a profile"},
    {{"Nettrace\24\0\0\0", 12}, 0, "a trace of .NET, wanted text"},
    {{"JAVA PROFILE 1.0.1", 19}, 0, JAVA_HEAP},
    {{"JAVA PROFILE 1.0.2", 19}, 0, JAVA_HEAP},
    {{"\177ELF", 4}, 0, "a program or library, wanted a profile"},
    {{"PK\3\4", 4}, 0, "a zip archive, wanted the files in it"},
    {{"ustar", 5}, 257, "a tar archive, wanted the files in it"},
    {{"BZh91AY&SY", 10},
     0,
     "packed by bzip2, wanted gzip, zstd, xz or not packed (bunzip2 -k FILE unpacks it)"},
    {{"\x89PNG", 4}, 0, "a picture, wanted a profile"},
    {{"%PDF-", 5}, 0, "a document, wanted a profile"},
};

#define PERF_REPORT "the text of perf report, wanted that of perf script"
#define UNKNOWN_JSON "wanted a profile that a reader knows (--list-formats)"

/* Text files: their beginning after blank lines, and something near the start. */
static const struct mark {
    const char *start, *holds;
    const char *what;
} marks[] = {
    {"Statistical profiling result from ", " ticks, ",
     "the text of node --prof-process, which holds no whole stacks, wanted a profile with stacks"},
    {"", "   ncalls  tottime  percall  cumtime  percall ",
     "the text of Python's cProfile, which holds no stacks, wanted a profile"},
    {"--- Execution profile ---\n", "Total samples ",
     "the text of async-profiler, wanted its folded stacks (-o collapsed)"},
    {"# To display the perf.data header info", "\n# Overhead", PERF_REPORT},
    {"# To display the perf.data header info", "\n# Children", PERF_REPORT},
    {"-----", "\nms_print arguments: ", "the text of ms_print, wanted a profile with stacks"},
    {"-----", "\nProfile data file '",
     "the text of callgrind_annotate, which holds no stacks, wanted a profile with stacks"},
    {"reading file \"",
     "\nDebuggee command was: ", "the text of heaptrack_print, wanted the file it was made from"},
    {"{\"version\":", ",\"gc_samples\":", "a profile of stackprof, " UNKNOWN_JSON},
    {"{", "\"linux-perf-json-version\"",
     "what perf data convert wrote, wanted the text of perf script"},
    {"{", "\"resourceProfiles\":", "an OTLP profile as JSON, wanted it as protobuf"},
};

/* Takes hexadecimal digits and the following blank off *s; returns how many digits, 0 if no blank
 * follows. */
static size_t parse_hex(struct str *s)
{
    size_t n = str_starts(*s, STR("0x")) ? 2 : 0;
    size_t from = n;

    while (n < s->n && (is_digit(s->p[n]) || (s->p[n] >= 'a' && s->p[n] <= 'f')))
        n++;
    if (n == from || n >= s->n || s->p[n] != ' ')
        return 0;
    *s = str_from_to(*s, n + 1, s->n);
    return n - from;
}

/* "7f222dfed000 b py::_find_and_load": an address of six digits or more, a size and a name. */
static bool is_map(struct str prefix)
{
    struct str line;

    for (int i = 0; i < MAP_LINES; i++) {
        if (!prefix.p || !take_field(&prefix, '\n', &line))
            return false;
        if (parse_hex(&line) < 6 || !parse_hex(&line) || str_trim(line).n == 0)
            return false;
    }
    return true;
}

/* What follows blank lines, and blanks at the start of a line. */
static struct str skip_blank(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_space(s.p[n]))
        n++;
    return str_from_to(s, n, s.n);
}

static const char *find_text(struct str prefix)
{
    struct str near = skip_blank(prefix);

    if (near.n > NEAR)
        near.n = NEAR;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (str_starts(near, str_of(marks[i].start)) &&
            (!*marks[i].holds || str_find(near, 0, str_of(marks[i].holds)) < near.n))
            return marks[i].what;
    return is_map(near) ? "a map that names functions (perf-PID.map), wanted a profile" : NULL;
}

const char *foreign_find(struct str prefix, bool *text)
{
    *text = false;
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (prefix.n > magics[i].at &&
            str_starts(str_from_to(prefix, magics[i].at, prefix.n), magics[i].start))
            return magics[i].what;
    *text = true;
    return find_text(prefix);
}
