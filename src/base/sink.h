/* Where bytes go: a file or a buffer. Write freely; the first failure sticks and is reported once,
 * by sink_close. A file is written beside its name and renamed at close, so what stands under the
 * name is whole or was there before. */
#ifndef BASE_SINK_H
#define BASE_SINK_H

#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/fault.h"

struct sink {
    char *block; /* bytes not yet written; NULL: the sink collects in buf */
    size_t n;
    int fd;           /* -1: none */
    int error;        /* errno of the first failure; 0: none */
    const char *name; /* borrowed: what messages call the output */
    char *temporary;  /* owned: the file that is renamed at close; NULL: written through */
    size_t temporary_size;
    const char *path; /* borrowed: what it is renamed to */
    mode_t mode;
    bool skip_fsync;  /* set once it is open: the caller makes many files durable at once */
    uint64_t written; /* bytes handed to the sink */
    struct buf buf;
};

/* Opens the file at path for writing. A regular file, a link, or nothing is replaced at close; what
 * exists and is neither (a FIFO, /dev/null) is written through. A folder is a fault. */
MUST_CHECK bool sink_open_file(struct sink *s, const char *path, struct fault *f);

/* Writes to standard output, from the next free byte on. */
void sink_open_stdout(struct sink *s);

/* Opens the file or, where the path is NULL, standard output. */
MUST_CHECK bool sink_open(struct sink *s, const char *path, struct fault *f);

/* Collects in s->buf, which the caller may read until sink_discard or sink_close. */
void sink_open_buf(struct sink *s);

/* Writes what is left, makes the file durable, and gives it its name. After a failure nothing is
 * left behind and the fault says why; a broken pipe ends the program by SIGPIPE unless that signal
 * is ignored, then the fault's text is empty. */
MUST_CHECK bool sink_close(struct sink *s, struct fault *f);

/* Throws the output away: the file is as it was before. */
void sink_discard(struct sink *s);

/* For a signal handler and for exhausted memory: removes the unfinished file, if there is one. Only
 * calls that are safe in a handler. */
void sink_remove_unfinished(void);

void sink_bytes(struct sink *s, const char *p, size_t n);
void sink_str(struct sink *s, struct str text);
void sink_text(struct sink *s, const char *text);
void sink_byte(struct sink *s, char c);
void sink_u64(struct sink *s, uint64_t n);

/* value / 10^scale with its point; zeros at the end of the fraction are left out. */
void sink_decimal(struct sink *s, uint64_t value, unsigned scale);

/* The same with commas between thousands: 1,234.5 */
void sink_grouped(struct sink *s, uint64_t value, unsigned scale);

/* A number rounded to `digits` digits after the point (at most 6), all of them written. n must be
 * finite and within +-1e12. */
void sink_fixed(struct sink *s, double n, unsigned digits);

/* The same without zeros at the end of the fraction: for coordinates. */
void sink_short(struct sink *s, double n, unsigned digits);

/* Makes room for n bytes (at most 4096), returns where they go; end the piece with sink_took. */
char *sink_room(struct sink *s, size_t n);
void sink_took(struct sink *s, size_t n);

#endif
