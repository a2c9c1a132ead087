/* How an input is to be read, and what reading found out. */
#ifndef INPUT_OPTIONS_H
#define INPUT_OPTIONS_H

#include "input/common/reading.h"

struct input_options {
    const struct input_format *format; /* NULL: recognise it */
    const struct limits *limits;
    const struct symbol_options *symbols; /* NULL: nothing is opened for names */
    unsigned threads;   /* workers on a large file; 0: as many as useful; the result is the same */
    bool off_cpu;       /* recordings: the time off processors instead of the samples */
    bool all_snapshots; /* memory: snapshots, where there is a choice, instead of sums of the run */
    bool strict;
    bool two_counts;  /* folded stacks whose lines all end in two numbers are diff-folded */
    bool need_stacks; /* an input of a format without them is a fault */
    struct naming naming;
    uint64_t max_bad; /* more bad lines than this in one input are a fault */
    struct buf *svg;  /* where an SVG goes, which is no profile; NULL: it is a fault */
    struct buf *about, *remarks, *details, *explained; /* see struct reading */
    void (*progress)(void *context, uint64_t bytes);
    void *progress_context;
};

/* What input_read found out about one input. */
struct input_report {
    const struct input_format *format;
    const struct input_format *runner_up; /* was as likely when it was recognised; NULL: none */
    struct tally tally;
    struct notes notes;
};

#endif
