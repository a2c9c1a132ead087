/* cpu(4711) < 20%   memory > 2G   pressure(io, web.slice) >= 10%   stall > 150ms */
#include "record/trap/condition.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/nearest.h"

enum { PERCENT = 1000 /* as thousandths of one */, DIGITS = 3 };

/* What stalls are looked for: in a shorter time threads change places many times. */
static const uint64_t STALL_LEAST_NS = 10000000;
static const uint64_t STALL_MOST_NS = UINT64_C(600000000000);
static const uint64_t MS = 1000000;

#define WANTED "wanted METRIC < VALUE or METRIC > VALUE, as 'cpu(4711) < 20%%' or 'memory > 2G'"

struct metric_name {
    const char *name;
    enum metric metric;
};

/* The first name of a metric is the one that is shown. */
static const struct metric_name metrics[] = {
    {"cpu", METRIC_CPU},         {"memory", METRIC_MEMORY},
    {"threads", METRIC_THREADS}, {"runqueue", METRIC_RUN_QUEUE},
    {"iowait", METRIC_IO_WAIT},  {"pressure", METRIC_PRESSURE},
    {"stall", METRIC_STALL},     {"psi", METRIC_PRESSURE},
    {"mem", METRIC_MEMORY},
};

static const char *const resources[] = {
    [RESOURCE_CPU] = "cpu", [RESOURCE_MEMORY] = "memory", [RESOURCE_IO] = "io"};

enum {
    METRICS = sizeof metrics / sizeof *metrics,
    RESOURCES = sizeof resources / sizeof *resources
};

const char *resource_name(enum resource resource)
{
    return resources[resource];
}

static bool is_percent(enum metric metric)
{
    return metric == METRIC_CPU || metric == METRIC_IO_WAIT || metric == METRIC_PRESSURE;
}

static const char *name_of(enum metric metric)
{
    size_t i = 0;

    while (metrics[i].metric != metric)
        i++;
    return metrics[i].name;
}

static bool find_metric(struct condition *c, struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < METRICS; i++)
        if (nearest_look(&nearest, name, metrics[i].name)) {
            c->metric = metrics[i].metric;
            return true;
        }
    return nearest_fault(&nearest, "--when: no metric", name,
                         "there are cpu, memory, threads, runqueue, iowait, pressure, stall", f);
}

static bool find_resource(struct condition *c, struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < RESOURCES; i++)
        if (nearest_look(&nearest, name, resources[i])) {
            c->resource = (enum resource)i;
            return true;
        }
    return nearest_fault(&nearest, "--when pressure: no resource", name,
                         "pressure(cpu), pressure(memory), pressure(io)", f);
}

/* A process, a group or the machine. */
static bool parse_of(struct condition *c, struct str word, struct fault *f)
{
    struct excerpt e;
    uint64_t pid;

    if (word.n == 0)
        return fault_set(f, FAULT_USAGE,
                         "--when: nothing in (), wanted a process, a control group or machine");
    if (str_equal(word, STR("machine"))) {
        c->of = OF_MACHINE;
    } else if (is_whole_number(word)) {
        if (!parse_u64(word, &pid) || pid == 0 || pid > INT32_MAX)
            return fault_set(f, FAULT_USAGE, "--when: %s is no number of a process",
                             excerpt_of(&e, word));
        c->of = OF_PROCESS;
        c->pid = (uint32_t)pid;
    } else {
        c->of = OF_GROUP;
        c->group = word;
    }
    return true;
}

/* Run queue and iowait are known of the machine, pressure of it and of groups. */
static bool check_of(const struct condition *c, struct fault *f)
{
    const bool wide = c->metric == METRIC_RUN_QUEUE || c->metric == METRIC_IO_WAIT;

    if (wide && (c->of == OF_PROCESS || c->of == OF_GROUP))
        return fault_set(f, FAULT_USAGE,
                         "--when %s: is known of the machine alone, wanted %s without (...)",
                         name_of(c->metric), name_of(c->metric));
    if (c->metric == METRIC_PRESSURE && c->of == OF_PROCESS)
        return fault_set(f, FAULT_USAGE,
                         "--when pressure: is not known of a process, wanted a control group, as "
                         "pressure(%s, web.slice), or the machine, pressure(%s)",
                         resource_name(c->resource), resource_name(c->resource));
    if (c->metric == METRIC_STALL && !c->above)
        return fault_set(f, FAULT_USAGE,
                         "--when stall: shorter waits are always there, wanted stall > VALUE");
    return true;
}

