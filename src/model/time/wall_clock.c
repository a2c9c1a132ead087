/* 14:02:07.25 is 50527.25 seconds behind midnight, in UTC. */
#include "model/time/wall_clock.h"

#include "base/parse.h"

#define NS_PER_S UINT64_C(1000000000)

static void two_digits(struct sink *s, const char *before, uint64_t n)
{
    sink_text(s, before);
    sink_text(s, n < 10 ? "0" : "");
    sink_u64(s, n);
}

/* After Howard Hinnant's days_from_civil, read backwards. */
void wall_clock_date(struct sink *s, uint64_t days)
{
    enum { ERA_DAYS = 146097, TO_MARCH_OF_0 = 719468, CENTURY_DAYS = 36524, DAYS_4 = 1460 };
    uint64_t shifted = days + TO_MARCH_OF_0;
    uint64_t era = shifted / ERA_DAYS;
    uint64_t day = shifted % ERA_DAYS;
    uint64_t year = (day - day / DAYS_4 + day / CENTURY_DAYS - day / (ERA_DAYS - 1)) / 365;

    day -= 365 * year + year / 4 - year / 100;
    uint64_t month = (5 * day + 2) / 153;
    day -= (153 * month + 2) / 5;
    month = month < 10 ? month + 3 : month - 9;
    sink_u64(s, era * 400 + year + (month <= 2));
    two_digits(s, "-", month);
    two_digits(s, "-", day + 1);
}

/* Three digits at a time, as far as needed. */
static void fraction(struct sink *s, uint64_t ns)
{
    const uint64_t group = NS_PER_S / 1000;

    if (ns)
        sink_byte(s, '.');
    for (uint64_t rest = ns; rest; rest = rest % group * 1000) {
        const uint64_t digits = rest / group;
        sink_byte(s, (char)('0' + digits / 100));
        sink_byte(s, (char)('0' + digits / 10 % 10));
        sink_byte(s, (char)('0' + digits % 10));
    }
}

void wall_clock_time(struct sink *s, uint64_t ns)
{
    const uint64_t seconds = ns % WALL_CLOCK_DAY_NS / NS_PER_S;

    two_digits(s, "", seconds / 3600);
    two_digits(s, ":", seconds / 60 % 60);
    two_digits(s, ":", seconds % 60);
    fraction(s, ns % NS_PER_S);
}

void wall_clock_write(struct sink *s, uint64_t ns, const char *between)
{
    wall_clock_date(s, ns / WALL_CLOCK_DAY_NS);
    sink_text(s, between);
    wall_clock_time(s, ns);
}

/* One or two digits below 60; hours are checked by the caller. */
static bool take_part(struct str *rest, uint64_t *n)
{
    struct str part;

    return take_field(rest, ':', &part) && part.n <= 2 && parse_u64(part, n) && *n < 60;
}

bool wall_clock_parse(struct str s, uint64_t *ns)
{
    enum { TWO_DIGITS = 2 };
    struct str rest = s;
    uint64_t hours, minutes;
    uint64_t seconds_ns = 0;

    if (!take_part(&rest, &hours) || !take_part(&rest, &minutes))
        return false;
    if (rest.p && (str_find(rest, 0, STR(".")) > TWO_DIGITS || !parse_seconds(rest, &seconds_ns) ||
                   seconds_ns >= 60 * NS_PER_S))
        return false;
    *ns = (hours * 3600 + minutes * 60) * NS_PER_S + seconds_ns;
    return *ns <= WALL_CLOCK_DAY_NS;
}
