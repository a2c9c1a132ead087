/* Files below a folder that somebody else may write to, too. No link below it is followed, so that
 * nobody who plants one there can lead what is read, written or removed out of the folder. */
#ifndef BASE_BELOW_H
#define BASE_BELOW_H

#include <stdbool.h>

#include "base/str.h"

/* Opens the folder that holds the file at `path`, names below `folder` separated by '/'. `folder`
 * itself may be a link; the names may not, and none may be "", "." or "..". make: makes folders
 * that are missing. Returns a descriptor for the *at functions, or -1 and sets errno. */
int below_open(const char *folder, struct str path, bool make);

/* The last name of the path, the one that below_open leaves: a part of `path`. */
const char *below_last(const char *path);

#endif
