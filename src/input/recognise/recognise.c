/* Asks every format about the prefix; the one that confirms the most bits wins. */
#include "input/recognise/recognise.h"

#include <inttypes.h>

#include "base/parse.h"
#include "input/common/signs.h"
#include "input/folded.h"
#include "input/formats.h"
#include "input/recognise/foreign.h"
#include "input/recognise/json_keys.h"
#include "input/recognise/log_prefix.h"
#include "input/recognise/text_form.h"

enum { GUESSES = 3 };

/* From this many bits on, a binary format outweighs the first bytes of a foreign file: many
 * programs save zip archives. */
enum { BITS_SURE = 48 };

/* Whether a line is blank or a comment. */
static bool is_blank_or_comment(struct str line)
{
    struct str text = str_trim(line);

    return text.n == 0 || text.p[0] == '#';
}

/* A format that can read part of a prefix: how many samples, and how many are bad. */
struct guess {
    const struct input_format *format;
    uint64_t taken, bad;
};

/* Text formats are not asked about binary files: these may hold texts of any kind. */
static bool may_be(const struct input_format *format, bool binary)
{
    return format->recognise && (format->binary || !binary);
}

static struct guess try(const struct input_format *format, struct str prefix)
{
    const struct ask ask = {.limits = limits_untrusted()};
    struct profile p;
    struct reading r = {.name = "", .ask = &ask, .info = &p.info, .first_part = true, .parts = 1};
    struct fault f = {0};
    struct source source;
    struct blocks blocks;

    profile_init(&p, 1, TIME_NONE);
    if (source_open_memory(&source, "", prefix, &ask.limits, &f)) {
        blocks_init(&blocks, &source);
        bool whole = format->read(&r, &blocks, &p, &f);
        r.tally.bad += !whole;
        blocks_free(&blocks);
        source_close(&source);
    }
    profile_free(&p);
    return (struct guess){format, r.tally.taken, r.tally.bad};
}

/* Whether a is the better guess: a larger share of it is good, or more is. */
static bool is_nearer(const struct guess *a, const struct guess *b)
{
    double share_a = (double)a->taken / (double)(a->taken + a->bad + 1);
    double share_b = b->format ? (double)b->taken / (double)(b->taken + b->bad + 1) : -1;

    return share_a > share_b;
}

/* Writes the names of the formats that can read most of the prefix, "bcc, gdb"; "" when none can.
 * Returns the first, or NULL. */
static const struct input_format *guess_formats(struct str prefix, char *text, size_t room)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct guess best[GUESSES + 1] = {{0}};
    size_t used = 0;
    bool binary = text_form_is_binary(prefix);

    for (size_t i = 0; i < n; i++) {
        size_t at = GUESSES;
        if (!may_be(formats[i], binary))
            continue;
        best[at] = try(formats[i], prefix);
        for (; at > 0 && best[at].taken && is_nearer(&best[at], &best[at - 1]); at--) {
            struct guess worse = best[at - 1];
            best[at - 1] = best[at];
            best[at] = worse;
        }
    }
    text[0] = '\0';
    for (size_t i = 0; i < GUESSES && best[i].format && used < room; i++)
        used +=
            (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", best[i].format->name);
    return best[0].format;
}

/* Skips blanks, and text between two marks. */
static struct str behind(struct str s, const char *from, const char *to)
{
    size_t at = 0;

    while (at < s.n && is_space(s.p[at]))
        at++;
    s = str_from_to(s, at, s.n);
    if (!str_starts(s, str_of(from)))
        return s;
    size_t end = str_find(s, 0, str_of(to));
    return str_from_to(s, end < s.n ? end + strlen(to) : s.n, s.n);
}

/* <!DOCTYPE svg PUBLIC "..." [ <!ENTITY name "value"> ]>: declarations are in brackets. */
static struct str behind_doctype(struct str s)
{
    size_t end = str_find(s, 0, STR(">"));
    bool declares = str_find(str_from_to(s, 0, end), 0, STR("[")) < end;

    return behind(s, "<!DOCTYPE", declares ? "]>" : ">");
}

/* The root element is "svg" or, with a namespace prefix, "ns0:svg". */
bool input_is_svg(struct str prefix)
{
    size_t left;
    size_t n = 1;

    prefix = behind(prefix, "\xEF\xBB\xBF", "\xBF");
    do {
        left = prefix.n;
        prefix = behind(prefix, "<?", "?>");
        prefix = behind(prefix, "<!--", "-->");
        prefix = behind_doctype(prefix);
    } while (prefix.n < left);
    while (n < prefix.n && !is_space(prefix.p[n]) && prefix.p[n] != '>' && prefix.p[n] != '/')
        n++;
    struct str name = str_from_to(prefix, 0, n < prefix.n ? n : prefix.n);
    return str_equal(name, STR("<svg")) ||
           (str_starts(name, STR("<")) && str_ends(name, STR(":svg")));
}

