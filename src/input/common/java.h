/* Frames as Java's tools print them: pkg.Class.method(Class.java:12). */
#ifndef INPUT_COMMON_JAVA_H
#define INPUT_COMMON_JAVA_H

#include "input/common/label_builder.h"
#include "input/common/text.h"

/* Returns the name that stands before the place in brackets at the end of a frame, as it is
 * printed; empty when there is no place, or it is cut off. */
struct str java_name(struct str frame);

/* Returns what stands behind "at " and blanks before it; p is NULL when the line is no frame. */
struct str java_at(struct str line);

/* Adds a frame of that name, leaf first, to the stack that is built. Nothing is said about its
 * kind: a method that was compiled meanwhile stays the same box. False as tidier_name. */
MUST_CHECK bool java_push(struct text *t, struct str name);

/* Adds "[unknown]", for what is not in the file. */
MUST_CHECK bool java_push_unknown(struct text *t);

/* What dumps say about the thread whose stack is read: the labels thread, pool (the name without
 * the number of a pool's thread), state and tid (decimal). Owns its bytes. */
struct java_thread {
    struct label_builder label_builder;
    struct buf name, state, tid;
};

void java_thread_init(struct java_thread *t, struct profile *p);
void java_thread_free(struct java_thread *t);

/* Begins with a name and nothing else. */
void java_thread_begin(struct java_thread *t, struct str name);
void java_thread_set_state(struct java_thread *t, struct str state);

/* Takes 28208 or 0x6e30; what is no number is passed over. */
void java_thread_set_tid(struct java_thread *t, struct str number);

/* Adds the stack that is built as one sample of the thread, which began at that line. False as
 * builder_add. */
MUST_CHECK bool java_thread_add(struct java_thread *t, struct text *text, uint64_t line);

#endif
