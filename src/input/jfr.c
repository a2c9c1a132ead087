/* FLR\0, then one chunk after another: what Java Flight Recorder and async-profiler write, version
 * 2, since JDK 9. A chunk describes the format of its events, and holds the stacks, methods and
 * threads that they refer to. */
#include <inttypes.h>

#include "input/jfr/event.h"
#include "input/jfr/samples.h"

struct jfr {
    struct text text;
    struct label_builder label_builder;
    struct blocks *blocks;
    struct fault *f;
    struct buf bytes; /* from the start of the chunk on */
    uint64_t at;      /* of them in the file */
    bool ended;       /* no more will come */
    uint64_t n_chunks;
    uint64_t began_ns, duration_ns;
    struct jfr_found found;
};

static const char *const label_keys[JFR_LABELS] = {
    [JFR_LABEL_EVENT] = "event",
    [JFR_LABEL_THREAD] = "thread",
    [JFR_LABEL_STATE] = "state",
    [JFR_LABEL_TID] = "tid",
};

/* Reads until there are n bytes, or all. */
static bool fill(struct jfr *in, uint64_t n)
{
    struct reading *r = in->text.r;
    struct str block;

    while (!in->ended && in->bytes.n < n) {
        if (!blocks_next_bytes(in->blocks, &block, in->f))
            return false;
        buf_add(&in->bytes, block);
        in->ended = block.n == 0;
        r->tally.bytes += block.n;
        if (r->progress && block.n)
            r->progress(r->progress_context, r->tally.bytes * r->parts);
    }
    return true;
}

static void drop(struct jfr *in, size_t n)
{
    memmove(in->bytes.p, in->bytes.p + n, in->bytes.n - n);
    in->bytes.n -= n;
    in->at += n;
}

/* Finds the end of a chunk. An unfinished one may continue after the end that it states. */
static bool find_end(struct jfr *in, struct jfr_chunk *c)
{
    bool is_all = c->size == 0 || c->size > UINT64_MAX - JFR_MAGIC;

    if (!fill(in, is_all ? UINT64_MAX : c->size + JFR_MAGIC))
        return false;
    struct str all = buf_str(&in->bytes);
    uint64_t end = c->size && c->size <= all.n ? c->size : all.n;
    bool goes_on = c->is_open && !jfr_begins(str_from_to(all, (size_t)end, all.n));

    if (goes_on && end < all.n) {
        if (!fill(in, UINT64_MAX))
            return false;
        all = buf_str(&in->bytes);
        end = all.n;
    }
    c->is_open = c->is_open || c->size > all.n;
    c->p = (const unsigned char *)all.p;
    c->n = (size_t)end;
    return true;
}

static bool read_samples(struct jfr *in, const struct jfr_chunk *c)
{
    struct jfr_metadata metadata;
    struct jfr_pools pools = {.n = 0};

    bool ok = jfr_metadata_read(&metadata, c, in->text.r, in->f) &&
              jfr_pools_read(&pools, c, &metadata, in->text.r, in->f) &&
              jfr_samples_add(&in->text, &in->label_builder, &pools, &in->found);
    jfr_pools_free(&pools);
    jfr_metadata_free(&metadata);
    return ok;
}

/* A truncated chunk lost its end; an unfinished one is still being written. */
static bool tell_open(struct jfr *in, const struct jfr_chunk *c, size_t n_before)
{
    struct reading *r = in->text.r;
    char where[40];

    if (c->size > n_before) {
        snprintf(where, sizeof where, "byte %" PRIu64, in->at + c->n);
        return reading_bad(r, 0,
                           c->metadata ? "the end of a chunk is missing"
                                       : "a chunk that ends before its metadata",
                           str_of(where), in->f);
    }
    reading_remark(
        &r->info->remarks, "chunk %" PRIu64 " was not finished: %s%" PRIu64, in->n_chunks,
        c->metadata ? "read up to byte " : "it has no metadata up to byte ", in->at + c->n);
    return true;
}

/* After an unfinished chunk there may be another one, or what cannot be told from rubbish. */
static size_t end_of(const struct jfr *in, const struct jfr_chunk *c, size_t n_before)
{
    struct str rest = str_from_to(buf_str(&in->bytes), c->n, n_before);

    return c->is_open && jfr_begins(rest) ? c->n : n_before;
}