/* Says which line is the first that the nearest format does not have. */
static void not_folded(const char *name, struct str prefix, const char *guesses, struct fault *f)
{
    uint64_t number;
    struct str line = folded_first_other(prefix, &number);
    struct excerpt e;

    excerpt_of(&e, line);
    if (line.n)
        fault_set(f, FAULT_INPUT,
                  "%s:%" PRIu64 ": \"%s\" found, which is neither a stack nor a name with a count; "
                  "nearest: %s (--from, --list-formats)",
                  name, number, e.text, guesses);
    else
        fault_set(f, FAULT_INPUT,
                  "%s: holds words with numbers, in no order and without any \"frame;frame\"; "
                  "nearest: %s (--from, --list-formats)",
                  name, guesses);
}

/* Whether a text is a list of JSON: what other texts have in brackets no comma follows at once. */
static bool is_json_list(struct str prefix)
{
    size_t at = 0;

    prefix = str_trim(prefix);
    if (!str_starts(prefix, STR("[")))
        return false;
    do
        at++;
    while (at < prefix.n && is_space(prefix.p[at]));
    if (at < prefix.n && (prefix.p[at] == '{' || prefix.p[at] == '"' || prefix.p[at] == '['))
        return true;
    while (at < prefix.n && (is_digit(prefix.p[at]) || prefix.p[at] == '.' || prefix.p[at] == '-'))
        at++;
    return at < prefix.n && prefix.p[at] == ',';
}

static void not_known_json(const char *name, struct str prefix, struct fault *f)
{
    struct buf keys = {0};
    struct excerpt e;
    const bool is_list = !json_keys_may_be(prefix);
    size_t from = is_list ? str_find(prefix, 0, STR("{")) : 0;

    json_keys_list(str_from_to(prefix, from, prefix.n), &keys);
    fault_set(f, FAULT_INPUT,
              "%s:1: is %sJSON of no known kind%s%s, wanted a trace of Chrome (\"traceEvents\"), a "
              "profile of V8 (\"nodes\", \"ticks\"), Firefox (\"threads\"), speedscope "
              "(\"profiles\"), stackprof (\"frames\"), DHAT (\"pps\") or OTLP "
              "(\"resourceProfiles\"), a tree of d3-flame-graph (\"children\"), or --from",
              name, is_list ? "a list of " : "", keys.n ? " with the keys " : "",
              excerpt_of(&e, buf_str(&keys)));
    buf_free(&keys);
}

static void no_format_begins_with(const char *name, uint64_t number, struct str line,
                                  struct str prefix, struct fault *f)
{
    struct excerpt e;
    char guesses[100];
    const struct input_format *nearest = guess_formats(prefix, guesses, sizeof guesses);

    excerpt_of(&e, line);
    if (json_keys_may_be(prefix) || is_json_list(prefix))
        not_known_json(name, prefix, f);
    else if (nearest == &input_folded)
        not_folded(name, prefix, guesses, f);
    else if (nearest)
        fault_set(f, FAULT_INPUT,
                  "%s:%" PRIu64 ": \"%s\" found, which no input format begins with; nearest: %s "
                  "(--from, --list-formats)",
                  name, number, e.text, guesses);
    else
        fault_set(f, FAULT_INPUT,
                  "%s:%" PRIu64 ": \"%s\" found, which no input format begins with; wanted folded "
                  "stacks, lines of \"frame;frame count\", or what profilers print "
                  "(--list-formats)",
                  name, number, e.text);
}

static void not_recognised(const char *name, struct str prefix, struct fault *f)
{
    struct str rest = prefix;
    struct str line = prefix;
    uint64_t number = 0;

    do
        number++;
    while (take_field(&rest, '\n', &line) && rest.p && is_blank_or_comment(line));
    if (is_blank_or_comment(line))
        fault_set(f, FAULT_INPUT, "%s: holds blank lines and comments only, wanted a profile",
                  name);
    else if (input_is_svg(prefix))
        fault_set(f, FAULT_INPUT,
                  "%s:%" PRIu64
                  ": is an SVG, wanted a profile; flame --format pdf, eps, ps, png or "
                  "jpeg takes one SVG alone",
                  name, number);
    else if (str_starts(line, STR("<?xml")))
        fault_set(f, FAULT_INPUT, "%s:%" PRIu64 ": is XML, wanted a profile", name, number);
    else if (text_form_is_binary(prefix) || memchr(line.p, '\0', line.n))
        fault_set(f, FAULT_INPUT,
                  "%s:%" PRIu64
                  ": is not text, wanted folded stacks, or what profilers print (--list-formats)",
                  name, number);
    else
        no_format_begins_with(name, number, line, prefix, f);
}

/* Asks the formats that bytes of this kind may have. Returns the most bits that one confirms. */
static unsigned find_strongest(struct str prefix, bool binary, struct input_report *report)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct signs signs;
    unsigned most = 0;

    signs_find(&signs, prefix);
    for (size_t i = 0; i < n; i++) {
        const bool ask = may_be(formats[i], binary) && signs_allow(&signs, formats[i]);
        const unsigned bits = ask ? formats[i]->recognise(prefix) : 0;
        if (bits && bits == most)
            report->runner_up = formats[i];
        if (bits <= most)
            continue;
        most = bits;
        report->format = formats[i];
        report->runner_up = NULL;
    }
    signs_free(&signs);
    report->bits = most;
    return most;
}

