/* {"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"pps":[
 *  {"tb":32,"tbk":1,"gb":32,"gbk":1,"eb":0,"ebk":0,"rb":96,"wb":16,"fs":[1,2]}],
 *  "ftbl":["[root]","0x48465EF: calloc (in /usr/lib/x.so)","0x109237: insert (demo.c:18)"]}
 * Valgrind's DHAT, and programs of Rust with dhat: what each place allocated (t), held at the
 * global maximum (g) and at the end (e), and what was read (r) and written (w) there, in bytes (b)
 * and blocks (bk). Functions are indexes, leaf first. */
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/deferred_stacks.h"
#include "input/common/located_frames.h"
#include "input/common/text.h"
#include "input/json/json.h"

enum { UNIT_MOST = 63 };

/* Where in the file an item is, unless it is skipped. */
enum dhat_part { OUTSIDE, DOCUMENT, POINTS, POINT, FRAMES, TABLE, PARTS };

static const struct {
    enum dhat_part outer;
    enum json_kind kind;
    const char *key;
    size_t depth; /* of what is in it */
} parts[PARTS] = {
    [DOCUMENT] = {OUTSIDE, JSON_OBJECT, "", 1},  [POINTS] = {DOCUMENT, JSON_ARRAY, "pps", 2},
    [POINT] = {POINTS, JSON_OBJECT, "", 3},      [FRAMES] = {POINT, JSON_ARRAY, "fs", 4},
    [TABLE] = {DOCUMENT, JSON_ARRAY, "ftbl", 2},
};

/* The columns; without lifetimes there are two, without accesses six. */
enum { VALUES = 8, WITH_TOTALS = 2, WITH_LIFETIMES = 6 };

static const struct {
    const char *key;
    struct measure measure;
} columns[VALUES] = {
    {"tb", {"total-bytes", "bytes"}},  {"tbk", {"total-blocks", "blocks"}},
    {"gb", {"t-gmax-bytes", "bytes"}}, {"gbk", {"t-gmax-blocks", "blocks"}},
    {"eb", {"at-end-bytes", "bytes"}}, {"ebk", {"at-end-blocks", "blocks"}},
    {"rb", {"read-bytes", "bytes"}},   {"wb", {"written-bytes", "bytes"}},
};

struct dhat {
    struct text text;
    struct json json;
    enum dhat_part part;
    struct deferred_stacks stacks;
    struct deferred_function *functions; /* by index */
    size_t n_functions, functions_room;
    struct buf before;                      /* the text of the function before */
    bool is_waiting;                        /* it has no frame yet */
    char units[WITH_TOTALS][UNIT_MOST + 1]; /* ""; of bytes and blocks, where they are others */
    size_t n_columns;
    uint64_t values[PROFILE_COLUMNS_MOST];
    uint64_t line;     /* of the point */
    const char *wrong; /* with the point; NULL: nothing is */
    bool has_total;
};

static uint64_t line_of(const struct dhat *in)
{
    return json_line(&in->json);
}

/* ---- functions */

/* Splits "0x109237: insert (demo.c:18)"; "in FILE" may replace the line. Rust adds a column. */
static struct located_frame parse_function(struct str text)
{
    struct located_frame at = {.place = {.name = text, .file = STR("")}, .path = STR("")};
    struct str rest = text;
    uint64_t line;

    if (str_starts(text, STR("0x")) && parse_hex_head(&rest, &at.address) &&
        str_starts(rest, STR(": ")))
        rest = str_from_to(rest, 2, rest.n);
    else
        rest = text;
    at.place.name = rest;
    size_t open = str_find_last(rest, STR(" ("));
    if (open < rest.n && rest.p[rest.n - 1] == ')') {
        struct str where = str_from_to(rest, open + 2, rest.n - 1);
        at.place.name = str_from_to(rest, 0, open);
        if (str_starts(where, STR("in ")))
            at.path = str_from_to(where, 3, where.n);
        else
            at.place.file = where;
    }
    for (int i = 0; i < 2; i++) {
        size_t colon = str_find_last(at.place.file, STR(":"));
        if (colon == at.place.file.n ||
            !parse_u64(str_from_to(at.place.file, colon + 1, at.place.file.n), &line))
            break;
        at.place.line = line <= UINT32_MAX ? (uint32_t)line : 0;
        at.place.file = str_from_to(at.place.file, 0, colon);
    }
    if (str_equal(at.place.name, STR("???")))
        at.place.name = STR("");
    return at;
}

