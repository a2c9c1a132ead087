/* Matches frames with --explain, and says what named an address of a file, or what could not. */
#ifndef INPUT_COMMON_NAMES_EXPLAINED_H
#define INPUT_COMMON_NAMES_EXPLAINED_H

#include "model/text_list.h"
#include "symbol/modules.h"

/* A frame, and what it stands for. */
struct explained_frame {
    struct str name;   /* as graphs show it */
    struct str module; /* for a frame without a function name that does not include its module; else
                        * "" */
    uint64_t address;
};

/* Whether a frame matches: by name (with or without file and line), by its module in brackets if it
 * has no name, or by its hexadecimal address. */
bool explained_matches(const char *wanted, const struct explained_frame *frame);

/* Lends what named the code at an address of a file: "named by its table of symbols". */
struct str explained_naming(struct modules *m, module_id id, uint64_t address, bool is_inlined);

/* Remarks on files and debug information that were not read, though they were found, and what mends
 * it. */
void explained_unread(const struct modules *m, struct text_list *to);

#endif
