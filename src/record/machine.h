/* The load of the machine and the speed of its processors, which change how long programs run. */
#ifndef RECORD_MACHINE_H
#define RECORD_MACHINE_H

#include "base/buf.h"

struct machine_state {
    uint64_t busy_ns;   /* of all processors since the machine was started, as far as it tells */
    uint64_t stolen_ns; /* the same, that a virtual machine wanted but others had */
    uint64_t khz;       /* of all processors, the mean; 0: not told */
    uint64_t load;      /* threads that run or want to, the mean of a minute, in hundredths */
    char governor[24];  /* of the first processor's frequency; "": not told */
};

/* root: "", or where /proc and /sys are looked for. What cannot be read is 0. */
void machine_look(struct machine_state *m, const char *root);

#endif
