/* index.html: one file with small pictures, and links to the large ones. Without styles and scripts
 * it is a plain page with the same content. */
#include "base/parse.h"
#include "render/common/csp.h"
#include "render/common/web_assets.h"
#include "render/common/xml.h"
#include "render/report/report.h"

enum { NAMES_SHOWN = 3, FILES_SHOWN = 1000, PIECE_LEAST = 16, PIECE_MOST = 32 };

struct page {
    const struct report *report;
    struct sink *s;
    struct xml x;
};

static void text(struct page *p, const char *literal)
{
    sink_text(p->s, literal);
}

static bool is_sign(char c)
{
    return !is_letter(c) && !is_digit(c);
}

/* A name with break opportunities, even without a style sheet: after a character that is no letter,
 * else between any two ASCII characters. */
static void name_text(struct page *p, struct str raw)
{
    size_t from = 0;

    for (size_t i = 0; i + 1 < raw.n; i++) {
        bool ascii = ((unsigned char)raw.p[i] | (unsigned char)raw.p[i + 1]) < 0x80;
        bool sign = ascii && is_sign(raw.p[i]) && !is_sign(raw.p[i + 1]);
        if (!ascii || i + 1 - from < (sign ? PIECE_LEAST : PIECE_MOST))
            continue;
        xml_text(&p->x, str_from_to(raw, from, i + 1));
        text(p, "<wbr>");
        from = i + 1;
    }
    xml_text(&p->x, str_from_to(raw, from, raw.n));
}

static void code(struct page *p, struct str raw)
{
    text(p, "<code>");
    name_text(p, raw);
    text(p, "</code>");
}

/* A stack with break opportunities between names, even without a style sheet. */
static void stack(struct page *p, struct str names)
{
    struct str name;

    text(p, "<div class=\"about\">");
    while (take_field(&names, ';', &name)) {
        name_text(p, name);
        text(p, names.p ? ";<wbr>" : "");
    }
    text(p, "</div>");
}

static void number(struct page *p, uint64_t n)
{
    sink_grouped(p->s, n, 0);
}

