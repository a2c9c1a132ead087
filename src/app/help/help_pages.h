/* The pages of help that have a language of their own. */
#ifndef APP_HELP_HELP_PAGES_H
#define APP_HELP_HELP_PAGES_H

#include "app/options/options.h"
#include "base/sink.h"

/* A page for man, and completion for two shells. */
void help_man(struct sink *s, enum program program);
void help_bash(struct sink *s, enum program program);
void help_zsh(struct sink *s, enum program program);

#endif
