/* Tidies function names, each only once. */
#ifndef INPUT_COMMON_NAMES_TIDIER_H
#define INPUT_COMMON_NAMES_TIDIER_H

#include "input/common/builder.h"
#include "input/common/names/tidy.h"

/* The result for a raw name. */
struct tidied {
    name_id name;         /* in the builder's profile; 0: not tidied yet */
    name_id shown;        /* with naming.shown: what pictures show; 0: not made yet */
    frame_id frame;       /* the row with that name that was last pushed; 0: none, or several */
    enum frame_kind kind; /* of frame */
};

/* Owns its tables; borrows the builder. */
struct tidier {
    struct builder *b;
    struct naming naming;
    bool printed;        /* keeps names as the tool prints them, but repairs half-demangled Rust */
    bool keeps_versions; /* of symbols: what this program writes is read as it was */
    struct names raw;
    struct tidied *tidied; /* by raw name */
    size_t room;
    struct names modules;
    unsigned char *kinds; /* by module: 1 + its kind; 0: not looked up yet */
    size_t kinds_room;
    struct buf text, plain, joined, shown;
};

void tidier_init(struct tidier *t, struct builder *b);
void tidier_free(struct tidier *t);

/* Demangles a name if it is mangled and that is wanted; lends the result until the next call.
 * Counts names that would grow too long. */
bool tidier_demangle(struct tidier *t, struct str raw, struct str *name);

/* Finds the tidied name of a function. False with a fault when it is too long. */
MUST_CHECK bool tidier_name(struct tidier *t, struct str raw, name_id *id);

/* Returns module`name, as DTrace and others write it, with the name demangled; lent until the next
 * call. Just the name if there is no module, or if frames have their own. */
struct str tidier_join(struct tidier *t, struct str module, struct str name);

/* Finds the frame with that name and kind, without a module. For readers that do not call
 * tidier_push: "->" does not separate inlined methods. Fails as tidier_name. */
MUST_CHECK bool tidier_frame(struct tidier *t, struct str raw, enum frame_kind kind,
                             frame_id *frame);

/* With naming.shown: the same for pictures, whose frames have no modules. */
struct str tidier_join_shown(struct tidier *t, struct str module, struct str name);

/* With naming.shown: finds the tidied name that pictures show of a function. Fails as tidier_name.
 */
MUST_CHECK bool tidier_shown(struct tidier *t, struct str raw, name_id *id);

/* Sets the names of a row: module`name of a function. For an empty name, its module and, if wanted,
 * its address. Fails as tidier_name. */
MUST_CHECK bool tidier_name_in(struct tidier *t, struct str module, struct str name,
                               struct str address, struct frame *row);

/* Returns tidy_kind of the module, for readers whose lines each have one. */
enum frame_kind tidier_kind(struct tidier *t, struct str module);

/* Makes the row of a function, to which the reader may add: its name, and its module or, if
 * frames have no modules, that it was seen there. An empty name is replaced as in tidier_push.
 * Fails as tidier_name. */
MUST_CHECK bool tidier_row(struct tidier *t, struct str raw, struct str module, struct str address,
                           struct frame *row);

/* With naming.shown, for a reader that gave tidier_row another module than pictures have: says
 * where these show the function. */
MUST_CHECK bool tidier_show_in(struct tidier *t, struct str raw, struct str module,
                               struct frame *row);

/* Adds the frames of a function to the stack, leaf first: several if "->" joins inlined Java
 * methods. An empty name or "[unknown]" is replaced by the module and, if wanted, the address; if
 * frames have modules, by the address alone. */
MUST_CHECK bool tidier_push(struct tidier *t, struct str raw, struct str module, struct str address,
                            enum frame_kind kind);

/* With naming.shown: the same for a function that pictures show by another text. */
MUST_CHECK bool tidier_push_shown(struct tidier *t, struct str raw, struct str shown,
                                  struct str module, enum frame_kind kind);

/* As tidier_push where frames have modules, for a row of which the reader knows the kind and the
 * place. */
MUST_CHECK bool tidier_push_row(struct tidier *t, struct str raw, struct str module,
                                struct str address, const struct frame *like);

/* Whether tidier_push takes the text for one function with a name. */
bool tidier_is_one(struct str raw);

#endif
