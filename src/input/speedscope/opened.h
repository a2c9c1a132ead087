/* Frames that open and close, made into what each stack of them took. */
#ifndef INPUT_SPEEDSCOPE_OPENED_H
#define INPUT_SPEEDSCOPE_OPENED_H

#include "input/speedscope/gathered.h"

struct opened_event {
    bool opens;
    uint32_t frame; /* its index */
    struct amount at;
    uint64_t line;
};

/* Owns the stack. */
struct opened {
    struct gathered *gathered; /* borrowed */
    struct opened_frame {
        uint32_t frame;
        stack_id stack;
    } * open;
    size_t n, room;
    struct amount now; /* what was before is added */
    bool began;        /* now is known */
};

void opened_free(struct opened *o);

/* Adds what lasted until the event, which comes behind those before it. What does not fit them is
 * counted as bad and put right: one that goes back in time is taken to be now, and what closes
 * below others closes them as well. False with a fault. */
MUST_CHECK bool opened_take(struct opened *o, const struct opened_event *event);

/* Closes what is open, at a time unless NULL, and is ready for another profile. */
MUST_CHECK bool opened_finish(struct opened *o, const struct amount *end, uint64_t line);

#endif
