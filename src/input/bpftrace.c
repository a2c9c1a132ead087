/* @on_cpu[
 *     vfs_read+142
 *     entry_SYSCALL_64_after_hwframe+118
 * ,
 *     read+79
 * , dd]: 4
 * What bpftrace prints of maps whose keys hold stacks, and the same with -f json. */
#include "base/parse.h"
#include "input/bpftrace/key.h"
#include "input/json/json.h"

enum place_in_map {
    OUTSIDE,
    KEY,
    HISTOGRAM, /* after the key: lines of "[2, 4)  21 |@@@@|" */
};

struct bpftrace {
    struct text text;
    struct map_key key;
    enum place_in_map at;
    uint64_t line; /* where the key began */
    uint64_t sum;  /* of the histogram */
    bool met;      /* a map: what comes before the first is the program's own */
    /* In JSON. */
    struct json json;
    struct buf map;
    bool summed; /* the value has parts: sum is theirs */
};

static const char no_value[] = "a key without its value";
static const char no_number[] = "a value that is not a whole number below 2^64";

static bool bad(struct bpftrace *in, const char *reason, struct str near)
{
    in->at = OUTSIDE;
    return lines_bad(&in->text.lines, in->line, reason, near);
}

/* "[2K, 4K)              21 |@@@@   |" */
static bool parse_bucket(struct str line, uint64_t *count)
{
    size_t bar = str_find(line, 0, STR("|"));
    struct str before = str_trim(str_from_to(line, 0, bar));
    size_t from = before.n;

    if (bar == line.n || (line.p[0] != '[' && line.p[0] != '('))
        return false;
    while (from && is_digit(before.p[from - 1]))
        from--;
    return from && is_blank(before.p[from - 1]) &&
           parse_u64(str_from_to(before, from, before.n), count);
}

/* "count 3, average 4, total 12" of stats() */
static bool parse_stats(struct str value, uint64_t *total)
{
    size_t at = str_find(value, 0, STR("total "));

    return str_starts(value, STR("count ")) && at < value.n &&
           parse_u64(str_from_to(value, at + 6, value.n), total);
}

static bool end_histogram(struct bpftrace *in)
{
    if (in->at != HISTOGRAM)
        return true;
    in->at = OUTSIDE;
    return key_add(&in->key, in->sum, in->line);
}

static bool end_key(struct bpftrace *in, struct str value)
{
    uint64_t number;

    in->at = OUTSIDE;
    if (!key_end(&in->key)) {
        in->text.r->tally.comments++; /* words alone, as @reads[comm] */
        return true;
    }
    if (value.n == 0) {
        in->at = HISTOGRAM;
        in->sum = 0;
        return true;
    }
    if (!parse_u64(value, &number) && !parse_stats(value, &number))
        return bad(in, no_number, value);
    return key_add(&in->key, number, in->line);
}

/* A line of a key outside of a stack, or what follows the '[' of a map. The key ends at the last
 * "]:" that a blank or nothing follows. */
static bool key_line(struct bpftrace *in, struct str line)
{
    for (size_t at = line.n; at > 1; at--)
        if (line.p[at - 1] == ':' && line.p[at - 2] == ']' && (at == line.n || line.p[at] == ' ')) {
            key_fragment(&in->key, str_from_to(line, 0, at - 2));
            return end_key(in, str_trim(str_from_to(line, at, line.n)));
        }
    key_fragment(&in->key, line);
    return true;
}

/* Returns the length of "@" or "@name"; 0 if no map begins here. */
static size_t map_name(struct str line)
{
    size_t n = 1;

    if (line.n == 0 || line.p[0] != '@')
        return 0;
    while (n < line.n && (is_letter(line.p[n]) || is_digit(line.p[n]) || line.p[n] == '_'))
        n++;
    return n;
}

static bool outer_line(struct bpftrace *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    size_t n = map_name(line);

    if (n && n < line.n && line.p[n] == '[') {
        in->at = KEY;
        in->met = true;
        in->line = tally->lines;
        key_begin(&in->key, str_from_to(line, 0, n));
        return key_line(in, str_from_to(line, n + 1, line.n));
    }
    if ((n && n < line.n && line.p[n] == ':') || str_starts(line, STR("Lost ")) ||
        str_starts(line, STR("Attach"))) {
        tally->comments++;
        return true;
    }
    if (!in->met) {
        lines_other(&in->text.lines);
        return true;
    }
    return lines_bad(&in->text.lines, tally->lines, "neither a map nor a value", line);
}

static bool read_line(struct bpftrace *in, struct str line, struct str whole)
{
    uint64_t count;

    if (str_trim(line).n == 0) {
        in->text.r->tally.blank++;
        return end_histogram(in);
    }
    if (in->at == KEY && is_blank(line.p[0]))
        return key_frame(&in->key, line, whole);
    if (in->at == KEY && map_name(line) == 0) {
        if (line.p[0] == ',' || line.p[0] == ']')
            return key_line(in, line);
        return bad(in, no_value, line);
    }
    if (in->at == KEY && !bad(in, no_value, STR("")))
        return false;
    if (in->at == HISTOGRAM && parse_bucket(line, &count)) {
        if (count > UINT64_MAX - in->sum)
            return bad(in, no_number, line);
        in->sum += count;
        return true;
    }
    if (parse_bucket(line, &count)) { /* of a map without stacks */
        in->text.r->tally.comments++;
        return true;
    }
    return end_histogram(in) && outer_line(in, line);
}

