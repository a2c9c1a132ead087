/* Pages that programs write around a tree of d3-flame-graph, which is JSON in a script. */
#ifndef INPUT_RECOGNISE_WEB_PAGE_H
#define INPUT_RECOGNISE_WEB_PAGE_H

#include "input/options.h"

/* What such a tree is read as. */
extern const struct input_format input_d3_flame_graph;

/* Whether a text begins as HTML. */
bool web_page_is(struct str prefix);

/* Returns where the largest tree in a text begins, and sets its length; text.n when there is none.
 * One that does not end counts only where none is before it. */
size_t web_page_tree(struct str text, size_t *n);

/* Where the prefix is that of a page that may be read as its tree: leaves nothing but the tree, if
 * it is found in as much as further_find looks at, and sets the prefix and report->before. False
 * with a fault when bytes cannot be read. */
MUST_CHECK bool web_page_open(struct blocks *blocks, const struct ask *ask, struct str *prefix,
                              struct input_report *report, struct fault *f);

#endif
