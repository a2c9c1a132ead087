/* "cpu" in nanoseconds is time on-CPU. */
#include "render/common/measure.h"

static const struct {
    const char *measure, *words;
} words[] = {
    {"alloc_objects", "allocated"}, {"alloc_space", "allocated"}, {"cpu", "on-CPU"},
    {"inuse_objects", "in use"},    {"inuse_space", "in use"},    {"wall", "of wall-clock time"},
};

struct str measure_words(struct str measure)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_equal(measure, str_of(words[i].measure)))
            return str_of(words[i].words);
    return STR("");
}

bool measure_is_plain(struct str measure, struct str unit)
{
    static const char *const plain[] = {"", "bytes", "count", "period", "samples", "time"};

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (str_equal(measure, str_of(plain[i])))
            return true;
    return str_starts(unit, measure);
}
