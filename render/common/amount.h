/* Formats numbers with their units for people. */
#ifndef RENDER_COMMON_AMOUNT_H
#define RENDER_COMMON_AMOUNT_H

#include "base/parse.h"
#include "base/sink.h"
#include "model/names.h"

/* Writes "12.34", the percentage with two digits. */
void amount_percent(struct sink *s, uint64_t value, uint64_t whole);

/* The text of a unit; "samples" if there is none. */
struct str amount_unit_text(const struct names *names, name_id unit);

/* The form of the unit that follows a number in a sentence. */
struct str amount_unit_behind(struct decimal shown, struct str unit);

/* Writes "1,234.5 samples" or "1 sample": a value of a column with its unit. */
void amount_write(struct sink *s, const struct names *names, name_id unit, struct decimal value);

/* Whether amounts of a unit are shown with a prefix (ms, kB): times and bytes, as in the viewer
 * (text.js). */
bool amount_is_scaled(struct str unit);

/* What such amounts are, as a head above them: "time" or "size". */
const char *amount_word(struct str unit);

/* Writes "1.23 ms" for 1,234,567 "ns": with two digits, in the largest unit of which there is at
 * least one. The unit must satisfy amount_is_scaled; the value is finite and not below 0. */
void amount_write_scaled(struct sink *s, double value, struct str unit);

/* Writes "1.23 ms", "5.23 billion cycles"; below a million a number without a prefix is exact. */
void amount_write_rounded(struct sink *s, struct decimal shown, struct str unit);

/* Where numbers that stand below each other are aligned: at the point, or behind the digits. */
static inline size_t amount_point(struct str number)
{
    size_t at = 0;

    while (at < number.n && number.p[at] != '.' && number.p[at] != ' ')
        at++;
    return at;
}

/* Writes that many significant digits, at most six of them after the point: "1234.5", "0.0125",
 * "1.25e-9". */
void amount_write_digits(struct sink *s, double n, unsigned digits);

#endif
