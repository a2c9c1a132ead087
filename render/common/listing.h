/* The instructions, or source lines, of a function with their samples. */
#ifndef RENDER_COMMON_LISTING_H
#define RENDER_COMMON_LISTING_H

#include "base/sink.h"
#include "model/names.h"

/* Texts are not clean. */
struct listing_row {
    uint64_t address; /* unused in a listing by line */
    uint64_t self;
    name_id head;   /* of the code that begins here; 0: it is the same */
    name_id code;   /* the instruction; 0: not known */
    name_id file;   /* of the source; 0: not known */
    name_id source; /* the source line itself; 0: not known */
    uint32_t line;  /* 0: not known */
    bool unknown;   /* stands for samples without address or line */
};

/* One function in one file. Owns its rows and texts. */
struct listing {
    name_id function, module, build_id; /* 0: not known */
    name_id note;                       /* where the code is from, or why there is none */
    struct listing_row *rows;           /* in the order in which they are written */
    size_t n, room;
    uint64_t self;   /* the sum of the rows */
    uint64_t whole;  /* that of all functions */
    unsigned scale;  /* decimal digits of all values */
    struct str unit; /* borrowed */
    bool by_line;
    struct names texts;
};

struct listings {
    struct listing *items;
    size_t n, room;
};

void listing_init(struct listing *l);
void listing_free(struct listing *l);
void listings_free(struct listings *l);

/* Adds an empty row. It is lent until the next one is added. */
struct listing_row *listing_add(struct listing *l);

/* Copies a text into those of the listing. */
static inline name_id listing_keep(struct listing *l, struct str text)
{
    return names_add(&l->texts, text);
}

enum { LISTING_AROUND = 3 }; /* rows without samples that stay before and behind one with some */

/* Sets shown[i] for the rows that are written: those with samples or a head, those around them, and
 * a lone row between these. */
void listing_fold(const struct listing *l, bool *shown);

/* Writes them one below the other; NULL: none. Hot rows have a '>', and are listed first in long
 * listings. */
void listings_write(const struct listings *l, bool coloured, struct sink *s);

#endif
