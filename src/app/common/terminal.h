/* The terminal that output goes to. */
#ifndef APP_COMMON_TERMINAL_H
#define APP_COMMON_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct terminal {
    size_t columns, lines; /* 0: not known, or no terminal */
    bool coloured;         /* shows colours, and they are wanted */
    bool is_one;           /* output goes to a terminal */
};

enum { TERMINAL_MOST = 10000 }; /* columns or lines */

/* Asks the terminal, or the environment (COLUMNS, LINES) where it does not know its size. All is 0
 * if the output is a file or no terminal. output: a path, or NULL for standard output. */
struct terminal terminal_of(const char *output);

#endif
