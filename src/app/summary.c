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

    say("%s: %s, %" PRIu64 " byte%s, %" PRIu64 " line%s: %" PRIu64 " taken, %" PRIu64
        " blank, %" PRIu64 " comment%s, %" PRIu64 " skipped",
        input->name, input->report.format->name, t->bytes, plural(t->bytes), t->lines,
        plural(t->lines), t->taken, t->blank, t->comments, plural(t->comments), t->bad);
    if (t->inside)
        say("%s: taken are samples; %" PRIu64 " more line%s inside of them", input->name, t->inside,
            t->inside == 1 ? " is" : "s are");
    for (size_t i = 0; i < notes->n_reasons; i++)
        say("%s: skipped: %" PRIu64 " of %s, first at line %" PRIu64, input->name,
            notes->reasons[i].count, notes->reasons[i].reason, notes->reasons[i].first_line);
    if (t->empty_frames)
        say("%s: %" PRIu64 " frame%s without a name left out", input->name, t->empty_frames,
            plural(t->empty_frames));
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
    uint64_t all = picture->tree->total[0];

    for (size_t i = 0; i < summary->n; i++)
        say_input(&summary->inputs[i]);
    say("total %s %s in %" PRIu32 " distinct stack%s, %" PRIu64 " line%s merged into %s",
        shown(picture, all, &total), excerpt_of(&unit, output_unit_of(picture, all)), p->n_samples,
        plural(p->n_samples), p->n_merged, plural(p->n_merged), p->n_samples == 1 ? "it" : "them");
    quality_say(&summary->quality);
    if (summary->dropped)
        say("%" PRIu64 " stack%s taken out by filters", summary->dropped, plural(summary->dropped));
    if (picture->n_drawn)
        say("%" PRIu64 " frame%s drawn; %" PRIu64
            " callee%s of these too narrow to be drawn alone, "
            "with %s %s",
            picture->n_drawn, plural(picture->n_drawn), picture->n_hidden,
            plural(picture->n_hidden), shown(picture, picture->hidden, &hidden),
            excerpt_of(&unit, output_unit_of(picture, picture->hidden)));
    else
        sink_open_buf(&hidden);
    sink_discard(&total);
    sink_discard(&hidden);
}
