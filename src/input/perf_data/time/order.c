/* 6544038.708352 before 6544038.708401: a radix sort by time, from the lowest digit. */
#include "input/perf_data/time/order.h"

#include "base/mem.h"

enum { DIGIT_BITS = 11, VALUES = 1 << DIGIT_BITS };

static bool is_ordered(const struct record_at *records, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (records[i].time_ns < records[i - 1].time_ns)
            return false;
    return true;
}

static void sort_digit(const struct record_at *from, struct record_at *to, size_t n, unsigned shift)
{
    size_t *place = mem_alloc(VALUES, sizeof *place);
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        place[from[i].time_ns >> shift & (VALUES - 1)]++;
    for (size_t v = 0; v < VALUES; v++) {
        size_t count = place[v];
        place[v] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[place[from[i].time_ns >> shift & (VALUES - 1)]++] = from[i];
    mem_free(place, VALUES, sizeof *place);
}

/* Skips digits that are equal in all times. */
void order_records(struct record_at *records, size_t n)
{
    struct record_at *other;
    struct record_at *from = records;
    uint64_t differ = 0;

    if (is_ordered(records, n))
        return;
    for (size_t i = 1; i < n; i++)
        differ |= records[i].time_ns ^ records[0].time_ns;
    other = mem_alloc(n, sizeof *other);
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        if ((differ >> shift & (VALUES - 1)) == 0)
            continue;
        struct record_at *to = from == records ? other : records;
        sort_digit(from, to, n, shift);
        from = to;
    }
    if (from != records)
        memcpy(records, from, n * sizeof *records);
    mem_free(other, n, sizeof *other);
}
