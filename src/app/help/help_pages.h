/* Help in formats for other programs: man and shell completion. */
#ifndef APP_HELP_HELP_PAGES_H
#define APP_HELP_HELP_PAGES_H

#include "app/options/options.h"
#include "base/sink.h"

/* Write the man page, and completion for bash and zsh. */
void help_man(struct sink *s, enum program program);
void help_bash(struct sink *s, enum program program);
void help_zsh(struct sink *s, enum program program);

#endif
