/* The width of the terminal that output goes to. */
#ifndef APP_COMMON_TERMINAL_H
#define APP_COMMON_TERMINAL_H

#include <stddef.h>

/* Returns the number of columns if the output is a terminal; 0 if it is a file or no terminal.
 * output: a path, or NULL for standard output. */
size_t terminal_columns(const char *output);

#endif
