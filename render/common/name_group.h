/* The part of a program that a function belongs to, by its name: a package, namespace or folder. */
#ifndef RENDER_COMMON_NAME_GROUP_H
#define RENDER_COMMON_NAME_GROUP_H

#include "base/str.h"

/* Lends a piece of the name (without mark); empty: its name does not say. The first parts of a
 * package: java/util, net/http, github.com/acme/shop, std, System.Collections; of a script's path
 * its package, or else its folder. */
struct str name_group_of(struct str name);

/* Lends the part by the path of a source file: its package, or else its folder, or else the file
 * without ending; node for files of Node.js itself. */
struct str file_group_of(struct str path);

#endif
