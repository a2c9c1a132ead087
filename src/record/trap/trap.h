/* Judges whether a trap springs, by what its conditions say from look to look. */
#ifndef RECORD_TRAP_TRAP_H
#define RECORD_TRAP_TRAP_H

#include <stdbool.h>
#include <stdint.h>

/* What all conditions together say at a moment. TRUTH_UNKNOWN: nothing new. */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/* Zeroed: it springs at the first look at which all hold. */
struct trap {
    uint64_t lasting_ns;    /* for so long they must hold */
    uint64_t not_before_ns; /* nor does it spring before; 0: it may */
    uint64_t since_ns;      /* they hold; where `holds` */
    bool holds;
};

/* Takes what was found at a moment. Returns whether it springs. */
bool trap_judge(struct trap *t, uint64_t now_ns, enum truth truth);

/* Arms it again after it sprang. */
void trap_arm(struct trap *t, uint64_t not_before_ns);

#endif
