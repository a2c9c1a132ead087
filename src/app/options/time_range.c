/* 2..3.5 is in seconds from the first sample, 14:02:07..14:02:09 in times of day. */
#include "app/options/time_range.h"

#include "model/time/wall_clock.h"

/* An empty text leaves *ns unchanged. */
static bool take_end(struct str s, bool of_day, uint64_t *ns)
{
    if (s.n == 0)
        return true;
    return of_day ? wall_clock_parse(s, ns) : parse_seconds(s, ns);
}

bool time_range_parse(struct str text, struct time_window *window)
{
    const size_t dots = str_find(text, 0, STR(".."));
    const bool of_day = str_find(text, 0, STR(":")) < text.n;

    *window = (struct time_window){.to_ns = UINT64_MAX, .of_day = of_day};
    if (text.n < 3 || dots == text.n ||
        !take_end(str_from_to(text, 0, dots), of_day, &window->from_ns) ||
        !take_end(str_from_to(text, dots + 2, text.n), of_day, &window->to_ns))
        return false;
    if (of_day && dots && window->to_ns < window->from_ns)
        window->to_ns += WALL_CLOCK_DAY_NS;
    return window->from_ns < window->to_ns;
}

bool time_range_add(struct time_window *to, bool first, const struct option_use *use,
                    struct str text, struct fault *f)
{
    struct time_window window;

    if (!time_range_parse(text, &window))
        return value_wrong(use,
                           "time=FROM..TO in seconds from the start, at most 9 digits after the "
                           "point, FROM below TO, or in times of day, as 14:02:07..14:02:09.5, one "
                           "of them may be missing",
                           f);
    if (!first && to->of_day != window.of_day)
        return value_wrong(use, "all ranges in seconds, or all in times of day", f);
    to->of_day = window.of_day;
    if (window.from_ns > to->from_ns)
        to->from_ns = window.from_ns;
    if (window.to_ns < to->to_ns)
        to->to_ns = window.to_ns;
    return true;
}
