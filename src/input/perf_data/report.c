/* 345 samples of cycles:u; 300 of them reach the start of their thread
 * Puts the findings about a recording into words. */
#include "input/perf_data/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/beside.h"
#include "input/common/names/explained.h"

/* How callers were recorded. */
enum callers_by { BY_NOTHING, BY_FRAME_POINTERS, BY_BRANCHES, BY_STACKS };

/* Unnamed code in one place. */
struct place_of_code {
    struct code first;
    struct str name;
    size_t n; /* addresses */
};

static enum callers_by callers_by(const struct recording *rec)
{
    enum callers_by by = BY_NOTHING;

    for (uint32_t i = 0; i < rec->events.n; i++) {
        const struct event *event = &rec->events.rows[i];
        enum callers_by own = BY_NOTHING;
        if (event->sample_type & SAMPLE_STACK_USER)
            own = BY_STACKS;
        else if (event->branch_type & BRANCH_CALL_STACK)
            own = BY_BRANCHES;
        else if (event->sample_type & SAMPLE_CALLCHAIN)
            own = BY_FRAME_POINTERS;
        by = own > by ? own : by;
    }
    return by;
}

/* How the callers were recorded, and by which program: its options are what mends the rest. */
struct recorder {
    enum callers_by by;
    bool is_flame;
};

static struct recorder recorder_of(const struct recording *rec)
{
    return (struct recorder){callers_by(rec), recording_is_ours(rec)};
}

static const char *mend_of_lost(struct recorder r)
{
    static const char *const mends[] = {
        [BY_NOTHING] = "perf record -g records callers",
        [BY_FRAME_POINTERS] = "perf record --call-graph dwarf,65528, or a build with "
                              "-fno-omit-frame-pointer, records callers",
        [BY_BRANCHES] = "the processor keeps only the last few calls; perf record --call-graph "
                        "dwarf,65528 records all",
        [BY_STACKS] =
            "call frame information was not found; --symfs names a folder that has the files",
    };

    if (r.is_flame && r.by == BY_FRAME_POINTERS)
        return "flame record -g dwarf,65528, or a build with -fno-omit-frame-pointer, records "
               "callers";
    if (r.is_flame && r.by == BY_BRANCHES)
        return "the processor keeps only the last few calls; flame record -g dwarf,65528 records "
               "all";
    return mends[r.by];
}

static const char *mend_of_cut(struct recorder r)
{
    if (r.by == BY_BRANCHES)
        return mend_of_lost(r);
    if (r.by == BY_STACKS)
        return r.is_flame ? "flame record -g dwarf,65528 copies more of the stack"
                          : "perf record --call-graph dwarf,65528 copies more of the stack";
    return r.is_flame ? "a higher kernel.perf_event_max_stack keeps more"
                      : "a higher kernel.perf_event_max_stack and perf record --max-stack keep "
                        "more";
}

/* The runtimes that can be told to keep frame pointers, or to describe frames. */
static const char mend_of_made[] = "java -XX:+PreserveFramePointer keeps them there, and so does "
                                   "python -X perf_jit from 3.13 on";

static void remark_lacking(const struct reading *r, const struct stack_counts *c,
                           struct recorder by)
{
    uint64_t lacking = c->cut + c->lost + c->made;
    bool is_made = c->made > c->lost && c->made > c->cut;
    const char *mend = c->cut > c->lost ? mend_of_cut(by) : mend_of_lost(by);

    if (lacking > c->all / 10)
        reading_remark(&r->info->remarks, "%" PRIu64 " of %" PRIu64 " samples lack callers%s: %s",
                       lacking, c->all,
                       is_made ? ", most of them in code generated at run time" : "",
                       is_made ? mend_of_made : mend);
}

/* Of waits that were looked at from outside it is said for how much time callers are missing, and
 * what mends that. */
static bool is_looked(const struct recording *rec, const struct reading *r)
{
    for (uint32_t i = 0; r->ask->read == READ_OFF_CPU && i < rec->events.n; i++)
        if (event_is_looked(&rec->events.rows[i], &rec->names))
            return true;
    return false;
}

static void report_stacks(const struct recording *rec, const struct reading *r,
                          const struct stack_counts *c)
{
    const struct recorder by = recorder_of(rec);
    uint64_t ended = c->rooted + c->cut + c->lost + c->made;

    if (by.by == BY_NOTHING) {
        if (c->all)
            reading_remark(&r->info->remarks, "callers were not recorded: %s, records them",
                           by.is_flame ? "flame record -g fp, or dwarf"
                                       : "perf record -g, or --call-graph dwarf");
        return;
    }
    if (ended)
        reading_remark(&r->info->details,
                       "%" PRIu64 " of %" PRIu64 " samples in programs reach the start of their "
                       "thread",
                       c->rooted, ended);
    if (c->cut)
        reading_remark(&r->info->details, "%" PRIu64 " end in [truncated], as they were cut: %s",
                       c->cut, mend_of_cut(by));
    if (c->lost)
        reading_remark(&r->info->details, "%" PRIu64 " begin in the middle of their program: %s",
                       c->lost, mend_of_lost(by));
    if (c->made)
        reading_remark(&r->info->details,
                       "%" PRIu64 " lack their callers in code generated at run time: %s", c->made,
                       mend_of_made);
    if (!is_looked(rec, r))
        remark_lacking(r, c, by);
}

