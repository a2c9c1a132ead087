/* Prints --help, --list-formats and --list-themes, generated from the option table and the
 * registries of formats and themes. */
#ifndef APP_HELP_HELP_H
#define APP_HELP_HELP_H

#include "app/options/options.h"
#include "base/fault.h"
#include "base/sink.h"

/* Whether help_print knows the topic. False with a fault that names the nearest one. */
bool help_knows(const char *topic, struct fault *f);

/* Writes the help of a topic: "" (the most used options), "all", "man" (a page for man), "bash",
 * "zsh" (completion), "old-options", a chapter of the manual (its text), an old name (its options).
 */
void help_print(struct sink *s, enum program program, const char *topic);

/* Write the lists of --list-formats and --list-themes, one sentence for each entry. */
void help_print_formats(struct sink *s, enum program program);
void help_print_themes(struct sink *s, enum program program);

#endif
