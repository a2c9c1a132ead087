/* Checks the options of `flame report`, and keeps those that it passes on to each picture. */
#ifndef APP_OPTIONS_REPORT_OPTIONS_H
#define APP_OPTIONS_REPORT_OPTIONS_H

#include "app/options/options.h"
#include "app/options/request.h"

/* Keeps an option on how profiles are drawn, as text. */
void report_options_keep(struct report_request *r, const struct option_use *use);

/* Fails if `flame report` has no folder to write to, or no files or folders to read. */
MUST_CHECK bool report_options_check(const struct request *r, struct fault *f);

#endif
