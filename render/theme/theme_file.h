/* The texts of themes and colour maps: those of themes/ that are built in, and files of a user. */
#ifndef RENDER_THEME_THEME_FILE_H
#define RENDER_THEME_THEME_FILE_H

#include "base/buf.h"
#include "base/embed.h"
#include "base/fault.h"

/* What may be named. */
struct theme_files {
    const struct embedded_file *built_in; /* in the order of names */
    const char *noun;                     /* "theme" */
    size_t most;                          /* bytes of a user's file */
};

/* The i-th that is built in, and what its line "about" says; false behind the last. */
bool theme_files_listed(const struct theme_files *files, size_t i, struct str *name,
                        struct str *about);

/* Appends the text of that name or, where there is none, at that path to an empty buffer. What is
 * neither is a FAULT_USAGE that names the nearest. */
MUST_CHECK bool theme_files_read(const struct theme_files *files, struct buf *to,
                                 const char *name_or_path, struct fault *f);

#endif
