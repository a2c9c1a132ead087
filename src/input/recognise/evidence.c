/* The least part of a text by which a format is recognised. */
#include "input/recognise/evidence.h"

/* Returns how many bytes the first n lines have. */
static size_t lines_end(struct str text, size_t n)
{
    size_t at = 0;

    while (n-- && at < text.n) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        at = newline ? (size_t)(newline - text.p) + 1 : text.n;
    }
    return at;
}

size_t evidence_lines_back(struct str text, size_t at, size_t n)
{
    while (at && n--)
        for (at--; at && text.p[at - 1] != '\n';)
            at--;
    return at;
}

uint64_t evidence_count_lines(struct str text)
{
    uint64_t n = 0;

    for (size_t at = 0; at < text.n; n++)
        at += lines_end(str_from_to(text, at, text.n), 1);
    return n;
}

/* Returns where the first evidence of a dump in a text ends: the least number of lines, found by
 * doubling it and then halving the difference. */
static size_t evidence_end(const struct input_format *format, struct str text, unsigned bits)
{
    size_t low = 0;
    size_t high = 1;

    while (lines_end(text, high) < text.n &&
           format->recognise(str_from_to(text, 0, lines_end(text, high))) < bits) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        const bool is = format->recognise(str_from_to(text, 0, lines_end(text, middle))) >= bits;
        low = is ? low : middle;
        high = is ? middle : high;
    }
    return lines_end(text, high);
}

size_t evidence_begin(const struct input_format *format, struct str text, unsigned bits)
{
    const struct str known = str_from_to(text, 0, evidence_end(format, text, bits));
    size_t low = 0; /* lines from the end that are too few */
    size_t high = 1;

    while (evidence_lines_back(known, known.n, high) > 0 &&
           format->recognise(
               str_from_to(known, evidence_lines_back(known, known.n, high), known.n)) < bits) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        const size_t at = evidence_lines_back(known, known.n, middle);
        const bool is = format->recognise(str_from_to(known, at, known.n)) >= bits;
        low = is ? low : middle;
        high = is ? middle : high;
    }
    return evidence_lines_back(known, known.n, high);
}
