/* _start;main;work: complete.  [truncated];work: cut.  work: its callers were lost.
 * Counts how stacks end, and which code has no name. */
#include "input/perf_data/diagnostics.h"

#include <stdlib.h>

enum {
    /* Unnamed code of a library, from the outermost frame on or behind a name: it is as good as
     * named if the next frame has a name. */
    IS_OPEN = 2,
    IS_OUTERMOST = 4,
    BEGINS_CUT = 8, /* of the outermost frame */
    BEGINS_ROOTED = 16,
    BEGINS_LOST = 32,
    BEGINS_MADE = 64,
};

void diagnostics_init(struct diagnostics *f, const struct profile *p)
{
    const uint64_t *samples = p->columns[COLUMN_SAMPLES].values;

    *f = (struct diagnostics){.n_before = p->n_samples};
    f->before = mem_alloc(f->n_before, sizeof *f->before);
    if (f->n_before)
        memcpy(f->before, samples, f->n_before * sizeof *f->before);
}

void diagnostics_free(struct diagnostics *f)
{
    mem_free(f->marks, f->marks_room, 1);
    mem_free(f->whole, f->whole_room, sizeof *f->whole);
    mem_free(f->before, f->n_before, sizeof *f->before);
    mem_free(f->apart, f->apart_room, sizeof *f->apart);
    mem_free(f->unnamed, f->unnamed_room, sizeof *f->unnamed);
    mem_free(f->of_event, f->of_event_room, sizeof *f->of_event);
    *f = (struct diagnostics){0};
}

void diagnostics_unnamed(struct diagnostics *f, const struct code *code, frame_id frame)
{
    diagnostics_mark(f, frame, FRAME_UNNAMED);
    f->unnamed = mem_grow(f->unnamed, &f->unnamed_room, f->n_unnamed + 1, sizeof *f->unnamed);
    f->unnamed[f->n_unnamed++] = *code;
}

/* "main:file.c:12", but "node::Start". */
static size_t end_of_name(struct str name)
{
    for (size_t at = 0; (at = str_find(name, at, STR(":"))) < name.n; at += 2)
        if (!str_starts(str_from_to(name, at, name.n), STR("::")))
            return at;
    return name.n;
}

/* Where programs, threads and processors begin: those of C libraries, of runtimes (of Java, V8, Go,
 * .NET and Python), and of Linux. File and line may follow the name. */
static bool is_root(struct str name)
{
    static const char *const roots[] = {
        "_start",
        "_start_c",
        "_dl_start",
        "_dl_start_user",
        "start_thread",
        "thread_start",
        "clone",
        "clone3",
        "__clone",
        "__clone3",
        "__GI___clone",
        "__GI___clone3",
        "libc_start_main_stage2",
        "thread_native_entry",
        "JavaMain",
        "ThreadJavaMain",
        "node::Start",
        "uv__thread_start",
        "v8::base::ThreadEntry",
        "runtime.goexit",
        "runtime.goexit.abi0",
        "runtime.rt0_go",
        "runtime.rt0_go.abi0",
        "runtime.main",
        "runtime.mstart",
        "runtime.mstart.abi0",
        "runtime.mcall",
        "runtime.mcall.abi0",
        "CorUnix::CPalThread::ThreadEntry",
        "Py_BytesMain",
        "pythread_wrapper",
        "ret_from_fork",
        "ret_from_fork_asm",
        "start_kernel",
        "x86_64_start_kernel",
        "secondary_startup",
        "__secondary_switched",
        "__primary_switched",
    };
    static const char *const starts[] = {"__libc_start", "secondary_startup_64", "_rt0_"};

    struct str plain = str_from_to(name, 0, end_of_name(name));
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (str_equal(plain, str_of(roots[i])))
            return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(plain, str_of(starts[i])))
            return true;
    return false;
}

/* What the outermost frame says. Only the name can tell whether the kernel's outermost frame was
 * the last one, or just the last recorded. */
static unsigned begin_of(const struct profile *p, const struct frame *row, unsigned marks)
{
    struct str name = name_without_mark(names_get(&p->names, row->name));

    if (marks & FRAME_IS_CUT)
        return BEGINS_CUT;
    if (row->kind == KIND_JIT)
        return BEGINS_MADE;
    if (is_root(name))
        return BEGINS_ROOTED;
    return row->kind == KIND_KERNEL || row->kind == KIND_GUEST ? 0 : BEGINS_LOST;
}

