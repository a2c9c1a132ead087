/* {"traceEvents": [{"name": "parse", "ph": "X", ...}, ...]}: calls the reader for each part of it.
 */
#include "input/json/json.h"

#include "base/parse.h"

bool json_bad(struct json *j, uint64_t line, const char *reason, struct str near)
{
    return reading_bad(j->r, line, reason, near, j->f);
}

#ifdef FLAME_HAVE_YAJL
#include "input/json/known_shapes.h"
#include "input/json/memory.h"
#include "input/json/numbers.h"

/* Stop looking without yajl when this many more bytes were looked at than it saved. */
enum { STRANGE_MOST = 1 << 20 };

/* Deeper records are not found again after damage. */
enum { RECORDS_MENDED = 2 };

/* At a missing end, a greater depth than this is told. */
enum { DEPTH_TOLD = 100 };

static void count_lines(struct json_parser *parser, const char *end)
{
    while (parser->counted < end) {
        const char *at = memchr(parser->counted, '\n', (size_t)(end - parser->counted));
        if (!at)
            break;
        parser->lines++;
        parser->counted = at + 1;
    }
    parser->counted = end > parser->counted ? end : parser->counted;
}

uint64_t json_line(const struct json *j)
{
    struct json_parser *parser = j->parser;

    if (!parser->quiet)
        count_lines(parser, parser->block.p + json_taken_to(parser));
    return parser->lines + 1;
}

static void forget_key(struct json_parser *parser)
{
    parser->item.key = STR("");
    parser->has_key = false;
}

static void copy_key(struct json_parser *parser)
{
    buf_clear(&parser->key);
    buf_add(&parser->key, parser->item.key);
    parser->item.key = buf_str(&parser->key);
}

static int pass_item(struct json *j, enum json_kind kind, struct str text)
{
    struct json_parser *parser = j->parser;
    struct json_item *item = &parser->item;

    if (parser->quiet)
        return 1;
    item->kind = kind;
    item->depth = parser->depth;
    item->text = text;
    parser->any = true;
    parser->since_item = 0;
    parser->in_numbers = parser->in_numbers && kind <= JSON_NUMBER;
    parser->in_members = parser->in_members && parser->depth >= j->members;
    parser->is_member = parser->in_members && parser->depth == j->members && kind != JSON_OBJECT &&
                        kind != JSON_ARRAY;
    if (parser->shapes.learning)
        json_learn(j);
    parser->refused = !j->take(j->context, item);
    forget_key(parser);
    return !parser->refused;
}

/* What may be among numbers (numbers.h). */
static int pass_cell(struct json *j, enum json_kind kind, struct str text)
{
    if (j->parser->in_numbers)
        j->parser->number_end = json_taken_to(j->parser);
    return pass_item(j, kind, text);
}

static int on_null(void *context)
{
    return pass_cell(context, JSON_NULL, STR(""));
}

static int on_boolean(void *context, int value)
{
    return pass_cell(context, value ? JSON_TRUE : JSON_FALSE, STR(""));
}

static int on_number(void *context, const char *text, size_t n)
{
    return pass_cell(context, JSON_NUMBER, (struct str){text, n});
}

static int on_string(void *context, const unsigned char *text, size_t n)
{
    return pass_item(context, JSON_STRING, (struct str){(const char *)text, n});
}

static int on_key(void *context, const unsigned char *text, size_t n)
{
    struct json *j = context;
    struct json_parser *parser = j->parser;

    if (parser->quiet)
        return 1;
    if (j->members && parser->depth == j->members) {
        parser->in_members = true;
        parser->learned = json_taken_to(parser) - 1;
    }
    parser->item.key = (struct str){(const char *)text, n};
    parser->has_key = true;
    if ((uintptr_t)text - (uintptr_t)parser->block.p >= parser->block.n)
        copy_key(parser); /* yajl changes what it made of parts */
    return 1;
}

static int begin(struct json *j, enum json_kind kind)
{
    struct json_parser *parser = j->parser;
    struct place place;

    if (parser->depth == parser->depth_most) {
        place_of(&place, j->r->name, json_line(j));
        parser->refused = !limits_reached(j->f, place.text, "depth", j->r->ask->limits.depth);
        return 0;
    }
    int goes_on = pass_item(j, kind, STR(""));
    parser->depth++;
    return goes_on;
}

static int end(struct json *j, enum json_kind kind)
{
    j->parser->depth--;
    return pass_item(j, kind, STR(""));
}

static int on_object(void *context)
{
    return begin(context, JSON_OBJECT);
}

