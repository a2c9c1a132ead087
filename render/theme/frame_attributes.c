/* Parses the user's attributes of frames:
 *   java/lang/String.hash_[j] TAB href=https://example.org/?q=hash TAB target="_blank" */
#include "render/theme/frame_attributes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "render/common/text_file.h"

enum { FILE_MAX = 64 << 20 };

struct attributes_reader {
    struct frame_attributes *to;
    const char *file;
    uint64_t line;
    struct fault *f;
    struct buf url; /* of one value, encoded */
};

static bool refuse(const struct attributes_reader *r, struct str found, const char *wanted)
{
    struct excerpt excerpt;

    return fault_set(r->f, FAULT_USAGE, "%s:%" PRIu64 ": found \"%s\", wanted %s", r->file, r->line,
                     excerpt_of(&excerpt, found), wanted);
}

static bool is_word_byte(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}

/* The characters of RFC 3986, 2.2 and 2.3. */
static bool is_url_byte(char c)
{
    return is_letter(c) || is_digit(c) || (c && strchr("-._~:/?#[]@!$&'()*+,;=", c));
}

static void encode_url(struct str url, struct buf *to)
{
    static const char digits[] = "0123456789ABCDEF";

    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        bool escaped =
            c == '%' && url.n - i > 2 && is_hex_digit(url.p[i + 1]) && is_hex_digit(url.p[i + 2]);
        if (escaped || is_url_byte(url.p[i])) {
            buf_add_byte(to, url.p[i]);
        } else {
            buf_add_byte(to, '%');
            buf_add_byte(to, digits[c >> 4]);
            buf_add_byte(to, digits[c & 15]);
        }
    }
}

static struct str trim_controls(struct str s)
{
    while (s.n && (unsigned char)s.p[0] <= ' ')
        s = str_from_to(s, 1, s.n);
    while (s.n && (unsigned char)s.p[s.n - 1] <= ' ')
        s.n--;
    return s;
}

/* Returns the length of the scheme before ':', or 0 (RFC 3986, 3.1). */
static size_t scheme_length(struct str url)
{
    size_t n = 0;

    while (n < url.n && (is_letter(url.p[n]) ||
                         (n && (is_digit(url.p[n]) || (url.p[n] && strchr("+.-", url.p[n]))))))
        n++;
    return n < url.n && url.p[n] == ':' ? n : 0;
}

static bool is_web(struct str scheme)
{
    static const char web[] = "https";

    if (scheme.n != 4 && scheme.n != 5)
        return false;
    for (size_t i = 0; i < scheme.n; i++)
        if ((scheme.p[i] | 0x20) != web[i])
            return false;
    return true;
}

/* A relative path has no colon in its first part (RFC 3986, 4.2). */
static bool has_early_colon(struct str url)
{
    for (size_t i = 0; i < url.n && !strchr("/?#", url.p[i]); i++)
        if (url.p[i] == ':')
            return true;
    return false;
}

static bool is_safe_url(struct str url)
{
    size_t scheme = scheme_length(url);

    if (url.n == 0)
        return false;
    for (size_t i = 0; i < url.n; i++)
        if ((unsigned char)url.p[i] <= ' ' || url.p[i] == 0x7f)
            return false;
    if (scheme)
        return is_web(str_from_to(url, 0, scheme));
    if (url.p[0] == '#')
        return true;
    if (has_early_colon(url))
        return false;
    return str_find(url, 0, STR("//")) == url.n && !memchr(url.p, '\\', url.n);
}

static bool read_href(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    struct str url = trim_controls(value);

    if (!is_safe_url(url))
        return refuse(r, value,
                      "a link: http:, https:, #fragment, or a relative path without // "
                      "and \\");
    r->url.n = 0;
    encode_url(url, &r->url);
    row->value[ATTRIBUTE_HREF] = names_add(&r->to->names, buf_str(&r->url));
    return true;
}

static bool read_title(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    row->value[ATTRIBUTE_TITLE] = names_add(&r->to->names, value);
    return true;
}

static bool read_class(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    for (size_t i = 0; i < value.n; i++)
        if (!is_word_byte(value.p[i]) && value.p[i] != ' ')
            return refuse(r, value, "a class of letters, digits, _, - and blanks");
    row->value[ATTRIBUTE_CLASS] = names_add(&r->to->names, value);
    return true;
}

static bool read_id(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    bool good = is_letter(value.p[0]);

    for (size_t i = 1; i < value.n; i++)
        good = good && is_word_byte(value.p[i]);
    if (!good || str_starts(value, STR("flame-")))
        return refuse(r, value,
                      "an id: a letter, then letters, digits, _ and -, that does not begin with "
                      "flame-");
    row->value[ATTRIBUTE_ID] = names_add(&r->to->names, value);
    return true;
}

static bool read_target(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    if (!str_equal(value, STR("_blank")) && !str_equal(value, STR("_self")) &&
        !str_equal(value, STR("_parent")) && !str_equal(value, STR("_top")))
        return refuse(r, value, "a target: _blank, _self, _parent or _top");
    row->value[ATTRIBUTE_TARGET] = names_add(&r->to->names, value);
    return true;
}

static bool read_fill(struct attributes_reader *r, struct str value, struct attribute_row *row)
{
    row->has_fill = colour_parse(value, &row->fill);
    return row->has_fill || refuse(r, value, "a fill as #rrggbb or rgb(R,G,B)");
}

static struct str without_quotes(struct str s)
{
    if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
        return str_from_to(s, 1, s.n - 1);
    return s;
}

