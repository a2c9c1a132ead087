/* The names of those functions of programs and libraries in which samples lie, for the recording.
 */
#ifndef RECORD_CODE_NATIVE_NAMES_H
#define RECORD_CODE_NATIVE_NAMES_H

#include "record/code/embedded_files.h"
#include "record/stack_reader.h"

/* Where they go, and where files are found. Borrows all. */
struct native_names {
    struct embedded_files *files;
    struct process_files of_process;
};

/* Adds them to what a finished recording takes along, and finishes it anew. On failure the
 * recording is as it was, and the counts of the files say why. */
void native_names_take(const struct native_names *n, struct recording_file *r,
                       const struct stack_reader *by);

#endif
