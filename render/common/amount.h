/* Numbers with their units, as text for people. */
#ifndef RENDER_COMMON_AMOUNT_H
#define RENDER_COMMON_AMOUNT_H

#include "base/parse.h"
#include "base/sink.h"
#include "model/names.h"

/* Writes "12.34", the percentage with two digits. */
void amount_percent(struct sink *s, uint64_t value, uint64_t whole);

/* The text of a unit; "samples" where none is known. */
struct str amount_unit_text(const struct names *names, name_id unit);

/* The unit that stands behind a number in a sentence. */
struct str amount_unit_behind(struct decimal shown, struct str unit);

/* Writes "1,234.5 samples", "1 sample": a value of a column with the unit of the column. */
void amount_write(struct sink *s, const struct names *names, name_id unit, struct decimal value);

/* Whether amounts of a unit are scaled: those of time and of bytes, as in the viewer (text.js). */
bool amount_is_scaled(struct str unit);

/* Writes "1.23 ms" for 1,234,567 "ns", for people to read: with the largest unit of which there is
 * one, and two digits. The unit is one that is scaled; the value is finite and not below 0. */
void amount_write_scaled(struct sink *s, double value, struct str unit);

/* Writes that many digits, six at most behind the point: "1234.5", "0.0125", "1.25e-9". */
void amount_write_digits(struct sink *s, double n, unsigned digits);

#endif
