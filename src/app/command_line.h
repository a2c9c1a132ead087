/* Parses the command line into a request. */
#ifndef APP_COMMAND_LINE_H
#define APP_COMMAND_LINE_H

#include "app/options/request.h"

/* Parses the arguments. The base name of argv[0] selects the grammar: `flame`, `callgraph`, or an
 * old program; `flame callgraph` is callgraph. Checks every value. A fault is a FAULT_USAGE that
 * names the option. Does not read arguments after --help and similar options. Free the request in
 * either case. */
MUST_CHECK bool request_parse(struct request *r, int argc, char **argv, struct fault *f);

#endif
