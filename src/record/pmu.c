/* Reads /sys/bus/event_source/devices/PMU/{type,format/TERM,events/NAME} and the tracepoints of
 * tracefs. */
#include "record/pmu.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <unistd.h>

#include "base/nearest.h"
#include "record/small_file.h"

static const char DEVICES[] = "/sys/bus/event_source/devices";

enum { FOLDER = 512, NAME = 256 };

/* The name in a folder that is nearest to a word; "" when none is near. */
static void nearest_in(const char *folder, struct str word, char best[NAME])
{
    struct nearest nearest = {0};
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    best[0] = '\0';
    while (dir && (entry = readdir(dir)) != NULL) {
        nearest_look(&nearest, word, entry->d_name);
        if (nearest.word == entry->d_name) {
            snprintf(best, NAME, "%s", entry->d_name);
            nearest.word = best;
        }
    }
    if (dir)
        closedir(dir);
    if (!nearest_word(&nearest))
        best[0] = '\0';
}

/* A name is one part of a path. */
static bool is_name(struct str s)
{
    return s.n && s.n < NAME && s.p[0] != '.' && !memchr(s.p, '/', s.n) && !memchr(s.p, '\0', s.n);
}

static bool no_tracepoint(const char *events, struct str subsystem, struct str name,
                          struct fault *f)
{
    char folder[FOLDER];
    char best[NAME];
    struct excerpt a, b;
    DIR *dir = opendir(events);

    if (!dir)
        return fault_set(f, FAULT_SYSTEM,
                         "%s:%s: tracepoints cannot be read (%s), wanted %s: run as root, or mount "
                         "tracefs there",
                         excerpt_of(&a, subsystem), excerpt_of(&b, name), strerror(errno), events);
    closedir(dir);
    nearest_in(events, subsystem, best);
    if (str_equal(str_of(best), subsystem)) {
        snprintf(folder, sizeof folder, "%s/%s", events, best);
        nearest_in(folder, name, best);
        if (best[0])
            return fault_set(f, FAULT_USAGE, "%s:%s: no such tracepoint; did you mean %s:%s?",
                             excerpt_of(&a, subsystem), excerpt_of(&b, name), a.text, best);
    } else if (best[0]) {
        return fault_set(f, FAULT_USAGE, "%s:%s: no such tracepoint; did you mean %s:...?",
                         excerpt_of(&a, subsystem), excerpt_of(&b, name), best);
    }
    return fault_set(f, FAULT_USAGE, "%s:%s: no such tracepoint (ls %s lists them)",
                     excerpt_of(&a, subsystem), excerpt_of(&b, name), events);
}

static const char *const TRACEPOINTS[] = {"/sys/kernel/tracing/events",
                                          "/sys/kernel/debug/tracing/events"};

const char *pmu_tracepoints(void)
{
    for (size_t i = 0; i < sizeof TRACEPOINTS / sizeof TRACEPOINTS[0]; i++)
        if (access(TRACEPOINTS[i], R_OK | X_OK) == 0)
            return TRACEPOINTS[i];
    return NULL;
}

bool pmu_tracepoint(struct event_choice *e, struct str subsystem, struct str name, struct fault *f)
{
    const char *root = pmu_tracepoints();

    e->type = PERF_TYPE_TRACEPOINT;
    if (root && is_name(subsystem) && is_name(name) &&
        small_file_number(&e->config, "%s/%.*s/%.*s/id", root, (int)subsystem.n, subsystem.p,
                          (int)name.n, name.p))
        return true;
    return no_tracepoint(root ? root : TRACEPOINTS[0], subsystem, name, f);
}

/* Puts the bits of a value where a format says, as in "config:0-7,32-35". */
static bool put_bits(struct event_choice *e, struct str format, uint64_t value)
{
    struct str field, range, from;
    unsigned at = 0;

    if (!take_field(&format, ':', &field))
        return false;
    uint64_t *to = str_equal(field, STR("config"))    ? &e->config
                   : str_equal(field, STR("config1")) ? &e->config1
                   : str_equal(field, STR("config2")) ? &e->config2
                                                      : NULL;
    while (to && take_field(&format, ',', &range)) {
        uint64_t first, last;
        if (!take_field(&range, '-', &from) || !parse_u64(from, &first))
            return false;
        last = first;
        if (range.p && !parse_u64(range, &last))
            return false;
        for (; first <= last && first < 64 && at < 64; first++, at++)
            *to |= (value >> at & 1) << first;
    }
    return to && (at >= 64 || value >> at == 0);
}

/* name=number, or a name alone, which is 1. */
static bool parse_term(struct str term, struct str *name, uint64_t *value)
{
    if (!take_field(&term, '=', name) || !is_name(*name))
        return false;
    *value = 1;
    if (!term.p)
        return true;
    if (str_starts(term, STR("0x")))
        return parse_hex_u64(str_from_to(term, 2, term.n), value);
    return parse_u64(term, value);
}

static bool put_terms(struct event_choice *e, struct str pmu, struct str terms, struct fault *f)
{
    struct buf format = {0};
    struct str term, name;
    struct excerpt a, b;
    uint64_t value;
    bool ok = true;

    while (ok && take_field(&terms, ',', &term)) {
        ok = parse_term(term, &name, &value);
        if (ok && str_equal(name, STR("config"))) {
            e->config |= value;
            continue;
        }
        ok = ok && small_file_read(&format, "%s/%.*s/format/%.*s", DEVICES, (int)pmu.n, pmu.p,
                                   (int)name.n, name.p);
        ok = ok && put_bits(e,
                            str_trim(str_from_to(buf_str(&format), 0,
                                                 str_find(buf_str(&format), 0, STR("\n")))),
                            value);
    }
    buf_free(&format);
    return ok || fault_set(f, FAULT_USAGE,
                           "%s/%s/: no such event or term, wanted names in %s/%s/events or "
                           "NAME=NUMBER with names in .../format",
                           excerpt_of(&a, pmu), excerpt_of(&b, term), DEVICES, a.text);
}

bool pmu_terms(struct event_choice *e, struct str pmu, struct str terms, struct fault *f)
{
    struct buf named = {0};
    struct excerpt excerpt;
    char best[NAME];
    uint64_t type;

    if (!is_name(pmu) || !small_file_number(&type, "%s/%.*s/type", DEVICES, (int)pmu.n, pmu.p)) {
        nearest_in(DEVICES, pmu, best);
        return fault_set(f, FAULT_USAGE, "%s: this machine has no such counters%s%s%s (ls %s)",
                         excerpt_of(&excerpt, pmu), best[0] ? "; did you mean " : "", best,
                         best[0] ? "?" : "", DEVICES);
    }
    e->type = (uint32_t)type;
    if (is_name(terms) && small_file_read(&named, "%s/%.*s/events/%.*s", DEVICES, (int)pmu.n, pmu.p,
                                          (int)terms.n, terms.p))
        terms = str_trim(str_from_to(buf_str(&named), 0, str_find(buf_str(&named), 0, STR("\n"))));
    bool ok = put_terms(e, pmu, terms, f);
    buf_free(&named);
    return ok;
}
