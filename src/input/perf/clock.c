/* # hostname : web1
 * # captured on    : Fri Nov 20 14:22:47 2026
 * # time of last sample : 68.193200
 * # reference time: 2026-11-20 14:22:41.250000 = 1795184561.250000 (TOD) = 62.193200 (MONOTONIC)
 *
 * Clocks of samples count from the start of the machine. With -k the recording has a reference;
 * else its file was written when it ended, in the local time of that machine. */
#include "input/perf/clock.h"

#include "base/parse.h"
#include "model/time/wall_clock.h"

/* Takes what stands behind a name and a colon; false when the line has another name. */
static bool take_value(struct str line, struct str name, struct str *value)
{
    if (!str_starts(line, name))
        return false;
    const struct str rest = str_trim(str_from_to(line, name.n, line.n));
    if (!rest.n || rest.p[0] != ':')
        return false;
    *value = str_trim(str_from_to(rest, 1, rest.n));
    return true;
}

/* The two numbers before (TOD) and the name of the other clock. */
static bool take_reference(struct str value, uint64_t *day_ns, uint64_t *clock_ns)
{
    struct str tod, is, clock;
    struct str rest = str_from_to(value, str_find(value, 0, STR("=")), value.n);

    return take_word(&rest, &is) && take_word(&rest, &tod) && parse_seconds(tod, day_ns) &&
           take_word(&rest, &is) && str_equal(is, STR("(TOD)")) && take_word(&rest, &is) &&
           take_word(&rest, &clock) && parse_seconds(clock, clock_ns);
}

static void tell(struct recording_info *info, uint64_t day_ns, uint64_t clock_ns)
{
    info->has_clock = true;
    info->clock_ns = day_ns - clock_ns;
}

void perf_clock_take(struct perf_clock *clock, struct str line, struct recording_info *info)
{
    struct str value;
    uint64_t day_ns, clock_ns;

    if (take_value(line, STR("# hostname"), &value)) {
        if (!info->host.n)
            buf_add(&info->host, value);
    } else if (take_value(line, STR("# captured on"), &value)) {
        if (!wall_clock_parse_whole(value, &clock->written_ns))
            clock->written_ns = 0;
    } else if (take_value(line, STR("# time of last sample"), &value)) {
        if (!clock->written_ns || info->has_clock || !parse_seconds(value, &clock_ns))
            return;
        tell(info, clock->written_ns, clock_ns);
        clock->is_rough = true;
    } else if (take_value(line, STR("# reference time"), &value)) {
        if (!take_reference(value, &day_ns, &clock_ns))
            return;
        tell(info, day_ns, clock_ns);
        clock->is_rough = false;
    }
}

void perf_clock_take_head(struct perf_clock *clock, struct str prefix, struct recording_info *info)
{
    struct str line;

    while (take_field(&prefix, '\n', &line)) {
        line = str_trim(line);
        if (line.n && line.p[0] != '#')
            return;
        perf_clock_take(clock, line, info);
    }
}

void perf_clock_tell(const struct perf_clock *clock, struct recording_info *info)
{
    if (clock->is_rough)
        text_list_add(&info->details, STR("the time of day is that of the machine that recorded, "
                                          "in its time zone, to a second or so"));
}
