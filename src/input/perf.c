/* java 12688/12764 [002] 6544038.708352:     101010 cpu-clock: , its call chain on the following
 * lines, leaf first, and a blank line: what perf script prints. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/cache.h"
#include "input/common/text.h"
#include "input/perf/clock.h"
#include "input/perf/frame.h"
#include "input/perf/header_cache.h"
#include "input/perf/header_labels.h"
#include "input/perf/memory.h"
#include "input/perf/push.h"
#include "input/perf/source.h"
#include "input/perf/tail.h"

/* Where the reader is. */
enum perf_text_state {
    OUTSIDE,
    INSIDE,   /* a sample was begun */
    BEHIND,   /* a header held a frame, but its stack may yet follow */
    SKIPPING, /* after a line that should have begun one, or began a chain without a sample */
    RECORD,   /* after a line of another record, which may have more lines */
};

struct perf {
    struct text text;
    struct cache cache;
    struct perf_layout layout;
    struct label_builder label_builder;
    struct perf_header_cache headers;
    struct perf_inlined inlined;
    struct perf_clock clock;
    enum perf_text_state state;
    line_id before;         /* the last line of the sample that is read */
    struct cache_look look; /* at the line that is read, within a sample */
    name_id key_cgroup;     /* 0: it is not asked for */
    bool accesses;          /* samples may be of memory accesses, and more of them is asked for */
    bool named_unknown;     /* unknown functions are distinguished by their addresses */
    frame_id unknown;       /* of "[unknown] ([unknown])"; 0: not seen yet */
    /* The sample that is read. */
    uint64_t line;
    uint64_t weight;
    labels_id label;
    bool sure;                      /* its header can be nothing else */
    struct memory_access access;    /* if its labels are asked for, */
    uint64_t access_weight;         /* or if headers tell weights */
    name_id cgroup;                 /* if it is asked for; 0: not known */
    struct perf_line_frames frames; /* of its last line */
    struct buf name;
};

static bool finish(struct perf *in)
{
    const uint64_t values[] = {in->weight, 1, in->access_weight};
    const unsigned wanted = in->text.r->ask->labels >> OPTIONAL_MEMORY;

    if (in->state != INSIDE && in->state != BEHIND)
        return true;
    in->state = OUTSIDE;
    if (!in->sure && in->text.builder.n == 0)
        return lines_bad(&in->text.lines, in->line, "may begin a sample, but no frame follows",
                         STR(""));
    labels_id label = in->label;
    if (wanted)
        label = memory_access_labels(&in->access, wanted, in->text.builder.p, label);
    if (in->cgroup)
        label = labels_with(&in->text.builder.p->labels, label,
                            &(struct label){in->key_cgroup, in->cgroup}, 1);
    return builder_add(&in->text.builder, LEAF_FIRST, label, values, in->line);
}

static void begin(struct perf *in)
{
    builder_begin(&in->text.builder);
    in->state = INSIDE;
    in->before = CACHE_START;
    cache_forget_ahead(&in->cache);
    in->line = in->text.r->tally.lines;
    in->weight = 1;
    in->label = 0;
    in->cgroup = 0;
    in->sure = false;
    in->frames.from = 0;
    if (in->accesses)
        memset(in->access.values, 0, sizeof in->access.values);
}

static bool push_frame(struct perf *in, const struct perf_frame *frame)
{
    return perf_push(&in->text.tidier, &in->inlined, frame);
}

static void begin_at(struct perf *in, struct str time)
{
    if (in->text.builder.p->moments.kind == TIME_POINTS || in->text.r->info->has_clock)
        in->text.builder.moment.at_ns = perf_header_time(time);
}

static bool begin_with(struct perf *in, const struct perf_header *h)
{
    struct perf_frame frame;

    if (!finish(in))
        return false;
    begin(in);
    in->sure = h->sure;
    in->weight = h->has_period ? h->period : 1;
    in->label = perf_header_labels(&in->label_builder, h);
    begin_at(in, h->time);
    if (in->accesses)
        perf_memory_read_header(h->text, in->layout.chained, &in->access, &in->access_weight);
    if (h->frame.n == 0)
        return true;
    in->state = BEHIND;
    return perf_frame_read(h->frame, &frame) && push_frame(in, &frame);
}

