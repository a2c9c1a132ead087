/* The terminal that output goes to. */
#ifndef APP_COMMON_TERMINAL_H
#define APP_COMMON_TERMINAL_H

#include <stddef.h>

/* The cells of a line of the terminal that standard output is, for text that is fitted to it; 0:
 * the output is a file, or no terminal. */
size_t terminal_columns(const char *output);

#endif