/* What stands in brackets behind the name. */
static bool parse_brackets(struct condition *c, struct str inside, struct fault *f)
{
    struct str word;

    if (c->metric == METRIC_PRESSURE) {
        (void)take_field(&inside, ',', &word);
        if (!find_resource(c, str_trim(word), f))
            return false;
        if (!inside.p)
            return true;
    }
    return parse_of(c, str_trim(inside), f);
}

/* Bytes: digits, with a point as well, and k, M, G or T, behind which "B" or "iB" may stand. */
static bool parse_bytes(struct str s, uint64_t *value)
{
    static const char letters[] = "KMGT";
    uint64_t unit = 1;
    uint64_t parts = 1;
    struct decimal n;

    if (str_ends(s, STR("iB")))
        s.n -= 2;
    else if (str_ends(s, STR("B")))
        s.n--;
    for (size_t i = 0; s.n && i < sizeof letters - 1; i++)
        if (s.p[s.n - 1] == letters[i] || (i == 0 && s.p[s.n - 1] == 'k')) {
            unit = UINT64_C(1024) << 10 * i;
            s.n--;
            break;
        }
    if (!parse_decimal(str_trim(s), DIGITS, &n))
        return false;
    for (unsigned i = 0; i < n.scale; i++)
        parts *= 10;
    if (n.value / parts > UINT64_MAX / unit) /* a power of two, so that a part of it fits as well */
        return false;
    *value = n.value / parts * unit + n.value % parts * unit / parts;
    return true;
}

/* 150ms, 0.5s. */
static bool parse_time(struct str s, uint64_t *ns)
{
    const bool ms = str_ends(s, STR("ms"));
    const uint64_t unit = ms ? MS / 1000 : MS;
    uint64_t thousandths;

    if (!str_ends(s, STR("s")) ||
        !parse_scaled(str_trim(str_from_to(s, 0, s.n - (ms ? 2 : 1))), DIGITS, &thousandths) ||
        thousandths > STALL_MOST_NS / unit)
        return false;
    *ns = thousandths * unit;
    return *ns >= STALL_LEAST_NS;
}

static bool parse_value(struct condition *c, struct str s, struct fault *f)
{
    struct excerpt e;
    const char *wanted = "a number, as 200";
    bool ok;

    if (is_percent(c->metric)) {
        wanted = "a percentage, as 20%";
        ok = str_ends(s, STR("%")) &&
             parse_scaled(str_trim(str_from_to(s, 0, s.n - 1)), DIGITS, &c->value);
    } else if (c->metric == METRIC_MEMORY) {
        wanted = "a size, as 512M or 2G";
        ok = parse_bytes(s, &c->value);
    } else if (c->metric == METRIC_STALL) {
        wanted = "a time from 10ms to 600s, as 150ms";
        ok = parse_time(s, &c->value);
    } else {
        ok = parse_u64(s, &c->value);
    }
    return ok || fault_set(f, FAULT_USAGE, "--when %s: \"%s\", wanted %s", name_of(c->metric),
                           excerpt_of(&e, s), wanted);
}

/* Where the name ends, at a blank, a bracket, an operator or the end. */
static size_t name_end(struct str s)
{
    size_t at = 0;

    while (at < s.n && !strchr(" \t(<>=", s.p[at]))
        at++;
    return at;
}

/* Takes < > <= or >= from the front. */
static bool take_operator(struct condition *c, struct str *rest)
{
    if (rest->n == 0 || (rest->p[0] != '<' && rest->p[0] != '>'))
        return false;
    c->above = rest->p[0] == '>';
    c->or_equal = rest->n > 1 && rest->p[1] == '=';
    *rest = str_trim(str_from_to(*rest, c->or_equal ? 2 : 1, rest->n));
    return true;
}