static int on_object_end(void *context)
{
    struct json *j = context;

    if (j->parser->alike && j->records && j->parser->depth == j->records + 1)
        j->parser->record_end = json_taken_to(j->parser);
    return end(j, JSON_OBJECT_END);
}

static int on_array(void *context)
{
    struct json *j = context;

    j->parser->array_begin = json_taken_to(j->parser);
    return begin(j, JSON_ARRAY);
}

static int on_array_end(void *context)
{
    return end(context, JSON_ARRAY_END);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_object_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_array_end,
};

/* Restarts yajl, as if `before` had been read. */
static void restart(struct json *j, struct str before)
{
    struct json_parser *parser = j->parser;
    yajl_alloc_funcs memory = json_memory;

    libyajl_load();
    if (parser->yajl)
        libyajl.yajl_free(parser->yajl);
    parser->yajl = libyajl.yajl_alloc(&callbacks, &memory, j);
    libyajl.yajl_config(parser->yajl, yajl_allow_multiple_values, 1);
    libyajl.yajl_config(parser->yajl, yajl_dont_validate_strings, 1);
    parser->depth = 0;
    forget_key(parser);
    parser->in_string = parser->in_escape = false;
    parser->behind_record = parser->behind_member = parser->in_members = false;
    parser->in_numbers = parser->behind_bracket = parser->behind_comma = false;
    parser->any = false;
    parser->quiet = true;
    libyajl.yajl_parse(parser->yajl, (const unsigned char *)before.p, before.n);
    parser->quiet = false;
}

/* "]" after a comma, as some programs end an array. */
static bool is_end_behind_comma(const struct json *j, size_t consumed)
{
    const struct json_parser *parser = j->parser;

    return j->records && j->records <= RECORDS_MENDED && parser->depth == j->records && consumed &&
           !parser->has_key && parser->block.p[consumed - 1] == ']';
}

static bool damage(struct json *j, const char *reason, struct str near)
{
    return json_bad(j, json_line(j), reason, near) && pass_item(j, JSON_DAMAGE, near);
}

/* Handles damage at the end of the consumed bytes. */
static bool mend(struct json *j, size_t consumed)
{
    struct json_parser *parser = j->parser;
    size_t from = consumed > 40 ? consumed - 40 : 0;
    size_t records = j->records; /* the reader may set it at the end of the array */

    if (is_end_behind_comma(j, consumed)) {
        parser->depth--;
        if (!pass_item(j, JSON_ARRAY_END, STR("")))
            return false;
        json_line(j);
        restart(j, records == 1 ? STR("") : STR("{\"\":[]"));
    } else {
        size_t to = consumed ? consumed : 1;
        if (!damage(j, "invalid JSON", str_from_to(parser->block, from, to)))
            return false;
        parser->skip = SKIP_LINE;
    }
    parser->block = str_from_to(parser->block, consumed, parser->block.n);
    parser->from = 0;
    return true;
}

/* Looks for the line where the stream resumes. */
static void skip(struct json *j)
{
    struct json_parser *parser = j->parser;
    struct str *block = &parser->block;

    while (block->n && parser->skip != SKIP_NOTHING) {
        if (parser->skip == SKIP_LINE) {
            const char *at = memchr(block->p, '\n', block->n);
            size_t n = at ? (size_t)(at - block->p) + 1 : block->n;
            *block = str_from_to(*block, n, block->n);
            parser->skip = at ? SKIP_BLANKS : SKIP_LINE;
        } else if (block->p[0] == '{') {
            static const struct {
                const char *before;
            } places[RECORDS_MENDED + 1] = {{""}, {"["}, {"{\"\":["}};
            restart(j, str_of(places[j->records <= RECORDS_MENDED ? j->records : 0].before));
            parser->skip = SKIP_NOTHING;
        } else if (is_space(block->p[0]) || block->p[0] == ',') {
            *block = str_from_to(*block, 1, block->n);
        } else {
            parser->skip = SKIP_LINE;
        }
    }
}

/* Feeds yajl up to `end`. False when the text is damaged, or refused. */
static bool parse_piece(struct json *j, size_t end)
{
    struct json_parser *parser = j->parser;
    struct str piece = str_from_to(parser->block, parser->from, end);

    if (parser->behind_record || parser->behind_member)
        shapes_begin(&parser->shapes);
    parser->behind_record = parser->behind_member = false;
    parser->learned = parser->from;
    parser->record_end = 0;
    parser->array_begin = 0;
    parser->number_end = SIZE_MAX;
    yajl_status status = libyajl.yajl_parse(parser->yajl, (const unsigned char *)piece.p, piece.n);
    parser->shapes.learning = false;
    if (status != yajl_status_ok)
        return false;
    parser->from = end;
    json_note_numbers(parser, end);
    if (!parser->alike)
        return true;
    parser->behind_record = parser->record_end == end;
    parser->behind_member = parser->is_member && !parser->in_string && piece.p[piece.n - 1] == ',';
    parser->strange += j->records || j->members ? piece.n : 0;
    parser->alike = parser->strange <= STRANGE_MOST;
    return true;
}