/* href=https://example.org/ */
static bool read_pair(struct attributes_reader *r, struct str pair, struct attribute_row *row,
                      unsigned *seen)
{
    static const struct {
        const char *key;
        bool (*read)(struct attributes_reader *r, struct str value, struct attribute_row *row);
    } keys[] = {
        {"class", read_class}, {"fill", read_fill},     {"href", read_href},
        {"id", read_id},       {"target", read_target}, {"title", read_title},
    };
    size_t equals = str_find(pair, 0, STR("="));
    struct str key = str_from_to(pair, 0, equals);
    size_t i = 0;

    while (i < sizeof keys / sizeof keys[0] && !str_equal(key, str_of(keys[i].key)))
        i++;
    if (equals == pair.n || i == sizeof keys / sizeof keys[0])
        return refuse(r, pair, "one of href= title= class= id= target= fill=");
    if (*seen >> i & 1)
        return refuse(r, pair, "each key once in a line");
    *seen |= 1u << i;
    struct str value = without_quotes(str_trim(str_from_to(pair, equals + 1, pair.n)));
    if (value.n == 0)
        return refuse(r, pair, "a value behind =");
    return keys[i].read(r, value, row);
}

static bool read_row(struct attributes_reader *r, struct str line)
{
    struct frame_attributes *to = r->to;
    struct attribute_row row = {.line = r->line};
    unsigned seen = 0;
    struct str rest = line;
    struct str field;

    if (str_trim(line).n == 0)
        return true;
    if (!memchr(line.p, '\t', line.n))
        return refuse(r, line, "NAME TAB KEY=VALUE");
    if (take_field(&rest, '\t', &field))
        row.name = names_add(&to->names, field);
    while (take_field(&rest, '\t', &field)) {
        field = str_trim(field);
        if (field.n && !read_pair(r, field, &row, &seen))
            return false;
    }
    to->rows = mem_grow(to->rows, &to->room, to->n + 1, sizeof row);
    to->rows[to->n++] = row;
    return true;
}

struct sorted_row {
    struct str key;
    const struct attribute_row *row;
};

static int by_key(const void *a, const void *b)
{
    const struct sorted_row *x = a;
    const struct sorted_row *y = b;
    int order = str_compare(x->key, y->key);

    return order ? order : (x->row->line > y->row->line) - (x->row->line < y->row->line);
}

/* Sorts by key, then line, and rejects duplicate keys. */
static bool sort_rows(struct attributes_reader *r, struct sorted_row *keys, size_t n,
                      const char *wanted)
{
    if (n)
        qsort(keys, n, sizeof *keys, by_key);
    for (size_t i = 1; i < n; i++) {
        if (!str_equal(keys[i - 1].key, keys[i].key))
            continue;
        r->line = keys[i].row->line;
        return refuse(r, keys[i].key, wanted);
    }
    return true;
}

static bool check_ids(struct attributes_reader *r, struct sorted_row *keys)
{
    const struct frame_attributes *to = r->to;
    size_t n = 0;

    for (size_t i = 0; i < to->n; i++) {
        name_id id = to->rows[i].value[ATTRIBUTE_ID];
        if (id)
            keys[n++] = (struct sorted_row){names_get(&to->names, id), &to->rows[i]};
    }
    return sort_rows(r, keys, n, "an id that no other frame has");
}

static bool sort_names(struct attributes_reader *r, struct sorted_row *keys)
{
    struct frame_attributes *to = r->to;

    for (size_t i = 0; i < to->n; i++) {
        const struct attribute_row *row = &to->rows[i];
        keys[i] = (struct sorted_row){names_get(&to->names, row->name), row};
    }
    if (!sort_rows(r, keys, to->n, "a name that has no line above"))
        return false;
    struct attribute_row *sorted = mem_alloc(to->room, sizeof *sorted);
    for (size_t i = 0; i < to->n; i++)
        sorted[i] = *keys[i].row;
    mem_free(to->rows, to->room, sizeof *to->rows);
    to->rows = sorted;
    return true;
}

bool frame_attributes_parse(struct frame_attributes *attributes, const char *file, struct str bytes,
                            struct fault *f)
{
    struct attributes_reader r = {.to = attributes, .file = file, .f = f};
    struct text_lines lines = {.rest = bytes};
    bool good = true;

    *attributes = (struct frame_attributes){0};
    names_init(&attributes->names);
    while (good && text_lines_next(&lines)) {
        r.line = lines.number;
        good = read_row(&r, lines.line);
    }
    buf_free(&r.url);
    struct sorted_row *keys = mem_alloc(attributes->n, sizeof *keys);
    good = good && check_ids(&r, keys) && sort_names(&r, keys);
    mem_free(keys, attributes->n, sizeof *keys);
    return good;
}

bool frame_attributes_read(struct frame_attributes *attributes, const char *path, struct fault *f)
{
    struct buf text = {0};

    *attributes = (struct frame_attributes){0};
    bool done = text_file_read(&text, path, FILE_MAX, f) &&
                frame_attributes_parse(attributes, path, buf_str(&text), f);
    buf_free(&text);
    return done;
}

void frame_attributes_free(struct frame_attributes *attributes)
{
    if (attributes->names.n)
        names_free(&attributes->names);
    mem_free(attributes->rows, attributes->room, sizeof *attributes->rows);
    *attributes = (struct frame_attributes){0};
}

const struct attribute_row *frame_attributes_find(const struct frame_attributes *attributes,
                                                  struct str raw_name)
{
    size_t from = 0;
    size_t to = attributes->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const struct attribute_row *row = &attributes->rows[middle];
        int order = str_compare(raw_name, names_get(&attributes->names, row->name));
        if (order == 0)
            return row;
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

struct str frame_attributes_value(const struct frame_attributes *attributes,
                                  const struct attribute_row *row, enum frame_attribute which)
{
    return names_get(&attributes->names, row->value[which]);
}
