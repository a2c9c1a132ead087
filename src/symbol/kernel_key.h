/* What identifies the kernel of a recording, to find symbols that fit. */
#ifndef SYMBOL_KERNEL_KEY_H
#define SYMBOL_KERNEL_KEY_H

#include "base/str.h"
#include "symbol/build_id.h"
#include "symbol/embedded_file.h"

/* What a recording says about its kernel. Borrows everything. */
struct kernel_key {
    struct build_id build_id;
    struct str release;           /* as uname -r prints it; "": not known */
    struct str hostname;          /* "": not known */
    struct str mark;              /* the symbol whose address is `text`: _text or _stext */
    uint64_t text;                /* its recorded address; 0: not known */
    const char *recording_folder; /* the folder of the recording; NULL: it came through a pipe */
    const struct embedded_file *taken; /* the list in the recording; NULL: none. Not copied */
};

#endif
