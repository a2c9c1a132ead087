/* jdk.ExecutionSample, jdk.ObjectAllocationSample, profiler.Malloc
 * The events whose samples have weights. */
#include "input/jfr/event.h"

/* The allocated part of a TLAB is not known: it weighs as a whole. A wait weighs its duration, in
 * ticks. */
static const struct jfr_weighed events[] = {
    {"jdk.ExecutionSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE, STATE_RUNNING},
    {"jdk.NativeMethodSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE, STATE_RUNNING},
    {"jdk.CPUTimeSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE, STATE_RUNNING},
    {"jdk.ObjectAllocationSample", "bytes", JFR_WEIGHT, JFR_OBJECT_CLASS, STATE_RUNNING},
    {"jdk.ObjectAllocationInNewTLAB", "bytes", JFR_TLAB_SIZE, JFR_OBJECT_CLASS, STATE_RUNNING},
    {"jdk.ObjectAllocationOutsideTLAB", "bytes", JFR_ALLOCATION_SIZE, JFR_OBJECT_CLASS,
     STATE_RUNNING},
    {"jdk.JavaMonitorEnter", "ns", JFR_DURATION, JFR_MONITOR_CLASS, STATE_LOCK},
    {"jdk.JavaMonitorWait", "ns", JFR_DURATION, JFR_MONITOR_CLASS, STATE_WAITING},
    {"jdk.ThreadPark", "ns", JFR_DURATION, JFR_PARKED_CLASS, STATE_WAITING},
    {"jdk.ThreadSleep", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_TIMER},
    {"jdk.VirtualThreadPinned", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_WAITING},
    {"jdk.FileForce", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_DISK},
    {"jdk.FileRead", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_DISK},
    {"jdk.FileWrite", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_DISK},
    {"jdk.SocketRead", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_PEER},
    {"jdk.SocketWrite", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_PEER},
    {"profiler.WallClockSample", "samples", JFR_SAMPLES, JFR_NO_ROLE, STATE_RUNNING},
    {"profiler.LiveObject", "bytes", JFR_ALLOCATION_SIZE, JFR_OBJECT_CLASS, STATE_RUNNING},
    {"profiler.Malloc", "bytes", JFR_SIZE, JFR_NO_ROLE, STATE_RUNNING},
    {"profiler.MethodTrace", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_RUNNING},
    {"profiler.NativeLock", "ns", JFR_DURATION, JFR_NO_ROLE, STATE_LOCK},
};

const struct jfr_weighed *jfr_weighed_of(struct str name)
{
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (str_equal(name, str_of(events[i].name)))
            return &events[i];
    return NULL;
}

struct str jfr_unit_of(struct str name)
{
    const struct jfr_weighed *known = jfr_weighed_of(name);

    if (known)
        return str_of(known->unit);
    return str_starts(name, STR("jdk.")) || str_starts(name, STR("profiler.")) ? STR("samples")
                                                                               : STR("");
}

bool jfr_is_sampling(struct str name)
{
    return str_equal(name, STR("jdk.ExecutionSample")) || str_equal(name, STR("jdk.CPUTimeSample"));
}
