/* Output to a file, a descriptor or a buffer. Write freely; sink_close reports the first failure. A
 * file is written under a temporary name and renamed at close, so readers find either the old file
 * or the complete new one. */
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
    const char *path; /* borrowed: what it is renamed to */
    int folder;       /* that both are named in; AT_FDCWD: the working directory. Owned */
    mode_t mode;
    bool is_lent;     /* the file is the caller's, who makes it appear; emptied when discarded */
    bool is_terminal; /* written bytes are shown, see base/visible.h; buf is scratch */
    bool skip_fsync;  /* may be set once it is open: the caller makes many files durable at once */
    uint64_t most;    /* bytes it may have; 0: any number; see sink_limit */
    uint64_t written; /* bytes given to the sink */
    struct buf buf;   /* what it collects, or holds back until it is closed */
};

/* Opens the file at path for writing. A regular file, a link, or nothing is replaced at close; a
 * FIFO or device (/dev/null), or a link to one, is written directly: it is looked at once, and what
 * was seen is opened, in a folder that is held from then on. Links of others are replaced where
 * they can write. A folder is a fault. A file of the user keeps its permissions, but no set-id or
 * sticky bit. */
MUST_CHECK bool sink_open_file(struct sink *s, const char *path, struct fault *f);

/* The same for a file whose name the program makes: the first `folder` bytes of the path are what
 * messages call the folder that is open `at`, the rest, without a slash before it, names below it.
 * Whatever is there, but a folder, is replaced; missing folders are made. Below the folder nothing
 * is followed, and nothing but a new file is opened. */
MUST_CHECK bool sink_open_below(struct sink *s, const char *path, size_t folder, int at,
                                struct fault *f);

/* The same in a folder that is open, which stays the caller's: the path is what messages call the
 * file, its last part the name. */
MUST_CHECK bool sink_open_in(struct sink *s, const char *path, int folder, struct fault *f);

/* Writes to an empty regular file that is open, for a caller who makes it appear under the name
 * once it is whole. It stays empty when the output fails or is discarded. */
MUST_CHECK bool sink_open_lent(struct sink *s, const char *name, int fd, struct fault *f);

/* Gives the file that will appear to a user. What is written through stays whose it is. */
void sink_give(struct sink *s, uid_t user, gid_t group);

/* Writes to standard output, at its current position. A terminal, here or at a path, is sent text
 * without characters that it would obey or hide; files and pipes get the bytes that are written. */
void sink_open_stdout(struct sink *s);

/* Whether what is written is kept as a file, or in memory; false: it goes on to another program, or
 * to a terminal. */
bool sink_is_kept(const struct sink *s);

/* Opens the file, or standard output when path is NULL. */
MUST_CHECK bool sink_open(struct sink *s, const char *path, struct fault *f);

/* Sets how many bytes the output may have, before the first is written. More are not written and
 * make sink_close fail with the limit "output". What is no file, and so could appear in part, is
 * held back in memory until then. A sink that collects keeps the bytes, and with them the text that
 * went beyond, so that a sink with the same limit fails when it is given them. */
void sink_limit(struct sink *s, uint64_t most);

/* Collects in s->buf, which the caller may read until sink_discard or sink_close. */
void sink_open_buf(struct sink *s);

/* Writes what is left, makes the file durable, and renames it. On failure it leaves no file behind
 * and sets the fault. A broken pipe ends the program by SIGPIPE; where that signal is ignored, the
 * fault's text is empty. */
MUST_CHECK bool sink_close(struct sink *s, struct fault *f);

/* Discards the output: an existing file stays as it was. */
void sink_discard(struct sink *s);

/* Removes the unfinished file, if there is one. Async-signal-safe: for signal handlers and
 * exhausted memory. */
void sink_remove_unfinished(void);

/* How text looks on a terminal. */
enum ink { INK_PLAIN, INK_FAINT, INK_BOLD, INK_WARM, INK_HOT, INK_LESS };

/* Changes the ink of what follows. Only terminals have inks: files, pipes and buffers get nothing.
 */
void sink_ink(struct sink *s, enum ink ink);

void sink_bytes(struct sink *s, const char *p, size_t n);
void sink_str(struct sink *s, struct str text);
void sink_byte(struct sink *s, char c);

/* Compilers know the length of a literal. */
static inline void sink_text(struct sink *s, const char *text)
{
    sink_bytes(s, text, strlen(text));
}

void sink_u64(struct sink *s, uint64_t n);

/* Writes value / 10^scale, without trailing zeros after the point. */
void sink_decimal(struct sink *s, uint64_t value, unsigned scale);

/* The same with commas between thousands: 1,234.5 */
void sink_grouped(struct sink *s, uint64_t value, unsigned scale);

/* Rounded to `digits` digits after the point (at most 6), all of them written. n must be finite and
 * within +-1e12. */
void sink_fixed(struct sink *s, double n, unsigned digits);

/* The same without trailing zeros: for coordinates. */
void sink_short(struct sink *s, double n, unsigned digits);

/* Makes room for n bytes (at most 4096) and returns where to write them; call sink_took with how
 * many were written. */
char *sink_room(struct sink *s, size_t n);
void sink_took(struct sink *s, size_t n);

/* Write text or a number as the sink does, but to such room; each returns the end of what it wrote,
 * a number of at most NUMBER_ROOM bytes. */
enum { NUMBER_ROOM = 48 };
#define DIGITS_TEXT(to, literal)                                                                   \
    ((char *)memcpy(to, "" literal, sizeof literal - 1) + sizeof literal - 1)
char *digits_u64(char *to, uint64_t n);
char *digits_decimal(char *to, uint64_t value, unsigned scale);
char *digits_grouped(char *to, uint64_t value, unsigned scale);
char *digits_fixed(char *to, double n, unsigned digits);
char *digits_short(char *to, double n, unsigned digits);

#endif
