/* What a profile of V8 says, as it is gathered: its parts come in any order, in a trace in pieces.
 */
#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "input/common/text.h"

#define V8_NO_ID UINT32_MAX
#define V8_NO_NODE UINT32_MAX
#define V8_NO_TIME INT64_MIN

/* A function and who called it. */
struct v8_node {
    uint32_t id;        /* V8_NO_ID: not said */
    uint32_t caller_id; /* said by the node itself; V8_NO_ID: not */
    uint32_t caller;    /* the node; V8_NO_NODE: none, or not known yet */
    name_id name, url;  /* among the texts */
    uint32_t line;      /* in the source; 0: not known */
    uint32_t at;        /* where it stands in the input */
    enum frame_kind kind;
    uint64_t hits; /* samples of it */
    uint64_t size; /* bytes of it */
};

/* A node says by its id whom it calls. */
struct v8_child {
    uint32_t caller; /* the node */
    uint32_t id;
    uint32_t at;
};

struct v8_sample {
    uint32_t id; /* of its node; V8_NO_ID: none that is known */
    uint32_t at;
};

/* Of a heap: what lives of one size. */
struct v8_allocation {
    uint32_t id;
    uint64_t size;
};

/* A node in the tree, see tree.h. */
struct v8_step {
    stack_id stack;
    frame_id frame;
    uint32_t depth;
    enum v8_state {
        V8_NOT_YET,
        V8_OPEN,      /* its callers are looked for */
        V8_LOST,      /* who called it is not known */
        V8_FUNCTION,  /* one with a stack */
        V8_ROOT,      /* it stands for the program, and is no frame of others */
        V8_IDLE,      /* nothing ran */
        V8_COLLECTOR, /* of garbage: it ran on the stack of the sample before */
    } state;
};

/* Where the node of an id is. */
struct v8_place {
    uint32_t id;
    uint32_t node;
};

/* What is damaged, until it is known that it is a profile. */
struct v8_damage {
    const char *reason;
    uint32_t at;
};

/* Owns its arrays; borrows the texts, which several may share. */
struct v8_profile {
    struct names *texts;
    struct v8_node *nodes;
    size_t n_nodes, nodes_room;
    struct v8_child *children;
    size_t n_children, children_room;
    struct v8_sample *samples;
    size_t n_samples, samples_room;
    struct v8_allocation *allocations;
    size_t n_allocations, allocations_room;
    int64_t *times; /* by sample: in ns, or V8_NO_TIME */
    size_t n_times, times_room;
    struct v8_damage *damages;
    size_t n_damages, damages_room;
    bool timed;              /* times were given */
    bool deltas;             /* each is what passed since the one before, first since start_ns */
    bool sized;              /* nodes have sizes: it is one of a heap */
    int64_t start_ns;        /* V8_NO_TIME: not said */
    int64_t end_ns;          /* taken for us; V8_NO_TIME: not said */
    int64_t end_s_ns;        /* taken for seconds; V8_NO_TIME: not said */
    struct v8_place *places; /* by id, once linked */
    size_t n_places;
    struct v8_step *steps; /* by node, once linked */
    size_t n_steps;
    bool has_idle; /* known once linked */
};

void v8_profile_init(struct v8_profile *p, struct names *texts);

/* Frees all; it may be filled anew, with the same texts. */
void v8_profile_free(struct v8_profile *p);

/* Makes it empty and keeps its room. */
void v8_profile_clear(struct v8_profile *p);

/* Remembers that something is damaged. The reason is a literal. */
void v8_profile_damage(struct v8_profile *p, uint32_t line, const char *reason);

/* Counts what is damaged, and gives each sample its time, or none. Of timestamps the first may be
 * the start, where there is one more of them than samples. False with a fault. */
MUST_CHECK bool v8_profile_check(struct v8_profile *p, struct text *text, uint64_t line);

/* Adds what a later piece of the same profile says. Both are checked, and none is linked. False
 * with a fault when there are too many nodes. */
MUST_CHECK bool v8_profile_append(struct v8_profile *p, const struct v8_profile *piece,
                                  struct text *text);

/* Whether there may be another node: false with a fault when there are too many. */
MUST_CHECK bool v8_profile_may_grow(const struct v8_profile *p, size_t n, struct text *text,
                                    uint64_t line);

#endif
