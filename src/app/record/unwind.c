/* Joins the reader of recordings to their writer. */
#include "app/record/unwind.h"

#include "app/options/symbol_request.h"

enum { AT_ONCE = 1 << 20, JUDGED_MOST = 400 };

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

    buf_add(&p->records, record);
    return p->records.n < AT_ONCE || flush(p, f);
}

/* Names are not looked up, only how to unwind. */
struct look_up {
    struct limits limits;
    struct symbol_options symbols;
    struct buf cache; /* owned */
    struct unwound_input input;
};

static void look_up_begin(struct look_up *l, const char *path)
{
    const struct symbol_request request = {0};

    *l = (struct look_up){.limits = limits_usual()};
    symbol_request_options(&request, &l->symbols, &l->cache);
    l->input = (struct unwound_input){path, &l->limits, &l->symbols};
}

static bool unwind(void *counts, const char *path, bool by_pointers, struct recording_file *to,
                   struct fault *f)
{
    struct passage passage = {.to = to};
    const struct unwound_to listener = {put, &passage};
    struct look_up l;

    look_up_begin(&l, path);
    bool ok = perf_data_unwind(&l.input, by_pointers, &listener, counts, f) && flush(&passage, f);
    buf_free(&passage.records);
    buf_free(&l.cache);
    return ok;
}

static bool judge(void *counts, const char *path, uint32_t fewer_bytes,
                  struct stack_verdict *verdict, struct fault *f)
{
    struct stack_judgement j;
    struct look_up l;

    (void)counts;
    look_up_begin(&l, path);
    bool ok = perf_data_judge_stacks(&l.input, JUDGED_MOST, fewer_bytes, &j, f);
    *verdict = (struct stack_verdict){j.n, j.by_pointers, j.cut};
    buf_free(&l.cache);
    return ok;
}

struct stack_reader record_stack_reader(struct unwound_counts *counts)
{
    return (struct stack_reader){unwind, judge, counts, UNWOUND_MOST};
}
