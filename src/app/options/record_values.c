/* Reads -p 12,13 --for 10s -g dwarf,16384 and the like. */
#include "app/options/record_values.h"

#include <inttypes.h>
#include <unistd.h>

#include "app/options/call_chain.h"
#include "app/options/conflicts.h"
#include "app/options/states.h"
#include "base/mem.h"

enum { HZ_MOST = 1000000, OFF_CPU_PERIOD_MOST = 1000000000, RUNS_MOST = 90 };

/* A list of numbers and names. What is all digits is a number. */
struct task_numbers {
    uint32_t **list;
    size_t *room, *n;
    struct request_list *named; /* the value is added if there is a name in it */
};

static bool read_tasks(const struct task_numbers *to, const struct option_use *use,
                       const char *wanted, struct fault *f)
{
    struct str rest = str_of(use->value);
    struct str word;
    uint64_t number;
    bool named = false;

    while (take_field(&rest, ',', &word)) {
        if (word.n && !is_whole_number(word)) {
            named = true;
            continue;
        }
        if (!parse_u64(word, &number) || number == 0 || number > INT32_MAX)
            return value_wrong(use, wanted, f);
        *to->list = mem_grow(*to->list, to->room, *to->n + 1, sizeof **to->list);
        (*to->list)[(*to->n)++] = (uint32_t)number;
    }
    if (named)
        request_list_add(to->named, use->value);
    return true;
}

static bool read_pid(struct request *r, const struct option_use *use, struct fault *f)
{
    const struct task_numbers to = {&r->record.pids, &r->record.pids_room, &r->record.n_pids,
                                    &r->record.named_pids};

    return read_tasks(&to, use, "numbers or names of processes, as 12,nginx", f);
}

static bool read_tid(struct request *r, const struct option_use *use, struct fault *f)
{
    const struct task_numbers to = {&r->record.tids, &r->record.tids_room, &r->record.n_tids,
                                    &r->record.named_tids};

    return read_tasks(&to, use, "numbers or names of threads, as 12,worker", f);
}

/* A number and ns, us, ms, s, m or h; seconds without one. */
static bool parse_time(struct str s, uint64_t *ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ms", 1000000},   {"us", 1000},       {"ns", 1},
                 {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}};
    uint64_t unit = 1000000000;
    struct decimal n;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_ends(s, str_of(units[i].name))) {
            unit = units[i].ns;
            s.n -= strlen(units[i].name);
            break;
        }
    if (!parse_decimal(s, 9, &n) || (n.value && unit > UINT64_MAX / 2 / n.value))
        return false;
    *ns = n.value * unit;
    for (unsigned i = 0; i < n.scale; i++)
        *ns /= 10;
    return *ns != 0;
}

static bool read_time(const struct option_use *use, uint64_t *ns, struct fault *f)
{
    return parse_time(str_of(use->value), ns) ||
           value_wrong(use, "a time above 0, as 10s, 500ms or 2m", f);
}

static bool read_for(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.for_ns, f);
}

static bool read_delay(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.delay_ns, f);
}

static bool read_when(struct request *r, const struct option_use *use, struct fault *f)
{
    struct trap_request *t = &r->record.trap;

    t->conditions =
        mem_grow(t->conditions, &t->conditions_room, t->n_conditions + 1, sizeof *t->conditions);
    return condition_parse(&t->conditions[t->n_conditions++], str_of(use->value), f);
}

static bool read_lasting(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.trap.lasting_ns, f);
}

static bool read_at_most(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.trap.at_most_ns, f);
}

static bool read_every(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.trap.every_ns, f);
}

static bool read_lead(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_time(use, &r->record.trap.lead_ns, f);
}

static bool read_times(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t *times = &r->record.trap.times;

    return (parse_u64(str_of(use->value), times) && *times && *times <= VALUE_MILLION) ||
           value_wrong(use, "a number of recordings from 1 to 1000000", f);
}

static bool read_runs(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t *runs = &r->record.runs;

    return (parse_u64(str_of(use->value), runs) && *runs >= 2 && *runs <= RUNS_MOST) ||
           value_wrong(use, "a number of runs from 2 to 90", f);
}

static bool read_off_cpu_period(struct request *r, const struct option_use *use, struct fault *f)
{
    return (parse_time(str_of(use->value), &r->record.off_cpu_ns) &&
            r->record.off_cpu_ns <= OFF_CPU_PERIOD_MOST) ||
           value_wrong(use, "a time above 0 and up to 1s, as 10ms", f);
}

static bool read_event(struct request *r, const struct option_use *use, struct fault *f)
{
    return event_choices_add(&r->record.events, str_of(use->value), f);
}

static bool read_frequency(struct request *r, const struct option_use *use, struct fault *f)
{
    return (parse_u64(str_of(use->value), &r->record.frequency) && r->record.frequency &&
            r->record.frequency <= HZ_MOST) ||
           value_wrong(use, "a number of samples a second, as 99", f);
}

