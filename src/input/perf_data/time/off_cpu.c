/* demo 824 sched:sched_switch {..., prev_state 1, next_pid 826, ...}, or demo 824 SWITCH OUT
 * Finds when threads leave processors and return. */
#include "input/perf_data/time/off_cpu.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"

/* Bits of prev_state that are the same in all kernels. */
enum { STATE_KNOWN = 0xff, STATE_DEAD = 0x10, STATE_ZOMBIE = 0x20 };

/* A bit of misc, in addition to MISC_OUT. */
enum { MISC_PREEMPTED = 1 << 14 };

static bool number_behind(struct str text, struct str mark, uint64_t *value)
{
    size_t at = str_find(text, 0, mark);
    size_t end;

    if (at == text.n)
        return false;
    at += mark.n;
    for (end = at; end < text.n && is_digit(text.p[end]);)
        end++;
    return parse_u64(str_from_to(text, at, end), value);
}

/* "field:long prev_state;\toffset:32;\tsize:8;" */
static bool find_field(struct str format, struct str mark, size_t *at, size_t *size)
{
    enum { FAR = 1 << 16 };
    size_t found = str_find(format, 0, mark);
    uint64_t offset, n;

    if (found == format.n)
        return false;
    struct str line = str_from_to(format, found, format.n);
    line.n = str_find(line, 0, STR("\n"));
    if (!number_behind(line, STR("\toffset:"), &offset) ||
        !number_behind(line, STR("\tsize:"), &n) || offset > FAR || (n != 4 && n != 8))
        return false;
    *at = (size_t)offset;
    *size = (size_t)n;
    return true;
}

/* Finds a tracepoint by its number in the formats of all, and its own format. */
static const struct event *find_tracepoint(const struct recording *rec, struct str head,
                                           struct str *format)
{
    enum { TYPE_TRACEPOINT = 2 };
    const struct events *events = &rec->events;
    const struct str text = buf_str(&rec->tracing);
    uint64_t id;

    *format = str_from_to(text, str_find(text, 0, head), text.n);
    format->n = str_find(*format, 0, STR("\nprint fmt:"));
    if (!number_behind(*format, STR("\nID: "), &id))
        return NULL;
    for (uint32_t i = 0; i < events->n; i++)
        if (events->rows[i].type == TYPE_TRACEPOINT && events->rows[i].config == id &&
            events->rows[i].sample_type & SAMPLE_RAW)
            return &events->rows[i];
    return NULL;
}

static const struct event *find_switch(struct off_cpu_waits *o)
{
    struct str format;
    size_t next_size;
    const struct event *event = find_tracepoint(o->rec, STR("name: sched_switch\nID: "), &format);

    return event && find_field(format, STR(" prev_state;"), &o->raw.state_at, &o->raw.state_size) &&
                   find_field(format, STR(" next_pid;"), &o->raw.next_at, &next_size) &&
                   next_size == 4
               ? event
               : NULL;
}

const struct event *off_cpu_find_waking(const struct recording *rec, size_t *pid_at)
{
    struct str format;
    size_t size;
    const struct event *event = find_tracepoint(rec, STR("name: sched_waking\nID: "), &format);

    return event && find_field(format, STR(" pid;"), pid_at, &size) && size == 4 ? event : NULL;
}

/* perf record --off-cpu measures waiting threads itself. */
static const struct event *find_measured(const struct off_cpu_waits *o)
{
    const struct events *events = &o->rec->events;

    for (uint32_t i = 0; i < events->n; i++)
        if (str_equal(names_get(&o->rec->names, events->rows[i].name), STR("offcpu-time")))
            return &events->rows[i];
    return NULL;
}

void off_cpu_init(struct off_cpu_waits *o, struct recording *rec)
{
    *o = (struct off_cpu_waits){.rec = rec};
    o->event = find_measured(o);
    o->is_measured = o->event != NULL;
    if (!o->is_measured)
        o->event = find_switch(o);
}

void off_cpu_init_switches(struct off_cpu_waits *o, struct recording *rec)
{
    *o = (struct off_cpu_waits){.rec = rec};
    o->event = find_switch(o);
}

void off_cpu_free(struct off_cpu_waits *o)
{
    mem_free(o->threads, o->room, sizeof *o->threads);
}

struct off_thread *off_cpu_thread(struct off_cpu_waits *o, uint32_t row)
{
    o->threads = mem_grow(o->threads, &o->room, (size_t)row + 1, sizeof *o->threads);
    if (o->n <= row)
        o->n = (size_t)row + 1;
    return &o->threads[row];
}

