/* The bytes of a recording, by where they stand in it. Those of files are read again whenever they
 * are asked for, through windows: memory for all of them costs more time than that. */
#ifndef INPUT_PERF_DATA_STORE_H
#define INPUT_PERF_DATA_STORE_H

#include "base/buf.h"
#include "base/source.h"
#include "input/common/reading.h"
#include "input/perf_data/bytes.h"

/* Where what was unpacked begins: behind all files, of which more may come. */
#define STORE_UNPACKED (UINT64_C(1) << 62)

/* One file of a recording. */
struct store_file {
    struct source source; /* a part of the one that was opened, or owned */
    uint64_t base;        /* where its first byte stands in the recording */
    uint64_t skipped;     /* bytes of the file before that */
};

/* Owns its list and bytes. */
struct store {
    struct reading *r;
    struct store_file *files;
    size_t files_room;
    size_t n_files;
    uint64_t size;       /* of all files */
    uint64_t first;      /* size of the first one, which has the header */
    bool in_memory;      /* the first came through a pipe, or packed: it is no row of files */
    struct buf memory;   /* the first file then */
    struct buf unpacked; /* of packed records */
};

/* Takes what the blocks hold, all of it where it cannot be read again. */
MUST_CHECK bool store_open(struct store *s, struct reading *r, struct blocks *blocks,
                           struct fault *f);

/* Adds the file of that path, behind the others. */
MUST_CHECK bool store_add_file(struct store *s, const char *path, struct fault *f);
void store_free(struct store *s);

/* Copies bytes of files behind what is in the buffer; false with a fault when there are fewer. */
MUST_CHECK bool store_copy(const struct store *s, uint64_t at, uint64_t n, struct buf *to,
                           struct fault *f);

enum { VIEW_STRIDE = 256 << 10, VIEW_TAIL = 64 << 10 };

struct window {
    uint64_t from;
    size_t n;    /* 0: nothing was read; what is behind the stride is read when it is asked for */
    char *bytes; /* owned */
};

/* How one looks at the bytes; each has its own. Few windows suffice where records stand about as
 * they happened; when places are read again and again, there are more of them. */
struct view {
    const struct store *store;
    struct fault *f;
    bool big; /* the bytes are of a machine of that order */
    struct window *windows;
    size_t n_windows;
    unsigned char *seen; /* by stride, a bit each: it was read */
    size_t seen_room;
    size_t n_again; /* strides that were read again since there are so many windows */
};

void view_init(struct view *v, const struct store *s, bool big, struct fault *f);
void view_free(struct view *v);

/* Lends at least n bytes from a place on, VIEW_TAIL at most, or fewer at the end of the file. They
 * stay until as many others are asked for as make the window go. False with a fault when they
 * cannot be read. */
MUST_CHECK bool view_get(struct view *v, uint64_t at, size_t n, struct bytes *bytes);

#endif
