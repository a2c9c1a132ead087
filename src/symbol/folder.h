/* Folders that nothing leads out of. */
#ifndef SYMBOL_FOLDER_H
#define SYMBOL_FOLDER_H

#include <stdbool.h>

struct folder {
    int fd;       /* -1: it is not there */
    bool is_root; /* "/", which there is nothing outside of */
};

struct folder folder_open(const char *path);
void folder_close(struct folder *f);

/* Opens a regular file for reading, without waiting, as if the folder were the root of all files: a
 * link or ".." in the path leads to what is in it. Returns -1 with errno when there is none. */
int folder_file(const struct folder *f, const char *path);

#endif
