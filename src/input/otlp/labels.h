/* Turns the attributes of OTLP resources, profiles and samples into label sets. */
#ifndef INPUT_OTLP_LABELS_H
#define INPUT_OTLP_LABELS_H

#include "input/common/text.h"
#include "input/otlp/message.h"

enum { OTLP_LABELS = 64 }; /* the most for a resource and its profile together, and for a sample */

/* An attribute that was read. */
struct known_attribute {
    struct label label; /* value 0: it is no label */
    const char *wrong;  /* a literal; NULL: no error */
    bool is_read;
};

/* Owns its tables; borrows the rest. */
struct otlp_labels {
    struct text *text;
    const struct otlp_message *message;
    struct known_attribute *known; /* by row */
    size_t n_known;
    const unsigned char *resource;  /* the last one read; NULL: none */
    struct label base[OTLP_LABELS]; /* of the resource, then of the profile */
    size_t n_resource, n_base;
    struct label own[OTLP_LABELS];
    size_t n_own;
    struct str last; /* the packed attributes of the last sample; NULL: not known */
    labels_id last_id;
};

void otlp_labels_init(struct otlp_labels *l, struct text *t, const struct otlp_message *m);
void otlp_labels_free(struct otlp_labels *l);

/* Call it when the tables of the message change. */
void otlp_labels_open(struct otlp_labels *l);

/* Begins a profile of a resource; all its samples get the attributes of both. Skips damaged ones.
 * False with a fault. */
MUST_CHECK bool otlp_labels_begin(struct otlp_labels *l, struct protobuf resource,
                                  struct protobuf profile);

/* Finds the labels of a sample; its own attributes override others with the same key. *wrong is a
 * literal if they are damaged. False with a fault. */
MUST_CHECK bool otlp_labels_of(struct otlp_labels *l, struct protobuf sample, labels_id *id,
                               const char **wrong);

/* Lends the text of the attribute in a row if it has that key and is a text; else an empty text. */
struct str otlp_attribute_text(const struct otlp_message *m, uint64_t row, struct str key);

#endif
