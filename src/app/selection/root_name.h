/* The names of root frames: what --root-by shows of the labels of samples, and --pid takes. */
#ifndef APP_SELECTION_ROOT_NAME_H
#define APP_SELECTION_ROOT_NAME_H

#include "base/buf.h"
#include "model/profile.h"

/* A process that is told by the name of another one; "": none is. */
struct process_alias {
    struct str from, to;
};

/* Borrows the profile, to whose names it adds; owns the text. */
struct root_namer {
    struct profile *p;
    name_id comm, pid, tid;
    name_id from, to; /* names of processes: the first is told as the other; 0: none is */
    struct buf text;
};

/* alias: NULL: none. */
void root_namer_init(struct root_namer *r, struct profile *p, const struct process_alias *alias);
void root_namer_free(struct root_namer *r);

/* Returns the name that a key gives to a label set: the value of the key, or of "TID=tid" the text
 * and the value, or of pid and tid "java-12/34"; 0: none. */
name_id root_name_of(struct root_namer *r, labels_id id, struct str key);

/* Turns "V8 WorkerThread" into V8_WorkerThread. */
name_id root_name_joined(struct root_namer *r, name_id name);

#endif
