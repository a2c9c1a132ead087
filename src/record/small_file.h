/* Small files of the kernel below /proc and /sys. */
#ifndef RECORD_SMALL_FILE_H
#define RECORD_SMALL_FILE_H

#include "base/buf.h"
#include "base/fault.h"

/* How much a file may say: what a process tells of itself it may make as long as it likes, a
 * command line 40 GB with PR_SET_MM_MAP. */
enum {
    SMALL_FILE_MOST = 1 << 20,
    SMALL_FILE_KERNEL_MOST = 256 << 20, /* lists that the kernel alone makes */
};

/* Sets the buffer to all that a file says. False when it cannot be read, with the reason in errno:
 * EFBIG if it says more than SMALL_FILE_MOST; the buffer has so much of it then. */
MUST_CHECK bool small_file_read(struct buf *to, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same with another most. */
MUST_CHECK bool small_file_read_most(struct buf *to, size_t most, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Calls more(context, line) for each line of a file, until it returns false. False, with errno,
 * when the file cannot be read, or not to its end. */
bool small_file_lines(const char *path, bool (*more)(void *context, struct str line),
                      void *context);

/* Reads the first number of a file; false when there is none. */
MUST_CHECK bool small_file_number(uint64_t *number, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
