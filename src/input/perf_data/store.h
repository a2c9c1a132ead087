/* The bytes of a recording by position. Those of files are read whenever needed, through windows:
 * keeping everything in memory would take more time. */
#ifndef INPUT_PERF_DATA_STORE_H
#define INPUT_PERF_DATA_STORE_H

#include "base/buf.h"
#include "base/source.h"
#include "input/common/reading.h"
#include "input/perf_data/bytes.h"

/* Where unpacked bytes begin: behind all files, as more files may be added. */
#define STORE_UNPACKED (UINT64_C(1) << 62)

/* One file of a recording. */
struct store_file {
    struct source source; /* a part of the opened one, or owned */
    uint64_t base;        /* the position of its first byte in the recording */
    uint64_t skipped;     /* bytes of the file before that */
};

/* Owns its list and bytes. */
struct store {
    struct reading *r;
    struct store_file *files;
    size_t files_room;
    size_t n_files;
    uint64_t size;       /* of all files */
    uint64_t first;      /* size of the first file, which has the header */
    bool in_memory;      /* the first file came through a pipe, or packed: it is not in files */
    struct buf memory;   /* then the first file */
    struct buf unpacked; /* of compressed records */
};

/* Takes over what the blocks read; reads everything if it cannot be read again. */
MUST_CHECK bool store_open(struct store *s, struct reading *r, struct blocks *blocks,
                           struct fault *f);

/* Adds the file at that path, after the others. */
MUST_CHECK bool store_add_file(struct store *s, const char *path, struct fault *f);
void store_free(struct store *s);

/* Opens n bytes of the first file, which must lie there, as they are. The source owns nothing. */
void store_part(const struct store *s, uint64_t at, uint64_t n, struct source *part);

/* Appends bytes of files to the buffer; false with a fault when there are fewer. */
MUST_CHECK bool store_copy(const struct store *s, uint64_t at, uint64_t n, struct buf *to,
                           struct fault *f);

enum { VIEW_STRIDE = 256 << 10, VIEW_TAIL = 64 << 10 };

struct window {
    uint64_t from;
    size_t n;    /* 0: nothing read; bytes after the stride are read when needed */
    char *bytes; /* owned */
};

/* A reader's windows into the bytes; each reader has its own. Few windows suffice for records
 * roughly in time order; when places are read repeatedly, the number grows. */
struct view {
    const struct store *store;
    struct fault *f;
    bool big; /* the bytes are big endian */
    struct window *windows;
    struct window *last; /* one of them, from which bytes were lent last; NULL: none */
    size_t n_windows;
    unsigned char *seen; /* by stride, a bit each: it was read */
    size_t seen_room;
    size_t n_again; /* strides read again since the number of windows last grew */
};

void view_init(struct view *v, const struct store *s, bool big, struct fault *f);
void view_free(struct view *v);

/* view_get for bytes that may not be in a window yet. */
MUST_CHECK bool view_find(struct view *v, uint64_t at, size_t n, struct bytes *bytes);

/* Lends at least n bytes from a position, VIEW_TAIL at most, or fewer at the end of the file. Valid
 * until later calls reuse the window. False with a fault when they cannot be read. */
MUST_CHECK static inline bool view_get(struct view *v, uint64_t at, size_t n, struct bytes *bytes)
{
    const struct window *w = v->last;

    /* Most records follow the one before. */
    if (!w || at < w->from || at - w->from >= w->n || n > w->n - (size_t)(at - w->from) ||
        at / VIEW_STRIDE != w->from / VIEW_STRIDE)
        return view_find(v, at, n, bytes);
    const size_t skipped = (size_t)(at - w->from);
    *bytes = (struct bytes){(const unsigned char *)w->bytes + skipped, w->n - skipped, v->big};
    return true;
}

#endif
