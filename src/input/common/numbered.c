/* Stacks that end where the numbers of their frames start again. */
#include "input/common/numbered.h"

bool numbered_end(struct numbered *s)
{
    static const uint64_t one[] = {1};
    struct text *t = s->text;
    bool ok = true;

    if (s->headline)
        ok = lines_bad(&t->lines, s->headline, "a thread without a stack", STR(""));
    else if (s->inside && !s->broken)
        ok = builder_add(&t->builder, LEAF_FIRST, s->label, one, s->line);
    *s = (struct numbered){.text = t};
    return ok;
}

bool numbered_thread(struct numbered *s, labels_id label)
{
    if (!numbered_end(s))
        return false;
    s->headline = s->text->r->tally.lines;
    s->label = label;
    return true;
}

bool numbered_break(struct numbered *s, const char *reason, struct str line)
{
    struct text *t = s->text;
    bool was_broken = s->broken;

    s->inside = s->broken = true;
    s->headline = 0;
    if (!was_broken)
        return lines_bad(&t->lines, t->r->tally.lines, reason, line);
    lines_other(&t->lines);
    return true;
}

bool numbered_frame(struct numbered *s, uint64_t number, bool *wanted)
{
    struct text *t = s->text;

    if (s->inside && number <= s->number && !numbered_end(s))
        return false;
    s->number = number;
    if (!s->inside) {
        builder_begin(&t->builder);
        s->line = s->headline ? s->headline : t->r->tally.lines;
        s->inside = true;
        s->headline = 0;
    }
    *wanted = !s->broken;
    return true;
}
