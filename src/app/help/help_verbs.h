/* Help of the verbs whose options are those of flame. */
#ifndef APP_HELP_HELP_VERBS_H
#define APP_HELP_HELP_VERBS_H

#include "app/options/verbs.h"
#include "base/sink.h"

/* Writes how the verb is used, and the options that matter most to it, on one screen. False if it
 * has no help of its own. */
bool help_print_verb(struct sink *s, enum verb verb);

#endif
