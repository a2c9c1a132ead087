/* Reads what a recording copied of stacks. */
#ifndef APP_RECORD_UNWIND_H
#define APP_RECORD_UNWIND_H

#include "input/unwound.h"
#include "record/unwound_file.h"

/* The reader of a recording's stacks; counts are set when they are unwound. */
struct stack_reader record_stack_reader(struct unwound_counts *counts);

#endif
