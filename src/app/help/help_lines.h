/* Lines of help for a terminal. */
#ifndef APP_HELP_HELP_LINES_H
#define APP_HELP_HELP_LINES_H

#include "app/options/options.h"
#include "base/sink.h"

/* The column of sentences, and the width of the terminal. */
enum { HELP_TEXT_AT = 28, HELP_COLUMNS = 80 };

void help_spaces(struct sink *s, size_t n);

/* Writes a sentence from column `at`, wrapped and indented. */
void help_sentence(struct sink *s, size_t at, struct str text);

/* "name   sentence" */
void help_item_line(struct sink *s, struct str name, struct str about);

/* "  -o, --output FILE         where to write" */
void help_option_line(struct sink *s, const struct option_row *row);

#endif
