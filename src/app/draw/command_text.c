/* perf record -g -F 997 node --perf-basic-prof /srv/app/server.js 8080
 * becomes node … /srv/app/server.js 8080 */
#include "app/draw/command_text.h"

#include "base/ascii.h"
#include "render/common/text.h"

/* The words of a command that say what ran; the options stand between program and script. */
struct command {
    struct str program, options;
    struct str script; /* empty: the program interprets none, or it is not seen which */
    struct str rest;   /* what follows the script, or else the program */
};

enum {
    SCRIPT_CELLS = 12, /* of a script's name so many cells are kept at least */
    FORMS = 3,
};

#define ELLIPSIS "\xe2\x80\xa6"

static bool is_one_of(const char *const *list, size_t n, struct str word)
{
    for (size_t i = 0; i < n; i++)
        if (str_equal(word, str_of(list[i])))
            return true;
    return false;
}

#define IS_ONE_OF(list, word) is_one_of(list, sizeof list / sizeof list[0], word)

/* Words end at blanks: those that an argument had are not told apart. */
static struct str next_word(struct str *rest)
{
    size_t from = 0;

    while (from < rest->n && is_blank(rest->p[from]))
        from++;
    size_t end = from;
    while (end < rest->n && !is_blank(rest->p[end]))
        end++;
    struct str word = str_from_to(*rest, from, end);
    *rest = str_from_to(*rest, end, rest->n);
    return word;
}

static bool is_option(struct str word)
{
    return word.n > 1 && word.p[0] == '-';
}

static bool has(const char *letters, char letter)
{
    return str_find(str_of(letters), 0, (struct str){&letter, 1}) < strlen(letters);
}

enum of_option { ALONE, WITH_VALUE, OF_OTHERS };

/* "-g", "-F 997", and "-p 4711", with which the command is not what was recorded. */
static enum of_option perf_option(struct str word)
{
    static const char *const others[] = {
        "--all-cpus", "--pid", "--tid", "--uid", "--cpu", "--cgroup", "--for-each-cgroup",
    };
    static const char *const with_value[] = {
        "--event",         "--filter",           "--freq",
        "--count",         "--output",           "--call-graph",
        "--mmap-pages",    "--realtime",         "--delay",
        "--branch-filter", "--clockid",          "--max-size",
        "--affinity",      "--control",          "--user-regs",
        "--addr-filter",   "--proc-map-timeout", "--num-thread-synthesize",
    };
    struct str name = str_from_to(word, 0, str_find(word, 0, STR("=")));

    if (IS_ONE_OF(others, name))
        return OF_OTHERS;
    if (word.n > 2 && word.p[1] == '-')
        return name.n == word.n && IS_ONE_OF(with_value, word) ? WITH_VALUE : ALONE;
    for (size_t i = 1; i < word.n; i++) {
        if (has("aptuCG", word.p[i]))
            return OF_OTHERS;
        if (has("eFcomrDjk", word.p[i]))
            return i + 1 == word.n ? WITH_VALUE : ALONE;
    }
    return ALONE;
}

/* The command that perf ran; all of it where it ran none, or recorded others. */
static struct str without_recorder(struct str command)
{
    struct str rest = command;
    struct str word = path_base_name(next_word(&rest));

    if (!str_equal(word, STR("perf")) || !str_equal(next_word(&rest), STR("record")))
        return command;
    for (;;) {
        struct str before = str_trim(rest);
        word = next_word(&rest);
        if (!is_option(word))
            return word.n ? before : command;
        enum of_option kind = perf_option(word);
        if (kind == OF_OTHERS)
            return command;
        if (kind == WITH_VALUE)
            next_word(&rest);
    }
}

/* "python3.12" */
static bool interprets(struct str program)
{
    static const char *const interpreters[] = {
        "R",      "Rscript", "bash",  "bun",  "deno",   "dotnet", "electron",
        "erl",    "java",    "julia", "lua",  "luajit", "mono",   "node",
        "nodejs", "perl",    "php",   "pypy", "python", "ruby",   "sh",
    };

    return IS_ONE_OF(interpreters, path_program_name(program));
}

/* From the first byte of a to the last of b, which follows in the same text. */
static struct str span(struct str a, struct str b)
{
    return (struct str){a.p, (size_t)(b.p + b.n - a.p)};
}

static void find_script(struct command *c)
{
    static const char *const with_value[] = {
        "-cp",
        "-classpath",
        "--class-path",
        "--module-path",
        "--add-modules",
        "--add-opens",
        "--add-exports",
        "--add-reads",
        "-X",
        "-W",
        "-r",
        "--require",
        "--import",
        "--loader",
        "-I",
    };
    static const char *const of_script[] = {"-c", "-e", "-m", "-jar", "--eval", "--module"};
    struct str rest = c->rest;
    struct str first = {rest.p, 0};
    struct str last = first;

    for (struct str word = next_word(&rest); word.n; word = next_word(&rest)) {
        bool named = IS_ONE_OF(of_script, word);
        if (is_option(word) && !named) {
            first = first.n ? first : word;
            last = IS_ONE_OF(with_value, word) ? next_word(&rest) : word;
            continue;
        }
        c->options = first.n ? span(first, last) : first;
        c->script = named ? span(word, next_word(&rest)) : word;
        c->rest = rest;
        return;
    }
}

/* Appends program and script: all of them, without the options, or without folders, too. */
static void write_kept(const struct command *c, int form, size_t most, struct buf *to)
{
    buf_add(to, form ? path_base_name(c->program) : c->program);
    if (!c->script.n)
        return;
    if (c->options.n) {
        buf_add_byte(to, ' ');
        buf_add(to, form ? STR(ELLIPSIS) : c->options);
    }
    buf_add_byte(to, ' ');
    if (form < 2) {
        buf_add(to, c->script);
        return;
    }
    size_t taken = text_cells(buf_str(to));
    text_fit(path_base_name(c->script),
             most > taken + SCRIPT_CELLS ? most - taken : (size_t)SCRIPT_CELLS, TEXT_CUT_SMART, to);
}

void command_text_fit(struct str command, size_t cells, size_t kept, struct buf *to)
{
    size_t most = cells < kept ? cells : kept;
    bool fits = text_cells(command) <= most;
    struct command c = {.rest = fits ? command : without_recorder(command)};
    struct buf text = {0};

    c.program = next_word(&c.rest);
    if (!fits && interprets(c.program))
        find_script(&c);
    for (int form = 0; form < FORMS; form++) {
        buf_clear(&text);
        write_kept(&c, form, most, &text);
        if (text_cells(buf_str(&text)) <= most)
            break;
    }
    buf_add(&text, c.rest);
    text_fit(buf_str(&text), cells, TEXT_CUT_RIGHT, to);
    buf_free(&text);
}
