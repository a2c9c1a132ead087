/* {perf map, process 4711, 1234 bytes, "/tmp/perf-1.map"}, {kernel, 0, 5678 bytes, ...}
 * Finds the files that `flame record` put into its recording. */
#include "input/perf_data/code/embedded_files.h"

#include <stdlib.h>

#include "base/mem.h"

enum { ROWS_MOST = 1 << 16, PATH_MOST = 4096, WORD = 8 };

static int by_owner(const void *a, const void *b)
{
    const struct embedded_row *x = a;
    const struct embedded_row *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Reads a head and takes it, the file and the padding off the range; false when they do not fit
 * into it, or with a fault. */
static bool take(struct recording *rec, uint64_t *at, uint64_t *left, struct buf *head)
{
    struct embedded_row row;
    struct str path;
    uint32_t n;

    buf_clear(head);
    if (*left < EMBEDDED_HEAD || !store_copy(&rec->store, *at, EMBEDDED_HEAD, head, rec->f))
        return false;
    struct bytes b = bytes_of(buf_str(head), rec->big);
    if (!bytes_u32(&b, &row.kind) || !bytes_u32(&b, &row.pid) || !bytes_u64(&b, &row.size) ||
        !bytes_u32(&b, &n))
        return false;
    uint64_t behind = *left - EMBEDDED_HEAD;
    if (n == 0 || n > PATH_MOST || n > behind || row.size > behind - n)
        return false;
    buf_clear(head);
    if (!store_copy(&rec->store, *at + EMBEDDED_HEAD, n, head, rec->f))
        return false;
    path = str_until_nul(buf_str(head));
    row.path = names_add(&rec->names, path);
    row.at = *at + EMBEDDED_HEAD + n;
    const uint64_t whole = EMBEDDED_HEAD + n + row.size;
    const uint64_t pad = (WORD - whole % WORD) % WORD;
    *left = pad < *left - whole ? *left - whole - pad : 0;
    *at += whole + pad;
    rec->taken = mem_grow(rec->taken, &rec->taken_room, rec->n_taken + 1, sizeof *rec->taken);
    rec->taken[rec->n_taken++] = row;
    return true;
}

bool embedded_read(struct recording *rec, uint64_t at, uint64_t size)
{
    struct buf head = {0};
    const bool lies_in = at <= rec->store.first && size <= rec->store.first - at;
    bool ok = lies_in;

    while (ok && size && rec->n_taken < ROWS_MOST)
        ok = take(rec, &at, &size, &head);
    buf_free(&head);
    if (rec->f->kind != FAULT_NONE)
        return false;
    if (!ok || size)
        recording_note(rec, at, "a damaged list of files that name code: the rest");
    if (rec->n_taken)
        qsort(rec->taken, rec->n_taken, sizeof *rec->taken, by_owner);
    return true;
}

/* Returns how many rows are of earlier kinds and processes, or of this one. */
static size_t rows_until(const struct recording *rec, enum embedded_file_kind kind, uint32_t pid)
{
    size_t from = 0;
    size_t to = rec->n_taken;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        const struct embedded_row *row = &rec->taken[middle];
        if (row->kind < (uint32_t)kind || (row->kind == (uint32_t)kind && row->pid <= pid))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

bool embedded_open(const struct recording *rec, enum embedded_file_kind kind, uint32_t pid,
                   struct str path, struct embedded_file *file)
{
    for (size_t i = rows_until(rec, kind, pid); i-- > 0;) {
        const struct embedded_row *row = &rec->taken[i];
        if (row->kind != (uint32_t)kind || row->pid != pid)
            break;
        file->path = names_get(&rec->names, row->path);
        if (path.n && !str_equal(path, file->path))
            continue;
        store_part(&rec->store, row->at, row->size, &file->source);
        return true;
    }
    return false;
}

bool embedded_copy(const struct recording *rec, enum embedded_file_kind kind, size_t most,
                   struct buf *to)
{
    const size_t n = rows_until(rec, kind, UINT32_MAX);

    if (!n || rec->taken[n - 1].kind != (uint32_t)kind)
        return true;
    const struct embedded_row *row = &rec->taken[n - 1];
    return store_copy(&rec->store, row->at, row->size < most ? row->size : most, to, rec->f);
}
