/* Where names of functions may be sought: what the user said, the same for all inputs. */
#ifndef SYMBOL_OPTIONS_H
#define SYMBOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Borrows everything. A zeroed one opens nothing that an input names. */
struct symbol_options {
    bool files;               /* files that an input names may be opened */
    const char *const *symfs; /* folders; when there is one, nothing outside of them is opened */
    size_t n_symfs;
    const char *kallsyms;     /* a file; NULL: none was given */
    const char *perf_map_dir; /* NULL: none was given */
    const char *temporary;    /* the folder that $TMPDIR names; NULL: none */
    const char *debug_cache;  /* the folder in which perf keeps files by build-id; NULL: none */
    const char *explain;      /* of which function is said what named it; NULL: of none */
    bool no_inlined;          /* inlined functions are not sought */
    bool lines;               /* source lines are sought */
    bool debuginfod;          /* files may be asked for over the network */
};

#endif
