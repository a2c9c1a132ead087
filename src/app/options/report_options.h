/* The options of `flame report`, and those that it hands on to each picture. */
#ifndef APP_OPTIONS_REPORT_OPTIONS_H
#define APP_OPTIONS_REPORT_OPTIONS_H

#include "app/options/options.h"
#include "app/options/request.h"

/* Keeps an option that tells how profiles are drawn. */
void report_options_keep(struct report_request *r, const struct option_use *use);

/* Whether the options go with each other, and with a report where one is asked for. given: by
 * option. */
MUST_CHECK bool report_options_check(const struct request *r, const bool *given, struct fault *f);

#endif
