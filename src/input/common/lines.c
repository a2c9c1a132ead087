/* Splits blocks into lines and counts them. */
#include "input/common/lines.h"

void lines_init(struct lines *l, struct reading *r, struct blocks *blocks, struct fault *f)
{
    *l = (struct lines){.r = r, .blocks = blocks, .f = f, .at = "", .first = true};
    l->end = l->line = l->at;
}

bool lines_read(struct lines *l)
{
    struct reading *r = l->r;
    struct str block;

    while (l->at == l->end) {
        if (!l->first && r->progress)
            r->progress(r->progress_context, r->tally.bytes * r->parts);
        l->line = l->at; /* the block that held it goes */
        if (!blocks_next(l->blocks, r->tally.lines, &block, l->f) || block.n == 0)
            return false;
        r->tally.bytes += block.n;
        if (l->first && r->first_part && !reading_skip_mark(&block, r->name, l->f))
            return false;
        l->first = false;
        l->at = l->line = block.p;
        l->end = block.p + block.n;
    }
    return true;
}

void lines_take(struct lines *l, size_t n, struct str *line)
{
    l->line = l->at;
    *line = (struct str){l->at, n};
    lines_took(l, n);
    if (n && line->p[n - 1] == '\n')
        line->n--;
    while (line->n && line->p[line->n - 1] == '\r')
        line->n--;
}

bool lines_next(struct lines *l, struct str *line)
{
    if (!lines_more(l))
        return false;
    size_t left = (size_t)(l->end - l->at);
    const char *stop = memchr(l->at, '\n', left);
    lines_take(l, stop ? (size_t)(stop - l->at) + 1 : left, line);
    return true;
}

bool lines_rest(struct lines *l, struct buf *to)
{
    while (lines_more(l)) {
        buf_add(to, (struct str){l->at, (size_t)(l->end - l->at)});
        l->at = l->end;
    }
    return l->f->kind == FAULT_NONE;
}

/* Lends the line that was taken last; empty if others were taken behind it. */
static struct str last_line(const struct lines *l)
{
    struct str line = {l->line, (size_t)(l->at - l->line)};

    while (line.n && (line.p[line.n - 1] == '\n' || line.p[line.n - 1] == '\r'))
        line.n--;
    return line.n && !memchr(line.p, '\n', line.n) ? line : STR("");
}

bool lines_keep(struct lines *l)
{
    struct str line = last_line(l);

    if (line.n)
        reading_keep_rest(l->r, line);
    return true;
}

void lines_other(struct lines *l)
{
    l->r->tally.comments++;
    if (!l->r->tally.other++) {
        l->r->tally.other_line = l->r->tally.lines;
        if (l->r->rest)
            excerpt_of(&l->r->rest->first_other, last_line(l));
    }
    lines_keep(l);
}

bool lines_bad(struct lines *l, uint64_t line, const char *reason, struct str near)
{
    if (line == l->r->tally.lines)
        lines_keep(l);
    return reading_bad(l->r, line, reason, near, l->f);
}
