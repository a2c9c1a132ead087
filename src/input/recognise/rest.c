/* A log with a dump and folded stacks in it: what is not of the format that is read is counted, and
 * named if another reader knows it. */
#include "input/recognise/rest.h"

#include <inttypes.h>

#include "base/parse.h"
#include "input/folded.h"
#include "input/recognise/evidence.h"
#include "input/recognise/recognise.h"

enum {
    BITS_KNOWN = 20,
    TENTH = 10, /* more of an input than that is told, */
    HALF = 2,   /* and more than that refused, */
    FEW = 10,   /* unless it is a few lines */
};

/* Folded stacks do not say what they are: they must be most of the text. */
static bool is_known(struct str text, const struct input_report *found, unsigned bits)
{
    if (found->format == &input_folded)
        return bits > 0 && folded_has_stacks(text) && folded_mostly(text);
    return bits >= BITS_KNOWN;
}

/* Whether lines of one may be damaged ones of the other. */
static bool are_kin(const struct input_format *format, const struct input_format *found)
{
    static const char *const kin[][2] = {
        {"diff-folded", "folded"}, {"perf-sched", "perf"}, {"jstack", "java-exceptions"}};
    bool are = format == found;

    for (size_t i = 0; found && i < sizeof kin / sizeof kin[0]; i++)
        are = are || (strcmp(format->name, kin[i][0]) == 0 && strcmp(found->name, kin[i][1]) == 0);
    return are;
}

/* Finds what a text is, and where in it that begins. */
static bool find(struct str text, struct input_report *report, size_t *at)
{
    struct input_report found = {.unknown = false};
    const unsigned bits = text.n ? input_recognise_text(text, &found) : 0;

    if (report->rest.format || !bits || are_kin(report->format, found.format) ||
        !is_known(text, &found, bits))
        return false;
    report->rest.format = found.format;
    *at = evidence_begin(found.format, text, bits);
    return true;
}

static uint64_t number_of(const struct kept_lines *kept, size_t line)
{
    uint64_t number;

    memcpy(&number, kept->numbers.p + line * sizeof number, sizeof number);
    return number;
}

void rest_find(const struct kept_lines *kept, uint64_t other_line, struct input_report *report)
{
    struct str text = buf_str(&kept->text);
    struct input_rest *rest = &report->rest;
    size_t at;

    if (other_line)
        rest->near = kept->first_other;
    if (find(text, report, &at))
        rest->line = number_of(kept, (size_t)evidence_count_lines(str_from_to(text, 0, at)));
}

void rest_join(struct kept_lines *kept, const struct kept_lines *part, uint64_t lines_before)
{
    struct str rest = buf_str(&part->text);
    struct str line;

    for (size_t i = 0; rest.n && take_field(&rest, '\n', &line); i++)
        if (line.n)
            kept_lines_add(kept, line, lines_before + number_of(part, i));
}

void rest_find_before(struct str text, struct input_report *report)
{
    size_t at;

    if (find(text, report, &at))
        report->rest.line = evidence_count_lines(str_from_to(text, 0, at)) + 1;
}

/* A dump is found in logs by what it is, however much stands around it; and a script prints as
 * many lines as it likes before what it has aggregated. */
static bool is_dump(const struct input_report *report)
{
    const struct input_format *format = report->format;

    return format->census || format->dump_lines || (format->prints && report->bits >= BITS_KNOWN);
}

uint64_t rest_lines(const struct input_report *report)
{
    return report->tally.lines - report->tally.blank - report->before.lines;
}

bool rest_is_told(const struct input_report *report)
{
    return report->format->dump_lines != DUMP_IN_LOG &&
           report->tally.other > rest_lines(report) / TENTH;
}

bool rest_refuse(const char *name, const struct input_report *report, struct fault *f)
{
    struct place place;

    return fault_set(f, FAULT_INPUT,
                     "%s: lines of %s begin here, in an input that is read as %s; wanted one "
                     "format in an input, or --from",
                     place_of(&place, name, report->rest.line), report->rest.format->name,
                     report->format->name);
}

bool rest_check(const char *name, const struct input_report *report, const struct ask *ask,
                struct fault *f)
{
    const struct tally *t = &report->tally;
    const bool is_allowed = ask->format || ask_goes_on(ask) || is_dump(report);
    const bool is_most = !is_allowed && t->other > FEW && t->other > rest_lines(report) / HALF;
    struct place place;

    if (report->rest.format && (ask->strict || is_most))
        return rest_refuse(name, report, f);
    if (!is_most && !(ask->strict && rest_is_told(report)))
        return true;
    return fault_set(f, FAULT_INPUT,
                     "%s: \"%s\" is no line of %s; %" PRIu64 " of %" PRIu64
                     " lines are like that: is this %s? (--from)",
                     place_of(&place, name, t->other_line), report->rest.near.text,
                     report->format->name, t->other, rest_lines(report), report->format->name);
}
