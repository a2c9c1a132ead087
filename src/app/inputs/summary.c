/* Prints --summary, whose sums must match: lines = taken + blank + comments + skipped; weight =
 * drawn + hidden. */
#include "app/inputs/summary.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "app/inputs/tracks_summary.h"
#include "base/mem.h"
#include "base/parse.h"

void summary_add(struct summary *summary, const char *name, const struct input_report *report,
                 const struct text_list *details, size_t from)
{
    struct buf line = {0};

    summary->inputs =
        mem_grow(summary->inputs, &summary->room, summary->n + 1, sizeof *summary->inputs);
    summary->inputs[summary->n++] = (struct summary_input){name, *report};
    for (size_t i = from; details && i < details->n; i++) {
        buf_clear(&line);
        buf_add(&line, str_of(name));
        buf_add(&line, STR(": "));
        buf_add(&line, text_list_get(details, i));
        text_list_add(&summary->details, buf_str(&line));
    }
    buf_free(&line);
}

uint64_t summary_bytes(const struct summary *summary)
{
    uint64_t n = 0;

    for (size_t i = 0; i < summary->n; i++) {
        const struct tally *t = &summary->inputs[i].report.tally;
        n += t->bytes + t->code_bytes;
    }
    return n;
}

void summary_free(struct summary *summary)
{
    mem_free(summary->inputs, summary->room, sizeof *summary->inputs);
    text_list_free(&summary->details);
    *summary = (struct summary){0};
}

static void print_input(const struct summary_input *input)
{
    const struct tally *t = &input->report.tally;
    const struct notes *notes = &input->report.notes;

    message_print("%s: %s, %" PRIu64 " byte%s, %" PRIu64 " line%s: %" PRIu64 " taken, %" PRIu64
                  " blank, %" PRIu64 " comment%s, %" PRIu64 " skipped",
                  input->name, input->report.format->name, t->bytes, plural(t->bytes), t->lines,
                  plural(t->lines), t->taken, t->blank, t->comments, plural(t->comments), t->bad);
    if (t->inside)
        message_print("%s: each line taken is a sample; %" PRIu64 " more line%s inside samples",
                      input->name, t->inside, t->inside == 1 ? " is" : "s are");
    for (size_t i = 0; i < notes->n_reasons; i++)
        message_print("%s: skipped: %" PRIu64 " of %s, first at line %" PRIu64, input->name,
                      notes->reasons[i].count, notes->reasons[i].reason,
                      notes->reasons[i].first_line);
    if (t->empty_frames)
        message_print("%s: %" PRIu64 " frame%s without a name left out", input->name,
                      t->empty_frames, plural(t->empty_frames));
}

void summary_say_inputs(const struct summary *summary)
{
    for (size_t i = 0; i < summary->n; i++)
        print_input(&summary->inputs[i]);
    for (size_t i = 0; i < summary->details.n; i++) {
        const struct str line = text_list_get(&summary->details, i);
        message_print("%.*s", (int)line.n, line.p);
    }
}

void summary_say_stacks(const struct summary *summary, const struct profile *p, struct str total)
{
    struct excerpt e;

    message_print("total %s in %" PRIu32 " distinct stack%s, %" PRIu64 " line%s merged into %s",
                  excerpt_of(&e, total), p->n_samples, plural(p->n_samples), p->n_merged,
                  plural(p->n_merged), p->n_samples == 1 ? "it" : "them");
    stack_quality_print(&summary->quality);
    tracks_summary_print(p);
    if (summary->dropped)
        message_print("%" PRIu64 " stack%s taken out by filters", summary->dropped,
                      plural(summary->dropped));
}

/* Formats a number of the picture with its unit. */
static struct str amount(const struct picture *picture, uint64_t value, struct sink *s)
{
    sink_open_buf(s);
    picture_count(s, picture, value);
    sink_byte(s, ' ');
    sink_str(s, picture_unit_of(picture, value));
    return buf_str(&s->buf);
}

void summary_print(const struct summary *summary, const struct picture *picture)
{
    struct sink text;
    struct excerpt hidden;

    summary_say_inputs(summary);
    summary_say_stacks(summary, picture->profile, amount(picture, picture->tree->total[0], &text));
    sink_discard(&text);
    if (!picture->n_drawn)
        return;
    excerpt_of(&hidden, amount(picture, picture->too_narrow, &text));
    sink_discard(&text);
    message_print("%" PRIu64 " frame%s drawn; %" PRIu64
                  " callee%s of these too narrow to be drawn alone, with %s",
                  picture->n_drawn, plural(picture->n_drawn), picture->n_too_narrow,
                  plural(picture->n_too_narrow), hidden.text);
}
