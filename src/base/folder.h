/* Opens files below a folder; no link and no ".." leads out of it. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

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

#endif
