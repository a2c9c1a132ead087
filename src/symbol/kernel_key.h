/* What tells whose symbols fit the kernel of a recording. */
#ifndef SYMBOL_KERNEL_KEY_H
#define SYMBOL_KERNEL_KEY_H

#include "base/str.h"
#include "symbol/build_id.h"

/* What a recording says of the kernel it was made on. Borrows everything. */
struct kernel_key {
    struct build_id build_id;
    struct str release;           /* as uname -r prints it; "": not known */
    struct str hostname;          /* "": not known */
    struct str mark;              /* the symbol that `text` is the address of: _text or _stext */
    uint64_t text;                /* where it was; 0: not known */
    const char *recording_folder; /* the folder of the recording; NULL: it came through a pipe */
};

#endif