/* Begins a sample, no other being begun, by a header that is in the cache; false when there is
 * none. */
static bool begin_known(struct perf *in)
{
    struct lines *l = &in->text.lines;
    struct perf_cached_header h;

    if (!perf_header_cache_find(&in->headers, l->at, l->end, &h))
        return false;
    lines_took(l, h.n);
    begin(in);
    in->sure = true;
    in->weight = h.period;
    in->label = h.label;
    begin_at(in, h.time);
    return true;
}

/* Moves past a line of the sample. */
static void follow_line(struct perf *in, line_id line)
{
    /* When the cache began anew, the line before is no longer in it. */
    if (line >= CACHE_FIRST && in->before < line)
        cache_follow(&in->cache, in->before, line);
    in->before = line;
}

/* Marks where the frames of a line begin. */
static void begin_line(struct perf *in)
{
    in->frames.from = in->text.builder.n;
    in->frames.hash = in->text.builder.hash;
}

static bool push_frames(struct builder *b, const frame_id *frames, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!builder_push(b, frames[i]))
            return false;
    return true;
}

/* Takes a line that is in the cache; most hold one frame. */
static inline bool take_known(struct perf *in, line_id known)
{
    const struct cached_line *line = cache_line(&in->cache, known);
    struct builder *b = &in->text.builder;

    begin_line(in);
    in->before = known;
    return line->n_frames == 1 ? builder_push(b, line->frame)
                               : push_frames(b, cache_frames(&in->cache, line), line->n_frames);
}

/* Takes a line that is not in the cache; frame NULL: it has none. */
static bool take_frame(struct perf *in, const struct perf_frame *frame, struct str whole)
{
    begin_line(in);
    if (frame && !push_frame(in, frame))
        return false;
    const struct builder *b = &in->text.builder;
    follow_line(in,
                cache_add(&in->cache, whole, b->frames + in->frames.from, b->n - in->frames.from));
    return true;
}

/* Unresolved addresses differ in every sample, so they are not cached. */
static bool take_unknown(struct perf *in)
{
    if (!in->unknown && !builder_frame(&in->text.builder, STR("[unknown]"),
                                       tidy_kind(STR("[unknown]")), &in->unknown))
        return false;
    follow_line(in, CACHE_UNKNOWN);
    begin_line(in);
    return builder_push(&in->text.builder, in->unknown);
}

/* "  file.c:12", "  [kernel.kallsyms][ffffffff81000130]": printed below a frame with -F +srcline.
 */
static bool is_source_line(struct str line, const struct perf_frame *frame)
{
    return line.n > 2 && line.p[0] == ' ' && line.p[1] == ' ' && !is_blank(line.p[2]) &&
           !frame->sure && !(is_hex_address(frame->address) && frame->name.n);
}

/* Skips a line of another record, and the call chain below it. */
static bool take_record(struct perf *in, const struct perf_header *h)
{
    in->text.r->tally.comments++;
    bool ok = finish(in);
    in->state = h->chained ? SKIPPING : RECORD;
    return ok;
}

/* Whether a line is known to belong to the sample, but not to its stack (-F uregs and others).
 * Where headers hold frames, they hold that as well. */
static bool is_tail(const struct perf *in, struct str line)
{
    bool may_be_header = (!is_blank(line.p[0]) && str_ends(line, STR(": "))) ||
                         (line.p[0] == '|' && str_ends(line, STR(" ")));

    return in->layout.chained && !may_be_header && perf_tail_fields(line).n;
}

/* Whether a line is a header, or a record that is no sample. */
static bool is_header(const struct perf *in, struct str line, struct perf_header *h)
{
    return perf_header_read(line, &in->layout, h) && (h->sure || h->fits || h->record);
}

/* Whether a line may be a frame: in text with perf's own columns it must have them, or what only
 * frames have. */
static bool may_be_frame(const struct perf *in, bool padded, const struct perf_frame *frame)
{
    return padded || frame->sure || !in->layout.exact;
}

/* Takes a line that belongs to the sample, but not to its stack. */
static bool take_tail(struct perf *in, struct str line)
{
    if (in->accesses)
        perf_memory_read_tail(line, &in->access);
    if (in->key_cgroup && line.n > 1 && line.p[0] == ' ' && line.p[1] == '/')
        in->cgroup = names_add(&in->text.builder.p->names, str_trim(line));
    return true;
}