bool diagnostics_is_rooted(const struct diagnostics *f, const struct profile *p, stack_id stack)
{
    const struct stack *rows = p->stacks.rows;

    for (; stack && !(stack < f->whole_room && f->whole[stack]); stack = rows[stack].caller) {
        const frame_id frame = rows[stack].frame;
        const unsigned marks = frame < f->marks_room ? f->marks[frame] : 0;
        if (rows[stack].caller == 0)
            return begin_of(p, &p->frames.rows[frame], marks) == BEGINS_ROOTED;
    }
    return stack != 0;
}

/* Carries on what the caller's flags say of unnamed code. */
static unsigned add_frame(unsigned flags, unsigned marks, bool is_first)
{
    const unsigned rest = flags & ~(unsigned)(IS_OPEN | IS_OUTERMOST);

    if (!(marks & FRAME_UNNAMED))
        return rest;
    if (!(marks & FRAME_OF_LIBRARY))
        return rest | FRAME_UNNAMED;
    if (is_first || flags & IS_OUTERMOST)
        return rest | IS_OPEN | IS_OUTERMOST;
    return flags & IS_OPEN ? flags | FRAME_UNNAMED : flags | IS_OPEN;
}

static void count_row(struct stack_counts *c, unsigned flags, uint64_t n)
{
    c->all += n;
    c->rooted += flags & BEGINS_ROOTED ? n : 0;
    c->cut += flags & BEGINS_CUT ? n : 0;
    c->lost += flags & BEGINS_LOST ? n : 0;
    c->made += flags & BEGINS_MADE ? n : 0;
    c->unnamed += flags & (FRAME_UNNAMED | IS_OPEN) ? n : 0;
}

static void take_away(struct stack_counts *c, const struct stack_counts *some)
{
    c->all -= some->all;
    c->rooted -= some->rooted;
    c->cut -= some->cut;
    c->lost -= some->lost;
    c->made -= some->made;
    c->unnamed -= some->unnamed;
}

void diagnostics_count(struct diagnostics *f, const struct profile *p)
{
    const uint64_t *samples = p->columns[COLUMN_SAMPLES].values;
    unsigned char *flags = mem_alloc(p->stacks.n, 1);
    struct stack_counts apart = {0};

    for (stack_id i = 1; i < p->stacks.n; i++) {
        struct stack row = p->stacks.rows[i];
        unsigned marks = row.frame < f->marks_room ? f->marks[row.frame] : 0;
        unsigned begin =
            row.caller ? flags[row.caller] : begin_of(p, &p->frames.rows[row.frame], marks);
        if (i < f->whole_room && f->whole[i])
            begin = BEGINS_ROOTED | (begin & (FRAME_UNNAMED | IS_OPEN | IS_OUTERMOST));
        flags[i] = (unsigned char)add_frame(begin, marks, row.caller == 0);
    }
    for (uint32_t i = 0; i < p->n_samples; i++) {
        count_row(&f->counts, flags[p->samples[i].stack],
                  samples[i] - (i < f->n_before ? f->before[i] : 0));
    }
    for (size_t i = 0; i < f->n_apart; i++)
        count_row(&apart, flags[f->apart[i]], 1);
    take_away(&f->counts, &apart);
    mem_free(flags, p->stacks.n, 1);
}

void diagnostics_join(struct diagnostics *f, const struct diagnostics *other)
{
    const struct stack_counts *c = &other->counts;

    f->counts.all += c->all;
    f->counts.rooted += c->rooted;
    f->counts.cut += c->cut;
    f->counts.lost += c->lost;
    f->counts.made += c->made;
    f->counts.unnamed += c->unnamed;
    if (other->n_unnamed) {
        f->unnamed = mem_grow(f->unnamed, &f->unnamed_room, f->n_unnamed + other->n_unnamed,
                              sizeof *f->unnamed);
        memcpy(f->unnamed + f->n_unnamed, other->unnamed, other->n_unnamed * sizeof *f->unnamed);
        f->n_unnamed += other->n_unnamed;
    }
    f->of_event =
        mem_grow(f->of_event, &f->of_event_room, other->of_event_room, sizeof *f->of_event);
    for (size_t i = 0; i < other->of_event_room; i++)
        f->of_event[i] += other->of_event[i];
}

static int by_place(const void *a, const void *b)
{
    const struct code *x = a;
    const struct code *y = b;

    if (x->home != y->home)
        return x->home < y->home ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

void diagnostics_sort(struct diagnostics *f)
{
    size_t n = 0;

    if (f->n_unnamed)
        qsort(f->unnamed, f->n_unnamed, sizeof *f->unnamed, by_place);
    for (size_t i = 0; i < f->n_unnamed; i++)
        if (n == 0 || by_place(&f->unnamed[n - 1], &f->unnamed[i]) != 0)
            f->unnamed[n++] = f->unnamed[i];
    f->n_unnamed = n;
}
