/* Makes a measure of each event, for formats that hold several. */
#ifndef APP_SELECTION_EVENT_MEASURES_H
#define APP_SELECTION_EVENT_MEASURES_H

#include "app/options/selection_request.h"
#include "model/profile.h"

/* Whether the profile has several events of different measures, each sample has one, and no option
 * names an event or what samples weigh. value: of --value; NULL: not given.
 * Adds names to p. */
bool event_measures_are_wanted(const struct selection_request *r, const char *value,
                               struct profile *p);

/* Puts a column for each event, called like it, in the place of the columns, and takes the label
 * "event" off the samples. The event that pictures draw comes first. */
void event_measures_split(const struct selection_request *r, struct profile *p);

#endif
