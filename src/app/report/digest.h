/* Digests of everything that a picture of a report depends on, to redraw only what changed. */
#ifndef APP_REPORT_DIGEST_H
#define APP_REPORT_DIGEST_H

#include "app/options/flame_request.h"
#include "app/report/files.h"
#include "base/digest.h"

/* Adds the content of a profile: of a regular file, or of the files of a recording that is a
 * folder; and of samply's file of names next to it. False if it is neither or cannot be read. */
MUST_CHECK bool report_digest_profile(struct digest *digest, const char *path);

/* Adds this program and all options that change pictures. For options that name files, adds their
 * contents: themes, attributes, rules, maps of code and of the kernel. For --symfs, which may hold
 * a whole system, adds only names, sizes and times. */
void report_digest_options(struct digest *digest, const struct flame_request *r,
                           struct str options);

/* Adds maps of code and lists of kernel symbols next to profiles or in their folders. Each folder
 * counts once, for all profiles, because it is unknown which file a reader will use. */
void report_digest_beside(struct digest *digest, const struct report_files *files);

#endif
