/* "samples": [{"ts": 5, "pid": 1, "tid": 2, "weight": 1, "sf": 3}, ...],
 * "stackFrames": {"3": {"name": "f", "category": "JavaScript", "parent": 1}, ...}
 * Samples beside the events of a trace, which name rows of its own table of frames: Hermes, the
 * engine of React Native, writes them so. */
#ifndef INPUT_CHROME_FRAMES_H
#define INPUT_CHROME_FRAMES_H

#include "input/json/json.h"
#include "input/v8/samples.h"

/* One until it is known which are of its thread. */
struct framed_sample {
    int64_t ns;
    struct v8_sample sample;
    uint32_t thread;
};

/* Owns its arrays; borrows text, json and the texts of the tree. */
struct chrome_frames {
    struct text *text;
    struct json *json;
    struct v8_profile tree; /* the table, in which all threads have their samples */
    bool in_frame;
    struct framed_sample *samples;
    size_t n, room;
    uint64_t n_weighted; /* those that say to weigh other than 1 */
};

void chrome_frames_init(struct chrome_frames *c, struct text *text, struct json *json,
                        struct names *texts);
void chrome_frames_free(struct chrome_frames *c);

/* Takes what the table has; depth is that of its rows. False with a fault. */
MUST_CHECK bool chrome_frames_take(struct chrome_frames *c, const struct json_item *item,
                                   size_t depth);

/* Forgets the row that is open. */
static inline void chrome_frames_forget(struct chrome_frames *c)
{
    c->in_frame = false;
}

/* Adds a sample of the row that is named. */
void chrome_frames_sample(struct chrome_frames *c, const struct framed_sample *sample,
                          struct str row);

/* All is read: makes the rows stacks. False with a fault. */
MUST_CHECK bool chrome_frames_link(struct chrome_frames *c, struct v8_samples *samples);

/* Adds the samples, thread by thread, each in the order of time; labels[thread] are theirs. False
 * with a fault. */
MUST_CHECK bool chrome_frames_finish(struct chrome_frames *c, struct v8_samples *samples,
                                     const labels_id *labels);

#endif
