/* Turns names of events into the numbers of perf_event_open. */
#include "record/event.h"

#include <linux/perf_event.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "record/pmu.h"

struct known_event {
    const char *name;
    uint32_t type;
    uint64_t config;
};

static const struct known_event KNOWN[] = {
    {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
    {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
    {"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
    {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
};

/* "L1-dcache-load-misses": a cache, what was done, and what came of it. */
static const struct known_event CACHES[] = {
    {"L1-dcache", 0, PERF_COUNT_HW_CACHE_L1D}, {"L1-icache", 0, PERF_COUNT_HW_CACHE_L1I},
    {"LLC", 0, PERF_COUNT_HW_CACHE_LL},        {"dTLB", 0, PERF_COUNT_HW_CACHE_DTLB},
    {"iTLB", 0, PERF_COUNT_HW_CACHE_ITLB},     {"branch", 0, PERF_COUNT_HW_CACHE_BPU},
    {"node", 0, PERF_COUNT_HW_CACHE_NODE},
};

static const struct known_event CACHE_USES[] = {
    {"-loads", 0, PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_ACCESS << 16},
    {"-load-misses", 0, PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
    {"-stores", 0, PERF_COUNT_HW_CACHE_OP_WRITE << 8 | PERF_COUNT_HW_CACHE_RESULT_ACCESS << 16},
    {"-store-misses", 0, PERF_COUNT_HW_CACHE_OP_WRITE << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
    {"-prefetches", 0,
     PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 | PERF_COUNT_HW_CACHE_RESULT_ACCESS << 16},
    {"-prefetch-misses", 0,
     PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
};

enum {
    N_KNOWN = sizeof KNOWN / sizeof KNOWN[0],
    N_CACHES = sizeof CACHES / sizeof CACHES[0],
    N_USES = sizeof CACHE_USES / sizeof CACHE_USES[0]
};

static void set(struct event_choice *e, uint32_t type, uint64_t config)
{
    e->type = type;
    e->config = config;
}

static bool find_cache(struct event_choice *e, struct str name)
{
    for (size_t i = 0; i < N_CACHES; i++) {
        struct str cache = str_of(CACHES[i].name);
        if (!str_starts(name, cache))
            continue;
        struct str use = str_from_to(name, cache.n, name.n);
        for (size_t k = 0; k < N_USES; k++)
            if (str_equal(use, str_of(CACHE_USES[k].name))) {
                set(e, PERF_TYPE_HW_CACHE, CACHES[i].config | CACHE_USES[k].config);
                return true;
            }
    }
    return false;
}

bool event_listed(size_t i, char name[EVENT_NAME_ROOM])
{
    const size_t n = i - N_KNOWN;

    if (i < N_KNOWN)
        snprintf(name, EVENT_NAME_ROOM, "%s", KNOWN[i].name);
    else if (n < (size_t)N_CACHES * N_USES)
        snprintf(name, EVENT_NAME_ROOM, "%s%s", CACHES[n / N_USES].name,
                 CACHE_USES[n % N_USES].name);
    return i < N_KNOWN || n < (size_t)N_CACHES * N_USES;
}

/* r01c2: a number of the processor's manual. */
static bool find_raw(struct event_choice *e, struct str name)
{
    uint64_t config;

    if (name.n < 2 || name.p[0] != 'r' || !parse_hex_u64(str_from_to(name, 1, name.n), &config))
        return false;
    set(e, PERF_TYPE_RAW, config);
    return true;
}

static bool find_known(struct event_choice *e, struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < N_KNOWN; i++)
        if (nearest_look(&nearest, name, KNOWN[i].name)) {
            set(e, KNOWN[i].type, KNOWN[i].config);
            return true;
        }
    if (find_cache(e, name) || find_raw(e, name))
        return true;
    return nearest_fault(&nearest, "no event", name,
                         "also dTLB-load-misses, r01c2, sched:sched_switch, cpu/event=0x3c/", f);
}

/* Takes ":ukpp" off the end of a name; what else follows a colon is part of a name. */
static void take_modifiers(struct event_choice *e, struct str *name)
{
    size_t colon = str_find_last(*name, STR(":"));
    struct str letters = str_from_to(*name, colon < name->n ? colon + 1 : name->n, name->n);
    bool user = false, kernel = false;
    unsigned precise = 0;

    for (size_t i = 0; i < letters.n; i++) {
        const char letter = letters.p[i];
        user = user || letter == 'u';
        kernel = kernel || letter == 'k';
        precise += letter == 'p';
        if (letter != 'u' && letter != 'k' && letter != 'p')
            return;
    }
    if (letters.n == 0 || precise > 3)
        return;
    e->precise = precise;
    e->no_user = kernel && !user;
    e->no_kernel = user && !kernel;
    name->n = colon;
}

static bool parse_event(struct event_choice *e, struct str text, struct fault *f)
{
    struct excerpt excerpt;
    struct str name = text;

    if (text.n == 0 || text.n >= EVENT_NAME_ROOM)
        return fault_set(f, FAULT_USAGE, "-e: \"%s\" found, wanted the name of an event",
                         excerpt_of(&excerpt, text));
    snprintf(e->name, sizeof e->name, "%.*s", (int)text.n, text.p);
    take_modifiers(e, &name);
    size_t slash = str_find(name, 0, STR("/"));
    size_t colon = str_find(name, 0, STR(":"));
    if (slash < name.n && name.p[name.n - 1] == '/' && slash + 1 < name.n)
        return pmu_terms(e, str_from_to(name, 0, slash), str_from_to(name, slash + 1, name.n - 1),
                         f);
    if (colon < name.n)
        return pmu_tracepoint(e, str_from_to(name, 0, colon), str_from_to(name, colon + 1, name.n),
                              f);
    return find_known(e, name, f);
}

/* Takes the text before the first comma that is not between slashes. */
static bool take_event(struct str *rest, struct str *event)
{
    bool within = false;
    size_t n = 0;

    if (!rest->p)
        return false;
    for (; n < rest->n && (within || rest->p[n] != ','); n++)
        within = within != (rest->p[n] == '/');
    *event = str_from_to(*rest, 0, n);
    *rest = n < rest->n ? str_from_to(*rest, n + 1, rest->n) : (struct str){NULL, 0};
    return true;
}

bool event_choices_add(struct event_choices *e, struct str list, struct fault *f)
{
    struct str text;

    while (take_event(&list, &text)) {
        struct event_choice choice = {0};
        if (!parse_event(&choice, text, f))
            return false;
        e->rows = mem_grow(e->rows, &e->room, e->n + 1, sizeof *e->rows);
        e->rows[e->n++] = choice;
    }
    return true;
}

bool event_is_tracepoint(const struct event_choice *e)
{
    return e->type == PERF_TYPE_TRACEPOINT;
}

void event_choices_free(struct event_choices *e)
{
    mem_free(e->rows, e->room, sizeof *e->rows);
    *e = (struct event_choices){0};
}
