/* Attributes of resources, profiles and samples as label sets. */
#ifndef INPUT_OTLP_LABELS_H
#define INPUT_OTLP_LABELS_H

#include "input/common/text.h"
#include "input/otlp/message.h"

enum { OTLP_LABELS = 64 }; /* that a resource and its profile may have, and a sample */

/* An attribute that was read. */
struct known_attribute {
    struct label label; /* value 0: it has none that is a label */
    const char *wrong;  /* a literal; NULL: nothing is */
    bool is_read;
};

/* Owns its tables; borrows the rest. */
struct otlp_labels {
    struct text *text;
    const struct otlp_message *message;
    struct known_attribute *known; /* by row */
    size_t n_known;
    const unsigned char *resource;  /* that was read last; NULL: none was */
    struct label base[OTLP_LABELS]; /* of the resource, then of the profile */
    size_t n_resource, n_base;
    struct label own[OTLP_LABELS];
    size_t n_own;
    struct str last; /* the attributes of the last sample, as packed; NULL: not known */
    labels_id last_id;
};

void otlp_labels_init(struct otlp_labels *l, struct text *t, const struct otlp_message *m);
void otlp_labels_free(struct otlp_labels *l);

/* The tables of the message are others now. */
void otlp_labels_open(struct otlp_labels *l);

/* Begins a profile of a resource, whose attributes all its samples have. What is damaged there is
 * passed over. False with a fault. */
MUST_CHECK bool otlp_labels_begin(struct otlp_labels *l, struct protobuf resource,
                                  struct protobuf profile);

/* Finds the labels of a sample, whose own come before the others of that key. *wrong is a literal
 * where they cannot be read. False with a fault. */
MUST_CHECK bool otlp_labels_of(struct otlp_labels *l, struct protobuf sample, labels_id *id,
                               const char **wrong);

/* Lends the text of the attribute of a row, when it has that key and is a text; else an empty one.
 */
struct str otlp_attribute_text(const struct otlp_message *m, uint64_t row, struct str key);

#endif
