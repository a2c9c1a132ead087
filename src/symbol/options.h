/* The user's options for finding symbols, the same for all inputs. */
#ifndef SYMBOL_OPTIONS_H
#define SYMBOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct process_files; /* base/process_files.h */

/* Borrows everything. Zeroed: opens no file that an input names. */
struct symbol_options {
    bool files;               /* files that an input names may be opened */
    const char *const *symfs; /* folders; if any are given, nothing outside of them is opened */
    size_t n_symfs;
    const char *kallsyms;     /* a file; NULL: not given */
    const char *perf_map_dir; /* NULL: not given */
    const char *temporary;    /* the folder that $TMPDIR names; NULL: none */
    const char *debug_cache;  /* perf's cache of files by build-id; NULL: none */
    const char *explain;      /* the function for which to explain where its name came from; NULL:
                               * none */
    bool no_inlined;          /* do not look for inlined functions */
    bool lines;               /* look for source lines */
    bool debuginfod;          /* files may be downloaded */
    bool is_here; /* the recording was made just now, so that processes and the kernel are those
                   * that were recorded */
    const struct process_files *of_process; /* NULL: files are those below /proc/PID/root */
};

#endif
