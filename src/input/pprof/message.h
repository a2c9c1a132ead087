/* The Profile message of pprof's profile.proto: its field numbers and tables. Table entries are
 * read when needed; here is only where each begins.
 * https://github.com/google/pprof/blob/main/proto/profile.proto */
#ifndef INPUT_PPROF_MESSAGE_H
#define INPUT_PPROF_MESSAGE_H

#include "base/protobuf.h"
#include "input/common/reading.h"

enum pprof_profile_field {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE,
    PROFILE_MAPPING,
    PROFILE_LOCATION,
    PROFILE_FUNCTION,
    PROFILE_STRING_TABLE,
    PROFILE_DROP_FRAMES,
    PROFILE_KEEP_FRAMES,
    PROFILE_TIME_NANOS,
    PROFILE_DURATION_NANOS,
    PROFILE_PERIOD_TYPE,
    PROFILE_PERIOD,
    PROFILE_COMMENT,
    PROFILE_DEFAULT_SAMPLE_TYPE,
    PROFILE_DOC_URL,
};
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT };
enum { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_STR, LABEL_NUM, LABEL_NUM_UNIT };
enum {
    MAPPING_START = 2, /* field 1 of mappings, locations and functions is their id */
    MAPPING_LIMIT,
    MAPPING_OFFSET,
    MAPPING_FILENAME,
    MAPPING_BUILD_ID,
    MAPPING_HAS_FUNCTIONS, /* followed by three similar ones */
    MAPPING_LAST = MAPPING_HAS_FUNCTIONS + 3,
};
enum { LOCATION_MAPPING_ID = 2, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION_ID = 1, LINE_LINE };
enum { FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME, FUNCTION_FILENAME, FUNCTION_START_LINE };

/* The known fields of a message: varints, except these (a bit each). */
struct pprof_shape {
    uint32_t most;   /* the greatest number */
    uint32_t bytes;  /* texts and messages */
    uint32_t packed; /* repeated numbers; may be packed */
};

extern const struct pprof_shape pprof_profile, pprof_value_type, pprof_sample, pprof_label,
    pprof_mapping, pprof_location, pprof_line, pprof_function;

static inline bool pprof_is_of_kind(const struct pprof_shape *shape,
                                    const struct protobuf_field *field)
{
    if (field->number > shape->most)
        return true;
    if (field->kind == PROTOBUF_BYTES)
        return (shape->bytes | shape->packed) >> field->number & 1;
    return field->kind == PROTOBUF_VARINT && !(shape->bytes >> field->number & 1);
}

/* Like protobuf_next; a known field of the wrong type is an error. */
MUST_CHECK static inline bool pprof_next(struct protobuf *m, const struct pprof_shape *shape,
                                         struct protobuf_field *field)
{
    uint64_t at = m->at;

    if (!protobuf_next(m, field))
        return false;
    if (pprof_is_of_kind(shape, field))
        return true;
    *m = (struct protobuf){m->end, m->end, at, "a field of another kind"};
    return false;
}

/* Where entries begin in the input, by their ids. */
struct pprof_ids {
    struct pprof_id {
        uint64_t id, at;
    } * rows;
    size_t n, room;
    bool is_dense; /* row i has the id i + 1, as in nearly all files */
};

enum { PPROF_TYPES = PROFILE_COLUMNS_MOST };

/* Owns its tables; borrows the bytes. */
struct pprof_message {
    struct str bytes;  /* the whole input */
    uint64_t at, end;  /* the message in it */
    uint64_t *strings; /* where they begin */
    size_t n_strings, strings_room;
    struct pprof_ids mappings, locations, functions;
    struct protobuf_field types[PPROF_TYPES];
    size_t n_types; /* may be more than stored here */
    struct protobuf_field period_type;
    uint64_t period, time_ns, duration_ns, default_type;
    uint64_t drop_frames, keep_frames, doc_url; /* texts */
    uint64_t *comments;                         /* the first of them */
    size_t n_comments, comments_room;
};

/* Where the message that begins at `at` ends: files may hold several. */
uint64_t pprof_end(struct str bytes, uint64_t at);

/* Finds all tables of the message [at, end). Free them in any case. False with a fault when the
 * message is damaged. */
MUST_CHECK bool pprof_open(struct pprof_message *m, const struct reading *r, struct fault *f);
void pprof_close(struct pprof_message *m);

/* All its fields. */
struct protobuf pprof_body(const struct pprof_message *m);

/* Lends a text of the table; text 0 is empty. False when the index is invalid. */
MUST_CHECK bool pprof_string(const struct pprof_message *m, uint64_t index, struct str *text);

/* The slow path of pprof_find: ids are not dense. */
MUST_CHECK bool pprof_find_sparse(const struct pprof_ids *ids, uint64_t id, size_t *row);

/* Finds the row of an entry. False when there is none. */
MUST_CHECK static inline bool pprof_find(const struct pprof_ids *ids, uint64_t id, size_t *row)
{
    if (!ids->is_dense)
        return pprof_find_sparse(ids, id, row);
    *row = (size_t)(id - 1);
    return id - 1 < ids->n;
}

/* The entry in a row. */
struct protobuf pprof_entry(const struct pprof_message *m, const struct pprof_ids *ids, size_t row);

/* Sets the fault of a damaged message; returns false. */
bool pprof_damaged(const struct reading *r, const struct protobuf *m, struct fault *f);

#endif
