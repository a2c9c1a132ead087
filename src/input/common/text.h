/* What text readers share: input lines, name tidying, and adding samples. */
#ifndef INPUT_COMMON_TEXT_H
#define INPUT_COMMON_TEXT_H

#include "input/common/builder.h"
#include "input/common/lines.h"
#include "input/common/measure.h"
#include "input/common/names/tidier.h"

enum text_names {
    TEXT_TIDY_NAMES, /* without arguments, hashes and the like */
    TEXT_FULL_NAMES, /* as the tool prints them, except ';', mangled and half-demangled names */
};

/* Owns everything except r, p and f. A reader pushes frames through the tidier, or through the
 * builder if it made the names itself, and ends each sample with builder_add. */
struct text {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct lines lines;
    struct builder builder;
    struct tidier tidier;
    uint32_t cycles;     /* the greatest cycle number of earlier inputs */
    struct calls *calls; /* where calls are added: those of the profile, unless changed */
};

void text_init(struct text *t, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f);

/* Names the first columns of the profile; the very first is drawn by default. False with a fault
 * when the profile already holds other measures. */
MUST_CHECK bool text_measures(struct text *t, enum text_names names, const struct measure *measures,
                              size_t n);

/* For a format with calls but no stacks: how to divide costs among callers. False with a fault when
 * the profile already holds calls that are divided differently. */
MUST_CHECK bool text_shares(struct text *t, enum calls_share share);

/* Adds to a function's self cost, a value for each column. Counts as taken, even if it is 0. Fails
 * as builder_add. */
MUST_CHECK bool text_add_own(struct text *t, frame_id frame, const uint64_t *values);

/* Adds to the number of calls from caller to callee and, unless `values` is NULL, to their cost, a
 * value for each column. Counts as taken. False with a fault when a limit is reached or a sum
 * overflows. */
MUST_CHECK bool text_add_call(struct text *t, frame_id caller, frame_id callee, uint64_t count,
                              const uint64_t *costs);

/* Adds to how often a function was called, as the input says. Fails as text_add_call. */
MUST_CHECK bool text_add_called(struct text *t, frame_id frame, uint64_t count);

/* Sets the fault of a sum of calls that does not fit; returns false. */
bool text_calls_overflow(struct text *t);

/* Adds to a function's inclusive cost. Fails as text_add_call. */
MUST_CHECK bool text_add_total(struct text *t, frame_id frame, size_t column, uint64_t value);

/* Puts a function into a cycle, by the number in this input; 0: none. */
void text_add_cycle(struct text *t, frame_id frame, uint32_t cycle);

/* Frees everything. Lines that are not blank, comment, taken or bad are counted as inside of
 * samples. */
void text_free(struct text *t);

#endif
