/* __schedule futex_wait ___lll_lock_wait pthread_mutex_lock Cache::get: a lock, in Cache::get. */
#include "model/wait_class.h"

#include "model/identity.h"

struct wait_row {
    unsigned rank; /* 1: of the kernel */
    enum wait_class class;
    const char *name;
};

static const struct wait_row rows[] = {
#define CLASS(rank, class, name) {rank, WAIT_##class, name},
#include "model/wait_class.def"
#undef CLASS
};

enum { ROWS = sizeof rows / sizeof *rows };

/* A star stands for any text: on a mismatch the last one takes a byte more. */
static bool matches(const char *pattern, struct str s)
{
    const char *star = NULL;
    size_t after = 0;
    size_t i = 0;

    while (i < s.n) {
        if (*pattern == '*') {
            star = pattern++;
            after = i;
        } else if (*pattern == s.p[i]) {
            pattern++;
            i++;
        } else if (star) {
            pattern = star + 1;
            i = ++after;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static const struct wait_row *find(const struct wait_frame *f, struct buf *scratch)
{
    buf_clear(scratch);
    (void)!identity_bare_key(f->name, scratch);
    for (size_t i = 0; i < ROWS; i++)
        if ((rows[i].rank == 1) == f->is_kernel &&
            (matches(rows[i].name, buf_str(scratch)) || matches(rows[i].name, f->name)))
            return &rows[i];
    return NULL;
}

/* Whether a function below which threads wait is one of a library that says nothing of why. */
static bool is_library(struct str name)
{
    static const char *const begins[] = {"std::",     "__gthread", "__GI_",   "__futex",
                                         "futex",     "__lll",     "syscall", "__libc_",
                                         "__syscall", "___pthread"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (str_starts(name, str_of(begins[i])))
            return true;
    return name.n == 0 || name.p[0] == '[';
}

/* The first frame from one on that is the program's own. */
static size_t find_site(const struct wait_frame *frames, size_t n, size_t from)
{
    size_t i = from;

    while (i < n && (frames[i].is_kernel || is_library(frames[i].name)))
        i++;
    return i;
}

enum wait_class wait_class_of(const struct wait_frame *frames, size_t n, size_t *site,
                              struct buf *scratch)
{
    const struct wait_row *best = NULL;
    size_t user = 0;
    size_t from = 0;

    for (size_t i = 0; i < n && user < WAIT_CLASS_DEPTH; i++) {
        user += !frames[i].is_kernel;
        const struct wait_row *row = find(&frames[i], scratch);
        if (!row)
            continue;
        if (!best || row->rank > best->rank) {
            best = row;
            from = i + 1;
        } else if (!frames[i].is_kernel && row->class == best->class) {
            from = i + 1; /* pthread_mutex_lock, which called the one that said it */
        }
        if (best->rank == 1 && (best->class == WAIT_DISK || best->class == WAIT_TIMER))
            break;
    }
    *site = find_site(frames, n, from);
    return best ? best->class : WAIT_NOT_TOLD;
}
