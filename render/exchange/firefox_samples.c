/* "samples":{"length":2,"weightType":"tracing-ms","stack":[1,4],"time":[0,3.5],
 *  "threadCPUDelta":[0,3500000],"weight":[3.5,2]}
 * Writes the samples of a thread of a Firefox profile. */
#include "render/exchange/firefox_samples.h"

#include "render/exchange/period.h"

enum { MS_SCALE = 6, MS_NS = 1000000 };

/* By how many digits to shift a number of the unit to get milliseconds; false: it is no time. */
bool firefox_find_shift(const struct profile *p, int *digits)
{
    static const struct {
        const char *unit;
        int digits;
    } units[] = {{"ns", -6}, {"us", -3}, {"ms", 0}, {"s", 3}};
    struct str unit = names_get(&p->names, p->columns[0].unit);

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(unit, str_of(units[i].unit))) {
            *digits = units[i].digits;
            return true;
        }
    *digits = 0;
    return false;
}

static void write_weight(struct sink *s, const struct profile *p, uint64_t value, int digits)
{
    int scale = (int)p->columns[0].scale - digits;

    sink_decimal(s, value, scale > 0 ? (unsigned)scale : 0);
    for (; value && scale < 0; scale++)
        sink_byte(s, '0');
}

const char *firefox_weight_type(const struct profile *p, bool is_time)
{
    bool is_bytes = str_equal(names_get(&p->names, p->columns[0].unit), STR("bytes"));

    return is_time ? "tracing-ms" : is_bytes ? "bytes" : "samples";
}

/* The row of a sample's stack. */
static uint32_t stack_of(const struct firefox_lists *lists, const struct thread_sample *sample)
{
    if (sample->stack && firefox_is_wait(sample))
        return lists->stacks.n + lists->has_unknown + lists->waits.place[sample->stack];
    return sample->stack ? lists->stacks.place[sample->stack] : lists->stacks.n;
}

/* Samples without a time follow each other by a millisecond. */
static void write_times(struct sink *s, const struct thread_sample *samples, uint32_t n)
{
    uint64_t time_ns = 0;

    sink_text(s, "],\n\"time\":[");
    for (uint32_t i = 0; i < n; i++) {
        bool is_known = samples[i].time_ns != NO_TIME;
        time_ns = is_known ? samples[i].time_ns : i ? time_ns + MS_NS : 0;
        sink_text(s, i ? "," : "");
        sink_decimal(s, time_ns, MS_SCALE);
    }
}

/* Whether what samples of threads that ran weigh is time of processors: of a recording that tells
 * waits apart, or by a clock that stands still while the thread does not run, one sample a period.
 */
static bool tells_cpu_time(const struct profile *p)
{
    struct str name = names_get(&p->names, p->columns[0].name);
    int digits;

    if (!firefox_find_shift(p, &digits) || p->moments.kind != TIME_POINTS)
        return false;
    return moments_have_states(&p->moments) || str_equal(name, STR("cpu")) ||
           (str_equal(name, STR("period")) && exchange_has_period(p));
}

/* What passed since the sample before: what a sample of a clock weighs; where states are told, one
 * lasts from its time on. */
static uint64_t cpu_time(const struct profile *p, const struct thread_sample *samples, uint32_t i)
{
    const struct thread_sample *sample = &samples[i];

    if (moments_have_states(&p->moments)) {
        if (i == 0)
            return 0;
        sample--;
    }
    return state_without_guess(sample->state) == STATE_RUNNING ? sample->value : 0;
}

static void write_cpu_times(struct sink *s, const struct profile *p,
                            const struct thread_sample *samples, uint32_t n)
{
    int digits;

    if (!tells_cpu_time(p) || !firefox_find_shift(p, &digits))
        return;
    sink_text(s, "],\n\"threadCPUDelta\":[");
    for (uint32_t i = 0; i < n; i++) {
        sink_text(s, i ? "," : "");
        write_weight(s, p, cpu_time(p, samples, i), digits + MS_SCALE);
    }
}

void firefox_samples_write(struct sink *s, const struct firefox_lists *lists,
                           const struct thread_sample *samples, uint32_t n)
{
    const struct profile *p = lists->p;
    int digits;
    bool is_time = firefox_find_shift(p, &digits);

    sink_text(s, ",\"weightType\":\"");
    sink_text(s, firefox_weight_type(p, is_time));
    sink_text(s, "\",\n\"stack\":[");
    for (uint32_t i = 0; i < n; i++) {
        sink_text(s, i ? "," : "");
        sink_u64(s, stack_of(lists, &samples[i]));
    }
    write_times(s, samples, n);
    write_cpu_times(s, p, samples, n);
    sink_text(s, "],\n\"weight\":[");
    for (uint32_t i = 0; i < n; i++) {
        sink_text(s, i ? "," : "");
        write_weight(s, p, samples[i].value, digits);
    }
    sink_text(s, "]}");
}
