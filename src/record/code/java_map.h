/* Asks a running Java machine to write its perf map, as jcmd PID Compiler.perfmap does. */
#ifndef RECORD_CODE_JAVA_MAP_H
#define RECORD_CODE_JAVA_MAP_H

#include "record/code/sampled_processes.h"

/* What came of it. */
enum java_answer {
    JAVA_NONE,   /* it is no such machine, or takes no questions; nothing was done */
    JAVA_SILENT, /* it did not answer in time, or knows no map: that came with version 17 */
    JAVA_WRITTEN,
    JAVA_WRITTEN_NEW, /* where no map was before */
};

/* Waits for an answer until a time of CLOCK_MONOTONIC, and no longer. */
enum java_answer java_map_ask(struct sampled_processes *h, const struct sampled_process *p,
                              uint64_t until_ns);

#endif
