/* The functions of a callgrind file, and the calls between them. */
#ifndef INPUT_CALLGRIND_FUNCTIONS_H
#define INPUT_CALLGRIND_FUNCTIONS_H

#include "input/common/text.h"

/* A function is one of a name, a file and an object. A call may name them less exactly, and before
 * the function itself, so calls are matched with functions at the end. */
struct cg_functions {
    struct text *text;
    bool by_name;        /* as in gprof2dot: a name is one function, and its first occurrence gives
                          * file and object */
    struct pairs places; /* (object, file) */
    struct pairs rows;   /* (name, place); by name: (name, 0) */
    frame_id *frames;    /* by row: its frame; 0: only calls name it so far */
    bool *filed;         /* by row: a call that states a file names it */
    size_t frames_room, filed_room;
    struct calls calls; /* by row instead of frame; unused by name */
};

/* What a line says of a function. */
struct cg_place {
    name_id name, object, file;
    bool filed; /* the file is stated for a call, not that of its caller */
};

void cg_functions_init(struct cg_functions *in, struct text *text, bool by_name);
void cg_functions_free(struct cg_functions *in);

/* Finds or adds a function that has costs. Fails as builder_row. */
MUST_CHECK bool cg_functions_define(struct cg_functions *in, const struct cg_place *place,
                                    uint32_t *row);

/* Says that a function was called 0 times, unless calls say more. */
MUST_CHECK bool cg_functions_begin(struct cg_functions *in, uint32_t row);

/* Finds or adds a function that is called. Fails as builder_row. */
MUST_CHECK bool cg_functions_refer(struct cg_functions *in, const struct cg_place *place,
                                   uint32_t *row);

/* Adds a call; without a count if `counted` is false. Fails as text_add_call. */
MUST_CHECK bool cg_functions_call(struct cg_functions *in, uint32_t caller, uint32_t callee,
                                  uint64_t count, bool counted, const uint64_t *costs);

/* Adds the calls to the profile. Fails as text_add_call. */
MUST_CHECK bool cg_functions_finish(struct cg_functions *in);

#endif
