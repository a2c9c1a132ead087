/* Tidied names, made once for each name as it arrives. */
#ifndef INPUT_COMMON_TIDIER_H
#define INPUT_COMMON_TIDIER_H

#include "input/common/builder.h"
#include "input/common/tidy.h"

/* What a raw name was made into. */
struct tidied {
    name_id name;         /* in the builder's profile; 0: not yet */
    frame_id frame;       /* the row of that name that was pushed last; 0: none was, or several */
    enum frame_kind kind; /* of frame */
};

/* Owns its tables; borrows the builder. */
struct tidier {
    struct builder *b;
    struct naming naming;
    bool printed; /* names stay as the tool prints them, but that half-demangled Rust is repaired */
    struct names raw;
    struct tidied *tidied; /* by raw name */
    size_t room;
    struct names modules;
    unsigned char *kinds; /* by module: 1 + its kind; 0: not yet */
    size_t kinds_room;
    struct buf text, plain, joined;
};

void tidier_init(struct tidier *t, struct builder *b);
void tidier_free(struct tidier *t);

/* Finds the name of a function as naming wants it. False with a fault when it is too long. */
MUST_CHECK bool tidier_name(struct tidier *t, struct str raw, name_id *id);

/* Returns module`name as DTrace and others write it, the name demangled behind its module; lent
 * until the next call. Without a module, and where frames are to know theirs, the name alone. */
struct str tidier_join(struct tidier *t, struct str module, struct str name);

/* Finds the frame of a function of that name and kind, without its module. For a reader that does
 * not call tidier_push: "->" parts nothing here. False as tidier_name. */
MUST_CHECK bool tidier_frame(struct tidier *t, struct str raw, enum frame_kind kind,
                             frame_id *frame);

/* Finds the name of a function as module`name. An empty name is called by its module and, when
 * wanted, its address. */
MUST_CHECK bool tidier_name_in(struct tidier *t, struct str module, struct str name,
                               struct str address, name_id *id);

/* Returns tidy_kind of the module, for readers whose lines have one each. */
enum frame_kind tidier_kind(struct tidier *t, struct str module);

/* Makes the row of a function, for a reader that adds more to it: its name, and where frames are to
 * know their modules the module. An unknown one, with an empty name, is called as tidier_push does.
 * False as tidier_name. */
MUST_CHECK bool tidier_row(struct tidier *t, struct str raw, struct str module, struct str address,
                           struct frame *row);

/* Adds the frames of a function to the stack, leaf first: where Java's inlined methods are joined
 * by "->" there are several. An empty name, or "[unknown]", is called by its module and, when
 * wanted, its address; where frames are to know their modules, by its address alone. */
MUST_CHECK bool tidier_push(struct tidier *t, struct str raw, struct str module, struct str address,
                            enum frame_kind kind);

#endif
