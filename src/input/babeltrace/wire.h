/* The protocol between flame and flame-babeltrace, the child that reads traces: commands
 * (base/process/wire.h) on standard input, and the events as records on standard output. Its
 * arguments are the task and its limit of processor time in seconds (0: none). */
#ifndef INPUT_BABELTRACE_WIRE_H
#define INPUT_BABELTRACE_WIRE_H

#include <stdint.h>

enum trace_operation {
    TRACE_FOLDER = 'T', /* path: a folder with a trace */
    TRACE_FILE = 'F',   /* names separated by '/': makes that file in a folder of the child's own; a
                         * folder with a file "metadata" is a trace */
    TRACE_BYTES = 'B',  /* bytes: appends them to the last file */
    TRACE_GO = 'G',     /* the last: writes the events. Without it the child ends */
};

/* The task. */
#define TRACE_TO_RECORDS "records"

/* The most bytes of an operand. */
enum { TRACE_OPERAND_MOST = 64 << 10 };

/* Before the records; it looks like no packed file. */
#define TRACE_MAGIC "flame trace 1\n\n\n"

/* A record is this and n bytes. Numbers are in the byte order of the machine, which both run on. */
struct trace_record {
    uint32_t what; /* enum trace_record_kind */
    uint32_t n;    /* at most TRACE_RECORD_MOST */
};

/* Classes, threads and stacks come once, before the first event that has them. Those of a kind have
 * ids by their order, from 1 on; 0 is an empty one. */
enum trace_record_kind {
    TRACE_CLASS = 'C',  /* "host:app:(7) my_app:note": what babeltrace prints behind the time */
    TRACE_THREAD = 'T', /* texts of its name, process and id, with a NUL between them */
    TRACE_STACK = 'S',  /* uint64_t: how many addresses are the user's, and these; then those of the
                         * kernel; the outermost function of each first */
    TRACE_EVENT = 'E',  /* struct trace_event */
};

enum { TRACE_RECORD_MOST = 16 << 20 };

struct trace_event {
    int64_t ns;                    /* since 1970, or where its clock begins */
    uint32_t class, thread, stack; /* ids */
    uint32_t has;                  /* TRACE_HAS_TIME and so on; without one of them it is none */
};

enum { TRACE_HAS_TIME = 1, TRACE_HAS_FIELDS = 2 };

#endif
