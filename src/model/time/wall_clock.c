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

static bool is_leap(uint64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from 1970 to a date. False when there is no such date. */
static bool days_until(uint64_t year, uint64_t month, uint64_t day, uint64_t *days)
{
    enum { FIRST = 1970, LAST = 2400, FEBRUARY = 2, MARCH };
    static const unsigned before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

    if (year < FIRST || year >= LAST || month < 1 || month > 12 || day < 1)
        return false;
    if (day > before[month] - before[month - 1] + (month == FEBRUARY && is_leap(year)))
        return false;
    const uint64_t past = month < MARCH ? year - 1 : year; /* the last whose February is over */
    const uint64_t leaps =
        past / 4 - past / 100 + past / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    *days = (year - FIRST) * 365 + leaps + before[month - 1] + day - 1;
    return true;
}

/* 1 to 12; 0: it is no name of a month. */
static uint64_t month_of(struct str name)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const size_t at = name.n == 3 ? str_find(str_of(names), 0, name) : 1;

    return at < sizeof names - 1 && at % 3 == 0 ? at / 3 + 1 : 0;
}

/* Year, month and day, and the time behind them. */
struct date_parts {
    uint64_t year, month, day;
    struct str time;
};

static bool take_numbers(struct str s, struct date_parts *d)
{
    enum { DATE = 10 };
    struct str date = str_from_to(s, 0, DATE);
    struct str year, month;

    if (s.n <= DATE || (s.p[DATE] != ' ' && s.p[DATE] != 'T') || !take_field(&date, '-', &year) ||
        !take_field(&date, '-', &month) || !date.p)
        return false;
    d->time = str_from_to(s, DATE + 1, s.n);
    if (d->time.n && d->time.p[d->time.n - 1] == 'Z')
        d->time.n--;
    return parse_u64(year, &d->year) && parse_u64(month, &d->month) && parse_u64(date, &d->day);
}

static bool take_words(struct str s, struct date_parts *d)
{
    enum { WORDS = 5 };
    struct str words[WORDS];
    struct str rest = s;
    struct str more;

    for (size_t i = 0; i < WORDS; i++)
        if (!take_word(&rest, &words[i]))
            return false;
    d->month = month_of(words[1]);
    d->time = words[3];
    return !take_word(&rest, &more) && d->month && parse_u64(words[2], &d->day) &&
           parse_u64(words[4], &d->year);
}

bool wall_clock_parse_whole(struct str s, uint64_t *ns)
{
    struct date_parts d;
    uint64_t days, time_ns;

    if ((!take_numbers(s, &d) && !take_words(s, &d)) ||
        !days_until(d.year, d.month, d.day, &days) || !wall_clock_parse(d.time, &time_ns))
        return false;
    *ns = days * WALL_CLOCK_DAY_NS + time_ns;
    return true;
}
