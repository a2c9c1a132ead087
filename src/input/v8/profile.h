/* The contents of a V8 profile as they are collected: its parts come in any order, and in a trace
 * in chunks. */
#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "input/common/text.h"

#define V8_NO_ID UINT32_MAX
#define V8_NO_NODE UINT32_MAX
#define V8_NO_TIME INT64_MIN

/* A function and its caller. */
struct v8_node {
    uint32_t id;        /* V8_NO_ID: not given */
    uint32_t caller_id; /* given by the node itself; V8_NO_ID: not given */
    uint32_t caller;    /* the node; V8_NO_NODE: none, or not known yet */
    name_id name, url;  /* among the texts */
    uint32_t line;      /* in the source; 0: not known */
    uint32_t at;        /* its line in the input */
    enum frame_kind kind;
    uint64_t hits; /* its samples */
    uint64_t size; /* its bytes */
};

/* A child that a node lists by id. */
struct v8_child {
    uint32_t caller; /* the node */
    uint32_t id;
    uint32_t at;
};

struct v8_sample {
    uint32_t id; /* of its node; V8_NO_ID: none known */
    uint32_t at;
};

/* In a heap profile: live objects of one size. */
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
        V8_OPEN,      /* its callers are being looked for */
        V8_FUNCTION,  /* has a stack */
        V8_ROOT,      /* stands for the program; not a frame */
        V8_IDLE,      /* nothing ran */
        V8_COLLECTOR, /* garbage collection: it ran on the stack of the sample before */
    } state;
};

/* The node with an id. */
struct v8_place {
    uint32_t id;
    uint32_t node;
};

/* Damage, kept until it is known that this is a profile. */
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
    bool timed;              /* it has times */
    bool deltas;             /* times are differences, the first one to start_ns */
    bool sized;              /* nodes have sizes: a heap profile */
    int64_t start_ns;        /* V8_NO_TIME: not given */
    int64_t end_ns;          /* if in us; V8_NO_TIME: not given */
    int64_t end_s_ns;        /* if in seconds; V8_NO_TIME: not given */
    struct v8_place *places; /* by id, once linked */
    size_t n_places;
    struct v8_step *steps; /* by node, once linked */
    size_t n_steps;
    bool has_idle;   /* known once linked */
    uint64_t n_lost; /* nodes whose callers are not listed; known once linked */
};

void v8_profile_init(struct v8_profile *p, struct names *texts);

/* Frees everything; it may be filled again, with the same texts. */
void v8_profile_free(struct v8_profile *p);

/* Empties it but keeps its memory. */
void v8_profile_clear(struct v8_profile *p);

/* Notes damage. The reason is a literal. */
void v8_profile_damage(struct v8_profile *p, uint32_t line, const char *reason);

/* Counts damage, and gives each sample its time, or none. If there is one timestamp more than
 * samples, the first is the start. False with a fault. */
MUST_CHECK bool v8_profile_check(struct v8_profile *p, struct text *text, uint64_t line);

/* Sorts samples by time, as Chrome's developer tools do: those of some threads come late. One
 * without a time leaves all as they are. */
void v8_profile_sort(struct v8_profile *p);

/* Adds a later chunk of the same profile. Both must be checked and not linked. False with a fault
 * when there are too many nodes. */
MUST_CHECK bool v8_profile_append(struct v8_profile *p, const struct v8_profile *piece,
                                  struct text *text);

/* Whether n more nodes are allowed; false with a fault when there would be too many. */
MUST_CHECK bool v8_profile_may_grow(const struct v8_profile *p, size_t n, struct text *text,
                                    uint64_t line);

#endif