static bool read_chunk(struct jfr *in)
{
    struct reading *r = in->text.r;
    struct jfr_chunk chunk = {0};
    struct str head = buf_str(&in->bytes);

    if (head.n > JFR_HEAD)
        head.n = JFR_HEAD;
    if (!jfr_chunk_begin(&chunk, head, in->at, r, in->f) || !find_end(in, &chunk))
        return false;
    if (!in->n_chunks++ && chunk.start_ns <= INT64_MAX)
        in->began_ns = chunk.start_ns;
    in->duration_ns += chunk.duration_ns < INT64_MAX / 2 ? chunk.duration_ns : 0;
    size_t n_before = chunk.n;
    bool ok = jfr_chunk_scan(&chunk, r, in->f) && (!chunk.metadata || read_samples(in, &chunk)) &&
              (!chunk.is_open || tell_open(in, &chunk, n_before));
    size_t end = end_of(in, &chunk, n_before);
    jfr_chunk_free(&chunk);
    if (ok)
        drop(in, end);
    return ok;
}

static bool read_chunks(struct jfr *in)
{
    do {
        if (!fill(in, JFR_HEAD))
            return false;
        if (in->bytes.n == 0 && in->n_chunks)
            return true;
    } while (read_chunk(in));
    return false;
}

static void remark(const struct jfr *in)
{
    const struct reading *r = in->text.r;
    const struct jfr_found *found = &in->found;

    reading_remark(&r->info->details,
                   "recorded for %" PRIu64 ".%03" PRIu64 " s, in %" PRIu64 " chunk%s",
                   in->duration_ns / 1000000000, in->duration_ns / 1000000 % 1000, in->n_chunks,
                   in->n_chunks == 1 ? "" : "s");
    if (found->settings.n)
        reading_remark(&r->info->details, "%.*s", (int)found->settings.n, found->settings.p);
    if (found->lost)
        reading_remark(
            &r->info->remarks,
            "samples left out, as their stacks were not written before the end: %" PRIu64,
            found->lost);
    if (found->without_stack)
        reading_remark(&r->info->remarks, "samples without a stack: %" PRIu64,
                       found->without_stack);
    if (found->unknown)
        reading_remark(&r->info->remarks,
                       "samples of methods that the recording does not name, which are drawn as "
                       "[unknown]: %" PRIu64,
                       found->unknown);
    if (found->unnamed_threads)
        reading_remark(&r->info->remarks, "samples whose thread or state is missing: %" PRIu64,
                       found->unnamed_threads);
}

/* There may be inputs before this one. */
static void tell(const struct jfr *in, struct profile *p)
{
    struct recording_info info = {.time_ns = in->began_ns,
                                  .duration_ns = in->duration_ns < INT64_MAX ? in->duration_ns : 0,
                                  .period = in->found.period_ns,
                                  .events_apart = true};

    if (info.period) {
        info.period_name = names_add(&p->names, STR("cpu"));
        info.period_unit = names_add(&p->names, STR("nanoseconds"));
    }
    recording_info_merge(in->text.r->info, &p->names, &info, &p->names);
}

/* The unit of a sample's weight depends on its event. */
static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure measures[] = {{"period", ""}, {"samples", "samples"}};
    struct jfr in = {.blocks = blocks, .f = f};

    r->info->has_clock = true; /* times are since 1970, see samples.c */
    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, JFR_LABELS);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, 2) && read_chunks(&in);
    if (ok) {
        remark(&in);
        tell(&in, p);
    }
    r->tally.lines = r->tally.taken + r->tally.bad; /* there are none: one a sample */
    buf_free(&in.bytes);
    buf_free(&in.found.settings);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* Other versions are refused by their number. */
static unsigned recognise(struct str prefix)
{
    enum { MAGIC = 32, VERSION = 16 };

    return str_starts(prefix, STR("FLR\0")) ? MAGIC + (jfr_begins(prefix) ? VERSION : 0) : 0;
}

static const char *const endings[] = {"jfr", NULL};

const struct input_format input_jfr = {
    .name = "jfr",
    .about = "recordings of Java Flight Recorder, of the JDK and of async-profiler",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .event_unit = jfr_unit_of,
    .event_is_sampling = jfr_is_sampling,
    .cut = CUT_NOWHERE,
};
