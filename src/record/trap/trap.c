/* A trap springs when its conditions have held without a break for the time asked for. */
#include "record/trap/trap.h"

bool trap_judge(struct trap *t, uint64_t now_ns, enum truth truth)
{
    if (truth == TRUTH_UNKNOWN)
        return false;
    if (truth == TRUTH_YES && !t->holds)
        t->since_ns = now_ns;
    t->holds = truth == TRUTH_YES;
    return t->holds && now_ns - t->since_ns >= t->lasting_ns && now_ns >= t->not_before_ns;
}

void trap_arm(struct trap *t, uint64_t not_before_ns)
{
    t->holds = false;
    t->not_before_ns = not_before_ns;
}
