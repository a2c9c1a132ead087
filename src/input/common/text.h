/* What the readers of text have in common: lines in, samples out. */
#ifndef INPUT_COMMON_TEXT_H
#define INPUT_COMMON_TEXT_H

#include "input/common/builder.h"
#include "input/common/lines.h"
#include "input/common/measure.h"
#include "input/common/tidier.h"

enum text_names {
    TEXT_TIDY_NAMES, /* arguments, hashes and the like are cut */
    TEXT_FULL_NAMES, /* as the tool prints them, but for ';', mangled and half-demangled ones */
};

/* Owns all but r, p and f. A reader pushes frames through the tidier, or names it made itself
 * through the builder, and ends each sample with builder_add. */
struct text {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct lines lines;
    struct builder builder;
    struct tidier tidier;
    uint32_t cycles; /* the greatest number of a cycle that the inputs before it have */
};

void text_init(struct text *t, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f);

/* Names the first columns of the profile; the first of all is what is drawn unless told otherwise.
 * False with a fault when the profile holds other measures already. */
MUST_CHECK bool text_measures(struct text *t, enum text_names names, const struct measure *measures,
                              size_t n);

/* For a format that knows callers and callees: says how costs are shared out. False with a fault
 * when the profile holds calls of which it is done otherwise. */
MUST_CHECK bool text_shares(struct text *t, enum calls_share share);

/* Adds to what a function itself cost, a value a column. It counts as taken, be it nothing. False
 * as builder_add. */
MUST_CHECK bool text_add_own(struct text *t, frame_id frame, const uint64_t *values);

/* Adds to how often one function called another, and, unless NULL, to what that cost, a value a
 * column. It counts as taken. False with a fault when a limit is reached or a sum overflows. */
MUST_CHECK bool text_add_call(struct text *t, frame_id caller, frame_id callee, uint64_t count,
                              const uint64_t *costs);

/* Adds to how often a function was called, which the input says. False as text_add_call. */
MUST_CHECK bool text_add_called(struct text *t, frame_id frame, uint64_t count);

/* Adds to what a function and all that it called cost. False as text_add_call. */
MUST_CHECK bool text_add_total(struct text *t, frame_id frame, size_t column, uint64_t value);

/* Says that a function is in a cycle, by the number that this input gives it; 0: in none. */
void text_add_cycle(struct text *t, frame_id frame, uint32_t cycle);

/* Frees all, and counts the lines that are none of blank, comment, taken or bad as inside of
 * samples. */
void text_free(struct text *t);

#endif
