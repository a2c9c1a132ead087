/* The interface of input formats: what a reader is given, what it returns, and services for
 * readers. */
#ifndef INPUT_COMMON_READING_H
#define INPUT_COMMON_READING_H

#include "base/buf.h"
#include "base/notes.h"
#include "base/source.h"
#include "input/common/ask.h"
#include "model/profile.h"

/* The columns of a profile: the weight, and the number of samples if the input distinguishes it. */
enum { COLUMN_WEIGHT, COLUMN_SAMPLES, INPUT_COLUMNS };

/* Counts for --summary: lines = blank + comments + inside + taken + bad if a sample is one line.
 * Otherwise taken and bad count samples, and their other lines are inside. */
struct tally {
    uint64_t bytes;      /* unpacked */
    uint64_t code_bytes; /* loaded from the files of programs that name addresses */
    uint64_t lines;
    uint64_t blank;
    uint64_t comments;
    uint64_t other;         /* of the comments: lines that the format does not explain */
    uint64_t inside;        /* of samples with several lines: all but the first */
    uint64_t taken;         /* became samples; in a format without stacks, costs or calls */
    uint64_t bad;           /* skipped, see notes */
    uint64_t empty_frames;  /* dropped */
    uint64_t unshown;       /* frames of which frame.shown need not say all that pictures need:
                               wanted another reading for these */
    uint64_t indented;      /* taken, but indented */
    uint64_t non_utf8_line; /* the first line with a name that is not plain UTF-8; 0: none */
    uint64_t ends_in_two_numbers; /* taken lines whose stack ends in a number as well */
    bool left_mangled;            /* names that would be too long demangled; each worker meets the
                                   * same ones, so they are not counted */
    bool states_unit;             /* in lines that need not, as folded stacks do not */
    double period;                /* of a column, see struct column: of the first */
    uint64_t other_line;          /* the first of the other lines; 0: there is none */
};

/* Lines and their numbers; owned. A gap between them is a blank line. */
struct kept_lines {
    uint64_t last;              /* the number of the last one */
    struct buf text;            /* each with a newline */
    struct buf numbers;         /* a uint64_t each */
    struct excerpt first_other; /* of the line where struct tally has other_line */
};

/* Keeps a line, and that there is a gap before it, if there is room. */
void kept_lines_add(struct kept_lines *kept, struct str line, uint64_t number);

struct bundled_symbols; /* input/common/names/bundled_symbols.h */

/* What one reading makes beside its own profile: one of other states of threads, of the same
 * columns, times and names as a reading for it alone. Borrows the profile. */
struct also_read {
    struct ask ask; /* that of the reading, but for `read` */
    struct profile *profile;
    uint32_t n_before;  /* its samples of inputs before */
    struct tally tally; /* what was taken of it; the rest is in that of the reading */
    struct fault fault; /* why these states cannot be had, though the reading may succeed */
};

/* The input and output of a reader. One for each reader; several may run in parallel. */
struct reading {
    const char *name;      /* of the input, for messages; borrowed, outlives notes */
    const char *path;      /* of its file; borrowed; NULL: standard input or memory */
    const char *folder;    /* that is the input; borrowed; NULL: it is a file */
    const int *opened;     /* borrowed: a descriptor of the file, whose path may lead nowhere;
                            * NULL: the path leads to it */
    const struct ask *ask; /* borrowed */
    const struct bundled_symbols *maps; /* maps bundled with a recording; NULL: none; borrowed */
    bool first_part;                    /* these bytes are the beginning of the input */
    struct str head;                    /* of one of several parts: the beginning of the input;
                                         * borrowed */
    unsigned parts; /* the number of parts being read in parallel, including this one */
    struct tally tally;
    struct notes notes;
    struct also_read *also; /* borrowed; of formats that tell states (input_format.wall) */
    size_t n_also;
    struct kept_lines *rest; /* borrowed: receives the first lines that are not of the format, as
                              * many as a prefix has; NULL: nobody asks what they are */
    struct recording_info
        *info; /* borrowed: receives what is told of the recording in words, mostly
                * that of the profile; not NULL for the reader of a format */
    void (*progress)(void *context, uint64_t bytes); /* called after each block; NULL: not wanted */
    void *progress_context;
};

enum { DUMP_IN_LOG = 1 << 16 };

/* A set of signs. */
enum { SIGN_SETS = 2 };
#define ANY_OF(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Const, one for each format; NULL: not supported. */
struct input_format {
    const char *name;
    const char *alias;          /* another name, used by gprof2dot; NULL: none */
    const char *about;          /* one sentence for --list-formats */
    const char *const *endings; /* of file names, without the dot; NULL-terminated */

    /* Returns how many bits of the prefix (without byte order mark) confirm this format; 0: not
     * this format. NULL for a format that reads the bytes of another one in a different way. */
    unsigned (*recognise)(struct str prefix);

