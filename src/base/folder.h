/* Opens files below a folder that somebody else may write to, too; no link and no ".." leads out of
 * it. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

#include "base/str.h"

struct folder {
    int fd;       /* -1: no such folder */
    bool is_root; /* "/": every path is allowed */
};

struct folder folder_open(const char *path);
void folder_close(struct folder *f);

/* Opens a regular file for reading without blocking, as if chrooted to the folder: links and ".."
 * stay inside. Returns -1 with errno on failure. */
int folder_file(const struct folder *f, const char *path);

/* The same, but the last part of the path must not be a link: EACCES or ELOOP if it is. */
int folder_file_itself(const struct folder *f, const char *path);

/* Opens a folder below another in the same way; its fd is -1, with errno, on failure. */
struct folder folder_below(const struct folder *f, const char *path);

/* Opens the folder that holds the file at `path`, names below `folder` separated by '/', to make or
 * remove it there. `folder` itself may be a link; the names may not, and none may be "", "." or
 * "..". make: makes folders that are missing. Returns a descriptor for the *at functions, or -1 and
 * sets errno. */
int folder_that_holds(const char *folder, struct str path, bool make);

#endif
