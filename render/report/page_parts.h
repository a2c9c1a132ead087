/* What the parts of a report's page are made of: texts, names, numbers, links. */
#ifndef RENDER_REPORT_PAGE_PARTS_H
#define RENDER_REPORT_PAGE_PARTS_H

#include "render/common/xml.h"
#include "render/report/report.h"

/* Borrows the report and the sink; owns x. */
struct page {
    const struct report *report;
    struct sink *s;
    struct xml x;
};

/* Writes markup as it is. */
void page_text(struct page *p, const char *literal);

/* Writes a name with break opportunities, even without a style sheet: after a character that is no
 * letter, else between any two ASCII characters. */
void page_name(struct page *p, struct str raw);

/* The same in the font of code. */
void page_code(struct page *p, struct str raw);

/* Writes a stack, whose names are separated by ';', with break opportunities between them. A name
 * that follows itself is written once. */
void page_stack(struct page *p, struct str names);

void page_number(struct page *p, uint64_t n);

/* Writes "1 profile", "1,234 profiles". */
void page_counted(struct page *p, uint64_t n, const char *one, const char *many);

/* Writes the beginning of a link to a picture. */
void page_open_link(struct page *p, struct str picture);

void page_amount(struct page *p, const struct report_row *row, uint64_t value);

/* Writes the rules of the budget that could not be checked, or in part, if there are any. */
void page_rules(struct page *p);

#endif
