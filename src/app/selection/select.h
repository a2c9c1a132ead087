/* Selects samples by their labels, and puts label values at the root of stacks: --event, --where,
 * --root-by and others. */
#ifndef APP_SELECTION_SELECT_H
#define APP_SELECTION_SELECT_H

#include "app/options/selection_request.h"
#include "app/selection/root_name.h"
#include "base/fault.h"
#include "model/profile.h"

/* What a selection needs besides the request for it. */
struct select_options {
    const char *value; /* borrowed: the measure that --value names (ask.value); NULL: none is */
    bool quiet;
    const struct process_alias *process; /* borrowed: one that is told by another name; NULL: none
                                          */
    bool names_only;                     /* frames of equal name are merged, whatever their kind */
    bool all_measures; /* the format holds several: of events that measure different things each is
                        * one */
    bool keep_counts;  /* a second column counts the samples, if the profile knows how many */
};

/* Whether select_apply has something to do: the profile has labels or several columns, or an option
 * selects. value: as in select_options. */
bool select_needed(const struct selection_request *r, const char *value, const struct profile *p);

/* Makes a profile of the selected samples, with one column, which knows what a sample weighs if
 * these are counted, and no labels but those of samples with times; the caller frees it. Consumes
 * `from`: only profile_free may follow. An empty selection is a fault. Prints which other events
 * there are. */
MUST_CHECK bool select_apply(const struct selection_request *r, const struct select_options *o,
                             struct profile *from, struct profile *to, struct fault *f);

/* Drops samples that are not selected, but keeps labels and columns; the chosen column becomes the
 * first. Fails as select_apply. */
MUST_CHECK bool select_keep(const struct selection_request *r, const struct select_options *o,
                            struct profile *p, struct fault *f);

#endif
