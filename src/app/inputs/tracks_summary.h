/* --summary: what a profile has of counters and marks. */
#ifndef APP_INPUTS_TRACKS_SUMMARY_H
#define APP_INPUTS_TRACKS_SUMMARY_H

#include "model/profile.h"

/* Prints their numbers, and names with ranges; nothing where there are none. */
void tracks_summary_print(const struct profile *p);

#endif
