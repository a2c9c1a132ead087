/* What the children of the programs share: reading what they are told, and their deadline. */
#ifndef RENDER_CHILD_COMMANDS_H
#define RENDER_CHILD_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/process/wire.h"

/* All that a child is told (render/process/wire.h), and how far it is read. */
struct commands {
    unsigned char *p;
    size_t n, room, at;
};

/* Reads standard input to its end. */
bool commands_read(struct commands *t);
void commands_free(struct commands *t);

/* Read the next operand; false when what is left is too short. */
bool commands_number(struct commands *t, uint32_t *to);

/* Lends the text, with nothing behind it: its last byte is followed by the next operation. */
bool commands_text(struct commands *t, char **to, size_t *n);

/* Has the child end with the program that started it, and sets its deadline in seconds of processor
 * time, a whole number; 0: none. False when that is no number, or the program has ended. */
bool child_begin(const char *seconds);

/* Ends the program with a message: by the fault of the picture, or of the system. */
_Noreturn void child_end(int status, const char *what);
_Noreturn void child_refuse(const char *what);
_Noreturn void child_fail(const char *what);

#endif
