/* Frames and stacks of a Firefox profile, made from its tables when a sample needs them. */
#ifndef INPUT_FIREFOX_FRAMES_H
#define INPUT_FIREFOX_FRAMES_H

#include "input/common/text.h"
#include "input/firefox/naming.h"

/* Owns its arrays; borrows the rest. */
struct firefox_frames {
    struct text *text;
    struct firefox_naming *naming;
    frame_id *made; /* frames of table rows that stand for several, the outermost first */
    size_t n_made, made_room;
    uint64_t n_frames; /* number of rows already made */
    uint32_t *path;    /* stacks whose callers must be made first */
    size_t path_room;
    struct buf name;
};

void firefox_frames_free(struct firefox_frames *fr);

/* Finds or makes a stack of the table in view->own. *wrong: why there is none, a literal; else
 * NULL. False with a fault when a limit is reached. */
MUST_CHECK bool firefox_stack(struct firefox_frames *fr, struct firefox_tables *tables,
                              const struct firefox_view *view, uint64_t at, stack_id *stack,
                              const char **wrong);

/* The kind of frames in a category, by its name. */
enum frame_kind firefox_kind_of(struct str category);

#endif
