/* Options for reading an input, and the report on it. */
#ifndef INPUT_OPTIONS_H
#define INPUT_OPTIONS_H

#include "base/unpack/decoder.h"
#include "input/common/reading.h"

struct input_options {
    const struct input_format *format; /* NULL: recognise it */
    const struct limits *limits;
    const struct symbol_options *symbols; /* NULL: open no files for names */
    const int *opened; /* borrowed: a descriptor of the input at its start, which the path then only
                          names; NULL: it is opened by its path */
    unsigned threads;  /* workers for a large file; 0: as many as useful; the result is the same */
    bool off_cpu;      /* recordings: measure off-CPU time instead of samples */
    bool wall;         /* the same: all of each thread's time (struct reading) */
    bool latency;
    bool estimate; /* read as gprof2dot does: versions of symbols, and of calls what it estimates
                      from */
    const char *value;  /* the measure that is drawn, if it is named; NULL: it is not */
    bool all_snapshots; /* memory: snapshots, if possible, instead of sums over the run */
    unsigned memory;    /* labels of memory accesses that are asked for (struct reading) */
    unsigned asked;     /* labels that are kept only when asked for: enum optional_labels */
    bool strict;
    bool two_counts;  /* read folded stacks as diff-folded if all lines end in two numbers */
    bool need_stacks; /* an input without stacks is a fault */
    struct naming naming;
    uint64_t max_bad; /* more bad lines in one input are a fault */
    struct buf *svg;  /* receives an SVG, which is no profile; NULL: an SVG is a fault */
    struct buf *about, *host, *groups, *remarks, *details, *explained; /* see struct reading */
    void (*progress)(void *context, uint64_t bytes);
    void *progress_context;
};

/* The report of input_read on one input. */
struct input_report {
    const struct input_format *format;
    const struct input_format *runner_up; /* recognised with equal confidence; NULL: none */
    struct decoding decoding;             /* what was converted before it was read */
    uint64_t lines_without;               /* of what a log puts before each line */
    struct tally tally;
    struct notes notes;
};

#endif
