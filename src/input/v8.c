/* {"nodes": [{"id": 1, "callFrame": {"functionName": "f", ...}}], "samples": [1], "timeDeltas":
 * [5]} V8's own profiles, in Node.js, Chrome and others: node --cpu-prof, --heap-prof, "Save
 * profile" in the developer tools. */
#include "input/json/json.h"
#include "input/v8/document.h"
#include "input/v8/samples.h"
#include "input/v8/tree.h"

struct v8 {
    struct text text;
    struct json json;
    struct names texts;
    struct v8_profile profile;
    struct v8_document document;
    bool cut;     /* the end is missing, and that is noted */
    bool is_read; /* all of the JSON */
};

static uint64_t line_of(const struct v8 *in)
{
    return in->is_read ? in->text.r->tally.lines : json_line(&in->json);
}

/* The document is complete. */
static bool end_document(struct v8 *in)
{
    struct v8_samples samples = {.text = &in->text};
    struct measure measures[V8_MEASURES];
    struct v8_profile *p = &in->profile;

    if (!v8_profile_check(p, &in->text, line_of(in)) || !v8_tree_link(p, &in->text))
        return false;
    v8_profile_sort(p);
    v8_samples_look(&samples, p);
    size_t n = v8_samples_measures(&samples, measures);
    if (!text_measures(&in->text, TEXT_FULL_NAMES, measures, n) || !v8_samples_scale(&samples) ||
        !v8_samples_add(&samples, p, 0))
        return false;
    v8_samples_remark(&samples);
    v8_profile_free(p);
    return true;
}

/* Nodes refer to each other, so after damage nothing can be used. */
static bool take_damage(struct v8 *in, const struct json_item *item)
{
    in->cut = item->text.n == 0;
    return in->cut || in->document.part == V8_OUTSIDE ||
           json_invalid(&in->json, item, "a profile of V8");
}

static bool take(void *context, const struct json_item *item)
{
    struct v8 *in = context;
    struct v8_document *d = &in->document;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (d->part == V8_OUTSIDE) {
        if (item->kind == JSON_OBJECT && item->depth == 0)
            v8_document_begin(d, item);
        return true;
    }
    return v8_document_take(d, item) && (d->part != V8_OUTSIDE || end_document(in));
}

/* At a missing end, uses what there is. */
static bool finish(struct v8 *in)
{
    in->is_read = true;
    if (in->document.part == V8_OUTSIDE)
        return true;
    if (!in->cut &&
        !reading_bad(in->text.r, line_of(in), "the end is missing", STR(""), in->text.f))
        return false;
    return end_document(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct v8 in = {.cut = false};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    r->info->has_clock = true; /* where the clock counts since 1970, as in older files */
    names_init(&in.texts);
    v8_profile_init(&in.profile, &in.texts);
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .numbers = true};
    in.document = (struct v8_document){.p = &in.profile, .text = &in.text, .json = &in.json};
    bool ok = json_read(&in.json) && finish(&in);
    v8_profile_free(&in.profile);
    names_free(&in.texts);
    text_free(&in.text);
    return ok;
}

/* Nodes with children or functions count 60 bits, samples with their times 50. Members come in any
 * order: a list of samples, or of times, may fill the prefix. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{' || json_mentions(prefix, "traceEvents"))
        return 0;
    bool named = json_mentions(prefix, "callFrame") || json_mentions(prefix, "functionName");
    if (named && (json_mentions(prefix, "nodes") || json_mentions(prefix, "head")))
        return 60;
    bool sampled = json_mentions(prefix, "samples");
    bool timed = json_mentions(prefix, "timeDeltas");
    if (sampled && timed)
        return 50;
    return (sampled || timed) && !json_mentions(prefix, "threads") ? 25 : 0;
}

static const char *const endings[] = {"cpuprofile", "heapprofile", NULL};

const struct input_format input_v8 = {
    .name = "v8",
    .about = "profiles of V8 in Node.js and Chrome: .cpuprofile and .heapprofile",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"callFrame\"", "\"functionName\"", "\"samples\"", "\"timeDeltas\"")},
    .read = read,
};
