/* The pages that help is made of, and what they share. */
#ifndef APP_HELP_PAGES_H
#define APP_HELP_PAGES_H

#include "app/options.h"
#include "base/sink.h"

void help_man(struct sink *s);
void help_bash(struct sink *s);
void help_zsh(struct sink *s);

const char *help_group_title(enum option_group group);

/* Writes "FILE", "=FILE" or "[=FILE]" behind an option's long name as it is shown; mark stands
 * between name and value. */
void help_value(struct sink *s, const struct option_row *row, const char *mark);

#endif
