/* A small recording of threads that sleep now, from which their stacks are read. */
#ifndef RECORD_TRAP_WAIT_RECORDING_H
#define RECORD_TRAP_WAIT_RECORDING_H

#include "base/fault.h"
#include "record/code/code_names.h"
#include "record/trap/waiting_program.h"

/* A record has at most 65,535 bytes. */
enum { WAIT_STACK_MOST = 32768 };

/* Copies the upper end of the stack of a thread; returns how much of it is there. The memory of a
 * process may be such that this takes as long as the process likes. */
size_t wait_recording_stack(const struct waiting_row *row, unsigned char to[WAIT_STACK_MOST]);

/* Writes to an empty file: what their processes have mapped, and a sample of each with a copy of
 * its stack, as far as it is there; and what names their code, which stays with the names, begun as
 * these say. The period of a sample is its number, from 1. */
MUST_CHECK bool wait_recording_write(int fd, const struct waiting_row *rows, size_t n,
                                     struct code_names *names, struct fault *f);

#endif