/* A line below the header of a sample. `whole` includes its newline. */
static bool read_inside(struct perf *in, struct str line, struct str whole)
{
    struct perf_header h;
    struct perf_frame frame;
    bool indented = is_blank(line.p[0]);

    if (!in->named_unknown && perf_frame_is_unknown(line))
        return take_unknown(in);
    line_id known = cache_find_looked(&in->cache, whole, in->look.tag);
    if (known) {
        cache_follow(&in->cache, in->before, known);
        return take_known(in, known);
    }
    bool padded = perf_frame_is_padded(line);
    if (!padded && is_tail(in, line))
        return take_tail(in, line);
    bool is_frame = perf_frame_read(line, &frame);
    if (!padded &&
        (!is_frame || !indented || !frame.sure || (in->layout.known && !in->layout.chained)))
        if (is_header(in, line, &h))
            return h.record ? take_record(in, &h) : begin_with(in, &h);
    if (is_frame && is_source_line(line, &frame))
        return in->text.r->ask->naming.sources || perf_source_is_inlined(line)
                   ? perf_source_take(&in->text, &in->name, line, &in->frames)
                   : take_frame(in, NULL, whole);
    is_frame = is_frame && may_be_frame(in, padded, &frame);
    if (is_frame && (indented || (frame.name.n && is_hex_address(frame.address))))
        return take_frame(in, &frame, whole);
    if (perf_tail_fields(line).n)
        return take_tail(in, line);
    return lines_bad(&in->text.lines, in->text.r->tally.lines, "neither a sample nor a frame",
                     line);
}

/* What else is asked for of memory accesses is not in the cache. */
static bool begin_outside(struct perf *in, const struct perf_header *h, struct str whole)
{
    if (!begin_with(in, h))
        return false;
    if (!in->accesses)
        perf_header_cache_add(&in->headers, whole, h, in->label);
    return true;
}

static bool read_outside(struct perf *in, struct str line, struct str whole)
{
    struct perf_header h;
    struct perf_frame frame;
    bool indented = is_blank(line.p[0]);
    bool padded = indented && perf_frame_is_padded(line);

    if (!padded && is_tail(in, line))
        return in->state != SKIPPING || lines_keep(&in->text.lines);
    if (!padded && perf_header_read(line, &in->layout, &h) && (h.sure || h.fits || !indented))
        return h.record ? take_record(in, &h) : begin_outside(in, &h, whole);
    if (indented && in->state == SKIPPING)
        return lines_keep(&in->text.lines);
    if (perf_frame_read(line, &frame) && (indented || frame.sure) &&
        is_hex_address(frame.address) && may_be_frame(in, padded, &frame)) {
        begin(in);
        return take_frame(in, &frame, whole) && (!in->layout.alone || finish(in));
    }
    if (indented && in->state == RECORD) {
        in->text.r->tally.comments++;
        return true;
    }
    if (perf_tail_fields(line).n)
        return true;
    in->state = SKIPPING;
    return lines_bad(&in->text.lines, in->text.r->tally.lines, "neither a sample nor a frame",
                     line);
}

static bool is_empty(struct str line)
{
    return line.n == 0 || (is_blank(line.p[line.n - 1]) && str_trim(line).n == 0);
}

/* Whether the next line is a frame; at the end of a block, whether it usually is. */
static bool before_frame(const struct perf *in)
{
    const struct lines *l = &in->text.lines;

    return l->at < l->end ? *l->at == '\t' : in->layout.chained;
}

/* Whether "#x 77 12.5: 10 cycles: " is the header of a thread that is called so, and no comment. */
static bool is_comment(const struct perf *in, struct str line)
{
    struct perf_header h;

    if (line.n < 2 || (is_blank(line.p[1]) && !before_frame(in)))
        return true;
    return !is_header(in, line, &h);
}

/* A line below a header that holds a frame. If it is one, that of the header is the address that
 * was accessed (-F addr). */
static bool end_behind(struct perf *in, struct str line, struct str whole)
{
    if (line.n == 0 || line.p[0] != '\t')
        return finish(in);
    builder_clear(&in->text.builder);
    in->look = cache_look(&in->cache, whole.p, whole.p + whole.n);
    in->state = INSIDE;
    return true;
}