    /* Sets of signs (input/common/signs.h): what has none of a set is not of this format, and
     * `recognise` need not be asked. Without sets, for one that looks at a few lines, it always is.
     */
    const char *const *signs[SIGN_SETS];

    /* As `recognise`, for what is in a folder; `read` is then given reading.folder and no bytes.
     * NULL: it has no folders. */
    unsigned (*recognise_folder)(const char *path);

    /* Reads all blocks into the profile. Tolerable damage is counted and noted, or is a fault when
     * r->strict; after a fault the profile is valid, with what came before. */
    bool (*read)(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f);

    /* Its files are not text. No other format is recognised in what is not. */
    bool binary;

    /* It has costs of callers and callees, but no stacks: samples are of one function each, and
     * profile.calls has the calls, if any. */
    bool stackless;
    bool counts; /* without stacks, but with exact counts of what each function did by itself */

    /* Its call ratios are those of the last call of each stack, between functions with self values,
     * as in gprof2dot. */
    bool last_calls;

    /* Its details say how many stacks lack callers. */
    bool tells_lost_callers;

    /* Returns the unit of an event's sample weights; "" for an event not of this format. NULL: its
     * profiles state it. */
    struct str (*event_unit)(struct str event);

    /* Whether an event samples execution: such an event is drawn by default, even if others have
     * more samples. NULL: no event is preferred. */
    bool (*event_is_sampling)(struct str event);

    /* Whether an event measures how long threads did not run; NULL: none does. */
    bool (*event_is_wait)(struct str event);

    /* Its first measure is a state counted whole, not sampled: memory in use, or the threads of a
     * dump, unless a thread is in it several times. */
    bool census;

    /* It can measure off-CPU time (READ_OFF_CPU). */
    bool off_cpu;

    /* It can measure all of each thread's time (READ_WALL, READ_LATENCY). */
    bool wall;

    /* It is a dump, which may stand behind other lines, as in a log, and may have as many lines
     * before what tells it; DUMP_IN_LOG: its reader knows the lines of the log. 0: it is none. */
    unsigned dump_lines;

    /* What is traced is told by a script, which may print lines of its own before its stacks. */
    bool prints;

    /* How to split an input into parts that are read in parallel. */
    enum input_cut {
        CUT_NOWHERE,
        CUT_LINES,  /* after any line */
        CUT_BLANKS, /* after a blank line */
    } cut;
    size_t part_least; /* the smallest part worth a worker, if it can be split */
};

/* Adds the tally of a later part of the same input. */
void tally_add(struct tally *to, const struct tally *from);

/* Adds tally and notes of a later part of the same input. */
void reading_join(struct reading *r, const struct reading *later);

/* Adds a line to remarks or details (recording_info). */
void reading_remark(struct text_list *to, const char *format, ...) PRINTF_LIKE(2, 3);

/* A place in an input as messages print it: "x.folded:12", or "x.folded" for line 0. */
struct place {
    char text[300];
};

/* Checks the profile against the limits frames and nodes; the fault names the place (line 0: the
 * whole input). */
MUST_CHECK bool reading_within_limits(const struct profile *p, const struct limits *l,
                                      const char *name, uint64_t line, struct fault *f);

/* Checks how many stacks a reading made against the limit nodes-ratio and the bytes in its tally:
 * where an address stands for several functions, or stacks share their callers, a few bytes can
 * describe any number of frames. */
MUST_CHECK bool reading_in_proportion(const struct reading *r, uint32_t n_stacks, uint64_t line,
                                      struct fault *f);

/* Removes a UTF-8 byte order mark from the start of an input; UTF-16 is a fault. */
MUST_CHECK bool reading_skip_mark(struct str *bytes, const char *name, struct fault *f);

/* Counts what began at that line as damaged. Returns true, or in a strict reading false with a
 * fault. The reason is a literal. */
MUST_CHECK bool reading_bad(struct reading *r, uint64_t line, const char *reason, struct str near,
                            struct fault *f);

/* The same for n samples with the same damage. */
MUST_CHECK bool reading_bad_many(struct reading *r, uint64_t n, uint64_t line, const char *reason,
                                 struct str near, struct fault *f);

/* Keeps the line that was just counted as one that is not of the format. */
void reading_keep_rest(struct reading *r, struct str line);

/* Lends the start of the input, as `recognise` gets it, for formats with several variants, also to
 * the readers of later parts. Call it before reading the first block. */
MUST_CHECK bool reading_prefix(const struct reading *r, struct blocks *blocks, struct str *prefix,
                               struct fault *f);

/* Appends the rest of the input, for formats in which what comes first needs what comes later.
 * False with a fault. */
MUST_CHECK bool reading_whole(struct reading *r, struct blocks *blocks, struct buf *to,
                              struct fault *f);

const char *place_of(struct place *place, const char *name, uint64_t line);

#endif
