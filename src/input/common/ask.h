/* What is asked of an input: the command line fills one struct, input_read borrows it, and each
 * reader borrows it (reading.ask). It lies here because what readers share sees it too. */
#ifndef INPUT_COMMON_ASK_H
#define INPUT_COMMON_ASK_H

#include "base/limits.h"
#include "input/common/optional_labels.h"
#include "symbol/options.h"

struct input_format; /* input/common/reading.h */

/* What of the time of threads is read. All but the first need a format that says when threads were
 * switched. */
enum ask_read {
    READ_RUNNING, /* the samples, which mostly are of threads that run */
    READ_OFF_CPU, /* how long threads did not run */
    READ_WALL,    /* all of each thread's time */
    READ_LATENCY  /* of all that, what is on processors, divided by the threads of a process that
                   * run at once */
};

/* How to keep names, for readers that tidy them. */
struct naming {
    bool full;           /* with arguments, template parameters, hashes */
    bool demangled_full; /* demangle with arguments and types */
    bool mangled;        /* do not demangle */
    bool addresses;      /* for unknown functions: [module <address>] */
    bool modules;        /* frames have modules */
    bool apart;          /* unknown functions are named only by address; with modules */
    bool places;         /* with modules: frames are told apart by instruction and line, too, by
                            readers for which that is more work */
    bool in_file;        /* with places: instructions count from the beginning of their file, as
                            mappings do, not by the addresses that the file gives them */
    bool sources;        /* with the source line, if the input has it: NAME:FILE:LINE */
    bool inlined;        /* text of perf: the files that it names are asked what is inlined at its
                            addresses */
    bool shown;          /* with modules: frames also have the names that they have without
                            (frame.shown), */
    bool shown_full;     /* which are full */
};

/* Zeroed but for the limits: recognises the format, and reads all it can by itself. */
struct ask {
    const struct input_format *format; /* NULL: recognise it */
    struct limits limits;
    struct symbol_options symbols;
    bool children;    /* programs beside flame may be started, for what only they can read */
    unsigned threads; /* workers for a large file; 0: as many as useful; the result is the same */
    enum ask_read read;
    unsigned labels;    /* enum optional_labels */
    const char *value;  /* borrowed: the measure that is drawn, if it is named; NULL: it is not */
    bool all_snapshots; /* memory: snapshots, if possible, instead of sums over the run */
    bool estimate;    /* read as gprof2dot does: versions of symbols, and of calls what it estimates
                         from */
    bool ordered;     /* for a chart: samples come in the order of time, or of the input */
    bool strict;      /* the first bad line is a fault */
    bool two_counts;  /* read folded stacks as diff-folded if all lines end in two numbers */
    bool need_stacks; /* an input without stacks is a fault, */
    bool or_counts;   /* unless it counts exactly what each function did by itself */
    uint64_t max_bad; /* more bad lines in one input are a fault; UINT64_MAX: not asked for */
    struct naming naming;
};

/* Whether all states of threads are followed. */
static inline bool ask_wall(const struct ask *ask)
{
    return ask->read == READ_WALL || ask->read == READ_LATENCY;
}

/* Whether to go on with a part of an input where it is not known how large the part is: who allows
 * a number of bad lines knows that some are. */
static inline bool ask_goes_on(const struct ask *ask)
{
    return ask->max_bad < UINT64_MAX;
}

#endif
