/* The instructions of a function, from the file that ran. */
#ifndef APP_ANNOTATE_CODE_H
#define APP_ANNOTATE_CODE_H

#include "app/annotate/source_text.h"
#include "render/common/listing.h"
#include "symbol/modules.h"

/* Samples of a function at an address of its file. */
struct spot {
    uint64_t address;
    uint64_t self;
    struct str file; /* as the input has it; "": not known */
    uint32_t line;   /* 0: not known */
};

/* Where code is found. Borrows. */
struct code_files {
    struct modules *modules;
    module_id module; /* found */
    struct source_texts *sources;
};

/* Adds the instructions of all functions of the file that hold one of the spots, which are sorted
 * by address, and the samples of each. Spots that are not in a function whose instructions are
 * known are rows by themselves. Says in the note where the code is from, or why there is none. */
void code_list(struct listing *l, const struct code_files *files, const struct spot *spots,
               size_t n);

/* Adds the spots as rows, those of equal addresses as one. */
void code_list_spots(struct listing *l, const struct spot *spots, size_t n);

#endif
