/* Which states of threads outputs show: --on-cpu, --off-cpu, --wall and --latency. */
#ifndef APP_OPTIONS_STATES_H
#define APP_OPTIONS_STATES_H

#include "app/options/options.h"
#include "input/common/ask.h"

/* How many of these options are given, of all by id. */
size_t states_given(const bool *given);

/* Says that one of them is given, to flame and callgraph. */
void states_give(bool *given, enum ask_read read);

/* What is noted of an output that is named: see states_are_of_outputs. read: of the option given
 * last. */
unsigned char states_of_output(const bool *given, enum ask_read read);

/* Whether each that is given stands before an output, up to the next of them, and each output
 * behind one of them. reads: of n outputs, 1 + the enum ask_read said before each; 0: none was. */
bool states_are_of_outputs(const bool *given, const unsigned char *reads, size_t n);

#endif