/* Makes the frame of the pending function. If it has the address of the next, it is inlined there.
 */
static bool finish_function(struct dhat *in, const uint64_t *next)
{
    struct tidier *tidier = &in->text.tidier;
    struct deferred_function function = {0};

    if (!in->is_waiting)
        return true;
    in->is_waiting = false;
    struct located_frame at = parse_function(buf_str(&in->before));
    at.place.inlined = next && at.address && *next == at.address;
    at.kind = tidier_kind(tidier, at.path);
    if (!located_frame_make(tidier, &at, &function.frame))
        return false;
    in->functions =
        mem_grow(in->functions, &in->functions_room, in->n_functions + 1, sizeof *in->functions);
    in->functions[in->n_functions++] = function;
    return true;
}

static bool take_function(struct dhat *in, const struct json_item *item)
{
    struct str text = item->kind == JSON_STRING ? item->text : STR("???");
    uint64_t address = parse_function(text).address;

    if (!finish_function(in, &address))
        return false;
    buf_clear(&in->before);
    buf_add(&in->before, text);
    in->is_waiting = true;
    return true;
}

/* ---- points */

static void begin_point(struct dhat *in)
{
    deferred_begin(&in->stacks);
    memset(in->values, 0, sizeof in->values);
    in->line = line_of(in);
    in->wrong = NULL;
    in->has_total = false;
}

static void take_of_point(struct dhat *in, const struct json_item *item)
{
    for (size_t i = 0; i < VALUES; i++) {
        if (!json_says(item, columns[i].key))
            continue;
        if (item->kind != JSON_NUMBER || !parse_u64(item->text, &in->values[i]))
            in->wrong = "a value that is not a number from 0 to 2^64-1";
        in->has_total |= i == 0;
        size_t n = i < WITH_TOTALS ? WITH_TOTALS : i < WITH_LIFETIMES ? WITH_LIFETIMES : VALUES;
        in->n_columns = n > in->n_columns ? n : in->n_columns;
    }
}

static bool take_index(struct dhat *in, const struct json_item *item)
{
    uint64_t index;

    if (item->kind == JSON_NUMBER && parse_u64(item->text, &index) && index < UINT32_MAX)
        return deferred_push(&in->stacks, (uint32_t)index);
    in->wrong = "a function that is not an index";
    return true;
}

/* The stack of [root], the first function, means that no stack is known. */
static bool end_point(struct dhat *in)
{
    if (!in->wrong && !in->has_total)
        in->wrong = "a place without its total";
    if (in->wrong)
        return json_bad(&in->json, in->line, in->wrong, STR(""));
    if (deferred_depth(&in->stacks) == 0 && !deferred_push(&in->stacks, 0))
        return false;
    return deferred_add(&in->stacks, in->values, in->line);
}

/* ---- documents */

static void begin_stacks(struct dhat *in)
{
    deferred_init(&in->stacks, in->text.r, in->text.p, VALUES, in->text.f);
}

static void begin_document(struct dhat *in)
{
    memset(in->units, 0, sizeof in->units);
    in->n_columns = WITH_TOTALS;
    in->n_functions = 0;
    in->is_waiting = false;
}

/* Programs may count whatever they like in units of their own. */
static void take_of_document(struct dhat *in, const struct json_item *item)
{
    static const char *const keys[WITH_TOTALS] = {"bsu", "bksu"};
    struct excerpt e;

    if (item->kind != JSON_STRING)
        return;
    for (size_t i = 0; i < WITH_TOTALS; i++)
        if (json_says(item, keys[i]) && item->text.n <= UNIT_MOST &&
            !memchr(item->text.p, '\0', item->text.n))
            snprintf(in->units[i], sizeof in->units[i], "%.*s", (int)item->text.n, item->text.p);
    if (json_says(item, "cmd"))
        reading_remark(&in->text.r->info->details, "of the command %s", excerpt_of(&e, item->text));
}

