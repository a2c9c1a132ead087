/* What stands at an address of code. */
#ifndef SYMBOL_PLACE_H
#define SYMBOL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* One function there, or one that was inlined into the next of a list, the innermost first. */
struct code_place {
    struct str name; /* as the file has it, mangled; "": not known */
    struct str file; /* of the source; "": not known */
    uint32_t line;   /* 0: not known; in a caller that of the call */
    bool inlined;    /* into the next of the list */
};

#endif
