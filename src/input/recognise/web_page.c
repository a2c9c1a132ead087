/* <script>const stacks = [{"n": "root", "l": "", "v": 0, "c": []}];</script>
 * Finds the tree. perf script report flamegraph, stackprof and others put it into a page with the
 * program that draws it, which may be larger. */
#include "input/recognise/web_page.h"

#include "base/ascii.h"
#include "base/parse.h"
#include "input/common/reading.h"
#include "input/recognise/further.h"
#include "input/recognise/json_keys.h"

enum { BITS_OF_TREE = 20 };

/* Small letters; tags may have others. */
static bool begins_with(struct str text, const char *small)
{
    size_t n = strlen(small);

    if (text.n < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((text.p[i] >= 'A' && text.p[i] <= 'Z' ? text.p[i] | 0x20 : text.p[i]) != small[i])
            return false;
    return true;
}

bool web_page_is(struct str prefix)
{
    static const char *const tags[] = {"<!doctype html", "<html", "<head"};

    if (str_starts(prefix, STR("\xEF\xBB\xBF")))
        prefix = str_from_to(prefix, 3, prefix.n);
    prefix = str_trim(prefix);
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (begins_with(prefix, tags[i]))
            return true;
    return false;
}

static size_t behind_space(struct str text, size_t at)
{
    while (at < text.n && is_space(text.p[at]))
        at++;
    return at;
}

/* Whether the brace at `at` opens an object whose first key is one that nodes have. */
static bool may_be_node(struct str text, size_t at)
{
    static const char *const keys[] = {"name", "value", "children", "n", "l", "v", "c"};
    size_t from = behind_space(text, at + 1) + 1;
    size_t to = from;

    if (from >= text.n || text.p[from - 1] != '"')
        return false;
    while (to < text.n && is_letter(text.p[to]))
        to++;
    size_t colon = behind_space(text, to + 1);
    if (to == text.n || text.p[to] != '"' || colon >= text.n || text.p[colon] != ':')
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (str_equal(str_from_to(text, from, to), str_of(keys[i])))
            return true;
    return false;
}

/* Returns where the object that begins at `at` ends; text.n when it does not. */
static size_t behind_object(struct str text, size_t at)
{
    uint64_t depth = 0;

    while (at < text.n) {
        const char c = text.p[at];
        at = c == '"' ? json_keys_behind_string(text, at) : at + 1;
        depth += c == '{' || c == '[';
        if ((c == '}' || c == ']') && --depth == 0)
            return at;
    }
    return text.n;
}

static bool is_tree(struct str object)
{
    struct buf squeezed = {0};

    json_keys_squeeze(object, &squeezed);
    bool is = input_d3_flame_graph.recognise(buf_str(&squeezed)) >= BITS_OF_TREE;
    buf_free(&squeezed);
    return is;
}

/* Each byte is part of one object at most, so that the time is in proportion to the text. */
size_t web_page_tree(struct str text, size_t *n)
{
    size_t found = text.n;
    size_t most = 1;
    size_t end = 0;

    for (size_t at = 0; at < text.n; at = end) {
        const char *brace = memchr(text.p + at, '{', text.n - at);
        if (!brace)
            break;
        at = (size_t)(brace - text.p);
        end = at + 1;
        if (!may_be_node(text, at))
            continue;
        end = behind_object(text, at);
        if (end == text.n && found < text.n)
            break; /* a brace of the program, which nothing closes */
        if (end - at > most && is_tree(str_from_to(text, at, end))) {
            most = end - at;
            found = at;
        }
    }
    *n = most;
    return found;
}

bool web_page_open(struct blocks *blocks, const struct ask *ask, struct str *prefix,
                   struct input_report *report, struct fault *f)
{
    struct str text;
    size_t n;

    if ((ask->format && ask->format != &input_d3_flame_graph) || !web_page_is(*prefix))
        return true;
    if (!blocks_look(blocks, FURTHER_MOST, &text, f))
        return false;
    size_t at = web_page_tree(text, &n);
    if (at < text.n && at + n == FURTHER_MOST)
        return fault_set(f, FAULT_INPUT,
                         "%s: holds a tree that goes on behind the first %d MiB of a page, wanted "
                         "one that ends before, or the JSON alone",
                         blocks->source->name, FURTHER_MOST >> 20);
    if (at < text.n) {
        report->before.bytes = at;
        for (size_t i = 0; i < at; i++)
            report->before.lines += text.p[i] == '\n';
        blocks_skip(blocks, at);
        blocks_keep(blocks, n);
    }
    return blocks_prefix(blocks, prefix, f);
}
