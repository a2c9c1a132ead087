/* Where a recording lies: it may be a folder itself, and what it needs may lie beside it. */
#ifndef INPUT_COMMON_COMPANION_FILES_H
#define INPUT_COMMON_COMPANION_FILES_H

#include "base/buf.h"
#include "input/common/reading.h"

/* Whether path is a folder with a regular file `data` in it, as perf writes them; then that file's
 * path is put into *data, ended by NUL. */
MUST_CHECK bool companion_data(const char *path, struct buf *data);

/* Puts the path of the records of a thread in a recording that is a folder, perf.data/data.7, into
 * *path, ended by NUL. They count from 0 without a gap. */
void companion_thread(const char *folder, unsigned thread, struct buf *path);

/* Puts the folder of the recording into *folder, ended by NUL: the recording itself where it is
 * one, else that in which its file lies. False when the input is no file. */
MUST_CHECK bool companion_folder(const struct reading *r, struct buf *folder);

/* Whether samply's names, x.syms.json, lie beside a profile x.json or x.json.gz and may be read;
 * then their path is put into *symbols, ended by NUL. */
MUST_CHECK bool companion_symbols(const char *path, struct buf *symbols);

#endif
