/* Reads dumps of goroutines by Go's runtime: one by one, or counted by stack. */
#ifndef INPUT_GO_DUMP_H
#define INPUT_GO_DUMP_H

#include "input/common/label_builder.h"
#include "input/common/text.h"

struct go_dump {
    struct text *t; /* borrowed */
    struct label_builder label_builder;
    struct label *pairs; /* owned: labels of the current stack */
    size_t pairs_room;
    struct buf word;
    struct buf room;
    enum go_dump_state {
        GO_OUTSIDE,
        GO_COUNTED,   /* "3 @ 0x437bf6 ...", with frames after '#' */
        GO_GOROUTINE, /* "goroutine 18 [select]:", two lines for each frame */
        GO_BROKEN,    /* the rest of a skipped stack */
    } state;
    uint64_t line; /* where the stack began */
    uint64_t count;
    labels_id label;
    size_t n;      /* frames before the last one, which is removed if no file follows */
    uint64_t hash; /* the builder's, for those frames */
    bool waits;    /* for the file of the last frame */
    bool cut;      /* the last line may be half a call */
    bool is_named; /* a counted stack has its frames after '#' */
};

/* Whether a line begins such a dump; *counted is what it counts, lent from the line. */
bool go_dump_begins(struct str line, struct str *counted);

/* Whether the runtime says that before a dump or behind it. */
bool go_dump_is_of_panic(struct str line);

/* Whether a line is "/srv/demo/work.go:15 +0x1e", which follows a call. */
bool go_dump_is_file(struct str line);

void go_dump_init(struct go_dump *d, struct text *t);
void go_dump_free(struct go_dump *d);

/* Reads the next line. */
MUST_CHECK bool go_dump_line(struct go_dump *d, struct str line);

/* Ends the last stack. */
MUST_CHECK bool go_dump_end(struct go_dump *d);

#endif
