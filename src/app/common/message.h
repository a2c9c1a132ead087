/* What the program says on standard error, a line at a time. */
#ifndef APP_COMMON_MESSAGE_H
#define APP_COMMON_MESSAGE_H

#include "base/fault.h"
#include "base/notes.h"

/* What messages begin with: "flame", or "callgraph" when the program was started so. A signal
 * handler may ask. */
const char *program_name(void);

/* Writes that, a colon and the text as one line. */
void message_print(const char *format, ...) PRINTF_LIKE(1, 2);

/* Writes clean text (render/common/text.h) as a line of its own. */
void message_print_line(struct str clean);

/* Returns what makes a noun a plural behind a number: "" behind 1, else "s". */
const char *plural(uint64_t n);

/* Says what was found and what was wanted; nothing when the fault has no text. */
void message_print_fault(const struct fault *f);

/* Says what was passed over in an input: the first ten, then how many there were. */
void message_print_notes(const struct notes *notes, const char *name);

/* Progress of reading: a line on standard error that is written over. */
struct progress {
    bool wanted; /* at once, and also where standard error is no terminal */
    bool terminal;
    bool shown;
    char name[100]; /* cut to fit, made safe for a terminal */
    uint64_t begun_ns, last_ns;
};

void progress_begin(struct progress *p, bool wanted, const char *name);
void progress_show(void *progress, uint64_t bytes);
/* The same where profiles are counted. */
void progress_count(struct progress *p, size_t done, size_t all);
void progress_end(struct progress *p);

#endif
