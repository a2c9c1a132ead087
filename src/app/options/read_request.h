/* How inputs are read. */
#ifndef APP_OPTIONS_READ_REQUEST_H
#define APP_OPTIONS_READ_REQUEST_H

#include "app/options/symbol_request.h"
#include "base/limits.h"
#include "input/input.h"

/* Borrows texts from the arguments; owns the lists of symbols. */
struct read_request {
    const struct input_format *from; /* NULL: the one that knows the input */
    struct limits limits;
    unsigned threads; /* 0: as many as this process may use, at most 4 */
    bool strict;
    bool skip_unreadable; /* inputs that cannot be read are left out, else they are a fault */
    bool need_stacks;     /* an input that knows callers and callees alone is a fault */
    bool ordered;         /* samples stay in the order of the input */
    bool off_cpu;
    bool timed;      /* samples keep their times */
    bool two_counts; /* lines of two counts are both sides of a difference */
    uint64_t max_bad;
    struct naming naming;
    struct symbol_request symbols;
};

#endif
