/* Any bytes are the state of a last report: they are refused, or are data in the next one. Its page
 * has the elements of an honest page and one script, its test cases are well-formed. */
#include <stdint.h>
#include <stdlib.h>

#include "app/report/state.h"
#include "base/mem.h"
#include "wellformed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILES = 3, PARTS = 5 };

static const char *const paths[PARTS] = {"a.1", "a.2", "b", "a", "b"};
static const char *const pictures[PARTS] = {"profiles/a.1.svg", "profiles/a.2.svg",
                                            "profiles/b.svg", "changes/a.svg", "changes/b.svg"};

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Whether a tag of the page is one that report_page writes. */
static bool is_known(struct str tag)
{
    static const char *const names[] = {"!DOCTYPE html", "a>",      "a href=\"", "body",   "br",
                                        "code",          "details", "div",       "h1",     "h2",
                                        "head",          "html",    "li",        "meta",   "p",
                                        "path ",         "script",  "span",      "strong", "style",
                                        "svg",           "td",      "table",     "tbody",  "th",
                                        "thead",         "title",   "tr",        "ul",     "wbr",
                                        "summary",       "main",    "button"};
    bool known = false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        known = known || str_starts(tag, str_of(names[i]));
    return known;
}

static void check_page(const struct report *report)
{
    struct sink s;
    size_t scripts = 0;

    sink_open_buf(&s);
    report_page(&s, report);
    struct str page = buf_str(&s.buf);
    struct str before = str_from_to(page, 0, str_find(page, 0, STR("<script>")));
    for (size_t i = 0; i < before.n; i++) {
        unsigned char c = (unsigned char)before.p[i];
        check(c >= ' ' || c == '\n');
        if (c != '<')
            continue;
        bool ends = i + 1 < before.n && before.p[i + 1] == '/';
        check(is_known(str_from_to(before, i + 1 + ends, before.n)));
    }
    for (size_t i = 0; (i = str_find(page, i, STR("<script"))) < page.n; i++)
        scripts++;
    check(scripts == 1);
    sink_discard(&s);
}

static void check_texts(const struct report *report)
{
    struct sink s;

    sink_open_buf(&s);
    report_junit(&s, report);
    check(wellformed(buf_str(&s.buf)));
    sink_discard(&s);
    sink_open_buf(&s);
    report_json(&s, report);
    for (size_t i = 0; i < s.buf.n; i++)
        check((unsigned char)s.buf.p[i] >= ' ' || s.buf.p[i] == '\n');
    sink_discard(&s);
    sink_open_buf(&s);
    report_markdown(&s, report);
    for (size_t i = 0, lines = 0; i < s.buf.n; i++) {
        lines += s.buf.p[i] == '\n';
        check(lines <= 12 && ((unsigned char)s.buf.p[i] >= ' ' || s.buf.p[i] == '\n'));
    }
    sink_discard(&s);
}

static void tell(const struct report_part *parts, size_t n_rules)
{
    static const enum report_rule states[2] = {REPORT_RULE_CHECKED, REPORT_RULE_UNMATCHED};
    static const bool matched[2] = {true, false};
    static const struct report_tried tried[2] = {{3, 2, 1}, {0, 0, 0}};
    struct str rules[2] = {STR("max total parse 12%"), STR("forbid x")};
    struct report_entry entries[PARTS];
    struct report report = {.entries = entries,
                            .n = FILES,
                            .pairs = entries + FILES,
                            .n_pairs = PARTS - FILES,
                            .both = true,
                            .environment = STR(""),
                            .rules = rules,
                            .n_rules = n_rules,
                            .budget = STR("rules"),
                            .arguments = STR(""),
                            .alone = STR(""),
                            .n_failed = 1,
                            .rule_states = states,
                            .rule_matched = matched,
                            .tried = tried};

    for (size_t i = 0; i < PARTS; i++) {
        const struct report_part *part = &parts[i];
        struct report_row row;
        entries[i] = (struct report_entry){.state = part->known ? REPORT_DRAWN : REPORT_FAILED,
                                           .path = str_of(part->below),
                                           .picture = part->known ? part->known_picture : STR(""),
                                           .message = STR("a: <b>"),
                                           .words = STR(" 'a'"),
                                           .record = part->known ? part->known_row : STR("")};
        report_row_of(&row, &entries[i]);
        report.n_drawn += part->known && i < FILES;
        report.n_exceeding += row.n_exceeded > 0;
        report.n_exceeded += row.n_exceeded;
        report.n_proven += row.both && row.sides.n_proven;
    }
    check_page(&report);
    check_texts(&report);
}

/* The first byte tells how many rules the budget of the run has. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct report_part parts[PARTS] = {{0}};
    struct report_run run = {.parts = parts, .n_parts = PARTS};

    if (size == 0)
        return 0;
    run.files.n = FILES;
    run.budget.n = data[0] % 3;
    for (size_t i = 0; i < PARTS; i++) {
        parts[i].below = paths[i];
        parts[i].picture = pictures[i];
    }
    buf_add(&run.last, STR("flame-report 7\n"));
    buf_add(&run.last, (struct str){(const char *)data + 1, size - 1});
    report_state_match(&run);
    tell(parts, run.budget.n);
    buf_free(&run.last);
    return 0;
}
