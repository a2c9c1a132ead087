/* What a picture of a report depends on, as a digest. */
#ifndef APP_REPORT_DIGEST_H
#define APP_REPORT_DIGEST_H

#include "app/options/flame_request.h"
#include "app/report/files.h"
#include "base/digest.h"

/* Adds the content of a profile, a regular file or those of a recording that is a folder, and that
 * of samply's names beside it; false for what is neither, or cannot be read. */
MUST_CHECK bool report_digest_profile(struct digest *digest, const char *path);

/* Adds this program and all options that change pictures. Of those that name files their contents
 * count: themes, attributes, rules, maps of code and of the kernel; of --symfs, below which a whole
 * system may lie, names, sizes and times. */
void report_digest_options(struct digest *digest, const struct flame_request *r,
                           struct str options);

/* Adds the maps of code and lists of the kernel's that lie beside profiles or in their folders.
 * Each folder counts once, and for all profiles: which file a reader takes is not known before. */
void report_digest_beside(struct digest *digest, const struct report_files *files);

#endif