static bool is_same_place(const struct code *a, const struct code *b)
{
    return a->home == b->home && a->number == b->number;
}

static int by_size(const void *a, const void *b)
{
    const struct place_of_code *x = a;
    const struct place_of_code *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    const int order = str_compare(x->name, y->name);
    return order ? order
                 : (x->first.number > y->first.number) - (x->first.number < y->first.number);
}

/* Lists the places with unnamed code, by the number of addresses, most first, then by name. */
static struct place_of_code *find_places(const struct sources *sources, struct diagnostics *found,
                                         size_t *room, size_t *n)
{
    struct place_of_code *places = NULL;

    diagnostics_sort(found);
    *room = *n = 0;
    for (size_t i = 0; i < found->n_unnamed; i++) {
        const struct code *code = &found->unnamed[i];
        if (*n == 0 || !is_same_place(&places[*n - 1].first, code)) {
            places = mem_grow(places, room, *n + 1, sizeof *places);
            places[(*n)++] = (struct place_of_code){*code, sources_place(sources, code), 0};
        }
        places[*n - 1].n++;
    }
    if (*n)
        qsort(places, *n, sizeof *places, by_size);
    return places;
}

/* What has no name there, why, and how to fix it. */
static struct str why_unnamed(const struct sources *sources, const struct code *code)
{
    static const char silent[] = "its list of symbols has no name there";
    const struct buf *why = &sources->rec->kernel.names.why;

    switch (code->home) {
    case HOME_KERNEL:
        return why->n ? buf_str(why) : str_of(silent);
    case HOME_MADE:
        return STR("its runtime writes a map of it when asked to");
    case HOME_FILE:
        break;
    }
    return modules_mend(sources->modules, code->number);
}

static void report_places(const struct reading *r, const struct sources *sources,
                          const struct place_of_code *places, size_t n)
{
    enum { PLACES_MOST = 10 };
    size_t said = 0;
    size_t more = 0;

    for (size_t i = 0; i < n; i++) {
        const struct code *code = &places[i].first;
        if (code->home == HOME_MADE) /* jit_remark */
            continue;
        if (said == PLACES_MOST) {
            more++;
            continue;
        }
        struct str name = places[i].name;
        struct str why = why_unnamed(sources, code);
        reading_remark(&r->info->details, "%lu address%s in %.*s %s no name: %.*s",
                       (unsigned long)places[i].n, places[i].n == 1 ? "" : "es", (int)name.n,
                       name.p, places[i].n == 1 ? "has" : "have", (int)why.n, why.p);
        said++;
    }
    if (more)
        reading_remark(&r->info->details, "addresses in %lu more files have no name",
                       (unsigned long)more);
}

static void report_unnamed(const struct reading *r, const struct sources *sources,
                           struct diagnostics *found)
{
    const struct stack_counts *c = &found->counts;
    size_t room, n;
    struct place_of_code *places = find_places(sources, found, &room, &n);

    if (r->ask->symbols.files) {
        report_places(r, sources, places, n);
        if (n && c->unnamed > c->all / 10) {
            struct str name = places[0].name;
            struct str why = why_unnamed(sources, &places[0].first);
            reading_remark(&r->info->remarks,
                           "%" PRIu64 " of %" PRIu64 " samples have functions without a name, most "
                           "of them in %.*s: %.*s",
                           c->unnamed, c->all, (int)name.n, name.p, (int)why.n, why.p);
        }
    }
    mem_free(places, room, sizeof *places);
}

/* A recording brings no inlined functions and lines along. */
static void report_taken(const struct reading *r, const struct sources *sources)
{
    size_t n;
    const struct str first = modules_taken(sources->modules, &n);

    if (sources->taken.bad_lines)
        reading_remark(&r->info->remarks,
                       "symbols in the recording: %" PRIu64
                       " line%s not \"file BUILD-ID PATH\", skipped",
                       sources->taken.bad_lines, sources->taken.bad_lines == 1 ? " is" : "s are");
    if (n == 1)
        reading_remark(&r->info->details,
                       "functions of %.*s are named by the recording, without those "
                       "inlined in them, as the file was not found",
                       (int)first.n, first.p);
    else if (n)
        reading_remark(&r->info->details,
                       "functions of %zu files, such as %.*s, are named by the "
                       "recording, without those inlined in them, as the files were not found",
                       n, (int)first.n, first.p);
}

static void report_events(const struct recording *rec, const struct reading *r,
                          const struct diagnostics *found)
{
    for (size_t id = 0; id < found->of_event_room; id++) {
        uint64_t n = found->of_event[id];
        struct str name = names_get(&rec->names, (name_id)id);
        if (n)
            reading_remark(&r->info->details, "%" PRIu64 " sample%s of %.*s", n, n == 1 ? "" : "s",
                           (int)name.n, name.n ? name.p : "");
    }
}

void report_findings(const struct reading *r, struct sources *sources, struct diagnostics *found)
{
    const struct recording *rec = sources->rec;

    report_events(rec, r, found);
    report_stacks(rec, r, &found->counts);
    explained_unread(sources->modules, &r->info->remarks);
    if (rec->kernel.names.refused.n)
        reading_remark(&r->info->remarks, "%s%s", rec->kernel.names.refused.p, beside_refusal());
    report_taken(r, sources);
    report_unnamed(r, sources, found);
}
