/* Parts that all pages of help share: titles, and lists of formats and themes. */
#ifndef APP_HELP_HELP_PARTS_H
#define APP_HELP_HELP_PARTS_H

#include "app/options/options.h"
#include "base/sink.h"
#include "input/input.h"

/* The heading of options that only old command lines need. */
extern const char *const help_old_title;

const char *help_group_title(enum option_group group);
const char *help_program(enum program program);

/* Whether the program has options in the group. */
bool help_has_group(enum program program, enum option_group group);

/* Whether the program reads the format. */
bool help_reads(enum program program, const struct input_format *format);

typedef void help_item(struct sink *s, struct str name, struct str about);

/* Write an item for each output format, or each theme, of the program. */
void help_outputs(struct sink *s, enum program program, help_item *write);
void help_themes(struct sink *s, enum program program, help_item *write);

/* Writes "FILE", "=FILE" or "[=FILE]", which follow an option's long name in help. mark separates
 * name and value. */
void help_value(struct sink *s, const struct option_row *row, const char *mark);

/* Writes the value of a limit, or "derived". */
void help_limit(struct sink *s, uint64_t value);

#endif
