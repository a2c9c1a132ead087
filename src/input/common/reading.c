/* Services for readers: limits, damage, remarks, and places for messages. */
#include "input/common/reading.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool reading_within_limits(const struct profile *p, const struct limits *l, const char *name,
                           uint64_t line, struct fault *f)
{
    bool frames = p->frames.n - 1 > l->frames;
    bool nodes =
        p->stacks.n - 1 > l->nodes || p->n_samples > l->nodes || p->calls.pairs.n > l->nodes;
    struct place place;

    if (!frames && !nodes)
        return true;
    place_of(&place, name, line);
    return limits_reached(f, place.text, frames ? "frames" : "nodes",
                          frames ? l->frames : l->nodes);
}

bool reading_in_proportion(const struct reading *r, uint32_t n_stacks, uint64_t line,
                           struct fault *f)
{
    enum { FROM = 500000 };
    uint64_t most = r->ask->limits.nodes_ratio;
    struct place place;

    return n_stacks <= FROM || n_stacks / most <= r->tally.bytes ||
           limits_reached(f, place_of(&place, r->name, line), "nodes-ratio", most);
}

bool reading_skip_mark(struct str *bytes, const char *name, struct fault *f)
{
    if (str_starts(*bytes, STR("\xEF\xBB\xBF")))
        *bytes = str_from_to(*bytes, 3, bytes->n);
    if (!str_starts(*bytes, STR("\xFF\xFE")) && !str_starts(*bytes, STR("\xFE\xFF")))
        return true;
    return fault_set(f, FAULT_INPUT,
                     "%s:1: is UTF-16 text, wanted UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)",
                     name);
}

bool reading_prefix(const struct reading *r, struct blocks *blocks, struct str *prefix,
                    struct fault *f)
{
    *prefix = r->head;
    return (r->head.n || blocks_prefix(blocks, prefix, f)) && reading_skip_mark(prefix, r->name, f);
}

bool reading_bad_many(struct reading *r, uint64_t n, uint64_t line, const char *reason,
                      struct str near, struct fault *f)
{
    struct place place;
    struct excerpt e;
    struct near phrase;

    r->tally.bad += n;
    notes_add_many(&r->notes, r->name, line, reason, near, n);
    if (!r->ask->strict)
        return true;
    return fault_set(f, FAULT_INPUT, "%s: %s%s", place_of(&place, r->name, line), reason,
                     near_of(&phrase, excerpt_of(&e, near)));
}

bool reading_bad(struct reading *r, uint64_t line, const char *reason, struct str near,
                 struct fault *f)
{
    return reading_bad_many(r, 1, line, reason, near, f);
}

static void keep(struct kept_lines *kept, struct str line, uint64_t number)
{
    buf_add(&kept->text, line);
    buf_add_byte(&kept->text, '\n');
    buf_add(&kept->numbers, (struct str){(const char *)&number, sizeof number});
    kept->last = number;
}

void kept_lines_add(struct kept_lines *kept, struct str line, uint64_t number)
{
    if (line.n + 2 >= SOURCE_PREFIX - kept->text.n)
        return;
    if (kept->last && kept->last + 1 < number)
        keep(kept, STR(""), number - 1);
    keep(kept, line, number);
}

void reading_keep_rest(struct reading *r, struct str line)
{
    if (r->rest)
        kept_lines_add(r->rest, line, r->tally.lines);
}

void reading_remark(struct text_list *to, const char *format, ...)
{
    char line[999];
    va_list arguments;

    va_start(arguments, format);
    const int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n > 0)
        text_list_add(to,
                      (struct str){line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1});
}

void tally_add(struct tally *to, const struct tally *from)
{
    uint64_t lines_before = to->lines;

    if (!to->taken && to->period == 0)
        to->period = from->period;
    else if (to->period != from->period && (from->period != 0 || (to->taken && from->taken)))
        to->period = -1;
    to->states_unit = to->states_unit || from->states_unit;
    to->bytes += from->bytes;
    to->code_bytes += from->code_bytes;
    to->lines += from->lines;
    to->blank += from->blank;
    to->comments += from->comments;
    to->other += from->other;
    to->inside += from->inside;
    to->taken += from->taken;
    to->bad += from->bad;
    to->empty_frames += from->empty_frames;
    to->left_mangled = to->left_mangled || from->left_mangled;
    to->unshown += from->unshown;
    to->indented += from->indented;
    to->ends_in_two_numbers += from->ends_in_two_numbers;
    if (!to->other_line && from->other_line)
        to->other_line = from->other_line + lines_before;
    if (!to->non_utf8_line && from->non_utf8_line)
        to->non_utf8_line = from->non_utf8_line + lines_before;
}

void reading_join(struct reading *r, const struct reading *later)
{
    notes_merge(&r->notes, &later->notes, r->tally.lines);
    tally_add(&r->tally, &later->tally);
}

/* A very long name is shortened in its middle; the line number never is. */
bool reading_whole(struct reading *r, struct blocks *blocks, struct buf *to, struct fault *f)
{
    struct str block;

    do {
        if (!blocks_next_bytes(blocks, &block, f))
            return false;
        buf_add(to, block);
        if (r->progress && block.n)
            r->progress(r->progress_context, to->n * r->parts);
    } while (block.n);
    r->tally.bytes = to->n;
    return true;
}

const char *place_of(struct place *place, const char *name, uint64_t line)
{
    enum { HALF = 120, WHOLE = 2 * HALF };
    size_t n = strlen(name);
    bool whole = n <= WHOLE;
    int head = whole ? (int)n : HALF;

    snprintf(place->text, sizeof place->text, "%.*s%s%s", head, name, whole ? "" : "...",
             whole ? "" : name + n - HALF);
    if (line) {
        n = strlen(place->text);
        snprintf(place->text + n, sizeof place->text - n, ":%" PRIu64, line);
    }
    return place->text;
}
