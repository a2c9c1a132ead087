/* Converts a text on its way to its reader: UTF-16 to UTF-8, without the codes that colour a
 * terminal, and without what a log puts before each line. Lines stay lines. */
#ifndef BASE_UNPACK_DECODER_H
#define BASE_UNPACK_DECODER_H

#include <stdint.h>

#include "base/buf.h"
#include "base/source.h"

enum text_encoding { TEXT_UTF8, TEXT_UTF16_LE, TEXT_UTF16_BE };

enum { DECODER_HEAD = 512, DECODER_NO_PREFIX = -1 };

/* What to convert; zero: nothing. */
struct decoding {
    enum text_encoding encoding;
    bool colours; /* leave escape sequences out */
    int log_kind; /* for log_prefix */
    /* Returns the length of what a log put before a line, or DECODER_NO_PREFIX. The head is the
     * line, or its first DECODER_HEAD bytes. NULL: no log. */
    int (*log_prefix)(int log_kind, struct str head);
};

static inline bool decoding_any(const struct decoding *d)
{
    return d->encoding != TEXT_UTF8 || d->colours || d->log_prefix;
}

struct decoder;

struct decoder *decoder_new(const struct decoding *what);
void decoder_free(struct decoder *d);

/* Converts bytes, which follow those of the last call; ended: no others will. */
void decoder_add(struct decoder *d, struct str bytes, bool ended);

/* Takes up to n converted bytes, which it reads from the source; *got is 0 only at the end. */
MUST_CHECK bool decoder_read(struct decoder *d, struct source *source, char *to, size_t n,
                             size_t *got, struct fault *f);

/* Lends the converted bytes that were not taken. */
struct str decoder_text(const struct decoder *d);

/* How many lines so far had text, but not what the log puts before each. */
uint64_t decoder_lines_without(const struct decoder *d);

#endif
