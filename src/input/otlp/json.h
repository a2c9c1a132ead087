/* OTLP messages as JSON, made into the same messages as protobuf.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
#ifndef INPUT_OTLP_JSON_H
#define INPUT_OTLP_JSON_H

#include "base/buf.h"
#include "input/json/json.h"
#include "input/otlp/members.h"
#include "input/otlp/message.h"

/* A message that was made. */
struct otlp_made {
    uint64_t end;
    const struct otlp_layout *layout;
};

enum { OTLP_JSON_LEVELS = 16 };

/* An array or object that is open. */
struct otlp_level {
    const struct otlp_member *member; /* NULL: the whole message */
    bool is_array;
    bool has_length;
    uint64_t at; /* its length, five bytes */
};

/* Owns its arrays; begins zeroed. */
struct otlp_json {
    struct json json;
    struct buf *bytes; /* what is made; borrowed */
    struct otlp_level levels[OTLP_JSON_LEVELS];
    size_t depth;      /* levels that are open */
    size_t skipped;    /* depth of the value that is skipped, counted from 1; 0: none */
    uint64_t begin;    /* of the message */
    unsigned hints;    /* of it, enum otlp_hint */
    const char *wrong; /* of the first message that was left out; a literal, NULL: none was */
    uint64_t wrong_line;
    struct otlp_line *lines;
    size_t n_lines, lines_room;
    struct otlp_made *made;
    size_t n_made, made_room;
};

/* Makes all messages of the input. False with a fault. */
MUST_CHECK bool otlp_json_read(struct otlp_json *j, struct reading *r, struct blocks *blocks,
                               struct buf *bytes, struct fault *f);
void otlp_json_free(struct otlp_json *j);

/* How many bits of the prefix confirm OTLP as JSON; 0: it is not. */
unsigned otlp_json_recognise(struct str prefix);

#endif
