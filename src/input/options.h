/* One input of many, and the report on it. */
#ifndef INPUT_OPTIONS_H
#define INPUT_OPTIONS_H

#include "base/unpack/decoder.h"
#include "input/common/reading.h"

/* An input, and who is told how far it is read. Borrows everything. */
struct input_file {
    const char *path;  /* "-": standard input; a folder: its file `data`, or what a format has in
                          folders */
    const int *opened; /* a descriptor of the input at its start, which the path then only names;
                          NULL: it is opened by its path */
    void (*progress)(void *context, uint64_t bytes); /* called after each block; NULL: nobody */
    void *progress_context;
    struct buf *svg;        /* receives an SVG, which is no profile; NULL: an SVG is a fault */
    struct also_read *also; /* what is to be made of it as well; their tallies and faults
                             * are set */
    size_t n_also;
};

/* The report of input_read on one input. */
struct input_report {
    const struct input_format *format;
    const struct input_format *runner_up; /* recognised with equal confidence; NULL: none */
    struct decoding decoding;             /* what was converted before it was read */
    uint64_t lines_without;               /* of what a log puts before each line */
    bool log_guessed; /* the beginning is of no format, with what a log puts there or without */
    unsigned bits;    /* that confirm the format; 0: it was asked for */
    bool unproven;    /* nothing confirms the format that was asked for */
    bool unknown;     /* no reader knows it, nor is it known to be no profile */
    struct input_before {
        uint64_t lines, bytes;
    } before; /* what stands before a dump, and is passed over */
    struct input_rest {
        const struct input_format *format; /* of it, or of what stands before a dump; NULL: none is
                                              known */
        uint64_t line;                     /* where it begins */
        struct excerpt near;               /* the first of the other lines (struct tally) */
    } rest;                                /* lines that are not of the format */
    struct tally tally;
    struct notes notes;
};

#endif
