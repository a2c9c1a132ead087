/* What --explain asks for, and what is said of an address of a file. */
#ifndef INPUT_COMMON_EXPLAINED_H
#define INPUT_COMMON_EXPLAINED_H

#include "symbol/modules.h"

/* A frame, and what it stands for. */
struct explained_frame {
    struct str name;   /* as graphs show it */
    struct str module; /* of code without a name, where it is not in the name; "": it has one */
    uint64_t address;
};

/* Whether a frame is what is asked for: by its name, also without file and line, by its module in
 * brackets where it has none, or by its address in hexadecimal digits. */
bool explained_wants(const char *wanted, const struct explained_frame *frame);

/* Lends what named the code at an address of a file: "named by its table of symbols". */
struct str explained_naming(struct modules *m, module_id id, uint64_t address, bool is_inlined);

#endif
