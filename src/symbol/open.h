/* Safely opens files that an input names, or that lie in folders where others may write. */
#ifndef SYMBOL_OPEN_H
#define SYMBOL_OPEN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/fault.h"

/* Opens a regular file for reading without blocking, as a FIFO would; returns -1 with errno on
 * failure. */
int open_regular(const char *path);

/* Whether errno means that there is no file we may read. Other errors (too many open files) are the
 * system's: whether there is a file is then unknown. */
bool open_is_refused(int error);

/* Sets a fault if the error is of the second kind. */
void open_failed(const char *path, int error, struct fault *f);

/* Appends a small file's contents, up to a size; a missing file counts as empty. False with a fault
 * when the system failed to open or read it. */
MUST_CHECK bool open_text(const char *path, size_t most, struct buf *to, struct fault *f);

/* Sets the buffer to a path of up to three parts joined by '/', NUL-terminated, and returns it. */
const char *open_path(struct buf *to, const char *folder, const char *below, const char *name);

#endif