/* Several texts may be put together: the head of the first tells of all. */
static void see_comment(struct perf *in, struct str line)
{
    struct reading *r = in->text.r;

    r->tally.comments++;
    if (r->first_part && !r->tally.taken)
        perf_clock_take(&in->clock, line, r->info);
}

/* Takes a blank line. */
static bool end_sample(struct perf *in)
{
    in->text.r->tally.blank++;
    bool ok = finish(in);
    in->state = OUTSIDE;
    return ok;
}

static bool read_line(struct perf *in, struct str line, struct str whole)
{
    if (in->state == BEHIND && !end_behind(in, line, whole))
        return false;
    if (is_empty(line))
        return end_sample(in);
    if (line.p[0] == '#' && is_comment(in, line)) {
        see_comment(in, line);
        return true;
    }
    return in->state == INSIDE ? read_inside(in, line, whole) : read_outside(in, line, whole);
}

/* Takes a line within a sample that needs no reading, if it is one. If a line with a name is not as
 * predicted, most that follow are not either, so lines to come are looked at as well. */
static bool take_within(struct perf *in, bool *took)
{
    struct lines *l = &in->text.lines;

    if (*l->at == '\n') {
        lines_took(l, 1);
        return end_sample(in);
    }
    line_id next = cache_predict(&in->cache, in->before, l->at, l->end);
    if (next) {
        cache_skip(&in->cache);
        lines_took(l, cache_line(&in->cache, next)->n);
        return take_known(in, next);
    }
    if (!in->named_unknown && perf_frame_begins_unknown(l->at, l->end)) {
        cache_skip(&in->cache);
        lines_took(l, PERF_UNKNOWN_LINE);
        return take_unknown(in);
    }
    in->look = cache_look(&in->cache, l->at, l->end);
    *took = false;
    return true;
}

/* Takes a line that needs no reading, if there is one. */
static bool take_quickly(struct perf *in, bool *took)
{
    *took = true;
    if (in->state == INSIDE)
        return take_within(in, took);
    *took = in->state != BEHIND && begin_known(in);
    return true;
}

static bool read_lines(struct perf *in)
{
    struct lines *l = &in->text.lines;
    struct str line;
    bool took;

    while (lines_more(l)) {
        if (!take_quickly(in, &took))
            return false;
        if (took)
            continue;
        const char *at = l->at;
        if (in->state == INSIDE)
            lines_take(l, in->look.n, &line);
        else if (!lines_next(l, &line))
            return false;
        if (!read_line(in, line, (struct str){at, (size_t)(l->at - at)}))
            return false;
    }
    return l->f->kind == FAULT_NONE && finish(in);
}

/* Finds out which fields there are, and says so. */
static bool find_layout(struct perf *in, struct blocks *blocks)
{
    static const struct measure measures[] = {
        {"period", ""}, {"samples", "samples"}, {"weight", "weight"}};
    struct reading *r = in->text.r;
    struct buf fields = {0};
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, in->text.f))
        return false;
    perf_layout_find(prefix, &in->layout);
    perf_clock_take_head(&in->clock, prefix, r->info);
    bool weights = perf_memory_is_in(prefix);
    in->accesses = weights || r->ask->labels >> OPTIONAL_MEMORY;
    if (r->first_part) {
        perf_layout_tell(prefix, &in->layout, &fields);
        reading_remark(&r->info->details, "fields of perf script: %.*s", (int)fields.n, fields.p);
    }
    buf_free(&fields);
    return text_measures(&in->text, TEXT_TIDY_NAMES, measures, INPUT_COLUMNS + weights);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct perf in = {.state = OUTSIDE,
                      .named_unknown = r->ask->naming.addresses || r->ask->naming.apart};

    text_init(&in.text, r, blocks, p, f);
    perf_inlined_init(&in.inlined, r);
    cache_init(&in.cache);
    bool ok = find_layout(&in, blocks);
    perf_header_labels_init(&in.label_builder, p, in.layout.guests);
    perf_header_cache_init(&in.headers, &in.layout);
    in.key_cgroup = r->ask->labels & OPTIONAL_OF_CGROUPS ? names_add(&p->names, STR("cgroup")) : 0;
    ok = ok && read_lines(&in) && perf_inlined_check(&in.inlined, f);
    perf_clock_tell(&in.clock, r->info);
    perf_header_cache_free(&in.headers);
    label_builder_free(&in.label_builder);
    cache_free(&in.cache);
    buf_free(&in.name);
    perf_inlined_free(&in.inlined);
    text_free(&in.text);
    return ok;
}

