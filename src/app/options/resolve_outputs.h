/* -o a.svg -o b.pdf: several outputs of one run of flame. */
#ifndef APP_OPTIONS_RESOLVE_OUTPUTS_H
#define APP_OPTIONS_RESOLVE_OUTPUTS_H

#include "app/options/request.h"

/* Makes a request for each of several outputs: what the command line asks for with it
 * alone, resolved. They are in the order of r->outputs, but standard output is last: who reads it
 * may leave, which ends the program. They borrow all of r. False with a FAULT_USAGE if options
 * exclude each other, or two outputs are one file. */
MUST_CHECK bool request_outputs_resolve(const struct request *r, struct request *each,
                                        struct fault *f);

#endif
