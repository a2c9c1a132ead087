/* What the parts of a report's page are made of. */
#include "render/report/page_parts.h"

#include "base/parse.h"

enum { PIECE_LEAST = 16, PIECE_MOST = 32 };

void page_text(struct page *p, const char *literal)
{
    sink_text(p->s, literal);
}

static bool is_sign(char c)
{
    return !is_letter(c) && !is_digit(c);
}

/* A name with break opportunities, even without a style sheet: after a character that is no letter,
 * else between any two ASCII characters. */
void page_name(struct page *p, struct str raw)
{
    size_t from = 0;

    for (size_t i = 0; i + 1 < raw.n; i++) {
        bool ascii = ((unsigned char)raw.p[i] | (unsigned char)raw.p[i + 1]) < 0x80;
        bool sign = ascii && is_sign(raw.p[i]) && !is_sign(raw.p[i + 1]);
        if (!ascii || i + 1 - from < (sign ? PIECE_LEAST : PIECE_MOST))
            continue;
        xml_text(&p->x, str_from_to(raw, from, i + 1));
        page_text(p, "<wbr>");
        from = i + 1;
    }
    xml_text(&p->x, str_from_to(raw, from, raw.n));
}

void page_code(struct page *p, struct str raw)
{
    page_text(p, "<code>");
    page_name(p, raw);
    page_text(p, "</code>");
}

/* A stack with break opportunities between names, even without a style sheet. A name that follows
 * itself is written once. */
void page_stack(struct page *p, struct str names)
{
    struct str name;
    struct str rest;
    struct str next;

    page_text(p, "<div class=\"about\">");
    while (take_field(&names, ';', &name)) {
        size_t times = 1;
        for (rest = names; take_field(&rest, ';', &next) && str_equal(next, name); names = rest)
            times++;
        page_name(p, name);
        if (times > 1) {
            page_text(p, " \xC3\x97");
            sink_u64(p->s, times);
        }
        page_text(p, names.p ? ";<wbr>" : "");
    }
    page_text(p, "</div>");
}

void page_number(struct page *p, uint64_t n)
{
    sink_grouped(p->s, n, 0);
}

/* "1 profile", "1,234 profiles" */
void page_counted(struct page *p, uint64_t n, const char *one, const char *many)
{
    page_number(p, n);
    sink_byte(p->s, ' ');
    page_text(p, n == 1 ? one : many);
}

/* A path as a URL: bytes that are no letters or digits are escaped. */
static void address(struct page *p, struct str path)
{
    static const char digits[] = "0123456789ABCDEF";

    for (size_t i = 0; i < path.n; i++) {
        unsigned char c = (unsigned char)path.p[i];
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
            (c && strchr("/._-", c))) {
            sink_byte(p->s, path.p[i]);
            continue;
        }
        sink_byte(p->s, '%');
        sink_byte(p->s, digits[c >> 4]);
        sink_byte(p->s, digits[c & 15]);
    }
}

void page_open_link(struct page *p, struct str picture)
{
    page_text(p, "<a href=\"");
    address(p, picture);
    page_text(p, "\">");
}

void page_amount(struct page *p, const struct report_row *row, uint64_t value)
{
    struct sink s;

    sink_open_buf(&s);
    report_amount(&s, row, value);
    xml_text(&p->x, buf_str(&s.buf));
    sink_discard(&s);
}

/* Writes a list of the rules that are of a kind, if any is. */
static void list_rules(struct page *p, const char *head, bool (*is)(const struct report *, size_t),
                       void (*write)(struct page *, size_t))
{
    const struct report *r = p->report;
    bool any = false;

    for (size_t i = 0; i < r->n_rules; i++)
        if (is(r, i)) {
            page_text(p, any ? "" : head);
            page_text(p, any ? "<li>" : "<ul>\n<li>");
            page_code(p, r->rules[i]);
            page_text(p, ": ");
            write(p, i);
            page_text(p, "</li>\n");
            any = true;
        }
    page_text(p, any ? "</ul>\n" : "");
}

static bool is_unchecked(const struct report *r, size_t rule)
{
    return r->rule_states[rule] < REPORT_RULE_UNTRIED;
}

static void write_unchecked(struct page *p, size_t rule)
{
    page_text(p, report_rule_text(p->report->rule_states[rule]));
}

static bool is_part(const struct report *r, size_t rule)
{
    return report_tried_is_part(&r->tried[rule]);
}

static void write_part(struct page *p, size_t rule)
{
    report_tried_text(p->s, &p->report->tried[rule]);
}

void page_rules(struct page *p)
{
    list_rules(p, "<h2>Rules that could not be checked</h2>\n", is_unchecked, write_unchecked);
    list_rules(p, "<h2>Rules that were checked in part</h2>\n", is_part, write_part);
}
