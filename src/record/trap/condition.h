/* What a trap waits for: METRIC[(TARGET)] OP VALUE, as "cpu(4711) < 20%". */
#ifndef RECORD_TRAP_CONDITION_H
#define RECORD_TRAP_CONDITION_H

#include "base/buf.h"
#include "base/fault.h"

enum metric {
    METRIC_CPU,       /* thousandths of a percent: of one processor, or of all of the machine */
    METRIC_MEMORY,    /* bytes */
    METRIC_THREADS,   /* how many there are */
    METRIC_RUN_QUEUE, /* threads that run or wait for a processor */
    METRIC_IO_WAIT,   /* thousandths of a percent of the machine's time */
    METRIC_PRESSURE,  /* the same of the last ten seconds, as PSI has it */
    METRIC_STALL, /* nanoseconds: the longest wait of a thread for a lock, a disk, a processor */
};

enum resource { RESOURCE_CPU, RESOURCE_MEMORY, RESOURCE_IO };

/* Whose number it is. OF_RECORDED: of what is to be recorded. */
enum condition_of { OF_RECORDED, OF_PROCESS, OF_GROUP, OF_MACHINE };

/* Borrows from the text. */
struct condition {
    enum metric metric;
    enum resource resource; /* of METRIC_PRESSURE */
    enum condition_of of;
    uint32_t pid;     /* of OF_PROCESS */
    struct str group; /* of OF_GROUP: a path */
    bool above;       /* or else below */
    bool or_equal;
    uint64_t value; /* in the unit of the metric */
};

/* Reads a condition. A fault says what was wanted, and which name may have been meant. */
MUST_CHECK bool condition_parse(struct condition *c, struct str text, struct fault *f);

/* Whether a number of the metric is what is waited for. */
bool condition_holds(const struct condition *c, uint64_t value);

/* Append "cpu(4711)", "< 20 %", and a number of the metric: "12.5 %", "2.3 G", "150 ms". */
void condition_add_subject(struct buf *to, const struct condition *c);
void condition_add_wanted(struct buf *to, const struct condition *c);
void condition_add_value(struct buf *to, enum metric metric, uint64_t value);

const char *resource_name(enum resource resource);

#endif
