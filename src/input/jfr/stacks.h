/* Converts stacks, classes and threads of a chunk, each once, when an event first refers to it. */
#ifndef INPUT_JFR_STACKS_H
#define INPUT_JFR_STACKS_H

#include "input/common/text.h"
#include "input/jfr/pools.h"

/* The names of a method. */
struct jfr_method {
    name_id name;   /* of its class, and its own */
    name_id bare;   /* its own */
    name_id module; /* its class, or for a C function its library; 0: none, or not needed */
    bool lacks;     /* its name or that of its class is missing in the pools */
};

struct jfr_thread {
    name_id name; /* 0: none */
    name_id tid;  /* its number as a text; 0: none */
};

/* Owns its tables; borrows the rest. */
struct jfr_stacks {
    struct text *text;
    const struct jfr_pools *pools;
    struct jfr_method *methods;
    size_t n_methods, methods_room;
    struct jfr_thread *threads;
    size_t n_threads, threads_room;
    struct names classes; /* as in the file */
    bool is_native_c;     /* "native" frames are C functions: async-profiler writes them so */
    bool lacks;           /* the last stack has names that are missing in the pools */
    struct buf name, other;
};

void jfr_stacks_init(struct jfr_stacks *s, struct text *text, const struct jfr_pools *pools);
void jfr_stacks_free(struct jfr_stacks *s);

/* Each of these is false with a fault; *wrong is a literal if something is damaged, else NULL. */

/* Finds or adds the stack that a field refers to; *found: it refers to one. Methods that no pool
 * has are [unknown], as is the whole stack when the chunk is finished; then s->lacks is set. */
MUST_CHECK bool jfr_stack_of(struct jfr_stacks *s, const struct jfr_value *v, stack_id *stack,
                             bool *found, const char **wrong);

/* Finds or adds the stack of a class on top of another, if the field refers to one. A class that no
 * pool has is [unknown], and s->lacks is set. */
MUST_CHECK bool jfr_class_on(struct jfr_stacks *s, const struct jfr_value *v, stack_id *stack,
                             const char **wrong);

MUST_CHECK bool jfr_thread_of(struct jfr_stacks *s, const struct jfr_value *v,
                              struct jfr_thread *thread, const char **wrong);

/* Finds the name of a state, without STATE_; 0: none. */
MUST_CHECK bool jfr_state_of(struct jfr_stacks *s, const struct jfr_value *v, name_id *state,
                             const char **wrong);

#endif
