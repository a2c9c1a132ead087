/* "samples": [{"ts": 5, "pid": 1, "tid": 2, "weight": 1, "sf": 3}, ...],
 * "stackFrames": {"3": {"name": "f", "category": "JavaScript", "parent": 1}, ...}
 * Samples next to the events of a trace, which refer to a table of frames: Hermes, the JavaScript
 * engine of React Native, writes them. */
#ifndef INPUT_CHROME_FRAMES_H
#define INPUT_CHROME_FRAMES_H

#include "input/json/json.h"
#include "input/v8/samples.h"

/* A sample, kept until the stacks of its thread are known. */
struct framed_sample {
    int64_t ns;
    uint64_t weight;
    struct v8_sample sample;
    uint32_t thread;
};

/* Owns its arrays; borrows text, json and the texts of the tree. */
struct chrome_frames {
    struct text *text;
    struct json *json;
    struct v8_profile tree; /* the table; all threads share it */
    bool in_frame;
    struct framed_sample *samples;
    size_t n, room;
    uint64_t n_weighted; /* samples whose weight is not 1 */
    char event[32];      /* that is sampled, "cycles"; empty: not named */
    bool has_several;    /* events of other names */
};

enum { FRAMED_MEASURES = 2 };

void chrome_frames_init(struct chrome_frames *c, struct text *text, struct json *json,
                        struct names *texts);
void chrome_frames_free(struct chrome_frames *c);

/* Takes an item of the table; depth is that of the table's rows. False with a fault. */
MUST_CHECK bool chrome_frames_take(struct chrome_frames *c, const struct json_item *item,
                                   size_t depth);

/* Discards the row being read. */
static inline void chrome_frames_forget(struct chrome_frames *c)
{
    c->in_frame = false;
}

/* Adds a sample of an event that refers to a row. */
void chrome_frames_sample(struct chrome_frames *c, const struct framed_sample *sample,
                          struct str event, struct str row);

/* Whether samples weigh what their event counts, as those converted from perf: else they last until
 * the next one of their thread. */
bool chrome_frames_weigh(const struct chrome_frames *c);

/* Writes the measures of samples that weigh; returns how many there are. */
size_t chrome_frames_measures(const struct chrome_frames *c,
                              struct measure measures[FRAMED_MEASURES]);

/* Call it after the last item: turns rows into stacks. False with a fault. */
MUST_CHECK bool chrome_frames_link(struct chrome_frames *c, struct v8_samples *samples);

/* Adds the samples thread by thread, each in time order, or if they weigh in that of the input,
 * with labels[thread]. False with a fault. */
MUST_CHECK bool chrome_frames_finish(struct chrome_frames *c, struct v8_samples *samples,
                                     const labels_id *labels, bool weigh);

#endif
