/* Loads the text of themes and colour maps: those built in from themes/, and the user's files. */
#ifndef RENDER_THEME_THEME_FILE_H
#define RENDER_THEME_THEME_FILE_H

#include "base/buf.h"
#include "base/embed.h"
#include "base/fault.h"

/* What can be loaded. */
struct theme_files {
    const struct built_in_file *built_in; /* sorted by name */
    const char *noun;                     /* "theme" */
    size_t most;                          /* the most bytes of a user's file */
};

/* The i-th built-in file, and the text of its line "about"; false after the last. */
bool theme_files_listed(const struct theme_files *files, size_t i, struct str *name,
                        struct str *about);

/* Appends the built-in text of that name or else the file at that path to an empty buffer. If
 * neither exists, a FAULT_USAGE suggests the nearest name. */
MUST_CHECK bool theme_files_read(const struct theme_files *files, struct buf *to,
                                 const char *name_or_path, struct fault *f);

#endif
