/* Options of perf record that flame record has not. */
#ifndef APP_OPTIONS_PERF_OPTIONS_H
#define APP_OPTIONS_PERF_OPTIONS_H

#include "base/str.h"

/* Returns what to do in place of an option of perf, or of its kind, that is written with a long
 * name or a letter; NULL: there is no such option. */
const char *perf_option_of_name(struct str name);
const char *perf_option_of_letter(char letter);

#endif