static bool parse(struct json *j)
{
    struct json_parser *parser = j->parser;

    while (parser->from < parser->block.n) {
        skip(j);
        if (parser->alike && !json_take_known(j))
            return false;
        if (j->numbers && !json_take_numbers(j))
            return false;
        size_t end = parser->alike ? json_end_of_piece(j)
                     : j->numbers  ? json_end_before_numbers(parser)
                                   : parser->block.n;
        if (end == parser->from || parse_piece(j, end))
            continue;
        if (parser->refused || !mend(j, json_taken_to(parser)))
            return false;
    }
    return true;
}

static bool take_block(struct json *j, struct str block)
{
    struct json_parser *parser = j->parser;
    struct place place;

    parser->block = block;
    parser->from = 0;
    parser->counted = block.p;
    parser->since_item += block.n;
    if (!parse(j))
        return false;
    if (parser->has_key && parser->item.key.p != parser->key.p)
        copy_key(parser); /* its value comes in the next block */
    count_lines(parser, block.p + block.n);
    parser->in_line = block.n && block.p[block.n - 1] != '\n';
    if (parser->since_item <= j->r->ask->limits.line)
        return true;
    place_of(&place, j->r->name, parser->lines + 1);
    return limits_reached(j->f, place.text, "line", j->r->ask->limits.line);
}

/* The input may end between two records. */
static bool finish(struct json *j)
{
    struct json_parser *parser = j->parser;
    char open[60] = "";

    parser->block = STR("");
    parser->from = 0;
    parser->counted = parser->block.p;
    if (parser->skip != SKIP_NOTHING)
        return true;
    yajl_status status = libyajl.yajl_complete_parse(parser->yajl);
    if (parser->refused)
        return false;
    parser->quiet = true; /* the line is that of the end */
    bool cut = parser->depth > j->records || (parser->depth == 0 && status != yajl_status_ok);
    if (!cut || !parser->any)
        return true;
    parser->quiet = false;
    if (parser->depth > DEPTH_TOLD)
        snprintf(open, sizeof open, "%zu brackets are open", parser->depth);
    return json_bad(j, parser->lines + parser->in_line, "the end is missing", str_of(open)) &&
           pass_item(j, JSON_DAMAGE, STR(""));
}

static bool read_blocks(struct json *j)
{
    struct reading *r = j->r;
    struct str block;
    bool first = r->first_part;

    for (;;) {
        if (!blocks_next_bytes(j->blocks, &block, j->f))
            return false;
        if (block.n == 0)
            return finish(j);
        r->tally.bytes += block.n;
        if (first && !reading_skip_mark(&block, r->name, j->f))
            return false;
        first = false;
        if (!take_block(j, block))
            return false;
        if (r->progress)
            r->progress(r->progress_context, r->tally.bytes * r->parts);
    }
}

static bool read_with(struct json *j, struct json_parser *parser)
{
    j->parser = parser;
    restart(j, STR(""));
    parser->lines = j->r->tally.lines; /* of what stands before the text */
    bool ok = read_blocks(j);
    j->r->tally.lines = parser->lines + parser->in_line;
    libyajl.yajl_free(parser->yajl);
    buf_free(&parser->key);
    shapes_free(&parser->shapes);
    j->parser = NULL;
    return ok;
}

bool json_read(struct json *j)
{
    struct json_parser parser = {.depth_most = SIZE_MAX, .alike = j->alike || j->members};

    if (j->r->ask->limits.depth < SIZE_MAX / 4)
        parser.depth_most = (size_t)j->r->ask->limits.depth * 2 + 16;
    return read_with(j, &parser);
}

#else

uint64_t json_line(const struct json *j)
{
    return j->r->tally.lines;
}

bool json_read(struct json *j)
{
    return fault_set(j->f, FAULT_INPUT,
                     "%s: is JSON, which this build cannot read; wanted one with yajl (install "
                     "libyajl-dev and build with -DFLAME_YAJL=ON)",
                     j->r->name);
}

#endif

bool json_invalid(const struct json *j, const struct json_item *damage, const char *wanted)
{
    struct place place;
    struct excerpt e;

    return fault_set(j->f, FAULT_INPUT, "%s: invalid JSON (near \"%s\"), wanted %s",
                     place_of(&place, j->r->name, json_line(j)), excerpt_of(&e, damage->text),
                     wanted);
}