/* What a line is as a frame of perf. */
enum frame_look {
    NO_FRAME,
    MAY_BE_FRAME, /* an address that is padded to 16 columns, or long, and a name */
    SURE_FRAME,   /* with a module or an offset, or in perf's own columns */
};

static enum frame_look look_of(struct str line)
{
    enum { COLUMNS = 16, LONG = 8 };
    struct perf_frame frame;

    if (!perf_frame_read(line, &frame) || !is_hex_address(frame.address) || frame.name.n == 0)
        return NO_FRAME;
    if (frame.sure || perf_frame_is_padded(line) || str_equal(frame.name, STR("[unknown]")))
        return SURE_FRAME;
    size_t end = (size_t)(frame.address.p - line.p) + frame.address.n;
    return is_blank(line.p[0]) && (end >= COLUMNS || frame.address.n >= LONG) ? MAY_BE_FRAME
                                                                              : NO_FRAME;
}

/* What the lines of a prefix are. */
struct seen {
    unsigned headers, weak, frames, other;
    unsigned sure; /* frames, or headers that have all that no other text has */
};

/* "bash 4711 12.345678: sched:sched_switch: ..." needs no frame to be of perf. */
static bool is_whole(const struct perf_header *h)
{
    return h->frame.n > 0 || h->record || (h->time.n && h->event.n);
}

static void see_line(struct str line, const struct perf_layout *layout, struct seen *seen)
{
    static const struct perf_layout unknown = {.known = false};
    struct perf_header h = {.sure = false};

    const enum frame_look look = look_of(line);
    seen->sure += look == SURE_FRAME;
    if (!look && perf_header_read(line, &unknown, &h) && h.sure) {
        seen->headers++;
        seen->sure += is_whole(&h);
    } else if (look ||
               (layout && !layout->chained && perf_header_read(line, layout, &h) && h.frame.n)) {
        seen->frames++;
        seen->sure += !look;
    } else if ((h.tid.n && !is_blank(line.p[0]) && !h.sure && h.comm.n) ||
               (layout && perf_header_read(line, layout, &h) && (h.sure || h.fits))) {
        seen->weak++;
    } else {
        seen->other += !is_blank(line.p[0]) && (!layout || perf_tail_fields(line).n == 0);
    }
}

static struct seen see_lines(struct str rest, const struct perf_layout *layout)
{
    enum { NOTHING_YET = 20, HEADER_MOST = 300 };
    struct seen seen = {0};
    struct str text;

    for (unsigned n = 0; n < 100 && take_field(&rest, '\n', &text);) {
        while (text.n && text.p[text.n - 1] == '\r')
            text.n--;
        if (str_trim(text).n == 0 || text.p[0] == '#')
            continue;
        n++;
        if (n > NOTHING_YET && !seen.headers && !seen.frames && !seen.weak)
            break;
        if (text.n > HEADER_MOST)
            text.n = HEADER_MOST;
        see_line(text, layout, &seen);
    }
    return seen;
}

/* A header counts for the bits of its time or event and its thread, a frame below it for its
 * address. Without them (-F ip,sym or -F comm,ip,sym), most lines must be frames. Either way one
 * line must be what perf alone prints. */
static unsigned recognise(struct str prefix)
{
    struct perf_layout layout;
    struct seen seen = see_lines(prefix, NULL);

    if (seen.headers && seen.sure && seen.other <= 2 * (seen.headers + seen.frames))
        return 24 + (seen.frames > 0) * 8;
    if (seen.other || !seen.frames) {
        perf_layout_find(prefix, &layout);
        if (layout.known)
            seen = see_lines(prefix, &layout);
    }
    return seen.sure && seen.frames > 1 && seen.frames > seen.other && seen.weak <= seen.frames ? 10
                                                                                                : 0;
}

static const char *const endings[] = {"perf", NULL};

const struct input_format input_perf = {
    .name = "perf",
    .about = "the text of perf script: for each sample a header line and its stack",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_BLANKS,
    .part_least = 8 << 20, /* each worker meets all the lines of frames anew */
};
