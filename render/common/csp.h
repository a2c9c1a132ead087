/* The Content-Security-Policy under which the SVGs written here may run their script. */
#ifndef RENDER_COMMON_CSP_H
#define RENDER_COMMON_CSP_H

#include "base/sink.h"

/* Writes a value for the header Content-Security-Policy, and a newline. */
void csp_print(struct sink *s);

#endif