static bool end_document(struct dhat *in)
{
    struct measure measures[VALUES];

    for (size_t i = 0; i < VALUES; i++)
        measures[i] = columns[i].measure;
    for (size_t i = 0; i < WITH_TOTALS; i++)
        if (in->units[i][0] && strcmp(in->units[i], measures[i].unit) != 0)
            measures[i] = (struct measure){in->units[i], in->units[i]};
    if (!finish_function(in, NULL) ||
        !text_measures(&in->text, TEXT_FULL_NAMES, measures, in->n_columns) ||
        !deferred_finish(&in->stacks, &in->text.builder, in->functions, in->n_functions))
        return false;
    deferred_free(&in->stacks);
    begin_stacks(in);
    return true;
}

/* ---- the file */

static void begin(struct dhat *in, enum dhat_part part)
{
    in->part = part;
    if (part == DOCUMENT)
        begin_document(in);
    else if (part == POINT)
        begin_point(in);
    if (part == POINTS)
        in->json.records = parts[part].depth;
}

static bool end(struct dhat *in, enum dhat_part part)
{
    in->part = parts[part].outer;
    if (part == POINTS)
        in->json.records = 0;
    if (part == POINT)
        return end_point(in);
    return part != DOCUMENT || end_document(in);
}

static bool take_value(struct dhat *in, const struct json_item *item)
{
    switch (in->part) {
    case DOCUMENT:
        take_of_document(in, item);
        return true;
    case POINTS:
        return json_bad(&in->json, line_of(in), "a place that is not an object", item->text);
    case POINT:
        take_of_point(in, item);
        return true;
    case FRAMES:
        return take_index(in, item);
    case TABLE:
        return take_function(in, item);
    case OUTSIDE:
    case PARTS:
        break;
    }
    return true;
}

/* Returns the part that an item begins; OUTSIDE: none. */
static enum dhat_part find_part(const struct dhat *in, const struct json_item *item)
{
    for (enum dhat_part i = DOCUMENT; i < PARTS; i++)
        if (parts[i].outer == in->part && parts[i].kind == item->kind &&
            (!*parts[i].key || json_says(item, parts[i].key)))
            return i;
    return OUTSIDE;
}

/* Functions are referred to by index, so after damage nothing in the document can be used. */
static bool take_damage(struct dhat *in, const struct json_item *item)
{
    return item->text.n == 0 || in->part == OUTSIDE ||
           json_invalid(&in->json, item, "a file of DHAT");
}

static bool take(void *context, const struct json_item *item)
{
    struct dhat *in = context;
    bool begins = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;
    bool ends = item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (ends)
        return item->depth + 1 != parts[in->part].depth || end(in, in->part);
    if (item->depth != parts[in->part].depth)
        return true;
    enum dhat_part part = begins ? find_part(in, item) : OUTSIDE;
    if (part == OUTSIDE)
        return take_value(in, item);
    begin(in, part);
    return true;
}

/* The table of functions comes last: in a file without its end, no stack has names. */
static bool finish(struct dhat *in)
{
    const struct reading *r = in->text.r;

    if (in->part == OUTSIDE)
        return true;
    return fault_set(in->text.f, FAULT_INPUT,
                     "%s:%llu: the end is missing, wanted a whole file of DHAT", r->name,
                     (unsigned long long)r->tally.lines);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct dhat in = {.part = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    begin_stacks(&in);
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .alike = true};
    bool ok = json_read(&in.json) && finish(&in);
    deferred_free(&in.stacks);
    mem_free(in.functions, in.functions_room, sizeof *in.functions);
    buf_free(&in.before);
    text_free(&in.text);
    return ok;
}

/* The version is certain; if it comes after all places, what they begin with counts 50 bits. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{')
        return 0;
    if (json_mentions(prefix, "dhatFileVersion"))
        return 64;
    bool has_points = json_mentions(prefix, "tb") && json_mentions(prefix, "tbk") &&
                      json_mentions(prefix, "fs") && json_mentions(prefix, "pps");
    return has_points ? 50 : 0;
}

static const char *const endings[] = {"dhat", NULL};

const struct input_format input_dhat = {
    .name = "dhat",
    .about = "heap profiles of Valgrind's DHAT, and of Rust's dhat",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"dhatFileVersion\"", "\"pps\"")},
    .read = read,
    .cut = CUT_NOWHERE,
};
