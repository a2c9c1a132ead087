/* What the programs say about themselves, all of it written from the option table and the
 * registries. */
#ifndef APP_HELP_HELP_H
#define APP_HELP_HELP_H

#include "app/options/options.h"
#include "base/sink.h"

/* Writes the help of a topic that request_parse lets through: "" (the most used options), "all",
 * "man" (a page for man), "bash", "zsh" (completion), an old name (its options). */
void help_print(struct sink *s, enum program program, const char *topic);

/* The lists of --list-formats and --list-themes, a sentence each. */
void help_print_formats(struct sink *s, enum program program);
void help_print_themes(struct sink *s, enum program program);

#endif
