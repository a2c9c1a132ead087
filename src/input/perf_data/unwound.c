/* sample {ip, ..., chain {kernel}, registers, stack} -> {ip, ..., chain {kernel, user}}
 * Rewrites samples whose stacks were copied. */
#include "input/unwound.h"

#include "base/mem.h"
#include "base/native.h"
#include "base/perf_file.h"
#include "input/perf_data/recording_read.h"
#include "input/perf_data/worker.h"

/* Readers may forget what came before a mark, and need not hold more than is between two. */
enum { RECORDS_A_ROUND = 1 << 14, RECORD_MOST = UINT16_MAX - 7, KERNEL_MOST = 256 };

struct rewriting {
    struct recording *rec;
    struct worker worker; /* follows the processes; takes no samples */
    struct buf record;    /* scratch */
    const struct unwound_to *to;
    struct unwound_counts *counts;
    bool by_pointers;                  /* copies are dropped, not unwound */
    struct stack_judgement *judgement; /* in place of both */
    size_t most;                       /* samples to judge */
    size_t fewer_bytes;                /* of each stack */
    struct fault *f;
};

/* The parts of a recorded chain. */
struct chain_parts {
    struct bytes kernel; /* with its marker */
    struct bytes user;   /* by frame pointers, without a marker */
};

static struct chain_parts split_chain(struct bytes chain)
{
    struct chain_parts parts = {chain, {NULL, 0, chain.big}};
    struct bytes rest = chain;
    uint64_t word;

    while (bytes_u64(&rest, &word))
        if ((int64_t)word == MARK_USER) {
            parts.kernel.n = chain.n - rest.n - sizeof word;
            parts.user = rest;
            break;
        }
    return parts;
}

static uint64_t word_at(struct bytes words, size_t i)
{
    return u64_at(words.p + 8 * i, words.big);
}

/* Whether code lies at all addresses: where a register holds no frame pointer, what the kernel
 * found by it is seldom that. */
static bool is_code(struct rewriting *w, struct process *process, struct bytes chain)
{
    struct unwind_where where;
    uint64_t ip;

    while (bytes_u64(&chain, &ip))
        if (!addresses_locate(&w->worker.addresses, process, ip, &where))
            return false;
    return true;
}

/* The callers, by frame pointers, of the last address that both ways found; none when tables tell
 * all that there are. */
static struct bytes callers_beyond(struct rewriting *w, struct process *process,
                                   struct bytes by_pointers)
{
    const struct unwind_stack *stack = &w->worker.chains.unwinding.stack;
    const struct bytes none = {NULL, 0, by_pointers.big};
    const size_t n = by_pointers.n / 8;

    for (size_t i = stack->end == UNWIND_LOST ? stack->n : 0; i-- > 0;)
        for (size_t k = 0; k < n; k++)
            if (word_at(by_pointers, k) == stack->ips[i]) {
                struct bytes more = {by_pointers.p + 8 * (k + 1), 8 * (n - k - 1), by_pointers.big};
                return is_code(w, process, more) ? more : none;
            }
    return none;
}

/* Of sleep that is too short for the kernel's callers to be found, little of the stack is taken. */
static void count(const struct rewriting *w, enum unwind_end end, const struct event *event,
                  struct bytes kernel, bool ended)
{
    enum { SOFTWARE = 1, OF_A_PROGRAM = 10 };
    struct unwound_counts *counts = w->counts;
    const bool is_measured = event->type == SOFTWARE && event->config == OF_A_PROGRAM;
    const bool is_wait = is_measured || event_is_looked(event, &w->rec->names);
    const bool is_cut = end != UNWIND_ROOT && end != UNWIND_LOST;

    counts->whole += end == UNWIND_ROOT;
    counts->lost += end == UNWIND_LOST;
    counts->cut += is_cut;
    counts->ended += is_cut && ended;
    counts->waits += is_wait;
    counts->waits_cut += is_wait && is_cut;
    counts->waits_brief += is_measured && is_cut && kernel.n == 0;
}

/* Adds the user part. Readers take a caller's address for the one behind its call, so that where a
 * signal came in between is one further. */
static void add_user(struct rewriting *w, struct process *process, struct bytes by_pointers,
                     size_t most)
{
    const struct unwind_stack *stack = &w->worker.chains.unwinding.stack;
    uint64_t ip;

    if (stack->n == 0)
        return;
    struct bytes more = callers_beyond(w, process, by_pointers);
    native_u64(&w->record, (uint64_t)MARK_USER);
    for (size_t i = 0; i < stack->n && most; i++, most--)
        native_u64(&w->record, stack->ips[i] + (i && stack->exact[i]));
    for (; most && bytes_u64(&more, &ip); most--)
        native_u64(&w->record, ip);
}

/* Adds {u64 n, u64 chain[n]}: as it was recorded, or of a process whose stack was unwound. */
static void add_chain(struct rewriting *w, const struct event *event, const struct sample_fields *s,
                      struct process *process)
{
    const struct chain_parts parts = split_chain(s->chain);
    const size_t from = w->record.n;
    uint64_t n = 0;

