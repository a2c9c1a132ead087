/* Locations of a profile as frames: each is read once, when a sample first has it. */
#ifndef INPUT_PPROF_FRAMES_H
#define INPUT_PPROF_FRAMES_H

#include "input/pprof/message.h"
#include "input/text.h"

enum { PPROF_LINES_MOST = 256, PPROF_REASONS = 32 };

/* Small, as each of a sample is looked at. */
struct pprof_location {
    uint32_t first; /* of its frames, the leaf first; if there is one, that; if none, a reason */
    uint16_t n;     /* 0: it was not read, or is wrong */
    bool is_read;
    bool is_unnamed; /* some of it have no name */
};

struct pprof_function {
    const char *wrong; /* a literal; NULL: nothing is */
    name_id name;      /* 0: it has none */
    name_id file;      /* 0: not known, or nobody asks */
    name_id base;      /* the file without its folders; 0: lines are not to be told */
    bool is_read;
};

struct pprof_mapping {
    const char *wrong; /* a literal; NULL: nothing is */
    uint64_t start, limit, offset;
    struct str file;
    name_id module, build_id; /* 0: not known, or nobody asks */
    enum frame_kind kind;
    bool is_read;
};

/* By row of the message's tables. Owns them; borrows the rest. */
struct pprof_frames {
    struct text *text;
    const struct pprof_message *message;
    struct pprof_location *locations;
    struct pprof_function *functions;
    struct pprof_mapping *mappings;
    frame_id *frames;
    size_t n_frames, frames_room;
    const char *reasons[PPROF_REASONS]; /* why locations are wrong */
    size_t n_reasons;
    struct buf name;
};

void pprof_frames_init(struct pprof_frames *fr, struct text *t, const struct pprof_message *m);
void pprof_frames_free(struct pprof_frames *fr);

/* What pprof_frames_push does where a location is not one frame that is known. */
MUST_CHECK bool pprof_frames_push_other(struct pprof_frames *fr, uint64_t id, bool *is_unnamed,
                                        const char **wrong);

/* Adds the frames of a location to the stack. *wrong is a literal where there is no such location,
 * or it cannot be read; else it is left alone. False with a fault. */
MUST_CHECK static inline bool pprof_frames_push(struct pprof_frames *fr, uint64_t id,
                                                bool *is_unnamed, const char **wrong)
{
    size_t row;

    if (!pprof_find(&fr->message->locations, id, &row) || fr->locations[row].n != 1)
        return pprof_frames_push_other(fr, id, is_unnamed, wrong);
    *is_unnamed |= fr->locations[row].is_unnamed;
    return builder_push(&fr->text->builder, fr->locations[row].first);
}

#endif
