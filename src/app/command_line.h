/* The arguments of a program, read into a request. */
#ifndef APP_COMMAND_LINE_H
#define APP_COMMAND_LINE_H

#include "app/options/request.h"

/* Reads the arguments of `flame` or, when argv[0] ends so or the first one is that word, of
 * `callgraph`, or by the grammar of an old program when argv[0] ends in its
 * name. Every value is checked; a fault is a FAULT_USAGE that names the option. The arguments after
 * --help and its like are not read. Free the request in either case. */
MUST_CHECK bool request_parse(struct request *r, int argc, char **argv, struct fault *f);

#endif
