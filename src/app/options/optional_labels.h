/* The labels that options name, of those that are kept only then. */
#ifndef APP_OPTIONS_OPTIONAL_LABELS_H
#define APP_OPTIONS_OPTIONAL_LABELS_H

#include "app/options/read_request.h"
#include "app/options/selection_request.h"

/* Returns the labels that --root-by, --where and --label-from name (enum optional_labels). */
unsigned optional_labels_named(const struct selection_request *r,
                               const struct label_request *labels);

/* Whether snapshots of memory are named, or all are shown. */
bool optional_labels_snapshots(const struct selection_request *r);

/* Returns how recordings get a label that only some have; NULL: it is none of them. */
const char *optional_labels_mend(struct str key);

#endif
