/* Replaces the copies of stacks in a recording by call chains. */
#ifndef APP_RECORD_UNWIND_H
#define APP_RECORD_UNWIND_H

#include "base/process/without_root.h"
#include "input/unwound.h"
#include "record/unwound_file.h"

/* What reads recordings. Borrows both. */
struct record_reading {
    const struct user *user;       /* whom it becomes to read; NULL: it may do what we may */
    struct unwound_counts *counts; /* set when stacks are unwound */
};

/* The reader of a recording's stacks. Where there are rights to give up, it reads in a child that
 * has none, which gets the files that processes mapped from this one. */
struct stack_reader record_stack_reader(struct record_reading *reading);

#endif
