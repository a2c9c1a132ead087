/* jdk.ExecutionSample, jdk.ObjectAllocationSample, profiler.Malloc
 * The events whose samples have weights. */
#include "input/jfr/event.h"

/* The allocated part of a TLAB is not known: it weighs as a whole. A wait weighs its duration, in
 * ticks. */
static const struct jfr_weighed events[] = {
    {"jdk.ExecutionSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE},
    {"jdk.NativeMethodSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE},
    {"jdk.CPUTimeSample", "samples", JFR_NO_ROLE, JFR_NO_ROLE},
    {"jdk.ObjectAllocationSample", "bytes", JFR_WEIGHT, JFR_OBJECT_CLASS},
    {"jdk.ObjectAllocationInNewTLAB", "bytes", JFR_TLAB_SIZE, JFR_OBJECT_CLASS},
    {"jdk.ObjectAllocationOutsideTLAB", "bytes", JFR_ALLOCATION_SIZE, JFR_OBJECT_CLASS},
    {"jdk.JavaMonitorEnter", "ns", JFR_DURATION, JFR_MONITOR_CLASS},
    {"jdk.JavaMonitorWait", "ns", JFR_DURATION, JFR_MONITOR_CLASS},
    {"jdk.ThreadPark", "ns", JFR_DURATION, JFR_PARKED_CLASS},
    {"jdk.ThreadSleep", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.VirtualThreadPinned", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.FileForce", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.FileRead", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.FileWrite", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.SocketRead", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"jdk.SocketWrite", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"profiler.WallClockSample", "samples", JFR_SAMPLES, JFR_NO_ROLE},
    {"profiler.LiveObject", "bytes", JFR_ALLOCATION_SIZE, JFR_OBJECT_CLASS},
    {"profiler.Malloc", "bytes", JFR_SIZE, JFR_NO_ROLE},
    {"profiler.MethodTrace", "ns", JFR_DURATION, JFR_NO_ROLE},
    {"profiler.NativeLock", "ns", JFR_DURATION, JFR_NO_ROLE},
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
