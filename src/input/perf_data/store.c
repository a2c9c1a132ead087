/* Bytes 0x0 to 0x6f9e4c1 of perf.data, 256 KiB at a time.
 * Reads the bytes of a recording. */
#include "input/perf_data/store.h"

#include "base/mem.h"

enum { WINDOWS_LEAST = 16, WINDOWS_MOST = 1 << 16, AGAIN_MOST = 4 };

/* ---- files -------------------------------------------------------------------------- */

static struct store_file *add_file(struct store *s)
{
    s->files = mem_grow(s->files, &s->files_room, s->n_files + 1, sizeof *s->files);
    s->files[s->n_files] = (struct store_file){.base = s->size};
    return &s->files[s->n_files++];
}

static bool take_all(struct store *s, struct blocks *blocks, struct fault *f)
{
    struct reading *r = s->r;
    struct str block;
    size_t got = 1;

    if (!blocks_next_bytes(blocks, &block, f))
        return false;
    buf_add(&s->memory, block);
    while (got) {
        /* A small recording takes little memory. */
        size_t n = s->memory.n < SOURCE_BLOCK ? s->memory.n + 1 : SOURCE_BLOCK;
        char *to = buf_reserve(&s->memory, n);
        if (!source_read(blocks->source, to, n, &got, f))
            return false;
        s->memory.n += got;
        if (r->progress)
            r->progress(r->progress_context, s->memory.n);
    }
    return true;
}

bool store_open(struct store *s, struct reading *r, struct blocks *blocks, struct fault *f)
{
    const struct source *whole = blocks->source;

    *s = (struct store){.r = r, .in_memory = !whole->seekable};
    if (s->in_memory) {
        if (!take_all(s, blocks, f))
            return false;
        s->first = s->memory.n;
    } else {
        struct store_file *file = add_file(s);
        file->skipped = whole->at - (blocks->end - blocks->begin);
        s->first = whole->size > file->skipped ? whole->size - file->skipped : 0;
        source_open_part(&file->source, whole, file->skipped, whole->size);
    }
    s->size = s->first;
    return true;
}

bool store_add_file(struct store *s, const char *path, struct fault *f)
{
    struct store_file *file = add_file(s);

    if (!source_open(&file->source, path, &s->r->ask->limits, f))
        return false;
    if (!file->source.seekable)
        return fault_set(f, FAULT_INPUT, "%s: is packed, wanted records as perf record wrote them",
                         path);
    s->size += file->source.size;
    return true;
}

void store_free(struct store *s)
{
    for (size_t i = 0; i < s->n_files; i++)
        source_close(&s->files[i].source);
    mem_free(s->files, s->files_room, sizeof *s->files);
    buf_free(&s->memory);
    buf_free(&s->unpacked);
    *s = (struct store){.n_files = 0};
}

/* The last file that begins at or before the position. */
static const struct store_file *file_at(const struct store *s, uint64_t at)
{
    size_t i = s->n_files - 1;

    while (i && s->files[i].base > at)
        i--;
    return &s->files[i];
}

/* Reads up to n bytes of a file. */
static bool read_at(const struct store_file *file, uint64_t at, char *to, size_t n, size_t *got,
                    struct fault *f)
{
    struct source part;
    size_t once = 1;
    uint64_t from = at - file->base + file->skipped;

    *got = 0;
    source_open_part(&part, &file->source, from, from + n);
    while (once && *got < n) {
        if (!source_read(&part, to + *got, n - *got, &once, f))
            return false;
        *got += once;
    }
    return true;
}

static bool is_short(const struct store *s, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: became shorter while it was read", s->r->name);
}

static bool is_in_memory(const struct store *s, uint64_t at)
{
    return s->in_memory && at < s->first;
}

void store_part(const struct store *s, uint64_t at, uint64_t n, struct source *part)
{
    if (s->in_memory) {
        *part = (struct source){.name = s->r->name,
                                .fd = -1,
                                .size = n,
                                .memory =
                                    str_from_to(buf_str(&s->memory), (size_t)at, (size_t)(at + n)),
                                .limits = &s->r->ask->limits};
        return;
    }
    const struct store_file *file = &s->files[0];
    source_open_part(part, &file->source, at + file->skipped, at + file->skipped + n);
    part->size = n;
}

bool store_copy(const struct store *s, uint64_t at, uint64_t n, struct buf *to, struct fault *f)
{
    size_t got;

    if (is_in_memory(s, at)) {
        if (n > s->first - at)
            return is_short(s, f);
        buf_add(to, str_from_to(buf_str(&s->memory), (size_t)at, (size_t)(at + n)));
        return true;
    }
    if (at >= s->size || n > s->size - at)
        return n == 0 || is_short(s, f);
    if (!read_at(file_at(s, at), at, buf_reserve(to, (size_t)n), (size_t)n, &got, f))
        return false;
    to->n += got;
    return got == n || is_short(s, f);
}

