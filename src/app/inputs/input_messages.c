/* "perf.txt: read as perf": prints what was found in an input. */
#include "app/inputs/input_messages.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "base/parse.h"
#include "input/recognise/log_prefix.h"
#include "input/recognise/rest.h"

/* Prints what was converted before the input was read. */
static void print_decoding(const char *name, const struct input_report *report)
{
    const struct decoding *d = &report->decoding;

    if (d->encoding != TEXT_UTF8)
        message_print("%s: converted from UTF-16", name);
    if (d->colours)
        message_print("%s: codes for colours left out", name);
    if (d->log_prefix)
        message_print("%s: left out what %s puts before each line", name,
                      log_prefix_name(d->log_kind));
    if (report->lines_without)
        message_print("%s: %" PRIu64 " line%s without it", name, report->lines_without,
                      plural(report->lines_without));
}

/* Prints what there is beside the lines of the format. */
static void print_rest(const char *name, const struct input_report *report)
{
    const struct input_rest *rest = &report->rest;

    if (rest->format)
        message_print("%s:%" PRIu64 ": lines of %s begin here, which %s leaves out (--from)", name,
                      rest->line, rest->format->name, report->format->name);
    else if (rest_is_told(report))
        message_print("%s:%" PRIu64 ": \"%s\" is no line of %s; %" PRIu64 " of %" PRIu64
                      " lines are like that, and are left out",
                      name, report->tally.other_line, rest->near.text, report->format->name,
                      report->tally.other, rest_lines(report));
}

/* Prints what users may want to know although the picture is correct. */
static void print_report(const struct input_request *r, const char *name,
                         const struct input_report *report)
{
    const struct tally *t = &report->tally;

    if (report->runner_up)
        message_print("%s: read as %s; it may be %s as well (--from)", name, report->format->name,
                      report->runner_up->name);
    else if (!r->read->ask.format && strcmp(report->format->name, "folded") != 0)
        message_print("%s: read as %s", name, report->format->name);
    if (report->unproven)
        message_print("%s: nothing at its beginning is certainly %s, as which --from has it read",
                      name, report->format->name);
    if (report->before.lines)
        message_print("%s: %" PRIu64 " line%s before it left out", name, report->before.lines,
                      plural(report->before.lines));
    print_rest(name, report);
    print_decoding(name, report);
    message_print_notes(&report->notes, name);
    if (t->empty_frames)
        message_print("%s: %" PRIu64 " frame%s without a name left out", name, t->empty_frames,
                      plural(t->empty_frames));
    if (t->left_mangled)
        message_print("%s: names left mangled that would be more than 64 times as long demangled",
                      name);
    if (t->indented)
        message_print("%s: blanks cut off at the start of %" PRIu64 " line%s", name, t->indented,
                      plural(t->indented));
    if (t->taken > 1 && t->ends_in_two_numbers == t->taken)
        message_print(
            "%s: every line ends in two numbers; the last one was taken as its count, the one "
            "before as a part of the last frame",
            name);
}

void input_messages_print(const struct input_request *r, const char *name,
                          const struct input_report *report, const struct text_list *remarks,
                          size_t from)
{
    print_report(r, name, report);
    for (size_t i = from; i < remarks->n; i++) {
        const struct str line = text_list_get(remarks, i);
        message_print("%s: %.*s", name, (int)line.n, line.p);
    }
}
