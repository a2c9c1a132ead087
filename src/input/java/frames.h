/* Frames and threads as Java's tools print them: pkg.Class.method(Class.java:12). */
#ifndef INPUT_JAVA_FRAMES_H
#define INPUT_JAVA_FRAMES_H

#include "input/common/label_builder.h"
#include "input/common/text.h"

/* Returns the name before the location in brackets at the end of a frame; empty when there is no
 * location, or it is incomplete. */
struct str java_name(struct str frame);

/* Returns what follows blanks and "at "; p is NULL when the line is no frame. */
struct str java_at(struct str line);

/* Adds a frame to the stack, leaf first, with unknown kind: a method that was compiled meanwhile
 * stays the same frame. Fails as tidier_name. */
MUST_CHECK bool java_push(struct text *t, struct str name);

/* The same for a frame with that name, with its line if the user wants it: "(Class.java:12)", of
 * later versions "(java.base@21/Class.java:12)". `room` is the caller's scratch buffer. */
MUST_CHECK bool java_push_line(struct text *t, struct buf *room, struct str name, struct str frame);

/* Adds "[unknown]", for what the file does not contain. */
MUST_CHECK bool java_push_unknown(struct text *t);

/* The thread of the current stack, as a dump describes it: the labels thread, pool (the thread's
 * name without its number in the pool), state and tid (decimal). Owns its bytes. */
struct java_thread {
    struct label_builder label_builder;
    struct buf name, state, tid;
    bool background; /* it serves the virtual machine */
    bool is_waiting; /* whatever its state says */
    bool is_asleep;  /* until some time */
    bool in_network; /* it waits for the network */
};

void java_thread_init(struct java_thread *t, struct profile *p);
void java_thread_free(struct java_thread *t);

/* Begins a thread with only a name. */
void java_thread_begin(struct java_thread *t, struct str name);
void java_thread_set_state(struct java_thread *t, struct str state);

/* Parses 28208 or 0x6e30; ignores what is no number. */
void java_thread_set_tid(struct java_thread *t, struct str number);

/* Takes the leaf of its stack, which may be a method that waits in the kernel. */
void java_thread_set_leaf(struct java_thread *t, struct str name);

/* HotSpot calls threads RUNNABLE that wait in the kernel or serve the virtual machine. Gives them a
 * state of their own, so that --where state=RUNNABLE selects those that run. */
void java_thread_settle_state(struct java_thread *t);

/* Adds the current stack as one sample of the thread; `line` is where it began. Fails as
 * builder_add. */
MUST_CHECK bool java_thread_add(struct java_thread *t, struct text *text, uint64_t line);

#endif
