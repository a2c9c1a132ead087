/* root: {runs, open files} -> a child without rights: draws -> {functions}, {texts} -> root: the
 * findings, and the pictures under their names. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "app/record/drawing.h"
#include "app/trial/findings.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "base/process/without_root.h"

enum { TEXTS = 5 };

/* What was found: the texts behind all functions. */
struct packed {
    uint64_t n, n_proven, n_exceeded, n_unmatched, n_unprovable;
    uint64_t bytes[TEXTS];
};

struct apart {
    struct findings *to;
    const struct trial *trial;
    int *files; /* of change.svg and the outputs; then, of the recordings */
    size_t n_files;
    struct packed packed;
    struct buf text;
};

static void list_texts(struct findings *f, struct buf **texts)
{
    struct buf *const all[TEXTS] = {&f->text, &f->unit, &f->power, &f->excesses, &f->doubts};

    memcpy(texts, all, sizeof all);
}

/* ---- the child ------------------------------------------------------------------------------- */

static void pack(struct apart *a)
{
    const struct findings *from = a->to;
    struct buf *texts[TEXTS];

    list_texts(a->to, texts);
    a->packed = (struct packed){.n = from->n,
                                .n_proven = from->n_proven,
                                .n_exceeded = from->n_exceeded,
                                .n_unmatched = from->n_unmatched,
                                .n_unprovable = from->n_unprovable};
    if (from->n)
        buf_add(&a->text,
                (struct str){(const char *)from->functions, from->n * sizeof *from->functions});
    for (size_t i = 0; i < TEXTS; i++) {
        a->packed.bytes[i] = texts[i]->n;
        buf_add(&a->text, buf_str(texts[i]));
    }
}

static bool draw_here(void *context, const struct process_files *files, struct fault *f)
{
    struct apart *a = context;
    const bool ok = findings_draw(a->to, a->trial, a->files, files, f);

    pack(a);
    return ok;
}

/* ---- root ------------------------------------------------------------------------------------ */

/* Any bits may stand where a truth is wanted. */
static bool truth_at(const struct str *row, size_t at)
{
    return row->p[at] != 0;
}

static bool take_functions(struct findings *to, struct str rows, size_t n)
{
    to->functions = mem_grow(to->functions, &to->room, n, sizeof *to->functions);
    for (size_t i = 0; i < n; i++) {
        struct changed_function *row = &to->functions[i];
        struct str bytes = str_from_to(rows, i * sizeof *row, (i + 1) * sizeof *row);
        const bool self = truth_at(&bytes, offsetof(struct changed_function, self));
        const bool proven = truth_at(&bytes, offsetof(struct changed_function, proven));
        memcpy(row, bytes.p, sizeof *row);
        memcpy(&row->self, &self, sizeof self);
        memcpy(&row->proven, &proven, sizeof proven);
        if (row->name >= to->text.n)
            return false;
    }
    to->n = n;
    return true;
}

static bool take_texts(struct findings *to, const struct packed *packed, struct str rest)
{
    struct buf *texts[TEXTS];

    list_texts(to, texts);
    for (size_t i = 0; i < TEXTS; i++) {
        if (packed->bytes[i] > rest.n)
            return false;
        const size_t n = (size_t)packed->bytes[i];
        if (n && rest.p[n - 1] != '\0')
            return false;
        buf_clear(texts[i]);
        buf_add(texts[i], str_from_to(rest, 0, n));
        rest = str_from_to(rest, n, rest.n);
    }
    if (!to->unit.n)
        buf_add_byte(&to->unit, '\0');
    return rest.n == 0;
}

/* What it says is not trusted any more than what it read. */
static bool take(struct apart *a, struct fault *f)
{
    const struct packed *packed = &a->packed;
    const size_t row = sizeof *a->to->functions;
    const struct str text = buf_str(&a->text);
    const size_t n = packed->n <= FINDINGS_FUNCTIONS_MOST ? (size_t)packed->n : 0;

    a->to->n_proven = (size_t)packed->n_proven;
    a->to->n_exceeded = packed->n_exceeded;
    a->to->n_unmatched = (size_t)packed->n_unmatched;
    a->to->n_unprovable = (size_t)packed->n_unprovable;
    return (n == packed->n && n * row <= text.n &&
            take_texts(a->to, packed, str_from_to(text, n * row, text.n)) &&
            take_functions(a->to, text, n)) ||
           fault_set(f, FAULT_SYSTEM,
                     "what draws comparisons answered otherwise than it was asked");
}

/* As the last run of each side mapped it: those before it ran the same programs. */
static int open_mapped(void *context, uint32_t pid, const char *path)
{
    const struct apart *a = context;
    int fd = -1;

    (void)pid;
    for (unsigned side = 0; fd < 0 && side < SIDES; side++)
        if (a->trial->names[side])
            fd = code_names_open_any(a->trial->names[side], path);
    return fd;
}

static bool lend_all(struct apart *a, const char *change, struct fault *f)
{
    const struct request_list *outputs = &a->trial->request.outputs;
    bool ok = record_lend_picture(change, &a->files[0], f);

    for (size_t i = 0; ok && i < outputs->n; i++)
        if (!record_is_folder(outputs->items[i]))
            ok = record_lend_picture(outputs->items[i], &a->files[i + 1], f);
    return ok;
}

static bool put_all(const struct apart *a, const struct buf *change, struct fault *f)
{
    const struct request_list *outputs = &a->trial->request.outputs;
    bool ok = record_put_picture(change->p, &a->trial->folder.fd, a->files[0], f);

    for (size_t i = 0; i < outputs->n; i++)
        ok = record_put_picture(outputs->items[i], NULL, a->files[i + 1], f) && ok;
    return ok;
}

static bool draw_without_root(struct apart *a, struct fault *f)
{
    const struct without_root how = {.user = a->trial->request.reader,
                                     .kept = a->files,
                                     .n_kept = a->n_files,
                                     .files = {open_mapped, a}};
    const struct without_root_work work = {draw_here, a, &a->packed, sizeof a->packed, &a->text};

    return without_root(&how, &work, f) && take(a, f);
}

bool findings_draw_apart(struct findings *to, const struct trial *t, struct fault *f)
{
    const size_t n = t->request.outputs.n + 1;
    const size_t n_files = n + t->runs.n;
    struct apart a = {.to = to, .trial = t, .n_files = n_files};
    struct fault placed = {0};
    struct buf change = {0};

    a.files = mem_alloc(n_files, sizeof *a.files);
    for (size_t i = 0; i < n_files; i++) {
        const struct trial_run *run = i < n ? NULL : &t->runs.rows[i - n];
        a.files[i] = run && run->has_file ? run->file : -1;
    }
    trial_folder_path(&change, t->folder.path, "change.svg");
    bool ok = lend_all(&a, change.p, f) && draw_without_root(&a, f);
    if (!put_all(&a, &change, &placed) && ok) {
        *f = placed;
        ok = false;
    }
    for (size_t i = 0; i < n; i++)
        if (a.files[i] >= 0)
            close(a.files[i]);
    mem_free(a.files, n_files, sizeof *a.files);
    buf_free(&change);
    buf_free(&a.text);
    return ok;
}
