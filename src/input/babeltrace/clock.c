/* 2026-11-28 04:02:08.951714483 */
#include "input/babeltrace/clock.h"

#include "base/parse.h"

/* Of a time without a date. */
static const int64_t NS_MOST = INT64_MAX / 4;

/* Days from the first day of the year 0 to that of a year, in the calendar of today: each fourth
 * year has one more, but not each hundredth, and yet each four hundredth. */
static uint64_t days_before(uint64_t year)
{
    const uint64_t whole = year - 1; /* and the year 0 itself, which has 366 */

    return 366 + whole * 365 + whole / 4 - whole / 100 + whole / 400;
}

/* Days since 1970 of a date. */
static int64_t days_of(uint64_t year, uint64_t month, uint64_t day)
{
    static const unsigned before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    const bool is_longer = days_before(year + 1) - days_before(year) == 366;
    const uint64_t days =
        days_before(year) + before[month - 1] + (is_longer && month > 2) + day - 1;

    return (int64_t)days - (int64_t)days_before(1970);
}

/* Takes the number before a mark, and the mark, off the start of s. */
static bool take_number(struct str *s, char mark, uint64_t most, uint64_t *n)
{
    struct str word;

    return take_field(s, mark, &word) && parse_u64(word, n) && *n <= most;
}

static bool take_date(struct str *s, int64_t *days)
{
    uint64_t year, month, day;

    if (!take_number(s, '-', 2200, &year) || !take_number(s, '-', 12, &month) ||
        !take_number(s, ' ', 31, &day) || year < 1700 || month == 0 || day == 0)
        return false;
    *days = days_of(year, month, day);
    return true;
}

bool trace_clock_holds(int64_t ns)
{
    return ns >= 0 && ns <= NS_MOST;
}

bool trace_clock(struct str s, int64_t *ns)
{
    enum { MINUTE = 61 }; /* seconds, where one is inserted */
    const uint64_t second = 1000000000;
    uint64_t most = NS_MOST;
    int64_t days = 0;
    uint64_t hours = 0;
    uint64_t minutes = 0;
    uint64_t n;

    const bool dated = str_find(s, 0, STR(" ")) < s.n;
    if (dated && !take_date(&s, &days))
        return false;
    if (dated || str_find(s, 0, STR(":")) < s.n) {
        if (!take_number(&s, ':', 23, &hours) || !take_number(&s, ':', 59, &minutes))
            return false;
        most = MINUTE * second;
    }
    if (!s.p || str_find(s, 0, STR(".")) >= s.n || !parse_seconds(s, &n) || n > most)
        return false;
    *ns = ((days * 24 * 60 + (int64_t)(hours * 60 + minutes)) * 60) * (int64_t)second + (int64_t)n;
    return true;
}
