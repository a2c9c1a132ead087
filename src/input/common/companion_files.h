/* Files that belong to an input: the parts of a recording folder, and files next to the input. */
#ifndef INPUT_COMMON_COMPANION_FILES_H
#define INPUT_COMMON_COMPANION_FILES_H

#include <sys/stat.h>

#include "base/buf.h"
#include "input/common/reading.h"

/* Whether path is a recording folder as perf writes it, with a regular file `data`; then sets *data
 * to that file's path, NUL-terminated. Traces (CTF), whose streams have any name, have a file
 * `metadata` as well. */
MUST_CHECK bool companion_data(const char *path, struct buf *data);

/* Whether path is the folder of one trace (CTF): its file `metadata` describes one, as text or in
 * packets. */
MUST_CHECK bool companion_is_trace(const char *path);

/* Sets *path, NUL-terminated, to the file of one thread in a recording folder, perf.data/data.7.
 * Threads count from 0 without gaps. */
void companion_thread(const char *folder, unsigned thread, struct buf *path);

/* What the system tells of the input's file, whose path is known; false with errno. */
MUST_CHECK bool companion_status(const struct reading *r, struct stat *status);

/* Sets *folder, NUL-terminated, to the recording folder, or to the folder in which the recording's
 * file lies. False when the input is not a file. */
MUST_CHECK bool companion_folder(const struct reading *r, struct buf *folder);

/* Opens samply's symbol file x.syms.json next to a profile x.json or x.json.gz, and sets *symbols
 * to its path, NUL-terminated. -1 with errno: there is none, or EPERM: others may have put it
 * there. */
int companion_symbols(const char *path, struct buf *symbols);

#endif
