/* What the children of the programs share: reading what they are told, and their deadline. */
#ifndef RENDER_CHILD_COMMANDS_H
#define RENDER_CHILD_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/process/wire.h"

/* All that a child is told (render/process/wire.h), and how far it is read. */
struct told {
    unsigned char *p;
    size_t n, room, at;
};

/* Reads standard input to its end. */
bool told_read(struct told *t);
void told_free(struct told *t);

/* Read the next operand; false when what is left is too short. */
bool told_number(struct told *t, uint32_t *to);

/* Lends the text, with nothing behind it: its last byte is followed by the next operation. */
bool told_text(struct told *t, char **to, size_t *n);

/* Has the child end with the program that started it, and sets its deadline in seconds of processor
 * time, a whole number; 0: none. False when that is no number, or the program has ended. */
bool child_begin(const char *seconds);

#endif
