/* What a recording turned out to hold: how its stacks end, and which code has no name. */
#ifndef INPUT_PERF_DATA_DIAGNOSTICS_H
#define INPUT_PERF_DATA_DIAGNOSTICS_H

#include "base/mem.h"
#include "input/common/reading.h"

/* Where code lies. */
enum code_home { HOME_FILE, HOME_KERNEL, HOME_MADE /* by a process */ };

struct code {
    uint64_t address; /* in the file's terms, or as in memory */
    uint32_t number;  /* of the file's module, else 0 */
    enum code_home home;
};

/* What a frame says of the stack that it is in. */
enum {
    FRAME_UNNAMED = 1,
    FRAME_IS_ROOT = 2, /* a thread begins there */
    FRAME_IS_CUT = 4,  /* callers were not recorded */
};

/* Counts of samples. */
struct stack_counts {
    uint64_t all;
    uint64_t rooted;  /* reach the start of their thread */
    uint64_t cut;     /* callers were not recorded */
    uint64_t lost;    /* begin in the middle of a program */
    uint64_t unnamed; /* hold code without a name */
};

/* One worker's; owns its arrays. */
struct diagnostics {
    unsigned char *marks; /* by frame of the worker's profile */
    size_t marks_room;
    uint64_t *before; /* samples that rows of the profile held when it began */
    size_t n_before;
    struct code *unnamed; /* each address once */
    size_t unnamed_room, n_unnamed;
    uint64_t *of_event; /* samples, by the name of their event */
    size_t of_event_room;
    struct stack_counts counts;
};

/* Notes what is in the profile, which the samples to come are added to. */
void diagnostics_init(struct diagnostics *f, const struct profile *p);
void diagnostics_free(struct diagnostics *f);

/* Marks a frame, beside what it is marked with. */
static inline void diagnostics_mark(struct diagnostics *f, frame_id frame, unsigned mark)
{
    f->marks = mem_grow(f->marks, &f->marks_room, (size_t)frame + 1, 1);
    f->marks[frame] |= (unsigned char)mark;
}

/* Takes code that has no name, whose frame it is. */
void diagnostics_unnamed(struct diagnostics *f, const struct code *code, frame_id frame);

static inline void diagnostics_sample(struct diagnostics *f, name_id event)
{
    f->of_event = mem_grow(f->of_event, &f->of_event_room, (size_t)event + 1, sizeof *f->of_event);
    f->of_event[event]++;
}

/* Counts the samples that were added to the profile, which has a column of them. */
void diagnostics_count(struct diagnostics *f, const struct profile *p);

/* Adds what another worker found. */
void diagnostics_join(struct diagnostics *f, const struct diagnostics *other);

/* Puts unnamed code in order, by where it lies, and leaves each address once. */
void diagnostics_sort(struct diagnostics *f);

#endif
