/* What a reader is given, what it gives back, and what it may ask: the contract of input formats.
 */
#ifndef INPUT_COMMON_READING_H
#define INPUT_COMMON_READING_H

#include "base/buf.h"
#include "base/notes.h"
#include "base/source.h"
#include "model/profile.h"
#include "symbol/options.h"

/* The columns of a profile that was read: the weights, and how many samples there were where the
 * input tells them apart from the weight. */
enum { COLUMN_WEIGHT, COLUMN_SAMPLES, INPUT_COLUMNS };

/* How names are to be kept, for readers that tidy them. */
struct naming {
    bool full;           /* with arguments, template parameters, hashes */
    bool demangled_full; /* those that arrive mangled, with arguments and types */
    bool mangled;        /* as they arrive */
    bool addresses;      /* of unknown functions: [module <address>] */
    bool modules;        /* frames know their modules */
    bool apart;          /* unknown functions are named by their addresses alone; with modules */
    bool sources;        /* with the line of the source, where the input says it: NAME:FILE:LINE */
};

/* What was read, for --summary: lines = blank + comments + inside + taken + bad, where a sample is
 * a line; else taken and bad count samples, and their other lines are inside. */
struct tally {
    uint64_t bytes; /* unpacked */
    uint64_t lines;
    uint64_t blank;
    uint64_t comments;
    uint64_t inside;              /* of samples that have several lines, all but the first */
    uint64_t taken;               /* became samples, or of a format without stacks costs or calls */
    uint64_t bad;                 /* skipped, see notes */
    uint64_t empty_frames;        /* dropped */
    uint64_t indented;            /* taken after blanks at their start were cut off */
    uint64_t non_utf8_line;       /* the first with a name that is not plain UTF-8; 0: none */
    uint64_t ends_in_two_numbers; /* taken lines whose stack ends in a number as well */
};

struct bundled_symbols; /* input/common/bundled_symbols.h */

/* What a reader is given and what it gives back. One a reader; several may run side by side. */
struct reading {
    const char *name;            /* of the input, for messages, outlives notes; borrowed */
    const char *path;            /* of its file; borrowed; NULL: standard input or memory */
    const char *folder;          /* the recording, where it is one; borrowed; NULL: it is a file */
    const struct limits *limits; /* borrowed */
    const struct symbol_options *symbols; /* borrowed; NULL: nothing may be opened for names */
    const struct bundled_symbols *maps;   /* that came with a recording; NULL: none; borrowed */
    bool off_cpu;       /* recordings: the time off processors instead of the samples */
    bool all_snapshots; /* memory: snapshots, where there is a choice, instead of sums of the run */
    bool strict;        /* the first bad line is a fault */
    struct naming naming;
    bool first_part;  /* the bytes begin where the input begins */
    unsigned parts;   /* of the input that are read side by side, this one included */
    unsigned threads; /* workers that a reader may use itself; 0: as many as useful */
    struct tally tally;
    struct notes notes;
    struct buf *about;     /* what was recorded, where, as one line; NULL: nobody asks */
    struct buf *remarks;   /* lines on what is missing from the profile; NULL: nobody asks */
    struct buf *details;   /* lines on how it was recorded; NULL: nobody asks */
    struct buf *explained; /* lines on what named symbols->explain; NULL: nobody asks */
    void (*progress)(void *context, uint64_t bytes); /* NULL: nobody asks; after each block */
    void *progress_context;
};

/* Const, one for each format; what is NULL the format does not do. */
struct input_format {
    const char *name;
    const char *alias;          /* another name for it, that of gprof2dot; NULL: none */
    const char *about;          /* one sentence for --list-formats */
    const char *const *endings; /* of file names, without the dot, ended by NULL */

    /* Returns how many bits of the prefix, which has no byte order mark, were verified to be this
     * format; 0: not mine. NULL for a format that is another reading of the bytes of one that is
     * recognised. */
    unsigned (*recognise)(struct str prefix);

    /* Reads all blocks into the profile. Damage that can be passed over is counted and noted, or a
     * fault when r->strict; a fault leaves the valid profile of what came before. */
    bool (*read)(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f);

    /* It says what callers and callees cost, and knows no stacks: samples are of one function each,
     * and profile.calls holds what it knows of calls, which may be nothing. */
    bool stackless;

    /* Call ratios of it are those of the last call of each stack alone, between functions that hold
     * something by themselves: what gprof2dot makes of it. */
    bool last_calls;

    /* Its details say how many stacks lack callers. */
    bool tells_lost_callers;

    /* Returns the unit of what samples of an event weigh; "" for an event that is none of this
     * format. NULL: its profiles state it. */
    struct str (*event_unit)(struct str event);

    /* Whether an event samples what runs: it is drawn rather than one with more samples. NULL: no
     * event of it is drawn rather than another. */
    bool (*event_is_sampling)(struct str event);

    /* It can tell how long threads were off processors (reading.off_cpu). */
    bool off_cpu;

    /* Where an input may be cut into parts that are read apart. */
    enum input_cut {
        CUT_NOWHERE,
        CUT_LINES,  /* any run of whole lines is an input of its own */
        CUT_BLANKS, /* behind a blank line */
    } cut;
    size_t part_least; /* where it may be cut: workers on smaller parts cost more than they bring */
};

/* Adds what later bytes of the same input were tallied to. */
void tally_add(struct tally *to, const struct tally *from);

/* Adds what a reading of later bytes of the same input tallied and noted. */
void reading_join(struct reading *r, const struct reading *later);

/* Adds a line to remarks or details, which may be NULL. */
void reading_remark(struct buf *to, const char *format, ...) PRINTF_LIKE(2, 3);

/* A place in an input as messages write it: "x.folded:12", or "x.folded" for line 0. */
struct place {
    char text[300];
};

/* Whether the profile is within the limits frames and nodes; a fault names the place (line 0: the
 * input as a whole). */
MUST_CHECK bool reading_within_limits(const struct profile *p, const struct limits *l,
                                      const char *name, uint64_t line, struct fault *f);

/* Takes a byte order mark of UTF-8 off the start of an input; UTF-16 is a fault. */
MUST_CHECK bool reading_skip_mark(struct str *bytes, const char *name, struct fault *f);

/* Counts what began at that line as damaged. Returns true, or false with a fault when the reading
 * is strict. The reason is a literal. */
MUST_CHECK bool reading_bad(struct reading *r, uint64_t line, const char *reason, struct str near,
                            struct fault *f);

/* The same for n samples that are damaged alike. */
MUST_CHECK bool reading_bad_many(struct reading *r, uint64_t n, uint64_t line, const char *reason,
                                 struct str near, struct fault *f);

/* Lends the start of the input as recognise is shown it, for a format of several looks. Before the
 * first block. */
MUST_CHECK bool reading_prefix(const struct reading *r, struct blocks *blocks, struct str *prefix,
                               struct fault *f);

const char *place_of(struct place *place, const char *name, uint64_t line);

#endif
