/* Finds runs of a comparison that seem not to belong to the others: cut, of other work or of
 * another program, or exchanged with one of the other side. What is said of such runs is not to be
 * trusted, least of all that nothing changed. */
#ifndef APP_REPORT_DOUBT_H
#define APP_REPORT_DOUBT_H

#include "base/buf.h"
#include "model/compare/difference.h"

/* Appends a sentence about the first such run; nothing if there is none. names: of the runs of each
 * side, in their order. */
void report_doubt_find(struct buf *to, const struct difference *d, const char **const names[SIDES]);

#endif