unsigned input_recognise_text(struct str text, struct input_report *report)
{
    return find_strongest(text, false, report);
}

static bool recognise_text(const char *name, struct str prefix, bool binary, const struct ask *ask,
                           struct input_report *report, struct fault *f)
{
    bool text;

    if (!binary && folded_is_called_so(str_of(name)) && folded_mostly(prefix)) {
        report->format = &input_folded;
        return true;
    }
    const char *foreign = foreign_find(prefix, binary, &text);
    if (foreign && text)
        return fault_set(f, FAULT_INPUT, "%s:1: is %s", name, foreign);
    if (!foreign && !reading_skip_mark(&prefix, name, f))
        return false;
    unsigned most = find_strongest(prefix, foreign || binary, report);
    if (foreign && most < BITS_SURE)
        return fault_set(f, FAULT_INPUT, "%s:@0x0: is %s", name, foreign);
    if (report->runner_up && ask->strict)
        return fault_set(f, FAULT_INPUT, "%s: may be %s or %s, wanted one of them in --from", name,
                         report->format->name, report->runner_up->name);
    if (!report->format && !binary && folded_is_called_so(str_of(name)) && folded_any(prefix))
        report->format = &input_folded;
    if (report->format)
        return true;
    if (prefix.n == 0)
        return fault_set(f, FAULT_INPUT, "%s: is empty, wanted a profile", name);
    report->unknown = !binary;
    not_recognised(name, prefix, f);
    return false;
}

void input_prove(struct str prefix, struct input_report *report)
{
    const struct input_format *format = report->format;
    const bool is_asked = format->recognise && !format->binary && format != &input_folded &&
                          !format->dump_lines && !json_keys_may_be(prefix);

    report->unproven = is_asked && prefix.n && !format->recognise(prefix);
}

/* How strongly a format, or any, confirms a text: 0 not at all, 1 as folded stacks, which do not
 * say what they are. */
static unsigned find_bits(struct str text, const struct input_format *only)
{
    struct input_report report = {.format = only};

    if (str_starts(text, STR("\xEF\xBB\xBF")))
        text = str_from_to(text, 3, text.n);
    unsigned bits = !only             ? find_strongest(text, false, &report)
                    : only->recognise ? only->recognise(text)
                                      : 0;

    return bits && report.format == &input_folded ? 1 : bits;
}

/* What a log puts before each line is enough for a few bits by itself. */
static unsigned find_bits_with_log(struct str text, const struct input_format *only)
{
    enum { BITS_OF_LOG = 16 };
    unsigned bits = find_bits(text, only);

    return bits && bits < BITS_OF_LOG ? 1 : bits;
}

/* Finds what a log put before each line. Text without it must be recognised as well as with it:
 * some formats have such lines themselves. */
static struct str find_log(struct str text, const struct input_format *only,
                           struct input_report *report, struct buf *bare)
{
    struct decoding found = report->decoding;
    unsigned most = 0;

    if (str_starts(text, STR("\xEF\xBB\xBF"))) /* before the first prefix */
        text = str_from_to(text, 3, text.n);
    for (int kind = 0; kind < log_prefix_kinds(); kind++) {
        if (!log_prefix_fits(kind, text))
            continue;
        struct decoding log = {.log_kind = kind, .log_prefix = log_prefix_length};
        struct str line_text = text_form_convert(text, &log, bare);
        unsigned bits = find_bits(line_text, only);
        bool first = !found.log_prefix;
        if (first)
            most = find_bits_with_log(text, only);
        if (bits < most || (bits == most && !first))
            continue;
        most = bits;
        found.log_kind = kind;
        found.log_prefix = log_prefix_length;
    }
    report->decoding = found;
    report->log_guessed = found.log_prefix && most == 0;
    if (!found.log_prefix)
        return text;
    found.encoding = TEXT_UTF8;
    found.colours = false;
    return text_form_convert(text, &found, bare);
}

bool input_recognise(const char *name, struct str prefix, const struct ask *ask,
                     struct input_report *report, struct fault *f)
{
    struct decoding *what = &report->decoding;
    struct buf converted = {0};
    struct buf bare = {0};

    report->format = ask->format;
    if (ask->format && ask->format->binary)
        return true;
    text_form_find(prefix, what);
    struct str text = text_form_convert(prefix, what, &converted);
    bool binary = text_form_is_binary(text);
    if (!binary) {
        text = find_log(text, ask->format, report, &bare);
        binary = what->log_prefix && text_form_is_binary(text);
    }
    bool ok = ask->format || recognise_text(name, text, binary, ask, report, f);
    buf_free(&bare);
    buf_free(&converted);
    return ok;
}
