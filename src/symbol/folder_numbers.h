/* Which numbers the names in a folder have: those of processes in /proc, or of perf-PID.map. Where
 * many are looked for, one listing is cheaper than an attempt to open each. */
#ifndef SYMBOL_FOLDER_NUMBERS_H
#define SYMBOL_FOLDER_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Owns its numbers. Zeroed: nothing was asked yet. */
struct folder_numbers {
    unsigned n_asked; /* before the folder was listed */
    bool is_listed;   /* or was to be, */
    bool is_known;    /* and these are all */
    uint64_t *numbers;
    size_t room, n;
};

/* Whether the folder may hold BEFORE NUMBER AFTER, such as perf-4711.map. The first few times it
 * may hold any; then the folder is listed, once: files that come later are not seen. It may hold
 * any as well if it cannot be listed, or has too many names. */
bool folder_may_hold(struct folder_numbers *f, const char *folder, const char *before,
                     uint64_t number, const char *after);

/* Whether it was listed and holds none of that number. Once it is listed, nothing changes. */
bool folder_lacks(const struct folder_numbers *f, uint64_t number);

void folder_numbers_free(struct folder_numbers *f);

#endif
