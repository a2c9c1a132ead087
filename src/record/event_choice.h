/* An event, as perf_event_open(2) is asked for it. */
#ifndef RECORD_EVENT_CHOICE_H
#define RECORD_EVENT_CHOICE_H

#include "base/fault.h"

enum { EVENT_NAME_ROOM = 128 };

struct event_choice {
    char name[EVENT_NAME_ROOM]; /* as it was asked for */
    uint32_t type;              /* PERF_TYPE_... */
    uint64_t config, config1, config2;
    bool no_user, no_kernel;
    unsigned precise; /* 0 to 3: how near the address must be to the instruction */
};

#endif
