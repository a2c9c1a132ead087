/* 13:   319488 [    13:   319488]
 * Parses such numbers, and undoes sampling. */
#include "input/pprof_text/amounts.h"

#include <math.h>

#include "base/parse.h"

/* pprof has no greater values. */
static const double VALUE_END = 9223372036854775808.0; /* 2^63 */

static void skip_blanks(struct str *rest)
{
    size_t n = 0;

    while (n < rest->n && is_blank(rest->p[n]))
        n++;
    *rest = str_from_to(*rest, n, rest->n);
}

bool amounts_number(struct str *rest, uint64_t *number)
{
    size_t n = 0;

    skip_blanks(rest);
    while (n < rest->n && is_digit(rest->p[n]))
        n++;
    if (!parse_u64(str_from_to(*rest, 0, n), number))
        return false;
    *rest = str_from_to(*rest, n, rest->n);
    return true;
}

bool amounts_mark(struct str *rest, char mark)
{
    skip_blanks(rest);
    if (!rest->n || rest->p[0] != mark)
        return false;
    *rest = str_from_to(*rest, 1, rest->n);
    return true;
}

bool amounts_take(struct str *rest, uint64_t *amounts)
{
    static const char marks[AMOUNTS] = {':', '[', ':', ']'};

    for (size_t i = 0; i < AMOUNTS; i++)
        if (!amounts_number(rest, &amounts[i]) || !amounts_mark(rest, marks[i]))
            return false;
    return true;
}

/* An object of s bytes is sampled with a probability of 1 - exp(-s / rate); all objects of a stack
 * are assumed to have their mean size. Doubles and truncation are as in pprof and jeprof, so the
 * numbers are the same. */
bool amounts_unsample(uint64_t *objects, uint64_t *bytes, uint64_t rate)
{
    if (rate <= 1 || *objects == 0 || *bytes == 0)
        return true;
    double mean = (double)*bytes / (double)*objects;
    double seen = 1 - exp(-mean / (double)rate);
    double all_objects = (double)*objects * (1 / seen);
    double all_bytes = (double)*bytes * (1 / seen);
    if (!(seen > 0 && all_objects < VALUE_END && all_bytes < VALUE_END))
        return false;
    *objects = (uint64_t)all_objects;
    *bytes = (uint64_t)all_bytes;
    return true;
}

bool amounts_time(uint64_t *cycles, uint64_t period, uint64_t hz)
{
    double ns = (double)*cycles * (double)period / ((double)hz / 1e9);

    if (!(ns < VALUE_END))
        return false;
    *cycles = (uint64_t)ns;
    return true;
}
