/* The profiles of a report: where they lie, what they are called, and where their pictures go. */
#ifndef APP_REPORT_FILES_H
#define APP_REPORT_FILES_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "base/fault.h"
#include "model/names.h"

/* Texts are places in report_files.text, ended by NUL. */
struct report_file {
    size_t path;
    size_t below;   /* its path below the folder that was given */
    size_t picture; /* below the folder of the report; safe on any system, each once */
    bool found;     /* in a folder, not named by the user */
    int error;      /* of a folder that cannot be read: errno; 0: it is none */
};

/* Owns all of it. A zeroed struct has none. */
struct report_files {
    struct report_file *rows; /* by below, as report_compare, then path */
    size_t n, room;
    struct buf text;
};

/* Returns the name of which a path below a folder is a run, NAME of NAME.12; the path itself where
 * it is none. */
struct str report_run_name(struct str below);

/* The order of all that a report lists: by bytes, but numbers by their values, as NAME.2, NAME.10.
 */
int report_compare(struct str a, struct str b);

/* Whether that may be a map of generated code: perf-7.map, jit-7.dump. */
bool report_is_map(struct str name);

/* Finds all profiles among files and folders. Hidden files, maps, samply's x.syms.json and the
 * folder `to`, where it exists, are passed over; links to folders are not followed. */
void report_files_find(struct report_files *files, const struct request_list *given,
                       const char *to);
void report_files_free(struct report_files *files);

static inline const char *report_files_text(const struct report_files *files, size_t at)
{
    return files->text.p + at;
}

/* Where pictures lie below the folder of a report. */
enum report_folder { REPORT_OF_PROFILES, REPORT_OF_PAIRS };

/* Writes to `to` what the picture of a path is called, below the folder of the report: a name that
 * is safe on any system and not among those used, of which it is one then. */
void report_name_picture(struct buf *to, enum report_folder folder, struct str below,
                         struct names *used);

/* Whether that may be the name of a picture there. */
bool report_is_picture(struct str name, enum report_folder folder);

#endif
