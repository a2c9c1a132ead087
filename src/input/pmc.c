/* @ inst_retired.any [35705 samples], and below it each function, its callers, their callers, each
 * indented by one more blank: " 50.62%  [2610]      arc_cksum_verify @ /boot/kernel/zfs.ko". What
 * FreeBSD's pmcstat -G writes. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"

/* A function; the first was running, each other one called the one before. */
struct open_function {
    frame_id frame;
    uint64_t rest; /* samples that are not those of a caller */
    uint64_t line;
};

struct pmc {
    struct text text;
    struct label_builder label_builder;
    labels_id label; /* of the event */
    struct open_function *steps;
    size_t n, room;
    struct buf image;     /* is printed where it is another than in the row before */
    enum frame_kind kind; /* of what runs in it */
    struct buf name;
};

/* The parts of a row. */
struct pmc_row {
    size_t depth;
    uint64_t samples;
    struct str function;
    struct str image; /* empty: as in the row before */
};

static const struct measure measure = {"samples", "samples"};

static const char *const label_keys[] = {"event"};

static bool bad(struct pmc *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* Takes "[12]" off the start of s. */
static bool parse_samples(struct str *s, uint64_t *samples)
{
    const char *end = s->n && s->p[0] == '[' ? memchr(s->p, ']', s->n) : NULL;

    if (!end || !parse_u64(str_from_to(*s, 1, (size_t)(end - s->p)), samples))
        return false;
    *s = str_from_to(*s, (size_t)(end - s->p) + 1, s->n);
    return true;
}

/* Takes "50.62%" off the start of s. */
static bool parse_share(struct str *s)
{
    size_t n = 0;

    while (n < s->n && (is_digit(s->p[n]) || s->p[n] == '.'))
        n++;
    if (n == 0 || n == s->n || s->p[n] != '%')
        return false;
    *s = str_trim(str_from_to(*s, n + 1, s->n));
    return true;
}

static bool split(struct str line, struct pmc_row *row)
{
    struct str rest;

    row->depth = 0;
    while (row->depth < line.n && line.p[row->depth] == ' ')
        row->depth++;
    rest = str_from_to(line, row->depth, line.n);
    if (!parse_share(&rest) || !parse_samples(&rest, &row->samples))
        return false;
    row->function = str_trim(rest);
    row->image = STR("");
    if (row->function.n == 0)
        return false;
    const char *mark = memchr(row->function.p, '@', row->function.n);
    size_t at = mark ? str_find(row->function, 0, STR(" @ ")) : row->function.n;
    if (at < row->function.n) {
        row->image = str_trim(str_from_to(row->function, at + 3, row->function.n));
        row->function = str_trim(str_from_to(row->function, 0, at));
    }
    return row->function.n > 0;
}

/* Removes functions until n are left: samples that no caller accounts for end there. */
static bool leave(struct pmc *in, size_t n)
{
    struct builder *b = &in->text.builder;

    for (; in->n > n; in->n--) {
        const struct open_function *last = &in->steps[in->n - 1];
        const uint64_t values[PROFILE_COLUMNS_MOST] = {last->rest};
        if (last->rest == 0)
            continue;
        builder_begin(b);
        for (size_t i = 0; i < in->n; i++)
            if (!builder_push(b, in->steps[i].frame))
                return false;
        if (!builder_add(b, LEAF_FIRST, in->label, values, last->line))
            return false;
    }
    return true;
}

static enum frame_kind kind_of(struct str image)
{
    return str_starts(image, STR("/boot/")) ? KIND_KERNEL : tidy_kind(image);
}

/* A function without a name is an address. */
static bool frame_of(struct pmc *in, struct str function, frame_id *frame)
{
    struct tidier *tidier = &in->text.tidier;

    if (str_starts(function, STR("0x"))) {
        tidy_unknown(buf_str(&in->image), tidier->naming.addresses ? function : STR(""), &in->name);
        return builder_frame(&in->text.builder, buf_str(&in->name), in->kind, frame);
    }
    return tidier_frame(tidier, function, in->kind, frame);
}

static void take_image(struct pmc *in, struct str image)
{
    buf_clear(&in->image);
    buf_add(&in->image, image);
    in->kind = kind_of(image);
}

static bool read_row(struct pmc *in, const struct pmc_row *row, struct str line)
{
    struct open_function *below =
        row->depth && row->depth <= in->n ? &in->steps[row->depth - 1] : NULL;
    frame_id frame;

    if (row->depth == 0 || row->image.n)
        take_image(in, row->image);
    if (row->depth > in->n)
        return bad(in, "a caller of a row that is missing", line);
    if (!leave(in, row->depth))
        return false;
    if (below && row->samples > below->rest)
        return bad(in, "more samples than are left in its callee", line);
    if (!frame_of(in, row->function, &frame))
        return false;
    if (below)
        below->rest -= row->samples;
    if (in->n == in->room)
        in->steps = mem_grow(in->steps, &in->room, in->n + 1, sizeof *in->steps);
    in->steps[in->n++] = (struct open_function){frame, row->samples, in->text.r->tally.lines};
    return true;
}

/* "@ inst_retired.any [35705 samples]". */
static bool parse_event(struct str line, struct str *event)
{
    if (!str_starts(line, STR("@ ")) || !str_ends(str_trim(line), STR(" samples]")))
        return false;
    size_t at = str_find(line, 2, STR(" ["));
    *event = str_trim(str_from_to(line, 2, at));
    return at < line.n && event->n > 0;
}

static bool read_line(struct pmc *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    struct str event;
    struct pmc_row row;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return leave(in, 0);
    }
    if (parse_event(line, &event)) {
        tally->comments++;
        if (!leave(in, 0))
            return false;
        in->label = label_builder_of(&in->label_builder, &event);
        return true;
    }
    if (split(line, &row))
        return read_row(in, &row, line);
    if (!leave(in, row.depth < in->n ? row.depth : in->n))
        return false;
    return bad(in, "neither a function with its samples nor an event", line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct pmc in = {0};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, 1);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &measure, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && leave(&in, 0);
    buf_free(&in.name);
    buf_free(&in.image);
    mem_free(in.steps, in.room, sizeof *in.steps);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    enum { LINES = 60, BITS = 40, ROW_BITS = 24 };
    struct str rest = prefix;
    struct str line;
    struct str event;
    struct pmc_row row;
    unsigned rows = 0;
    unsigned other = 0;
    bool named = false;

    for (unsigned i = 0; i < LINES && take_field(&rest, '\n', &line); i++) {
        if (str_trim(line).n == 0)
            continue;
        if (parse_event(line, &event))
            named = true;
        else if (split(line, &row))
            rows++;
        else
            other++;
    }
    if (rows <= other)
        return 0;
    return named ? BITS : ROW_BITS;
}

static const char *const endings[] = {"pmc", NULL};

const struct input_format input_pmc = {
    .name = "pmc",
    .about = "the call graph of FreeBSD's pmcstat -G: functions with their callers below them",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("%")},
    .read = read,
};