/* "1 profile", "1,234 profiles" */
static void counted(struct page *p, uint64_t n, const char *one, const char *many)
{
    number(p, n);
    sink_byte(p->s, ' ');
    text(p, n == 1 ? one : many);
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

static void open_link(struct page *p, struct str picture)
{
    text(p, "<a href=\"");
    address(p, picture);
    text(p, "\">");
}

static void amount(struct page *p, const struct report_row *row, uint64_t value)
{
    struct sink s;

    sink_open_buf(&s);
    report_amount(&s, row, value);
    xml_text(&p->x, buf_str(&s.buf));
    sink_discard(&s);
}

/* ---- the most important findings ------------------------------------------------------------- */

static void write_head(struct page *p)
{
    const struct report *r = p->report;

    text(p, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    csp_write(p->s, &web_report_script, &web_report_viewer_style);
    text(p, "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    counted(p, r->n_drawn, "profile", "profiles");
    text(p, "</title>\n<style>");
    sink_bytes(p->s, web_report_viewer_style.bytes, web_report_viewer_style.n);
    text(p, "</style></head>\n<body>\n<h1>");
    counted(p, r->n_drawn, "profile", "profiles");
    text(p, "</h1>\n<p>");
    if (r->n_exceeded) {
        text(p, "<strong class=\"bad\">");
        counted(p, r->n_exceeded, "budget", "budgets");
        text(p, " exceeded</strong> in ");
        counted(p, r->n_exceeding, "profile", "profiles");
        text(p, ". ");
    } else if (r->n_rules) {
        text(p, "All budgets are kept. ");
    }
    if (r->n_proven) {
        text(p, "<strong>");
        counted(p, r->n_proven, "profile is proven", "profiles are proven");
        text(p, " to have changed</strong>. ");
    } else if (r->both) {
        text(p, "Nothing is proven to have changed. ");
    }
    if (r->n_failed) {
        text(p, "<strong class=\"bad\">");
        counted(p, r->n_failed, "profile", "profiles");
        text(p, " could not be read</strong>. ");
    }
    if (r->n_uncompared) {
        text(p, "<strong class=\"bad\">");
        counted(p, r->n_uncompared, "comparison", "comparisons");
        text(p, " could not be made</strong>. ");
    }
    if (r->n_others) {
        counted(p, r->n_others, "file is no profile", "files are no profiles");
        text(p, ".");
    }
    text(p, "</p>\n");
}

static void write_excess(struct page *p, const struct report_row *row,
                         const struct report_excess *e)
{
    text(p, "<tr><td>");
    open_link(p, row->picture);
    name_text(p, row->path);
    text(p, "</a></td><td>");
    code(p, e->name);
    stack(p, e->stack);
    text(p, "</td><td class=\"n\" align=\"right\">");
    report_share(p->s, row, e->value);
    text(p, "<div class=\"about\">");
    amount(p, row, e->value);
    text(p, "</div></td><td>");
    code(p, p->report->rules[e->rule]);
    text(p, "</td></tr>\n");
}

static void list_excesses(struct page *p, const struct report_entry *entries, size_t n)
{
    struct report_row row;

    for (size_t i = 0; i < n; i++) {
        if (entries[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &entries[i]);
        for (size_t k = 0; k < row.n_excesses; k++)
            write_excess(p, &row, &row.excesses[k]);
        if (row.n_exceeded > row.n_excesses) {
            text(p, "<tr><td>");
            xml_text(&p->x, row.path);
            text(p, "</td><td colspan=\"3\">and ");
            number(p, row.n_exceeded - row.n_excesses);
            text(p, " more</td></tr>\n");
        }
    }
}

static void write_budget(struct page *p)
{
    const struct report *r = p->report;
    size_t unmet = 0;

    if (r->n_exceeded)
        text(p, "<h2>Budgets exceeded</h2>\n<table border=\"1\" cellpadding=\"4\" "
                "cellspacing=\"0\"><thead><tr><th align=\"left\">profile</th><th "
                "align=\"left\">function</th>"
                "<th class=\"n\" align=\"right\">has</th><th "
                "align=\"left\">budget</th></tr></thead><tbody valign=\"top\">\n");
    if (r->n_exceeded) {
        list_excesses(p, r->entries, r->n);
        list_excesses(p, r->pairs, r->n_pairs);
    }
    text(p, r->n_exceeded ? "</tbody></table>\n" : "");
    for (size_t i = 0; i < r->n_rules; i++)
        unmet += !r->rule_met[i];
    if (unmet)
        text(p, "<p>Rules of the budget that no function matches:");
    for (size_t i = 0; unmet && i < r->n_rules; i++)
        if (!r->rule_met[i]) {
            sink_byte(p->s, ' ');
            code(p, r->rules[i]);
        }
    text(p, unmet ? "</p>\n" : "");
}

static void list_failures(struct page *p, const char *head, const struct report_entry *entries,
                          size_t n, size_t n_failed)
{
    if (!n_failed)
        return;
    text(p, head);
    text(p, "<ul>\n");
    for (size_t i = 0; i < n; i++)
        if (entries[i].state == REPORT_FAILED) {
            text(p, "<li>");
            xml_text(&p->x, entries[i].message);
            text(p, "</li>\n");
        }
    text(p, "</ul>\n");
}

static void write_failures(struct page *p)
{
    const struct report *r = p->report;

    list_failures(p, "<h2>Not read</h2>\n", r->entries, r->n, r->n_failed);
    list_failures(p, "<h2>Not compared</h2>\n", r->pairs, r->n_pairs, r->n_uncompared);
}

static void write_others(struct page *p)
{
    const struct report *r = p->report;
    size_t n = 0;

    if (!r->n_others)
        return;
    text(p, "<details><summary>");
    counted(p, r->n_others, "file that is no profile", "files that are no profiles");
    text(p, "</summary><ul>\n");
    for (size_t i = 0; i < r->n && n < FILES_SHOWN; i++)
        if (r->entries[i].state == REPORT_NO_PROFILE) {
            text(p, "<li>");
            xml_text(&p->x, r->entries[i].message);
            text(p, "</li>\n");
            n++;
        }
    text(p, "</ul></details>\n");
}

/* ---- the tables ------------------------------------------------------------------------------ */

static void write_box(struct page *p, const struct report_box *box)
{
    struct colour_text fill;

    text(p, "<path fill=\"");
    text(p, colour_hex(&fill, box->fill));
    text(p, "\" d=\"M");
    sink_u64(p->s, box->x);
    sink_byte(p->s, ' ');
    sink_u64(p->s, box->y);
    text(p, "h");
    sink_u64(p->s, box->width);
    text(p, "v");
    sink_u64(p->s, box->height);
    text(p, "h-");
    sink_u64(p->s, box->width);
    text(p, "z\"/>");
}

static void write_thumbnail(struct page *p, const struct report_row *row)
{
    struct str boxes = row->boxes;
    struct report_box box;

    text(p, "<td>");
    open_link(p, row->picture);
    text(p, "<svg class=\"thumb\" width=\"");
    sink_u64(p->s, REPORT_THUMB_WIDTH);
    text(p, "\" height=\"");
    sink_u64(p->s, REPORT_THUMB_HEIGHT);
    text(p, "\" viewBox=\"0 0 ");
    sink_u64(p->s, REPORT_THUMB_WIDTH);
    sink_byte(p->s, ' ');
    sink_u64(p->s, REPORT_THUMB_HEIGHT);
    text(p, "\" role=\"img\" aria-label=\"flame graph\">");
    while (boxes.n && report_box_get(&boxes, &box))
        write_box(p, &box);
    text(p, "</svg></a></td>");
}

static void write_name(struct page *p, const struct report_row *row)
{
    text(p, "<td>");
    open_link(p, row->picture);
    text(p, "<span class=\"path\">");
    name_text(p, row->path);
    text(p, "</span></a><div class=\"about\">");
    xml_text(&p->x, row->format);
    if (row->event.n) {
        text(p, ", ");
        xml_text(&p->x, row->event);
    }
    if (row->about.n) {
        text(p, ": ");
        xml_text(&p->x, row->about);
    }
    text(p, "</div>");
    if (row->n_skipped) {
        text(p, "<div class=\"about bad\">");
        number(p, row->n_skipped);
        text(p, " of ");
        counted(p, row->n_lines, "line was", "lines were");
        text(p, " skipped</div>");
    }
    text(p, "</td>");
}

static void write_functions(struct page *p, const struct report_row *row, const char *head,
                            const struct report_function *functions, size_t n)
{
    text(p, "<table><thead><tr><th class=\"n\" align=\"right\">self</th><th class=\"n\" "
            "align=\"right\">total</th><th align=\"left\">");
    text(p, head);
    text(p, "</th></tr></thead><tbody>");
    for (size_t i = 0; i < n; i++) {
        text(p, "<tr><td class=\"n\" align=\"right\">");
        report_share(p->s, row, functions[i].self);
        text(p, "</td><td class=\"n\" align=\"right\">");
        report_share(p->s, row, functions[i].total);
        text(p, "</td><td>");
        code(p, functions[i].name);
        text(p, "</td></tr>");
    }
    text(p, "</tbody></table>");
}

static void write_heaviest(struct page *p, const struct report_row *row)
{
    text(p, "<td data-value=\"");
    sink_fixed(p->s, row->n_self ? report_percent(row, row->self[0].self) : 0, 4);
    text(p, "\"><ul class=\"names\">");
    for (size_t i = 0; i < row->n_self && i < NAMES_SHOWN; i++) {
        text(p, "<li><span class=\"share\">");
        report_share(p->s, row, row->self[i].self);
        text(p, "</span> ");
        code(p, row->self[i].name);
        text(p, "</li>");
    }
    text(p, "</ul><details><summary>");
    counted(p, row->n_functions, "function", "functions");
    text(p, "</summary>");
    write_functions(p, row, "by self", row->self, row->n_self);
    write_functions(p, row, "by total", row->most, row->n_most);
    text(p, "</details></td>");
}

static void write_row(struct page *p, const struct report_row *row)
{
    text(p, "<tr>");
    write_thumbnail(p, row);
    write_name(p, row);
    text(p, "<td class=\"n\" align=\"right\" nowrap data-value=\"");
    sink_decimal(p->s, row->total, row->scale);
    text(p, "\">");
    amount(p, row, row->total);
    text(p, "</td>");
    write_heaviest(p, row);
    if (p->report->n_rules) {
        text(p, "<td class=\"n\" align=\"right\" nowrap data-value=\"");
        sink_u64(p->s, row->n_exceeded);
        text(p, row->n_exceeded ? "\"><strong class=\"bad\">" : "\">");
        sink_grouped(p->s, row->n_exceeded, 0);
        text(p, row->n_exceeded ? " exceeded</strong></td>" : "</td>");
    }
    text(p, "</tr>\n");
}

static void write_table(struct page *p)
{
    const struct report *r = p->report;
    struct report_row row;

    if (!r->n_drawn)
        return;
    text(p, "<h2>Profiles</h2>\n<table class=\"profiles\" id=\"profiles\" border=\"1\" "
            "cellpadding=\"4\" cellspacing=\"0\"><thead><tr><th align=\"left\">picture</th>"
            "<th align=\"left\" data-sort=\"text\">profile</th>"
            "<th class=\"n\" align=\"right\" data-sort=\"number\">total</th>"
            "<th align=\"left\" data-sort=\"number\">heaviest by self</th>");
    text(p, r->n_rules ? "<th class=\"n\" align=\"right\" data-sort=\"number\">budget</th>" : "");
    text(p, "</tr></thead><tbody valign=\"top\">\n");
    for (size_t i = 0; i < r->n; i++)
        if (r->entries[i].state == REPORT_DRAWN) {
            report_row_of(&row, &r->entries[i]);
            write_row(p, &row);
        }
    text(p, "</tbody></table>\n");
}

static void write_change(struct page *p, const struct report_change *c)
{
    text(p, c->proven ? "<li><strong>" : "<li>");
    xml_text(&p->x, c->change);
    text(p, c->proven ? "</strong> " : " ");
    code(p, c->name);
    text(p, c->self ? " by itself, " : " with callees, ");
    xml_text(&p->x, c->verdict);
    stack(p, c->stack);
    text(p, "</li>");
}

static void write_sides(struct page *p, const struct report_row *row)
{
    const struct report_sides *sides = &row->sides;
    const double most = 1e9;
    double share = sides->before > 0 ? 100 * (sides->after / sides->before - 1) : 0;

    text(p, "<td data-value=\"");
    sink_fixed(p->s, share > most ? most : share, 4);
    text(p, "\">");
    xml_text(&p->x, sides->headline);
    if (sides->certainty.n) {
        text(p, "<div>");
        xml_text(&p->x, sides->certainty);
        text(p, "</div>");
    }
    text(p, "<div class=\"about\">");
    number(p, sides->n_runs[0]);
    text(p, " before, ");
    number(p, sides->n_runs[1]);
    text(p, sides->power.n ? " after; " : " after");
    xml_text(&p->x, sides->power);
    text(p, "</div>");
    if (sides->environment.n) {
        text(p, "<div class=\"about\">recorded differently: ");
        xml_text(&p->x, sides->environment);
        text(p, "</div>");
    }
    text(p, "</td><td data-value=\"");
    sink_u64(p->s, sides->n_proven);
    text(p, "\">");
    if (!sides->n_changes)
        text(p, "<span class=\"faint\">nothing beyond the noise</span>");
    text(p, sides->n_changes ? "<ul class=\"names\">" : "");
    for (size_t i = 0; i < sides->n_changes && i < NAMES_SHOWN; i++)
        write_change(p, &sides->changes[i]);
    text(p, sides->n_changes ? "</ul>" : "");
    if (sides->n_changes > NAMES_SHOWN) {
        text(p, "<details><summary>");
        counted(p, sides->n_changes - NAMES_SHOWN, "more", "more");
        text(p, "</summary><ul class=\"names\">");
        for (size_t i = NAMES_SHOWN; i < sides->n_changes; i++)
            write_change(p, &sides->changes[i]);
        text(p, "</ul></details>");
    }
    text(p, "</td>");
}

static void list_paths(struct page *p, const char *title, const struct str *paths, size_t n)
{
    if (!n)
        return;
    text(p, "<details><summary>");
    number(p, n);
    text(p, title);
    text(p, "</summary><ul>\n");
    for (size_t i = 0; i < n && i < FILES_SHOWN; i++) {
        text(p, "<li>");
        xml_text(&p->x, paths[i]);
        text(p, "</li>\n");
    }
    text(p, "</ul></details>\n");
}

static void write_pairs(struct page *p)
{
    const struct report *r = p->report;
    struct report_row row;

    if (!r->both)
        return;
    text(p, "<h2>What changed</h2>\n");
    if (r->environment.n) {
        text(p, "<p><strong>Recorded differently, which may be the only change:</strong> ");
        xml_text(&p->x, r->environment);
        text(p, "</p>\n");
    }
    if (r->n_pairs)
        text(p, "<table class=\"profiles\" id=\"changes\" border=\"1\" cellpadding=\"4\" "
                "cellspacing=\"0\"><thead><tr><th align=\"left\">picture</th>"
                "<th align=\"left\" data-sort=\"text\">profile</th><th align=\"left\" "
                "width=\"28%\" data-sort=\"number\">all</th>"
                "<th align=\"left\" data-sort=\"number\">functions</th></tr></thead><tbody "
                "valign=\"top\">\n");
    for (size_t i = 0; i < r->n_pairs; i++) {
        if (r->pairs[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &r->pairs[i]);
        text(p, "<tr>");
        write_thumbnail(p, &row);
        write_name(p, &row);
        write_sides(p, &row);
        text(p, "</tr>\n");
    }
    text(p, r->n_pairs ? "</tbody></table>\n" : "<p>No profile is on both sides.</p>\n");
    list_paths(p, " new", r->added, r->n_added);
    list_paths(p, " gone", r->gone, r->n_gone);
}

void report_page(struct sink *s, const struct report *report)
{
    struct page p = {.report = report, .s = s, .x = {.s = s}};

    write_head(&p);
    write_failures(&p);
    write_budget(&p);
    write_pairs(&p);
    write_table(&p);
    write_others(&p);
    text(&p, "<script>");
    sink_bytes(s, web_report_script.bytes, web_report_script.n);
    text(&p, "</script>\n</body></html>\n");
    xml_free(&p.x);
}