static bool read_text(struct bpftrace *in)
{
    struct lines *l = &in->text.lines;
    struct str line;
    size_t n = 0;

    while (lines_more(l)) {
        const char *at = l->at;
        if (in->at == KEY && !key_next(&in->key, (struct str){at, (size_t)(l->end - at)}, &n))
            return false;
        if (in->at == KEY && n) {
            lines_took(l, n);
            continue;
        }
        if (!lines_next(l, &line) || !read_line(in, line, (struct str){at, (size_t)(l->at - at)}))
            return false;
    }
    if (in->text.f->kind != FAULT_NONE)
        return false;
    return in->at == KEY ? bad(in, no_value, STR("")) : end_histogram(in);
}

/* {"type": "map", "data": {"@": {KEY: 4}}}, with the depths of its contents. */
enum { DEPTH_MAP = 2, DEPTH_VALUE = 3 };

static bool json_key(struct bpftrace *in, struct str key)
{
    struct str rest = key;
    struct str line;
    size_t n;

    in->line = json_line(&in->json);
    key_begin(&in->key, buf_str(&in->map));
    while (rest.p) {
        struct str before = rest;
        if (!key_next(&in->key, rest, &n))
            return false;
        rest = str_from_to(rest, n, rest.n);
        if (n || !take_field(&rest, '\n', &line))
            continue;
        if (line.n && is_blank(line.p[0])) {
            before.n = line.n + (rest.p != NULL);
            if (!key_frame(&in->key, line, before))
                return false;
        } else if (line.n || !in->key.began) {
            key_fragment(&in->key, line);
        }
    }
    in->at = key_end(&in->key) ? KEY : OUTSIDE;
    return true;
}

static bool json_value(struct bpftrace *in, struct str text)
{
    uint64_t number;

    if (!parse_u64(text, &number)) {
        in->at = OUTSIDE;
        return json_bad(&in->json, in->line, no_number, text);
    }
    if (in->summed && number > UINT64_MAX - in->sum)
        number = UINT64_MAX - in->sum;
    if (in->summed) {
        in->sum += number;
        return true;
    }
    in->at = OUTSIDE;
    return key_add(&in->key, number, in->line);
}

/* The contents of a key's value: a bucket of a histogram, or a field of stats(). */
static bool json_inside(struct bpftrace *in, const struct json_item *item)
{
    bool counts =
        item->depth == DEPTH_VALUE + 2 ? json_says(item, "count") : json_says(item, "total");

    if (in->at == OUTSIDE || item->kind != JSON_NUMBER || !counts)
        return true;
    return json_value(in, item->text);
}

static bool json_take(void *context, const struct json_item *item)
{
    struct bpftrace *in = context;

    if (item->kind == JSON_DAMAGE) {
        in->at = OUTSIDE;
        buf_clear(&in->map);
        return true;
    }
    if (item->depth == DEPTH_MAP) {
        buf_clear(&in->map);
        if (item->kind == JSON_OBJECT)
            buf_add(&in->map, item->key);
        return true;
    }
    if (item->depth < DEPTH_VALUE || in->map.n == 0)
        return true;
    if (item->depth > DEPTH_VALUE)
        return json_inside(in, item);
    if (item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END) {
        bool add = in->at == KEY;
        in->at = OUTSIDE;
        return !add || key_add(&in->key, in->sum, in->line);
    }
    if (!json_key(in, item->key))
        return false;
    in->sum = 0;
    in->summed = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;
    return in->at == OUTSIDE || in->summed || json_value(in, item->text);
}

static bool read_json(struct bpftrace *in, struct blocks *blocks)
{
    in->json = (struct json){.r = in->text.r,
                             .blocks = blocks,
                             .f = in->text.f,
                             .take = json_take,
                             .context = in,
                             .members = DEPTH_VALUE};
    bool ok = json_read(&in->json);
    buf_free(&in->map);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct bpftrace in = {.at = OUTSIDE};
    const struct measure count = {"count", ""}; /* count() or sum() of what, no one says */
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    text_init(&in.text, r, blocks, p, f);
    key_init(&in.key, &in.text);
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, &count, 1) &&
              (json_first(prefix) == '{' ? read_json(&in, blocks) : read_text(&in));
    key_free(&in.key);
    text_free(&in.text);
    return ok;
}

static unsigned recognise_json(struct str prefix)
{
    static const char *const types[] = {"attached_probes", "map", "hist", "stats", "lost_events"};
    struct str line = prefix;
    size_t end = str_find(prefix, 0, STR("\n"));

    line.n = end;
    if (!json_mentions(line, "type") || !json_mentions(line, "data"))
        return 0;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct str type = str_of(types[i]);
        size_t at = str_find(line, 0, type);
        if (at && at + type.n < line.n && line.p[at - 1] == '"' && line.p[at + type.n] == '"')
            return 48;
    }
    return 0;
}

/* "Attaching 2 probes..." counts 60 bits; "@name[" with a stack or "]: " after it 40. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str text;
    bool opened = false;

    if (json_first(prefix) == '{')
        return recognise_json(prefix);
    while (take_field(&rest, '\n', &text)) {
        size_t n = map_name(text);
        text = str_trim(text);
        if ((str_starts(text, STR("Attaching ")) || str_starts(text, STR("Attached "))) &&
            str_find(text, 0, STR(" probe")) < text.n)
            return 60;
        opened = opened || (n && n < text.n && text.p[n] == '[');
        if (opened && str_find(text, 0, STR("]:")) < text.n)
            return 40;
    }
    return 0;
}

static const char *const endings[] = {"bpftrace", NULL};

const struct input_format input_bpftrace = {
    .name = "bpftrace",
    .about = "maps of bpftrace whose keys hold stacks, as text or with -f json",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nAttach", "\n@", "\n{")},
    .read = read,
    .prints = true,
};