bool condition_parse(struct condition *c, struct str text, struct fault *f)
{
    struct str rest = str_trim(text);
    struct excerpt e;
    const size_t end = name_end(rest);

    *c = (struct condition){.group = STR("")};
    if (end == 0)
        return fault_set(f, FAULT_USAGE, "--when \"%s\": " WANTED, excerpt_of(&e, text));
    if (!find_metric(c, str_from_to(rest, 0, end), f))
        return false;
    rest = str_trim(str_from_to(rest, end, rest.n));
    if (str_starts(rest, STR("("))) {
        const size_t close = str_find(rest, 0, STR(")"));
        if (close == rest.n)
            return fault_set(f, FAULT_USAGE, "--when \"%s\": no ) behind the (, " WANTED,
                             excerpt_of(&e, text));
        if (!parse_brackets(c, str_from_to(rest, 1, close), f))
            return false;
        rest = str_trim(str_from_to(rest, close + 1, rest.n));
    } else if (c->metric == METRIC_PRESSURE) {
        return fault_set(f, FAULT_USAGE,
                         "--when pressure: of what is not said, wanted "
                         "pressure(cpu), pressure(memory) or pressure(io)");
    }
    if (!take_operator(c, &rest))
        return fault_set(f, FAULT_USAGE, "--when \"%s\": no < or > behind the metric, " WANTED,
                         excerpt_of(&e, text));
    return parse_value(c, rest, f) && check_of(c, f);
}

bool condition_holds(const struct condition *c, uint64_t value)
{
    if (value == c->value)
        return c->or_equal;
    return c->above ? value > c->value : value < c->value;
}

static void add_text(struct buf *to, const char *text)
{
    buf_add(to, str_of(text));
}

void condition_add_subject(struct buf *to, const struct condition *c)
{
    char pid[16];
    bool open = c->metric == METRIC_PRESSURE;

    add_text(to, name_of(c->metric));
    if (open) {
        add_text(to, "(");
        add_text(to, resource_name(c->resource));
    }
    if (c->of != OF_RECORDED)
        add_text(to, open ? ", " : "(");
    open = open || c->of != OF_RECORDED;
    switch (c->of) {
    case OF_PROCESS:
        snprintf(pid, sizeof pid, "%" PRIu32, c->pid);
        add_text(to, pid);
        break;
    case OF_GROUP:
        buf_add(to, c->group);
        break;
    case OF_MACHINE:
        add_text(to, "machine");
        break;
    case OF_RECORDED:
        break;
    }
    if (open)
        add_text(to, ")");
}

void condition_add_wanted(struct buf *to, const struct condition *c)
{
    add_text(to, c->above ? ">" : "<");
    add_text(to, c->or_equal ? "= " : " ");
    condition_add_value(to, c->metric, c->value);
}

/* Tenths are shown where there are some: whole + tenths / 10. */
static void add_tenths(struct buf *to, uint64_t whole, uint64_t tenths, const char *unit)
{
    char text[64];

    if (tenths)
        snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 "%s", whole, tenths, unit);
    else
        snprintf(text, sizeof text, "%" PRIu64 "%s", whole, unit);
    add_text(to, text);
}

void condition_add_value(struct buf *to, enum metric metric, uint64_t value)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;

    if (is_percent(metric)) {
        add_tenths(to, value / PERCENT, value % PERCENT / 100, " %");
        return;
    }
    if (metric == METRIC_STALL) {
        const uint64_t one = value < 1000 * MS ? MS : 1000 * MS;
        add_tenths(to, value / one, value % one * 10 / one, one == MS ? " ms" : " s");
        return;
    }
    if (metric == METRIC_MEMORY)
        while (unit + 1 < sizeof units / sizeof *units && value >> 10 * (unit + 1))
            unit++;
    const uint64_t one = UINT64_C(1) << 10 * unit;
    add_tenths(to, value / one, value % one * 10 / one, units[unit]);
}
