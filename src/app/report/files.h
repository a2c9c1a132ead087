/* Finds the profiles of a report in files and folders, and chooses the names of their pictures. */
#ifndef APP_REPORT_FILES_H
#define APP_REPORT_FILES_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "base/fault.h"
#include "model/names.h"

/* Texts are places in report_files.text, ended by NUL. */
struct report_file {
    size_t path;
    size_t below;   /* its path relative to the given folder; of files with the same such path,
                     * relative to the folder that they share */
    size_t picture; /* relative to the folder of the report; safe on any system, unique */
    bool found;     /* found in a folder, not named by the user */
    int error;      /* for a folder that cannot be read: errno; else 0 */
};

/* Owns its arrays. A zeroed struct is empty. */
struct report_files {
    struct report_file *rows; /* sorted by below, by report_compare, then by path */
    size_t n, room;
    struct buf text;
};

/* Returns the common name of the runs that a path belongs to: NAME for NAME.12; else the path
 * itself. */
struct str report_run_name(struct str below);

/* The order of all lists in a report: by bytes, but numbers by value: NAME.2, NAME.10. */
int report_compare(struct str a, struct str b);

/* Whether the name is that of a map of generated code: perf-7.map, jit-7.dump. */
bool report_is_map(struct str name);

/* Finds all profiles in files and folders. Skips hidden files, maps, samply's x.syms.json and the
 * folder `to`, if it exists. Does not follow links to folders. */
void report_files_find(struct report_files *files, const struct request_list *given,
                       const char *to);
void report_files_free(struct report_files *files);

static inline const char *report_files_text(const struct report_files *files, size_t at)
{
    return files->text.p + at;
}

/* The folders of pictures in the folder of a report. */
enum report_folder { REPORT_OF_PROFILES, REPORT_OF_PAIRS };

/* Writes to `to` the name of the picture of a path, relative to the folder of the report. The name
 * is safe on any system and not in `used`, to which it is added. */
void report_name_picture(struct buf *to, enum report_folder folder, struct str below,
                         struct names *used);

/* Whether the name may be that of a picture in the folder. */
bool report_is_picture(struct str name, enum report_folder folder);

#endif
