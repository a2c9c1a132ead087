/* Statements of the dot language (https://graphviz.org/doc/info/lang.html), as graphviz's own
 * writer indents and quotes them:
 *
 *     n1 -> n4    [arrowsize=0.45,
 *         color="#0c738d",
 *         label="20.00%\n3 calls"];
 */
#include "render/graph/dot_text.h"

#include "base/ascii.h"

/* The longest text with its quotes that programs read, less an ellipsis and the quotes. */
enum { WRITTEN_MOST = 16000, TEXT_MOST = WRITTEN_MOST - 8 };

void dot_text_free(struct dot_text *t)
{
    buf_free(&t->label);
}

static bool begins_word(char c)
{
    return is_letter(c) || c == '_' || ((unsigned char)c & 0x80);
}

/* The words of the language, which it knows in capitals, too. */
static bool is_keyword(struct str s)
{
    static const char *const words[] = {"digraph", "edge", "graph", "node", "strict", "subgraph"};
    char lower[8];

    if (s.n > sizeof lower)
        return false;
    for (size_t i = 0; i < s.n; i++)
        lower[i] = (char)(s.p[i] | 0x20);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_equal((struct str){lower, s.n}, str_of(words[i])))
            return true;
    return false;
}

/* -1, 2.50, .5 */
static bool is_number(struct str s)
{
    size_t digits = 0;
    size_t points = 0;

    for (size_t i = s.n > 0 && s.p[0] == '-'; i < s.n; i++) {
        if (s.p[i] != '.' && !is_digit(s.p[i]))
            return false;
        *(s.p[i] == '.' ? &points : &digits) += 1;
    }
    return digits > 0 && points <= 1;
}

/* A word or a number stands without quotes. */
static bool is_bare(struct str s)
{
    if (!s.n || !begins_word(s.p[0]))
        return is_number(s);
    for (size_t i = 1; i < s.n; i++)
        if (!begins_word(s.p[i]) && !is_digit(s.p[i]))
            return false;
    return !is_keyword(s);
}

/* In quotes only quotes are escaped: other backslashes are of the text. */
static void write_value(struct sink *to, struct str s)
{
    if (is_bare(s)) {
        sink_str(to, s);
        return;
    }
    sink_byte(to, '"');
    while (s.n) {
        size_t quote = str_find(s, 0, STR("\""));
        sink_str(to, str_from_to(s, 0, quote));
        if (quote == s.n)
            break;
        sink_text(to, "\\\"");
        s = str_from_to(s, quote + 1, s.n);
    }
    sink_byte(to, '"');
}

static void indent(struct dot_text *t, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        sink_byte(t->to, '\t');
}

static void write_node(struct sink *to, uint32_t node)
{
    sink_byte(to, 'n');
    sink_u64(to, node);
}

void dot_all(struct dot_text *t, const char *kind)
{
    indent(t, t->depth);
    sink_text(t->to, kind);
    sink_byte(t->to, ' ');
    t->n = 0;
}

void dot_node(struct dot_text *t, uint32_t node)
{
    indent(t, t->depth);
    write_node(t->to, node);
    sink_byte(t->to, '\t');
    t->n = 0;
}

void dot_edge(struct dot_text *t, uint32_t tail, uint32_t head)
{
    indent(t, t->depth);
    write_node(t->to, tail);
    sink_text(t->to, " -> ");
    write_node(t->to, head);
    sink_byte(t->to, '\t');
    t->n = 0;
}

void dot_end(struct dot_text *t)
{
    sink_text(t->to, "];\n");
}

void dot_end_all(struct dot_text *t)
{
    if (t->n > 1) {
        sink_byte(t->to, '\n');
        indent(t, t->depth);
    }
    dot_end(t);
}

static void begin_attribute(struct dot_text *t, const char *name)
{
    sink_text(t->to, t->n ? ",\n" : "[");
    if (t->n++)
        indent(t, t->depth + 1);
    sink_text(t->to, name);
    sink_byte(t->to, '=');
}

void dot_attribute(struct dot_text *t, const char *name, struct str value)
{
    begin_attribute(t, name);
    write_value(t->to, value);
}

void dot_number(struct dot_text *t, const char *name, double value)
{
    begin_attribute(t, name);
    sink_fixed(t->to, value, 2);
}

/* Appends the text as the value of a label: backslashes doubled, a newline as \n, shortened. */
static void add_label(struct str clean, struct buf *to)
{
    size_t quotes = 0; /* a backslash is written before each */
    size_t whole = 0;  /* behind the last whole character that fits */

    for (size_t i = 0; i < clean.n; i++) {
        bool begins = ((unsigned char)clean.p[i] & 0xc0) != 0x80;
        bool fits = to->n + quotes <= TEXT_MOST;
        if (begins && fits)
            whole = to->n;
        if (!fits) {
            to->n = whole;
            buf_add(to, STR("\xE2\x80\xA6"));
            return;
        }
        quotes += clean.p[i] == '"';
        if (clean.p[i] == '\n')
            buf_add(to, STR("\\n"));
        else if (clean.p[i] == '\\')
            buf_add(to, STR("\\\\"));
        else
            buf_add_byte(to, clean.p[i]);
    }
}

void dot_label(struct dot_text *t, const char *name, struct str clean)
{
    if (!clean.n)
        return;
    buf_clear(&t->label);
    add_label(clean, &t->label);
    dot_attribute(t, name, buf_str(&t->label));
}

void dot_open_cluster(struct dot_text *t, uint32_t cluster)
{
    indent(t, t->depth++);
    sink_text(t->to, "subgraph cluster_");
    sink_u64(t->to, cluster);
    sink_text(t->to, " {\n");
}

void dot_close_cluster(struct dot_text *t)
{
    indent(t, --t->depth);
    sink_text(t->to, "}\n");
}
