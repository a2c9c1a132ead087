/* Parses the command line into a request. */
#ifndef APP_COMMAND_LINE_H
#define APP_COMMAND_LINE_H

#include "app/options/request.h"

/* Parses the arguments. The base name of argv[0] selects the grammar: `flame`, `callgraph`, or an
 * old program; `flame callgraph` is callgraph. Checks every value; a fault is a FAULT_USAGE that
 * names the option. Arguments after --help and the like are not read. Free the request in either
 * case. */
MUST_CHECK bool request_parse(struct request *r, int argc, char **argv, struct fault *f);

#endif