    native_u64(&w->record, n);
    if (!process) {
        buf_add(&w->record, (struct str){(const char *)s->chain.p, s->chain.n});
    } else {
        const size_t most = (size_t)KERNEL_MOST * 8;
        const size_t kernel = parts.kernel.n < most ? parts.kernel.n : most;
        buf_add(&w->record, (struct str){(const char *)parts.kernel.p, kernel});
        add_user(w, process, parts.user, UNWOUND_MOST - KERNEL_MOST - 1);
        if (w->worker.chains.unwinding.stack.n)
            count(w, w->worker.chains.unwinding.stack.end, event, parts.kernel, s->stack_ended);
    }
    n = (w->record.n - from) / 8 - 1;
    memcpy(w->record.p + from, &n, sizeof n);
}

/* Sets the size in the record's header, and hands it out. */
static bool put(struct rewriting *w)
{
    const uint16_t size = (uint16_t)w->record.n;

    if (w->record.n > RECORD_MOST)
        return fault_set(w->f, FAULT_INPUT, "%s: a sample of %zu bytes, wanted at most %d",
                         w->rec->r->name, w->record.n, (int)RECORD_MOST);
    memcpy(w->record.p + 6, &size, sizeof size);
    return w->to->put(w->to->context, buf_str(&w->record), w->f);
}

static bool put_sample(struct rewriting *w, const struct record *record)
{
    const struct event *event = recording_event_of(w->rec, record->body);
    const struct bytes body = record->body;
    struct unwinding *u = &w->worker.chains.unwinding;
    struct process *process = NULL;
    struct sample_fields s;

    if (!sample_read(&s, event, body) || !s.chain.p)
        return recording_broken(w->rec, record->at, "a sample is shorter than its event says");
    addresses_set_time(&w->worker.addresses, event, s.time_ns);
    if ((!w->by_pointers || event->no_user_chain) && unwinding_begin(u, event, &s)) {
        process = processes_get(&w->worker.processes, s.pid);
        if (!unwinding_run(u, process, &s))
            return false;
    }
    const size_t before = (size_t)(s.chain.p - body.p) - 8;
    const size_t behind = before + 8 + s.chain.n;
    const size_t copies = (size_t)(s.copies.p - body.p);
    const struct str bytes = {(const char *)body.p - RECORD_HEADER, RECORD_HEADER + body.n};

    buf_clear(&w->record);
    buf_add(&w->record, str_from_to(bytes, 0, RECORD_HEADER + before));
    add_chain(w, event, &s, process);
    buf_add(&w->record, str_from_to(bytes, RECORD_HEADER + behind, RECORD_HEADER + copies));
    buf_add(&w->record, str_from_to(bytes, RECORD_HEADER + copies + s.copies.n, bytes.n));
    return put(w);
}

static bool put_unchanged(struct rewriting *w, const struct record *record)
{
    buf_clear(&w->record);
    buf_add(&w->record, (struct str){(const char *)record->body.p - RECORD_HEADER,
                                     RECORD_HEADER + record->body.n});
    return put(w);
}

static bool put_round(struct rewriting *w)
{
    buf_clear(&w->record);
    native_u32(&w->record, PERF_RECORD_FINISHED_ROUND_TYPE);
    native_u32(&w->record, 0);
    return put(w);
}

/* Counts of what was not recorded are in no order, and not among the records that were found. */
static bool put_losses(struct rewriting *w)
{
    struct record record;
    struct bytes b;

    for (uint64_t at = w->rec->data_from; at < w->rec->data_to;) {
        if (!record_lend(&w->worker.view, at, &b) || !record_take(&b, &record))
            break; /* what follows is not whole, as was said when it was found */
        at += RECORD_HEADER + record.body.n;
        if ((record.type == RECORD_LOST || record.type == RECORD_LOST_SAMPLES ||
             record.type == RECORD_THROTTLE || record.type == RECORD_UNTHROTTLE) &&
            !put_unchanged(w, &record))
            return false;
    }
    return w->worker.fault.kind == FAULT_NONE;
}

static bool put_records(struct rewriting *w)
{
    const struct recording *rec = w->rec;
    struct record record;

    for (size_t i = 0; i < rec->n_records; i++) {
        const uint64_t at = rec->records[i].at;
        if (!recording_get(&w->worker.view, at, &record))
            return false;
        processes_apply(&w->worker.processes, &record);
        addresses_apply(&w->worker.addresses, &record);
        if (!(at & RECORD_IS_SAMPLE ? put_sample(w, &record) : put_unchanged(w, &record)))
            return false;
        if ((i + 1) % RECORDS_A_ROUND == 0 && !put_round(w))
            return false;
    }
    return put_round(w);
}

/* ---- comparing ---------------------------------------------------------------------------------
 */

/* Whether the chain has all addresses, in their order, but for the functions in which the C library
 * starts programs and threads: those seldom keep frame pointers, and nobody misses them. */
