/* index.html: one file with small pictures, and links to the large ones. Without styles and scripts
 * it is a plain page with the same content. */
#include "render/common/csp.h"
#include "render/common/measure.h"
#include "render/common/web_assets.h"
#include "render/report/alike.h"
#include "render/report/gate.h"
#include "render/report/page_parts.h"

enum { NAMES_SHOWN = 3, FILES_SHOWN = 1000 };

/* ---- the most important findings ------------------------------------------------------------- */

static struct report_row first_of(const struct report_entry *entries, size_t n, bool both)
{
    struct report_row best = {.n_self = 0};
    double most = -1;

    for (size_t i = 0; i < n; i++) {
        struct report_row row;
        if (entries[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &entries[i]);
        double share = both         ? (double)row.sides.n_proven + (row.sides.n_changes ? 0.5 : 0)
                       : row.n_self ? report_percent(&row, row.self[0].self)
                                    : 0;
        if (share > most) {
            most = share;
            best = row;
        }
    }
    return best;
}

/* What one looks for first: the function that changed most surely, or the heaviest one. */
static void write_answer(struct page *p)
{
    const struct report *r = p->report;
    bool both = r->both && r->n_pairs;
    struct report_row row =
        both ? first_of(r->pairs, r->n_pairs, true) : first_of(r->entries, r->n, false);
    const struct report_change *change = &row.sides.changes[0];

    if (both ? !row.sides.n_changes : !row.n_self)
        return;
    page_text(p, both ? "First to look at: " : "Heaviest by itself: ");
    page_code(p, both ? change->name : row.self[0].name);
    sink_byte(p->s, ' ');
    if (both)
        xml_text(&p->x, change->change);
    else
        report_share(p->s, &row, row.self[0].self);
    page_text(p, both ? " in " : " of ");
    page_open_link(p, row.picture);
    page_name(p, row.path);
    page_text(p, "</a>");
    if (both) {
        page_text(p, ", ");
        xml_text(&p->x, change->verdict);
    }
    sink_byte(p->s, '.');
}

/* What could not be read, compared or checked. */
static void write_gaps(struct page *p)
{
    struct report_gap gaps[REPORT_GAPS];

    (void)report_gaps(p->report, gaps);
    for (size_t i = 0; i < REPORT_GAPS; i++)
        if (gaps[i].n) {
            page_text(p, "<strong class=\"bad\">");
            report_gap_text(p->s, &gaps[i]);
            page_text(p, "</strong>. ");
        }
}

/* "<strong>2 profiles are proven to have changed</strong>. " */
static void write_proven(struct page *p)
{
    const bool is_proven = p->report->n_proven > 0;
    struct sink text;

    if (!p->report->both)
        return;
    sink_open_buf(&text);
    report_proven_text(&text, p->report);
    if (text.buf.n && text.buf.p[0] >= 'a' && text.buf.p[0] <= 'z')
        text.buf.p[0] = (char)(text.buf.p[0] - 'a' + 'A');
    page_text(p, is_proven ? "<strong>" : "");
    sink_str(p->s, buf_str(&text.buf));
    page_text(p, is_proven ? "</strong>. " : ". ");
    sink_discard(&text);
}

static void write_head(struct page *p)
{
    const struct report *r = p->report;
    struct report_gap gaps[REPORT_GAPS];

    page_text(p, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    csp_write(p->s, &web_report_script, &web_report_viewer_style);
    page_text(p, "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    page_counted(p, r->n_drawn, "profile", "profiles");
    page_text(p, "</title>\n<style>");
    sink_bytes(p->s, web_report_viewer_style.bytes, web_report_viewer_style.n);
    page_text(p, "</style></head>\n<body><main>\n<h1>");
    page_counted(p, r->n_drawn, "profile", "profiles");
    page_text(p, "</h1>\n<p>");
    if (r->n_exceeded) {
        page_text(p, "<strong class=\"bad\">");
        page_counted(p, r->n_exceeded, "budget", "budgets");
        page_text(p, " exceeded</strong> in ");
        page_counted(p, r->n_exceeding, "profile", "profiles");
        page_text(p, ". ");
    } else if (report_gate(r) == REPORT_GATE_UNJUDGED) {
        page_text(p, "<strong class=\"bad\">The budget could not be checked in full, so it "
                     "fails</strong>. ");
    } else if (r->n_rules) {
        page_text(p, report_gaps(r, gaps) ? "The budget is kept by all that could be checked. "
                                          : "All budgets are kept. ");
    }
    write_proven(p);
    write_gaps(p);
    if (r->n_others) {
        page_counted(p, r->n_others, "file is no profile", "files are no profiles");
        page_text(p, ". ");
    }
    write_answer(p);
    page_text(p, "</p>\n");
}

static void write_excess(struct page *p, const struct report_row *row,
                         const struct report_excess *e)
{
    page_text(p, "<tr><td>");
    page_open_link(p, row->picture);
    page_name(p, row->path);
    page_text(p, "</a></td><td>");
    page_code(p, e->name);
    page_stack(p, e->stack);
    page_text(p, "</td><td class=\"n\" align=\"right\">");
    report_excess_share(p->s, e);
    page_text(p, "<div class=\"about\">");
    page_amount(p, row, e->value);
    page_text(p, "</div></td><td>");
    page_code(p, p->report->rules[e->rule]);
    page_text(p, "</td></tr>\n");
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
            page_text(p, "<tr><td>");
            xml_text(&p->x, row.path);
            page_text(p, "</td><td colspan=\"3\">and ");
            page_number(p, row.n_exceeded - row.n_excesses);
            page_text(p, " more</td></tr>\n");
        }
    }
}

static void write_budget(struct page *p)
{
    const struct report *r = p->report;

    if (r->n_exceeded)
        page_text(p, "<h2>Budgets exceeded</h2>\n<table border=\"1\" cellpadding=\"4\" "
                     "cellspacing=\"0\"><thead><tr><th align=\"left\">profile</th><th "
                     "align=\"left\">function</th>"
                     "<th class=\"n\" align=\"right\">has</th><th "
                     "align=\"left\">budget</th></tr></thead><tbody valign=\"top\">\n");
    if (r->n_exceeded) {
        list_excesses(p, r->entries, r->n);
        list_excesses(p, r->pairs, r->n_pairs);
    }
    page_text(p, r->n_exceeded ? "</tbody></table>\n" : "");
    page_rules(p);
}

static void list_failures(struct page *p, const char *head, const struct report_entry *entries,
                          size_t n, size_t n_failed)
{
    if (!n_failed)
        return;
    page_text(p, head);
    page_text(p, "<ul>\n");
    for (size_t i = 0; i < n; i++)
        if (entries[i].state == REPORT_FAILED) {
            page_text(p, "<li>");
            xml_text(&p->x, entries[i].message);
            page_text(p, "</li>\n");
        }
    page_text(p, "</ul>\n");
}

static void write_failures(struct page *p)
{
    const struct report *r = p->report;

    list_failures(p, "<h2>Missing</h2>\n", r->lacks, r->n_lacks, r->n_lacks);
    list_failures(p, "<h2>Not read</h2>\n", r->entries, r->n, r->n_failed);
    list_failures(p, "<h2>Not compared</h2>\n", r->pairs, r->n_pairs, r->n_uncompared);
}

static void write_others(struct page *p)
{
    const struct report *r = p->report;
    size_t n = 0;

    if (!r->n_others)
        return;
    page_text(p, "<details><summary>");
    page_counted(p, r->n_others, "file that is no profile", "files that are no profiles");
    page_text(p, "</summary><ul>\n");
    for (size_t i = 0; i < r->n && n < FILES_SHOWN; i++)
        if (r->entries[i].state == REPORT_NO_PROFILE) {
            page_text(p, "<li>");
            xml_text(&p->x, r->entries[i].message);
            page_text(p, "</li>\n");
            n++;
        }
    page_text(p, "</ul></details>\n");
}

/* ---- the tables ------------------------------------------------------------------------------ */

static void write_box(struct page *p, const struct report_box *box)
{
    struct colour_text fill;

    page_text(p, "<path fill=\"");
    page_text(p, colour_hex(&fill, box->fill));
    page_text(p, "\" d=\"M");
    sink_u64(p->s, box->x);
    sink_byte(p->s, ' ');
    sink_u64(p->s, box->y);
    page_text(p, "h");
    sink_u64(p->s, box->width);
    page_text(p, "v");
    sink_u64(p->s, box->height);
    page_text(p, "h-");
    sink_u64(p->s, box->width);
    page_text(p, "z\"/>");
}

static void write_thumbnail(struct page *p, const struct report_row *row)
{
    struct str boxes = row->boxes;
    struct report_box box;

    page_text(p, "<td>");
    page_open_link(p, row->picture);
    page_text(p, "<svg class=\"thumb\" width=\"");
    sink_u64(p->s, REPORT_THUMB_WIDTH);
    page_text(p, "\" height=\"");
    sink_u64(p->s, REPORT_THUMB_HEIGHT);
    page_text(p, "\" viewBox=\"0 0 ");
    sink_u64(p->s, REPORT_THUMB_WIDTH);
    sink_byte(p->s, ' ');
    sink_u64(p->s, REPORT_THUMB_HEIGHT);
    page_text(p, "\" role=\"img\" aria-label=\"flame graph\">");
    while (boxes.n && report_box_get(&boxes, &box))
        write_box(p, &box);
    page_text(p, "</svg></a></td>");
}

/* A number stays on the line of its sign: "6.3 %". */
static void write_sentences(struct page *p, struct str text)
{
    const struct str sign = STR(" %");

    while (text.n) {
        size_t end = str_find(text, 0, sign);
        xml_text(&p->x, str_from_to(text, 0, end));
        if (end < text.n) {
            page_text(p, "\xc2\xa0%");
            end += sign.n;
        }
        text = str_from_to(text, end, text.n);
    }
}

/* What was recorded; where the profile does not tell, of which format it is. */
static void write_recording(struct page *p, const struct report_row *row)
{
    struct str words = measure_words(row->event);

    page_text(p, "<div class=\"about\">");
    page_text(p, row->about.n ? "" : "format ");
    xml_text(&p->x, row->about.n ? row->about : row->format);
    if (words.n || !measure_is_plain(row->event, row->unit)) {
        page_text(p, ", ");
        xml_text(&p->x, words.n ? words : row->event);
    }
    page_text(p, "</div>");
}

static void write_name(struct page *p, const struct report_row *row)
{
    page_text(p, "<td>");
    page_open_link(p, row->picture);
    page_text(p, "<span class=\"path\">");
    page_name(p, row->path);
    page_text(p, "</span></a>");
    write_recording(p, row);
    if (row->answer.n) {
        page_text(p, "<div class=\"about\">");
        write_sentences(p, row->answer);
        page_text(p, "</div>");
    }
    if (row->n_skipped) {
        page_text(p, "<div class=\"about bad\">");
        page_number(p, row->n_skipped);
        page_text(p, " of ");
        page_counted(p, row->n_lines, "line was", "lines were");
        page_text(p, " skipped</div>");
    }
    page_text(p, "</td>");
}

static void write_functions(struct page *p, const struct report_row *row, const char *head,
                            const struct report_function *functions, size_t n)
{
    page_text(p, "<table><thead><tr><th class=\"n\" align=\"right\">self</th><th class=\"n\" "
                 "align=\"right\">total</th><th align=\"left\">");
    page_text(p, head);
    page_text(p, "</th></tr></thead><tbody>");
    for (size_t i = 0; i < n; i++) {
        page_text(p, "<tr><td class=\"n\" align=\"right\">");
        report_share(p->s, row, functions[i].self);
        page_text(p, "</td><td class=\"n\" align=\"right\">");
        report_share(p->s, row, functions[i].total);
        page_text(p, "</td><td>");
        page_code(p, functions[i].name);
        page_text(p, "</td></tr>");
    }
    page_text(p, "</tbody></table>");
}

static void write_heaviest(struct page *p, const struct report_row *row)
{
    page_text(p, "<td data-value=\"");
    sink_fixed(p->s, row->n_self ? report_percent(row, row->self[0].self) : 0, 4);
    page_text(p, "\"><ul class=\"names\">");
    for (size_t i = 0; i < row->n_self && i < NAMES_SHOWN; i++) {
        page_text(p, "<li><span class=\"share\">");
        report_share(p->s, row, row->self[i].self);
        page_text(p, "</span> ");
        page_code(p, row->self[i].name);
        page_text(p, "</li>");
    }
    page_text(p, "</ul><details><summary>");
    page_counted(p, row->n_functions, "function", "functions");
    page_text(p, "</summary>");
    write_functions(p, row, "by self", row->self, row->n_self);
    write_functions(p, row, "by total", row->most, row->n_most);
    page_text(p, "</details></td>");
}

static void write_row(struct page *p, const struct report_row *row)
{
    page_text(p, "<tr>");
    write_thumbnail(p, row);
    write_name(p, row);
    page_text(p, "<td class=\"n\" align=\"right\" nowrap data-value=\"");
    sink_decimal(p->s, row->total, row->scale);
    page_text(p, "\">");
    page_amount(p, row, row->total);
    page_text(p, "</td>");
    write_heaviest(p, row);
    if (p->report->n_rules) {
        page_text(p, "<td class=\"n\" align=\"right\" nowrap data-value=\"");
        sink_u64(p->s, row->n_exceeded);
        page_text(p, row->n_exceeded ? "\"><strong class=\"bad\">" : "\">");
        sink_grouped(p->s, row->n_exceeded, 0);
        page_text(p, row->n_exceeded ? " exceeded</strong></td>" : "</td>");
    }
    page_text(p, "</tr>\n");
}

static void write_table(struct page *p)
{
    const struct report *r = p->report;
    struct report_row row;

    if (!r->n_drawn)
        return;
    page_text(p, "<h2>Profiles</h2>\n<table class=\"profiles\" id=\"profiles\" border=\"1\" "
                 "cellpadding=\"4\" cellspacing=\"0\"><thead><tr><th align=\"left\">picture</th>"
                 "<th align=\"left\" data-sort=\"text\">profile</th>"
                 "<th class=\"n\" align=\"right\" data-sort=\"number\">total</th>"
                 "<th align=\"left\" data-sort=\"number\">heaviest by self</th>");
    page_text(p,
              r->n_rules ? "<th class=\"n\" align=\"right\" data-sort=\"number\">budget</th>" : "");
    page_text(p, "</tr></thead><tbody valign=\"top\">\n");
    for (size_t i = 0; i < r->n; i++)
        if (r->entries[i].state == REPORT_DRAWN) {
            report_row_of(&row, &r->entries[i]);
            write_row(p, &row);
        }
    page_text(p, "</tbody></table>\n");
}

static void write_change(struct page *p, const struct report_change *c)
{
    page_text(p, c->proven ? "<li><strong>" : "<li>");
    xml_text(&p->x, c->change);
    page_text(p, c->proven ? "</strong> " : " ");
    page_code(p, c->name);
    page_text(p, c->self ? " by itself, " : " with callees, ");
    xml_text(&p->x, c->verdict);
    page_stack(p, c->stack);
    page_text(p, "</li>");
}

static void write_sides(struct page *p, const struct report_row *row)
{
    const struct report_sides *sides = &row->sides;
    const double most = 1e9;
    double share = sides->before > 0 ? 100 * (sides->after / sides->before - 1) : 0;

    page_text(p, "<td data-value=\"");
    sink_fixed(p->s, share > most ? most : share, 4);
    page_text(p, "\">");
    xml_text(&p->x, sides->headline);
    if (sides->certainty.n) {
        page_text(p, "<div>");
        xml_text(&p->x, sides->certainty);
        page_text(p, "</div>");
    }
    page_text(p, "<div class=\"about\">");
    page_counted(p, sides->n_runs[0], "run before, ", "runs before, ");
    page_number(p, sides->n_runs[1]);
    page_text(p, sides->power.n ? " after; " : " after");
    xml_text(&p->x, sides->power);
    page_text(p, "</div>");
    if (sides->doubt.n) {
        page_text(p, "<div class=\"bad\">doubtful: ");
        xml_text(&p->x, sides->doubt);
        page_text(p, "</div>");
    }
    if (sides->environment.n) {
        page_text(p, "<div class=\"about\">recorded differently: ");
        xml_text(&p->x, sides->environment);
        page_text(p, "</div>");
    }
    page_text(p, "</td><td data-value=\"");
    sink_u64(p->s, sides->n_proven);
    page_text(p, "\">");
    if (sides->sentence.n) {
        page_text(p, "<div>");
        write_sentences(p, sides->sentence);
        page_text(p, "</div>");
    } else if (!sides->n_changes) {
        page_text(p, "<span class=\"faint\">no function to name</span>");
    }
    page_text(p, sides->n_changes ? "<ul class=\"names\">" : "");
    for (size_t i = 0; i < sides->n_changes && i < NAMES_SHOWN; i++)
        write_change(p, &sides->changes[i]);
    page_text(p, sides->n_changes ? "</ul>" : "");
    if (sides->n_changes > NAMES_SHOWN) {
        page_text(p, "<details><summary>");
        page_counted(p, sides->n_changes - NAMES_SHOWN, "more", "more");
        page_text(p, "</summary><ul class=\"names\">");
        for (size_t i = NAMES_SHOWN; i < sides->n_changes; i++)
            write_change(p, &sides->changes[i]);
        page_text(p, "</ul></details>");
    }
    page_text(p, "</td>");
}

static void list_paths(struct page *p, const char *title, const struct str *paths, size_t n)
{
    if (!n)
        return;
    page_text(p, "<details><summary>");
    page_number(p, n);
    page_text(p, title);
    page_text(p, "</summary><ul>\n");
    for (size_t i = 0; i < n && i < FILES_SHOWN; i++) {
        page_text(p, "<li>");
        xml_text(&p->x, paths[i]);
        page_text(p, "</li>\n");
    }
    page_text(p, "</ul></details>\n");
}

/* Numbers may tell runs apart, or versions: nothing is compared by a guess. */
static void write_alike(struct page *p)
{
    struct str first;
    size_t n = report_alike(p->report, &first);

    if (!n)
        return;
    page_text(p, "<p>");
    page_code(p, first);
    page_text(p, " and ");
    page_counted(p, n - 1, "other look", "others look");
    page_text(
        p, " like runs of one program. To compare them together, which can prove more, call them "
           "<code>NAME.1</code>, <code>NAME.2</code> and so on.</p>\n");
}

static void write_pairs(struct page *p)
{
    const struct report *r = p->report;
    struct report_row row;

    if (!r->both)
        return;
    page_text(p, "<h2>What changed</h2>\n");
    if (r->environment.n) {
        page_text(p, "<p><strong>Recorded differently, which may be the only change:</strong> ");
        xml_text(&p->x, r->environment);
        page_text(p, "</p>\n");
    }
    write_alike(p);
    if (r->n_pairs)
        page_text(p, "<table class=\"profiles\" id=\"changes\" border=\"1\" cellpadding=\"4\" "
                     "cellspacing=\"0\"><thead><tr><th align=\"left\">picture</th>"
                     "<th align=\"left\" data-sort=\"text\">profile</th><th align=\"left\" "
                     "width=\"28%\" data-sort=\"number\">all</th>"
                     "<th align=\"left\" data-sort=\"number\">functions</th></tr></thead><tbody "
                     "valign=\"top\">\n");
    for (size_t i = 0; i < r->n_pairs; i++) {
        if (r->pairs[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &r->pairs[i]);
        page_text(p, "<tr>");
        write_thumbnail(p, &row);
        write_name(p, &row);
        write_sides(p, &row);
        page_text(p, "</tr>\n");
    }
    page_text(p, r->n_pairs ? "</tbody></table>\n" : "<p>No profile is on both sides.</p>\n");
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
    page_text(&p, "</main>\n<script>");
    sink_bytes(s, web_report_script.bytes, web_report_script.n);
    page_text(&p, "</script>\n</body></html>\n");
    xml_free(&p.x);
}
