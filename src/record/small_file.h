/* Small files of the kernel below /proc and /sys. */
#ifndef RECORD_SMALL_FILE_H
#define RECORD_SMALL_FILE_H

#include "base/buf.h"
#include "base/fault.h"

/* Sets the buffer to all that a file says. False when it cannot be read, with the reason in
 * errno. */
MUST_CHECK bool small_file_read(struct buf *to, const char *format, ...) PRINTF_LIKE(2, 3);

/* Calls more(context, line) for each line of a file, until it returns false. */
void small_file_lines(const char *path, bool (*more)(void *context, struct str line),
                      void *context);

/* Reads the first number of a file; false when there is none. */
MUST_CHECK bool small_file_number(uint64_t *number, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
