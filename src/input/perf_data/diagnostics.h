/* Findings about a recording: how its stacks end, and which code has no name. */
#ifndef INPUT_PERF_DATA_DIAGNOSTICS_H
#define INPUT_PERF_DATA_DIAGNOSTICS_H

#include "base/mem.h"
#include "input/common/reading.h"

/* Where code lies. */
enum code_home { HOME_FILE, HOME_KERNEL, HOME_MADE /* JIT code of a process */ };

struct code {
    uint64_t address; /* in the file's address space, or as in memory */
    uint32_t number;  /* of the file's module, else 0 */
    enum code_home home;
};

/* What a frame says about its stack. */
enum {
    FRAME_UNNAMED = 1,
    FRAME_IS_CUT = 2,     /* callers were not recorded */
    FRAME_OF_LIBRARY = 4, /* of code without a name that many programs share */
};

/* Counts of samples. */
struct stack_counts {
    uint64_t all;
    uint64_t rooted; /* complete to the start of their thread */
    uint64_t cut;    /* callers were not recorded */
    uint64_t lost;   /* begin in the middle of a program */
    uint64_t made;   /* begin in code generated at run time, of which nothing tells the callers */
    uint64_t
        unnamed; /* contain unnamed code that may be what is looked for: not where a library only
                  * starts a thread, or calls a function with a name for one that has one */
};

/* One worker's; owns its arrays. */
struct diagnostics {
    unsigned char *marks; /* by frame of the worker's profile */
    size_t marks_room;
    bool *whole; /* by its stacks: call frame information told where the thread began; so it is for
                  * those that go on from them */
    size_t whole_room;
    stack_id last_whole; /* the last of these that was told, again or not */
    uint64_t *before;    /* samples in the rows of the profile at the beginning */
    size_t n_before;
    struct code *unnamed; /* each address once */
    size_t unnamed_room, n_unnamed;
    stack_id *apart; /* of samples whose callers are told of elsewhere: they are not counted */
    size_t apart_room, n_apart;
    uint64_t *of_event; /* samples, by event name */
    size_t of_event_room;
    struct stack_counts counts;
};

/* Notes what the profile already holds. */
void diagnostics_init(struct diagnostics *f, const struct profile *p);
void diagnostics_free(struct diagnostics *f);

/* Adds a mark to a frame. */
static inline void diagnostics_mark(struct diagnostics *f, frame_id frame, unsigned mark)
{
    f->marks = mem_grow(f->marks, &f->marks_room, (size_t)frame + 1, 1);
    f->marks[frame] |= (unsigned char)mark;
}

static inline void diagnostics_whole(struct diagnostics *f, stack_id stack)
{
    f->whole = mem_grow(f->whole, &f->whole_room, (size_t)stack + 1, sizeof *f->whole);
    f->whole[stack] = true;
    f->last_whole = stack;
}

static inline void diagnostics_apart(struct diagnostics *f, stack_id stack)
{
    f->apart = mem_grow(f->apart, &f->apart_room, f->n_apart + 1, sizeof *f->apart);
    f->apart[f->n_apart++] = stack;
}

/* Adds unnamed code and its frame. */
void diagnostics_unnamed(struct diagnostics *f, const struct code *code, frame_id frame);

static inline void diagnostics_sample(struct diagnostics *f, name_id event)
{
    f->of_event = mem_grow(f->of_event, &f->of_event_room, (size_t)event + 1, sizeof *f->of_event);
    f->of_event[event]++;
}

/* Whether a stack goes back to the start of its thread. */
bool diagnostics_is_rooted(const struct diagnostics *f, const struct profile *p, stack_id stack);

/* Counts the samples added to the profile, which has a column for that. */
void diagnostics_count(struct diagnostics *f, const struct profile *p);

/* Adds the findings of another worker. */
void diagnostics_join(struct diagnostics *f, const struct diagnostics *other);

/* Sorts unnamed code by place and removes duplicates. */
void diagnostics_sort(struct diagnostics *f);

#endif
