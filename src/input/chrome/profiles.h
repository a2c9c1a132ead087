/* {"ph": "P", "name": "ProfileChunk", "id": "0xb", "args": {"data": {"cpuProfile": {"nodes": [...],
 * "samples": [...]}, "timeDeltas": [...]}}}
 * Reads V8 profiles in a trace, whole or in chunks. */
#ifndef INPUT_CHROME_PROFILES_H
#define INPUT_CHROME_PROFILES_H

#include "input/chrome/frames.h"
#include "input/common/spans.h"
#include "input/v8/document.h"
#include "input/v8/samples.h"

/* Owns all but text and json. */
struct chrome_profiles {
    struct text *text;
    struct json *json;
    struct names texts; /* of nodes */
    struct names keys;  /* of profiles */
    struct v8_profile piece;
    struct v8_document document; /* of the chunk */
    struct chrome_profile {
        struct v8_profile gathered;
        uint32_t thread;
        bool said; /* `thread` is the profiled one; else the one that reported it */
    } * profiles;
    size_t n, room;
    size_t *by_key; /* 1 + the profile */
    size_t by_key_room;
    struct chrome_frames frames; /* samples that belong to no such profile */
    struct v8_samples samples;
    bool weigh; /* samples weigh what their event counts; known once linked */
};

void chrome_profiles_init(struct chrome_profiles *c, struct text *text, struct json *json);
void chrome_profiles_free(struct chrome_profiles *c);

/* What an event says that may belong to a profile. */
struct chrome_piece {
    struct str name; /* of the event */
    struct str pid, id;
    uint32_t thread;
    uint64_t line;
};

/* Whether events with that name carry profiles. */
bool chrome_profiles_is_event(struct str name);

/* Takes the data read from such an event. False with a fault. */
MUST_CHECK bool chrome_profiles_take(struct chrome_profiles *c, const struct chrome_piece *piece);

/* Discards the data read from an event. */
static inline void chrome_profiles_forget(struct chrome_profiles *c)
{
    v8_document_reset(&c->document);
}

/* Call it after the last event: finds out what is measured. *n is 0 if there are no samples;
 * `measures` has room for one more. False with a fault. */
MUST_CHECK bool chrome_profiles_link(struct chrome_profiles *c, struct measure *measures,
                                     size_t *n);

/* After that, in a trace with spans: makes times of samples begin where those of spans do, with the
 * first of both. */
void chrome_profiles_begin(struct chrome_profiles *c, struct spans *spans);

/* Adds the samples with labels[thread]. False with a fault. */
MUST_CHECK bool chrome_profiles_finish(struct chrome_profiles *c, const labels_id *labels);

#endif
