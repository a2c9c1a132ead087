/* The equation of a run: lines = taken + blank + comments + skipped; weight = drawn + hidden. */
#include "app/summary.h"

#include <inttypes.h>

#include "app/say.h"
#include "base/mem.h"

void summary_add(struct summary *summary, const char *name, const struct input_report *report)
{
    summary->inputs =
        mem_grow(summary->inputs, &summary->room, summary->n + 1, sizeof *summary->inputs);
    summary->inputs[summary->n++] = (struct summary_input){name, *report};
}

void summary_free(struct summary *summary)
{
    mem_free(summary->inputs, summary->room, sizeof *summary->inputs);
    *summary = (struct summary){0};
}

static void say_input(const struct summary_input *input)
{
    const struct tally *t = &input->report.tally;
    const struct notes *notes = &input->report.notes;

    say("%s: %s, %" PRIu64 " bytes, %" PRIu64 " lines: %" PRIu64 " taken, %" PRIu64
        " blank, %" PRIu64 " comments, %" PRIu64 " skipped",
        input->name, input->report.format->name, t->bytes, t->lines, t->taken, t->blank,
        t->comments, t->bad);
    if (t->inside)
        say("%s: taken are samples; %" PRIu64 " more lines are inside of them", input->name,
            t->inside);
    for (size_t i = 0; i < notes->n_reasons; i++)
        say("%s: skipped: %" PRIu64 " of %s, first at line %" PRIu64, input->name,
            notes->reasons[i].count, notes->reasons[i].reason, notes->reasons[i].first_line);
    if (t->empty_frames)
        say("%s: %" PRIu64 " frames without a name left out", input->name, t->empty_frames);
}

/* Writes a number of the picture as text. */
static const char *shown(const struct picture *picture, uint64_t value, struct sink *s)
{
    sink_open_buf(s);
    output_count(s, picture, value);
    sink_byte(s, '\0');
    return s->buf.p;
}

void summary_say(const struct summary *summary, const struct picture *picture)
{
    const struct profile *p = picture->profile;
    struct sink total;
    struct sink hidden;
    struct excerpt unit;

    for (size_t i = 0; i < summary->n; i++)
        say_input(&summary->inputs[i]);
    excerpt_of(&unit, output_unit(picture));
    say("total %s %s in %" PRIu32 " distinct stacks, %" PRIu64 " lines merged into them",
        shown(picture, picture->tree->total[0], &total), unit.text, p->n_samples, p->n_merged);
    quality_say(&summary->quality);
    if (summary->dropped)
        say("%" PRIu64 " stacks taken out by filters", summary->dropped);
    if (picture->n_drawn)
        say("%" PRIu64 " frames drawn; %" PRIu64 " callees of these are too narrow to be drawn on "
            "their own, %s %s pass through them",
            picture->n_drawn, picture->n_hidden, shown(picture, picture->hidden, &hidden),
            unit.text);
    else
        sink_open_buf(&hidden);
    sink_discard(&total);
    sink_discard(&hidden);
}