/* The sample of sched_switch is taken before its thread leaves. */
bool off_cpu_read_sample(const struct off_cpu_waits *o, const struct sample_fields *s,
                         struct off_change *change)
{
    const struct bytes raw = s->raw;

    if (raw.n < o->raw.state_at + o->raw.state_size || raw.n < o->raw.next_at + 4)
        return false;
    const unsigned char *p = raw.p + o->raw.state_at;
    uint64_t bits = o->raw.state_size == 8 ? u64_at(p, raw.big) : u32_at(p, raw.big);
    *change = (struct off_change){.left = s->tid,
                                  .came = u32_at(raw.p + o->raw.next_at, raw.big),
                                  .state = bits & STATE_KNOWN ? STATE_WAITING : STATE_READY,
                                  .is_gone = bits & (STATE_DEAD | STATE_ZOMBIE),
                                  .has_left = true,
                                  .has_come = true};
    return true;
}

bool off_cpu_read_record(const struct off_cpu_waits *o, const struct record *record,
                         struct sample_fields *s, struct off_change *change)
{
    bool is_switch = record->type == RECORD_SWITCH || record->type == RECORD_SWITCH_CPU_WIDE;
    struct bytes b = record->body;

    *change = (struct off_change){.state = STATE_WAITING};
    if (record->type == RECORD_EXIT || record->type == RECORD_FORK) {
        /* {u32 pid, u32 parent's pid, u32 tid, ...} */
        change->has_left = true;
        change->is_ending = record->type == RECORD_EXIT;
        change->is_new = !change->is_ending;
        return bytes_skip(&b, 8) && bytes_u32(&b, &change->left);
    }
    if (!is_switch || o->is_measured || !sample_read_trailer(s, recording_trailer_of(o->rec, b), b))
        return false;
    change->left = change->came = s->tid;
    change->has_come = !(record->misc & MISC_OUT);
    change->has_left = !change->has_come && !o->event;
    change->state = record->misc & MISC_PREEMPTED ? STATE_READY : STATE_WAITING;
    return true;
}

/* What counts of a guess is how much time it is about. */
static void remark_time_guessed(const struct off_cpu_waits *o, struct text_list *to)
{
    const uint64_t percent = o->ns / 100 + 1;

    const uint64_t lost = o->lost_ns / percent;
    char some[64] = "";

    if (lost)
        snprintf(some, sizeof some, ", and callers are missing for %" PRIu64 " %%", lost);
    if (o->n_near || o->n_unknown || lost)
        reading_remark(to,
                       "where threads waited is guessed by the sample before for %" PRIu64
                       " %% of their sleep, and not known for %" PRIu64
                       " %%%s; recorded as root it would be known",
                       o->near_ns / percent, o->unknown_ns / percent, some);
}

static void remark_stacks(const struct off_cpu_waits *o, struct text_list *to)
{
    if (recording_is_ours(o->rec)) {
        remark_time_guessed(o, to);
        return;
    }
    if (o->n_near)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64
                       " stacks are those of the last sample before the thread left the CPU, which "
                       "is an approximation (%" PRIu64
                       " of them from before an earlier wait); perf record -e sched:sched_switch "
                       "--switch-events -g records where it left",
                       o->n_near, o->n_waits, o->n_stale);
    if (o->n_unknown)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64 " waits have no stack, since their threads were "
                       "not sampled before",
                       o->n_unknown, o->n_waits);
}

static void remark_times(const struct off_cpu_waits *o, struct text_list *to)
{
    uint64_t n_away = 0;

    for (size_t i = 0; i < o->n; i++)
        n_away += o->threads[i].is_away && !o->threads[i].is_ending;
    if (o->n_unseen)
        reading_remark(to,
                       "%" PRIu64 " times the end of a wait was not recorded, which is not "
                       "counted; perf record --switch-events, or -a, records it",
                       o->n_unseen);
    if (n_away)
        reading_remark(
            to,
            "%" PRIu64
            " threads were still off the CPU when the recording ended; that time is not counted",
            n_away);
}

bool off_cpu_finish(const struct off_cpu_waits *o, const struct reading *r, struct fault *f)
{
    if (!o->n_left)
        return fault_set(
            f, FAULT_INPUT,
            "%s: does not say when threads left the CPU, wanted what flame record --off-cpu, or "
            "perf record -e sched:sched_switch --switch-events -g, records",
            r->name);
    if (!o->n_waits)
        return fault_set(f, FAULT_INPUT,
                         "%s: no thread leaves the CPU and comes back, wanted what flame record "
                         "--off-cpu, or perf record --switch-events, records",
                         r->name);
    remark_stacks(o, &r->info->remarks);
    remark_times(o, &r->info->remarks);
    return true;
}