static bool has_all(struct bytes chain, const struct unwind_stack *stack)
{
    enum { STARTING = 3 }; /* __libc_start_call_main, __libc_start_main, _start */
    uint64_t ip;
    size_t i = 0;

    while (i < stack->n && bytes_u64(&chain, &ip))
        i += ip == stack->ips[i];
    return i + (stack->end == UNWIND_ROOT ? STARTING : 0) >= stack->n;
}

static bool judge_sample(struct rewriting *w, const struct record *record)
{
    const struct event *event = recording_event_of(w->rec, record->body);
    struct unwinding *u = &w->worker.chains.unwinding;
    struct sample_fields s;

    if (event->no_user_chain || !sample_read(&s, event, record->body) || !s.chain.p ||
        !unwinding_begin(u, event, &s))
        return true;
    addresses_set_time(&w->worker.addresses, event, s.time_ns);
    if (!unwinding_run(u, processes_get(&w->worker.processes, s.pid), &s))
        return false;
    w->judgement->n++;
    w->judgement->by_pointers += has_all(split_chain(s.chain).user, &u->stack);
    if (s.stack.n > w->fewer_bytes) {
        s.stack.n = w->fewer_bytes;
        if (!unwinding_run(u, processes_get(&w->worker.processes, s.pid), &s))
            return false;
    }
    w->judgement->cut += u->stack.end == UNWIND_CUT || u->stack.end == UNWIND_FULL;
    return true;
}

static bool judge_records(struct rewriting *w)
{
    const struct recording *rec = w->rec;
    size_t n_samples = 0;
    struct record record;

    for (size_t i = 0; i < rec->n_records; i++)
        n_samples += (rec->records[i].at & RECORD_IS_SAMPLE) != 0;
    const size_t step = n_samples / w->most + 1;
    n_samples = 0;
    for (size_t i = 0; i < rec->n_records; i++) {
        const uint64_t at = rec->records[i].at;
        if (at & RECORD_IS_SAMPLE && n_samples++ % step)
            continue;
        if (!recording_get(&w->worker.view, at, &record))
            return false;
        processes_apply(&w->worker.processes, &record);
        addresses_apply(&w->worker.addresses, &record);
        if (at & RECORD_IS_SAMPLE && !judge_sample(w, &record))
            return false;
    }
    return true;
}

/* ---- both --------------------------------------------------------------------------------------
 */

static bool walk(struct rewriting *w, struct recording *rec, struct fault *f)
{
    struct sources sources;
    struct profile profile;

    if (rec->big != native_is_big_endian())
        return recording_broken(rec, 0, "recorded in another byte order than this machine's");
    w->rec = w->worker.rec = rec;
    w->f = f;
    w->worker.sources = &sources;
    w->worker.profile = &profile;
    w->worker.reading = *rec->r;
    sources_init(&sources, rec);
    profile_init(&profile, INPUT_COLUMNS, TIME_NONE);
    bool ok = worker_begin(&w->worker) &&
              (w->judgement ? judge_records(w) : put_losses(w) && put_records(w));
    if (!ok && f->kind == FAULT_NONE)
        *f = w->worker.fault;
    ok = ok && sources_check(&sources, f);
    worker_free(&w->worker);
    profile_free(&profile);
    sources_free(&sources);
    buf_free(&w->record);
    return ok;
}

/* Reads the recording; frees w. */
static bool read_and_walk(struct rewriting *w, const struct unwound_input *input, struct fault *f)
{
    struct recording_info info = {0}; /* nobody is told */
    struct reading reading = {.name = input->path,
                              .path = input->path,
                              .opened = &input->fd,
                              .info = &info,
                              .ask = input->ask};
    struct recording *rec = mem_alloc(1, sizeof *rec);
    struct source source;
    struct blocks blocks;
    bool ok = source_open_again(&source, input->fd, input->path, &input->ask->limits, f);

    if (ok) {
        blocks_init(&blocks, &source);
        ok = recording_read(rec, &reading, &blocks, f) && walk(w, rec, f);
        recording_free(rec);
        blocks_free(&blocks);
        source_close(&source);
    }
    mem_free(rec, 1, sizeof *rec);
    mem_free(w, 1, sizeof *w);
    recording_info_free(&info);
    return ok;
}

bool perf_data_unwind(const struct unwound_input *input, bool by_pointers,
                      const struct unwound_to *to, struct unwound_counts *counts, struct fault *f)
{
    struct rewriting *w = mem_alloc(1, sizeof *w);

    *counts = (struct unwound_counts){0};
    w->by_pointers = by_pointers;
    w->to = to;
    w->counts = counts;
    return read_and_walk(w, input, f);
}

bool perf_data_judge_stacks(const struct unwound_input *input, size_t most, size_t fewer_bytes,
                            struct stack_judgement *judgement, struct fault *f)
{
    struct rewriting *w = mem_alloc(1, sizeof *w);

    *judgement = (struct stack_judgement){0};
    w->judgement = judgement;
    w->most = most;
    w->fewer_bytes = fewer_bytes;
    return read_and_walk(w, input, f);
}
