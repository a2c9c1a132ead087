/* {"name": "b", "ts": 1} after {"name": "a", "ts": 0}: only what differs is parsed. */
#include "input/json/known_shapes.h"

#ifdef FLAME_HAVE_YAJL
static size_t depth_of_records(const struct json *j)
{
    return j->members ? j->members : j->records;
}

/* Positions are only known within the block. */
void json_learn(struct json *j)
{
    struct json_parser *parser = j->parser;
    const struct json_item *item = &parser->item;
    size_t depth = item->depth - depth_of_records(j);
    size_t from = json_taken_to(parser);

    if (item->kind == JSON_STRING || item->kind == JSON_NUMBER)
        from = (size_t)((uintptr_t)item->text.p - (uintptr_t)parser->block.p);
    parser->shapes.learning =
        from >= parser->learned && from <= parser->block.n && depth <= item->depth;
    if (!parser->shapes.learning)
        return;
    shapes_learn(&parser->shapes, item, str_from_to(parser->block, parser->learned, from), depth);
    parser->learned = from + item->text.n;
}

/* Takes what was found in a text that continues at `end`; `key` is that of the first item, if any.
 */
static bool take_found(struct json *j, struct str text, size_t end, struct str key)
{
    struct json_parser *parser = j->parser;
    const struct shapes *s = &parser->shapes;
    size_t from = parser->from;
    bool ok = true;

    parser->since_item = 0;
    parser->strange -= end < parser->strange ? end : parser->strange;
    parser->without = true;
    for (size_t i = 0; ok && i < s->n_items; i++) {
        const struct shape_item *at = &s->items[i];
        const struct shape_step *step = &s->steps[at->step];
        const struct json_item item = {
            .kind = step->kind,
            .depth = depth_of_records(j) + step->depth,
            .key = i ? (struct str){s->text.p + step->key, step->key_n} : key,
            .text = str_from_to(text, at->from, at->to),
        };
        parser->from = from + at->to;
        ok = j->take(j->context, &item);
    }
    parser->without = false;
    parser->from = from + end;
    return ok;
}

/* After the last member there is no comma, but yajl expects another member: feeds it one. */
static void parse_empty_member(struct json_parser *parser)
{
    static const unsigned char member[] = "\"\":null";

    parser->quiet = true;
    libyajl.yajl_parse(parser->yajl, member, sizeof member - 1);
    parser->quiet = false;
}

/* Takes the following members as long as their shapes are known. */
static bool take_members(struct json *j)
{
    struct json_parser *parser = j->parser;

    while (parser->behind_member) {
        struct str rest = str_from_to(parser->block, parser->from, parser->block.n);
        size_t at = shapes_key(rest, &parser->key);
        at = at ? shapes_find(&parser->shapes, rest, at) : 0;
        size_t end = at ? shapes_space(rest, at) : rest.n;
        if (end == rest.n || (rest.p[end] != ',' && rest.p[end] != '}'))
            break;
        parser->behind_member = rest.p[end] == ',';
        if (!take_found(j, rest, end + parser->behind_member, buf_str(&parser->key)))
            return false;
        if (!parser->behind_member)
            parse_empty_member(parser);
    }
    return true;
}

bool json_take_known(struct json *j)
{
    struct json_parser *parser = j->parser;
    struct str rest = str_from_to(parser->block, parser->from, parser->block.n);
    size_t at;

    while (parser->behind_record && (at = shapes_find(&parser->shapes, rest, 0)) > 0) {
        if (!take_found(j, rest, at, STR("")))
            return false;
        rest = str_from_to(rest, at, rest.n);
    }
    return take_members(j);
}

size_t json_end_of_piece(struct json *j)
{
    struct json_parser *parser = j->parser;
    struct str block = parser->block;
    size_t depth = parser->depth;

    for (size_t i = parser->from; i < block.n; i++) {
        char c = block.p[i];
        if (parser->in_string) {
            parser->in_string = parser->in_escape || c != '"';
            parser->in_escape = !parser->in_escape && c == '\\';
        } else if (c == '"') {
            parser->in_string = true;
        } else if (c == '{' || c == '[') {
            depth++;
            if (c == '[' && j->alike && j->records == 0)
                return i + 1;
        } else if (c == '}' || c == ']') {
            depth -= depth > 0;
            if (depth <= j->records)
                return i + 1;
        } else if (c == ',' && (depth == j->members || parser->in_numbers)) {
            return i + 1;
        }
    }
    return block.n;
}

#endif
