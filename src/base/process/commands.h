/* What the child programs share: reading their commands, and their deadline. */
#ifndef BASE_PROCESS_COMMANDS_H
#define BASE_PROCESS_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/process/wire.h"

/* All commands (base/process/wire.h), and how far they are read. */
struct commands {
    unsigned char *p;
    size_t n, room, at;
};

/* Reads standard input to its end. */
bool commands_read(struct commands *t);
void commands_free(struct commands *t);

/* Read the next operand; false when too few bytes are left. */
bool commands_number(struct commands *t, uint32_t *to);

/* Lends a text. It is not NUL-terminated: the next operation follows. */
bool commands_text(struct commands *t, char **to, size_t *n);

/* Makes the child end together with its parent, and sets its limit of processor time from a number
 * of whole seconds; 0: none. False when that is no number, or the parent is gone. */
bool child_begin(const char *seconds);

/* Ends the child with a message. The status says whether the picture or the system is at fault. */
_Noreturn void child_end(int status, const char *what);
_Noreturn void child_refuse(const char *what);
_Noreturn void child_fail(const char *what);

#endif
