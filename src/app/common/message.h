/* Messages on standard error, one line each, and the progress line. */
#ifndef APP_COMMON_MESSAGE_H
#define APP_COMMON_MESSAGE_H

#include "base/fault.h"
#include "base/notes.h"

/* The name that messages begin with: "flame", or "callgraph" when the program runs as that.
 * Async-signal-safe. */
const char *program_name(void);

/* Writes the program's name, a colon and the text as one line. */
void message_print(const char *format, ...) PRINTF_LIKE(1, 2);

/* Writes clean text (render/common/text.h) as one line. */
void message_print_line(struct str clean);

/* Returns the ending of a noun after a number: "" after 1, else "s". */
const char *plural(uint64_t n);

/* Prints the fault; nothing when it has no text. */
void message_print_fault(const struct fault *f);

/* Prints what was skipped in an input: the first ten notes, then how many there were. */
void message_print_notes(const struct notes *notes, const char *name);

/* Progress of reading: one line on standard error, overwritten by the next. */
struct progress {
    bool wanted; /* show it at once, even if standard error is no terminal */
    bool terminal;
    bool shown;
    char name[100]; /* cut to fit, made safe for a terminal */
    uint64_t begun_ns, last_ns;
};

void progress_begin(struct progress *p, bool wanted, const char *name);
void progress_show(void *progress, uint64_t bytes);
/* The same, counting profiles instead of bytes. */
void progress_count(struct progress *p, size_t done, size_t all);
void progress_end(struct progress *p);

#endif
