/* What the programs say about themselves, all of it written from the option table and the
 * registries. */
#ifndef APP_HELP_HELP_H
#define APP_HELP_HELP_H

#include "app/options/options.h"
#include "base/fault.h"
#include "base/sink.h"

/* Whether help_print knows the topic. Returns false with a fault that names the nearest one. */
bool help_knows(const char *topic, struct fault *f);

/* Writes the help of a topic: "" (the most used options), "all", "man" (a page for man), "bash",
 * "zsh" (completion), a chapter of the manual (its text), an old name (its options). */
void help_print(struct sink *s, enum program program, const char *topic);

/* The lists of --list-formats and --list-themes, a sentence each. */
void help_print_formats(struct sink *s, enum program program);
void help_print_themes(struct sink *s, enum program program);

#endif
