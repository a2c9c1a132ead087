/* A source place: function, file and line of a code address. */
#ifndef SYMBOL_PLACE_H
#define SYMBOL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* A function at an address, or one inlined into the next of a list; the innermost comes first. */
struct code_place {
    struct str name; /* mangled, as in the file; "": not known */
    struct str file; /* source file; "": not known */
    uint32_t line;   /* 0: not known; in a caller, the line of the call */
    bool inlined;    /* into the next of the list */
};

#endif
