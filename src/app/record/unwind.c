/* Replaces copied stacks in a recording by call chains, with the reader of recordings. */
#include "app/record/unwind.h"

#include "app/options/symbol_folders.h"
#include "base/process/stop.h"
#include "input/sampled_symbols.h"

enum { AT_ONCE = 1 << 20, JUDGED_MOST = 400, JUDGING_MOST_S = 20 };

/* Records on their way from one to the other. */
struct passage {
    struct recording_file *to;
    struct buf records;
};

static bool flush(struct passage *p, struct fault *f)
{
    bool ok = recording_file_add(p->to, buf_str(&p->records), f);

    buf_clear(&p->records);
    return ok;
}

static bool put(void *passage, struct str record, struct fault *f)
{
    struct passage *p = passage;

    if (stop_is_wanted())
        return fault_set(f, FAULT_SYSTEM, "unwinding was ended by a signal");
    buf_add(&p->records, record);
    return p->records.n < AT_ONCE || flush(p, f);
}

/* Where files of the recording are looked up. */
struct look_up {
    struct buf cache; /* owned */
    struct ask ask;
    struct unwound_input input;
};

static void look_up_begin(struct look_up *l, const struct recording_file *from,
                          const struct process_files *of_process)
{
    *l = (struct look_up){
        .ask = {.limits = limits_usual(),
                .threads = 1,
                .symbols = {.files = true, .is_here = true, .of_process = of_process}}};
    symbol_folders_find(&l->ask.symbols, &l->cache);
    l->input = (struct unwound_input){from->path, from->fd, &l->ask};
}

/* One reading, and what comes of it. */
struct task {
    const struct recording_file *from;
    struct recording_file *to; /* of unwinding */
    bool by_pointers;
    uint32_t fewer_bytes;
    struct buf *text; /* of naming */
    struct answer {
        struct unwound_counts counts;
        uint64_t end;
        int full; /* errno, where the disk had no room */
        struct stack_judgement judgement;
    } answer;
};

static bool unwind_here(void *context, const struct process_files *files, struct fault *f)
{
    struct task *t = context;
    struct passage passage = {.to = t->to};
    const struct unwound_to listener = {put, &passage};
    struct look_up l;

    look_up_begin(&l, t->from, files);
    bool ok = perf_data_unwind(&l.input, t->by_pointers, &listener, &t->answer.counts, f) &&
              flush(&passage, f);
    t->answer.end = t->to->end;
    t->answer.full = t->to->full;
    buf_free(&passage.records);
    buf_free(&l.cache);
    return ok;
}

static bool judge_here(void *context, const struct process_files *files, struct fault *f)
{
    struct task *t = context;
    struct look_up l;

    look_up_begin(&l, t->from, files);
    bool ok =
        perf_data_judge_stacks(&l.input, JUDGED_MOST, t->fewer_bytes, &t->answer.judgement, f);
    buf_free(&l.cache);
    return ok;
}

static bool name_here(void *context, const struct process_files *files, struct fault *f)
{
    struct task *t = context;
    struct look_up l;

    look_up_begin(&l, t->from, files);
    l.ask.symbols.no_inlined = true;
    bool ok = perf_data_symbols(&l.input, t->text, f);
    buf_free(&l.cache);
    return ok;
}

/* Does it where it has no rights. */
static bool run_for_process(const struct record_reading *reading, struct task *t,
                            bool (*run)(void *, const struct process_files *, struct fault *),
                            const struct process_files *of_process, struct fault *f)
{
    const int kept[] = {t->from->fd, t->to ? t->to->fd : -1};
    const struct without_root how = {
        .user = reading->user,
        .kept = kept,
        .n_kept = sizeof kept / sizeof *kept,
        .files = *of_process,
        .seconds = run == judge_here ? JUDGING_MOST_S : 0, /* rings fill meanwhile */
    };
    const struct without_root_work work = {run, t, &t->answer, sizeof t->answer, t->text};

    return without_root(&how, &work, f);
}

static bool unwind(void *context, const struct recording_file *from,
                   const struct process_files *of_process, bool by_pointers,
                   struct recording_file *to, struct fault *f)
{
    const struct record_reading *reading = context;
    const uint64_t before = to->end;
    struct task t = {.from = from, .to = to, .by_pointers = by_pointers};
    bool ok = run_for_process(reading, &t, unwind_here, of_process, f);

    if (ok && t.answer.end < before)
        return fault_set(f, FAULT_SYSTEM, "what unwinds stacks wrote less than nothing");
    to->end = ok ? t.answer.end : before;
    to->full = t.answer.full; /* where it was done in a process of its own */
    *reading->counts = t.answer.counts;
    return ok;
}

static bool judge(void *context, const struct recording_file *from,
                  const struct process_files *of_process, uint32_t fewer_bytes,
                  struct stack_verdict *verdict, struct fault *f)
{
    struct task t = {.from = from, .fewer_bytes = fewer_bytes};
    bool ok = run_for_process(context, &t, judge_here, of_process, f);
    const struct stack_judgement *j = &t.answer.judgement;

    *verdict = (struct stack_verdict){j->n, j->by_pointers, j->cut};
    return ok && j->by_pointers <= j->n && j->cut <= j->n;
}

static bool name(void *context, const struct recording_file *from,
                 const struct process_files *of_process, struct buf *to, struct fault *f)
{
    struct task t = {.from = from, .text = to};

    return run_for_process(context, &t, name_here, of_process, f);
}

struct stack_reader record_stack_reader(struct record_reading *reading)
{
    return (struct stack_reader){unwind, judge, name, reading, UNWOUND_MOST};
}
