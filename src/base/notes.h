/* Warnings about damage that a reader tolerated: counted by reason, the first ones kept with their
 * place. */
#ifndef BASE_NOTES_H
#define BASE_NOTES_H

#include <stdint.h>

#include "base/fault.h"

enum { NOTES_SHOWN = 10, NOTES_REASONS = 16 };

struct note {
    const char *file; /* borrowed: outlives the notes */
    uint64_t line;    /* 0: the note is not about a line */
    const char *reason;
    struct excerpt near;
};

struct note_count {
    const char *reason; /* a literal; equal text is the same reason */
    uint64_t count;
    uint64_t first_line;
};

struct notes {
    struct note shown[NOTES_SHOWN];
    size_t n_shown;
    struct note_count reasons[NOTES_REASONS];
    size_t n_reasons;
    uint64_t total;
};

/* Counts one more warning. */
void notes_add(struct notes *notes, const char *file, uint64_t line, const char *reason,
               struct str near);

/* Counts n more warnings of one reason; shows the first of them. */
void notes_add_many(struct notes *notes, const char *file, uint64_t line, const char *reason,
                    struct str near, uint64_t n);

/* Adds the notes of a later part of the same file; its line numbers are raised by lines_before. */
void notes_merge(struct notes *notes, const struct notes *later, uint64_t lines_before);

#endif
