/* Opens files below a folder that somebody else may write to, too; no link and no ".." leads out of
 * it. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

#include <sys/stat.h>

#include "base/str.h"

struct folder {
    int fd;       /* -1: no such folder */
    bool is_root; /* "/": every path is allowed */
};

struct folder folder_open(const char *path);
void folder_close(struct folder *f);

/* Whether nobody but this user and root can put files into the folder, or replace them. */
bool folder_is_ours(int folder);

/* Whether this user or root owns it. */
bool folder_owner_is_ours(const struct stat *status);

/* Opens a regular file for reading without blocking, as a FIFO would; `path` may lead out of the
 * folder, which may be AT_FDCWD. Follows a link as its last part only if `links`. Returns -1 with
 * errno on failure. */
int folder_regular(int folder, const char *path, bool links);

/* Opens a regular file for reading without blocking, as if chrooted to the folder: links and ".."
 * stay inside. Returns -1 with errno on failure. */
int folder_file(const struct folder *f, const char *path);

/* The same, but the last part of the path must not be a link: ELOOP if it is. */
int folder_file_itself(const struct folder *f, const char *path);

/* Opens what lies at a path, whatever it is, only to look at it (O_PATH). links: the last part may
 * be one. Returns -1 with errno on failure. */
int folder_path(const struct folder *f, const char *path, bool links);

/* Opens a folder below another in the same way; its fd is -1, with errno, on failure. */
struct folder folder_below(const struct folder *f, const char *path);

/* Opens what a link in a folder leads to, which was opened as `link`, only to look at it (O_PATH,
 * and what else `flags` says). Where others than this user and root can write, the link must be one
 * of theirs: ELOOP if not. Returns -1 with errno on failure. */
int folder_follow(int folder, const char *name, int link, int flags);

/* Opens a folder in which outputs are made, for the *at functions. On the way no link is followed
 * that anybody may have put there, in a folder where everybody can write; links of this user and
 * root are. Returns -1 with errno on failure, ELOOP for such a link. */
int folder_of_outputs(const char *path);

/* The same for a folder that holds outputs alone: it is made, with those above it that are missing,
 * and is itself a link only as folder_follow says. */
int folder_make(const char *path);

/* Opens the folder that holds the file at `path`, names below the open `folder` separated by '/',
 * to make or remove it there. None of the names may be a link, "", "." or "..". make: makes folders
 * that are missing. Returns a descriptor for the *at functions, or -1 and sets errno. */
int folder_that_holds(int folder, struct str path, bool make);

#endif