static bool read_count(struct request *r, const struct option_use *use, struct fault *f)
{
    return (parse_u64(str_of(use->value), &r->record.period) && r->record.period) ||
           value_wrong(use, "a number of events from 1", f);
}

/* The kernel takes stacks of whole words. Without a word it is as without the option, unless that
 * was given with one. */
static bool read_call_chain(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str rest = str_of(use->value ? use->value : "");
    struct str mode;
    uint64_t bytes = RECORD_STACK_USUAL;

    if (!use->value)
        return true;
    bool ok = call_chain_find(rest, &r->record.chain) && take_field(&rest, ',', &mode);
    if (ok && rest.p)
        ok = r->record.chain == CHAIN_DWARF && parse_u64(rest, &bytes) && bytes &&
             bytes <= RECORD_STACK_MOST;
    r->record.stack_bytes = (uint32_t)(bytes + 7) & ~7U;
    r->record.off_cpu_stack_bytes = rest.p ? r->record.stack_bytes : 0;
    return ok || value_wrong(use, "auto, fp, lbr, no, or dwarf with up to 65528 bytes of stack", f);
}

static bool read_output(struct request *r, const struct option_use *use, struct fault *f)
{
    struct record_request *record = &r->record;
    const size_t n = record->outputs.n;

    (void)f;
    record->output_reads = mem_grow(record->output_reads, &record->output_reads_room, n + 1, 1);
    record->output_reads[n] = states_of_output(r->given, r->read.ask.read);
    request_list_add(&record->outputs, use->value);
    return true;
}

static const value_reader readers[OPTION_COUNT] = {
    [OPTION_RECORD_OUTPUT] = read_output,   [OPTION_RECORD_PID] = read_pid,
    [OPTION_RECORD_TID] = read_tid,         [OPTION_RECORD_FOR] = read_for,
    [OPTION_RECORD_DELAY] = read_delay,     [OPTION_RECORD_OFF_CPU_PERIOD] = read_off_cpu_period,
    [OPTION_RECORD_EVENT] = read_event,     [OPTION_RECORD_FREQUENCY] = read_frequency,
    [OPTION_RECORD_COUNT] = read_count,     [OPTION_RECORD_CALL_CHAIN] = read_call_chain,
    [OPTION_RECORD_WHEN] = read_when,       [OPTION_RECORD_LASTING] = read_lasting,
    [OPTION_RECORD_AT_MOST] = read_at_most, [OPTION_RECORD_EVERY] = read_every,
    [OPTION_RECORD_TIMES] = read_times,     [OPTION_RECORD_LEAD] = read_lead,
    [OPTION_RECORD_RUNS] = read_runs,
};

value_reader record_value_reader_of(enum option_id id)
{
    return readers[id];
}

static bool check_times(const struct trap_request *t, uint64_t for_ns, struct fault *f)
{
    return t->times <= 1 || for_ns ||
           fault_set(f, FAULT_USAGE,
                     "--times %" PRIu64
                     ": how long each recording is is not said, wanted --for, as "
                     "--for 10s",
                     t->times);
}

/* Who runs what is started. */
static bool check_user(const struct record_request *r, struct fault *f)
{
    const char *option = r->as ? "--as" : "--as-root";

    return (!r->as && !r->as_root) || geteuid() == 0 ||
           fault_set(f, FAULT_USAGE,
                     "%s: only root may choose who runs the command, wanted sudo flame record %s%s "
                     "-- ./program",
                     option, option, r->as ? " USER" : "");
}

bool record_options_check(const struct request *request, struct fault *f)
{
    const struct record_request *r = &request->record;

    if (!conflicts_check(request, f))
        return false;
    if (!r->command[0] && !record_request_has_pids(r) && !record_request_has_tids(r) && !r->all &&
        !r->containers.n && !r->groups.n)
        return fault_set(f, FAULT_USAGE,
                         "nothing to record, wanted a command (flame record ./program), -p PID, "
                         "--container NAME, --cgroup PATH or -a");
    return check_user(r, f) && check_times(&r->trap, r->for_ns, f);
}

void record_request_free(struct record_request *r)
{
    mem_free(r->pids, r->pids_room, sizeof *r->pids);
    mem_free(r->tids, r->tids_room, sizeof *r->tids);
    request_list_free(&r->named_pids);
    request_list_free(&r->named_tids);
    request_list_free(&r->groups);
    request_list_free(&r->containers);
    request_list_free(&r->outputs);
    mem_free(r->output_reads, r->output_reads_room, 1);
    event_choices_free(&r->events);
    mem_free(r->trap.conditions, r->trap.conditions_room, sizeof *r->trap.conditions);
}