/* ---- windows ------------------------------------------------------------------------ */

void view_init(struct view *v, const struct store *s, bool big, struct fault *f)
{
    *v = (struct view){.store = s, .f = f, .big = big, .n_windows = WINDOWS_LEAST};
    if (s->n_files == 0)
        return;
    v->windows = mem_alloc(v->n_windows, sizeof *v->windows);
    v->seen_room = (size_t)(s->size / VIEW_STRIDE / 8) + 1;
    v->seen = mem_alloc(v->seen_room, 1);
}

static void free_windows(struct view *v)
{
    for (size_t i = 0; v->windows && i < v->n_windows; i++)
        if (v->windows[i].bytes)
            mem_free(v->windows[i].bytes, VIEW_STRIDE + VIEW_TAIL, 1);
    mem_free(v->windows, v->windows ? v->n_windows : 0, sizeof *v->windows);
}

void view_free(struct view *v)
{
    free_windows(v);
    mem_free(v->seen, v->seen_room, 1);
    *v = (struct view){.store = NULL};
}

/* Notes that a stride is read. Adding windows invalidates what was lent; the caller gets new bytes.
 */
static void count_read(struct view *v, uint64_t at)
{
    uint64_t stride = at / VIEW_STRIDE;
    unsigned char bit = (unsigned char)(1u << stride % 8);

    v->n_again += (v->seen[stride / 8] & bit) != 0;
    v->seen[stride / 8] |= bit;
    if (v->n_again <= AGAIN_MOST * v->n_windows || v->n_windows >= WINDOWS_MOST)
        return;
    free_windows(v);
    v->last = NULL;
    v->n_windows *= 2;
    v->n_again = 0;
    v->windows = mem_alloc(v->n_windows, sizeof *v->windows);
}

static struct bytes bytes_in(const struct view *v, const struct buf *b, uint64_t at)
{
    return bytes_of(str_from_to(buf_str(b), (size_t)at, b->n), v->big);
}

/* A window begins at a multiple of the stride, or with its file, and ends after a stride, except
 * for its tail, which is read when bytes extend into it. */
static bool fill(struct view *v, struct window *w, uint64_t at)
{
    const struct store_file *file = file_at(v->store, at);
    uint64_t from = at - at % VIEW_STRIDE;

    if (!w->bytes)
        w->bytes = mem_alloc(VIEW_STRIDE + VIEW_TAIL, 1);
    w->from = from > file->base ? from : file->base;
    size_t n = (size_t)(from + VIEW_STRIDE - w->from);
    return read_at(file, w->from, w->bytes, n, &w->n, v->f) &&
           (at - w->from < w->n || is_short(v->store, v->f));
}

/* Reads on until that many bytes after a position are there, or the file ends. */
static bool add_tail(struct view *v, struct window *w, uint64_t at, size_t n)
{
    uint64_t behind = w->from + w->n;
    size_t more = (size_t)(at + n - behind);
    size_t room = VIEW_STRIDE + VIEW_TAIL - w->n;
    size_t got = 0;

    if (behind >= v->store->size)
        return true;
    bool ok = read_at(file_at(v->store, w->from), behind, w->bytes + w->n,
                      more < room ? more : room, &got, v->f);
    w->n += got;
    return ok;
}

static bool get_window(struct view *v, uint64_t at, struct window **window)
{
    uint64_t stride = at / VIEW_STRIDE;
    struct window *w = &v->windows[stride & (v->n_windows - 1)];
    bool is_there = w->n && at >= w->from && stride == w->from / VIEW_STRIDE && at - w->from < w->n;

    if (!is_there) {
        count_read(v, at);
        w = &v->windows[stride & (v->n_windows - 1)];
    }
    *window = w;
    return is_there || fill(v, w, at);
}

bool view_find(struct view *v, uint64_t at, size_t n, struct bytes *bytes)
{
    const struct store *s = v->store;
    struct window *w;

    if (at >= STORE_UNPACKED) {
        *bytes = bytes_in(v, &s->unpacked, at - STORE_UNPACKED);
        return true;
    }
    if (is_in_memory(s, at)) {
        *bytes = bytes_in(v, &s->memory, at);
        return true;
    }
    if (at >= s->size) {
        *bytes = bytes_of(STR(""), v->big);
        return true;
    }
    if (!get_window(v, at, &w) || (n > w->n - (size_t)(at - w->from) && !add_tail(v, w, at, n)))
        return false;
    v->last = w;
    *bytes = (struct bytes){(const unsigned char *)w->bytes + (at - w->from),
                            w->n - (size_t)(at - w->from), v->big};
    return true;
}
