/* Opening of files that an input names, or that lie where others may put them. */
#ifndef SYMBOL_OPEN_H
#define SYMBOL_OPEN_H

#include <stdbool.h>

#include <sys/stat.h>

#include "base/buf.h"
#include "base/fault.h"

/* Opens a regular file for reading, without waiting, as others would make us for a FIFO; returns -1
 * with errno when there is none. A link is followed only where links may stand. */
int open_regular(const char *path, bool links, struct stat *status);

/* Whether errno of opening says that nothing is there that we may read. Other errors are the
 * system's, such as too many open files: whether something is there is not known then. */
bool open_is_refused(int error);

/* Sets a fault where the error of opening a path is one of the system. */
void open_failed(const char *path, int error, struct fault *f);

/* Adds what a small file has, up to a size; a file that is not there has nothing. False with a
 * fault when the system did not open or read it. */
MUST_CHECK bool open_text(const char *path, size_t most, struct buf *to, struct fault *f);

/* Makes it the path of up to three parts, each put behind a '/', with a NUL at its end. */
const char *open_path(struct buf *to, const char *folder, const char *below, const char *name);

#endif
