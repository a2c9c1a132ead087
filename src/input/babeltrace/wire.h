/* The protocol between flame and flame-babeltrace, the child that reads traces: commands
 * (base/process/wire.h) on standard input, and the text of the events on standard output. Its
 * arguments are the task and its limit of processor time in seconds (0: none). */
#ifndef INPUT_BABELTRACE_WIRE_H
#define INPUT_BABELTRACE_WIRE_H

enum trace_operation {
    TRACE_FOLDER = 'T', /* path: a folder with a trace */
    TRACE_FILE = 'F',   /* names separated by '/': makes that file in a folder of the child's own; a
                         * folder with a file "metadata" is a trace */
    TRACE_BYTES = 'B',  /* bytes: appends them to the last file */
    TRACE_GO = 'G',     /* the last: writes the events. Without it the child ends */
};

/* The task. */
#define TRACE_TO_TEXT "text"

/* The most bytes of an operand. */
enum { TRACE_OPERAND_MOST = 64 << 10 };

#endif
