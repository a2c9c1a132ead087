/* A program that is told to dump its threads does so into its log, behind megabytes of other lines;
 * and what writes JSON may put as much in front of what tells its kind. */
#include "input/recognise/further.h"

#include "input/common/signs.h"
#include "input/formats.h"
#include "input/recognise/evidence.h"
#include "input/recognise/json_keys.h"
#include "input/recognise/recognise.h"
#include "input/recognise/rest.h"

enum {
    BITS_OF_DUMP = 40, /* a thread and a frame, or a heading */
    BITS_OF_KEYS = 40, /* of what is JSON, more than one key */
    WINDOW = SOURCE_PREFIX - 1,
    SHARED = 8 << 10, /* of a window with the one before */
    FEW = 8,          /* lines that the reader may as well look at: the end of a damaged dump */
};

/* Finds the dump that is confirmed most strongly in a part of the text. */
static unsigned find_dump(struct str window, struct input_report *report)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct signs signs;
    unsigned most = 0;

    signs_find(&signs, window);
    for (size_t i = 0; i < n; i++) {
        const bool ask = formats[i]->dump_lines && signs_allow(&signs, formats[i]);
        const unsigned bits = ask ? formats[i]->recognise(window) : 0;
        if (bits < BITS_OF_DUMP || bits <= most)
            continue;
        most = bits;
        report->format = formats[i];
        report->bits = bits;
    }
    signs_free(&signs);
    return most;
}

/* Looks at a text window by window, from `at` on; returns where the next window begins. */
static size_t find_in_windows(struct str text, size_t at, struct input_report *report)
{
    while (at < text.n) {
        struct str window = str_from_to(text, at, text.n - at > WINDOW ? at + WINDOW : text.n);
        if (find_dump(window, report) || at + window.n == text.n)
            break;
        size_t next = at + WINDOW - SHARED;
        while (next > at + 1 && text.p[next - 1] != '\n')
            next--;
        at = next > at + 1 ? next : at + WINDOW - SHARED;
    }
    return at;
}

/* Passes over lines before the evidence at `from`, without those that may belong to the dump. */
static void skip_before(struct blocks *blocks, struct str text, size_t from,
                        struct input_report *report)
{
    const struct input_format *format = report->format;

    if (format->dump_lines == DUMP_IN_LOG)
        return;
    const struct str rest = str_from_to(text, from, text.n);
    const struct str window = str_from_to(rest, 0, rest.n < WINDOW ? rest.n : WINDOW);
    const size_t at = from + evidence_begin(format, window, BITS_OF_DUMP);
    const size_t begin = evidence_lines_back(text, at, format->dump_lines);

    const uint64_t lines = evidence_count_lines(str_from_to(text, 0, begin));

    if (lines <= FEW)
        return;
    report->before = (struct input_before){.lines = lines, .bytes = begin};
    rest_find_before(str_from_to(text, 0, begin < WINDOW ? begin : WINDOW), report);
    blocks_skip(blocks, begin);
}

bool further_skip(struct blocks *blocks, struct input_report *report, struct fault *f)
{
    struct str prefix;

    if (!report->format->dump_lines)
        return true;
    if (!blocks_prefix(blocks, &prefix, f))
        return false;
    if (report->format->recognise(prefix) >= BITS_OF_DUMP)
        skip_before(blocks, prefix, 0, report);
    return true;
}

static void find_by_keys(struct str text, struct input_report *report)
{
    struct input_report found = *report;
    struct buf squeezed = {0};

    json_keys_squeeze(text, &squeezed);
    if (input_recognise_text(buf_str(&squeezed), &found) > report->bits)
        *report = found;
    buf_free(&squeezed);
}

bool further_may_find(struct str prefix, const struct input_report *report)
{
    return report->unknown ||
           (report->bits < BITS_OF_KEYS && prefix.n >= SOURCE_PREFIX && json_keys_may_be(prefix));
}

bool further_find(struct blocks *blocks, struct input_report *report, struct fault *f)
{
    size_t room = SOURCE_PREFIX;
    size_t at = 0;
    struct str text;

    do {
        if (!blocks_look(blocks, room, &text, f))
            return false;
        if (json_keys_may_be(text))
            find_by_keys(text, report);
        else
            at = find_in_windows(text, at, report);
        room *= 4;
    } while (report->bits < BITS_OF_KEYS && text.n == room / 4 && room <= FURTHER_MOST);
    if (report->unknown && report->format && report->format->dump_lines)
        skip_before(blocks, text, at, report);
    return true;
}
