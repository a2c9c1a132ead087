/* The OTLP message ProfilesData (and ExportProfilesServiceRequest, which is the same): its layouts,
 * tables and profiles. The format is in development, and files do not say their version.
 * https://github.com/open-telemetry/opentelemetry-proto opentelemetry/proto/profiles */
#ifndef INPUT_OTLP_MESSAGE_H
#define INPUT_OTLP_MESSAGE_H

#include "base/protobuf.h"
#include "input/common/reading.h"

enum { DATA_RESOURCE_PROFILES = 1, DATA_DICTIONARY };
enum { RESOURCE_PROFILES_RESOURCE = 1, RESOURCE_PROFILES_SCOPES };
enum { RESOURCE_ATTRIBUTES = 1 };
enum {
    ATTRIBUTE_KEY = 1,
    ATTRIBUTE_VALUE,
    ATTRIBUTE_UNIT_OR_KEY
}; /* of KeyValueAndUnit, KeyValue */
enum {
    VALUE_STRING = 1,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_DOUBLE,
    VALUE_ARRAY,
    VALUE_LIST,
    VALUE_BYTES,
    VALUE_STRING_INDEX,
};
enum { SCOPE_PROFILES = 2 };
enum { PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE };
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT };
enum { STACK_LOCATIONS = 1 };
enum { MAPPING_START = 1, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_ATTRIBUTES };
enum { LOCATION_MAPPING = 1, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_NAME = 1, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

enum otlp_table_name {
    TABLE_MAPPINGS,
    TABLE_LOCATIONS,
    TABLE_FUNCTIONS,
    TABLE_LINKS,
    TABLE_STRINGS,
    TABLE_ATTRIBUTES,
    TABLE_STACKS,
    OTLP_TABLES,
};

/* Field numbers that differ between layouts; 0: not there, or not certain. */
struct otlp_layout {
    const char *about;
    bool in_profiles; /* each profile has its own tables; else one dictionary serves all */
    bool is_fixed;    /* times of samples have 8 bytes each */
    uint8_t tables[OTLP_TABLES];
    struct {
        uint8_t indices, time, duration, period_type, period, default_type, attributes;
    } profile;
    struct {
        uint8_t stack, length, values, attributes, times; /* length 0: stack is a row */
    } sample;
};

/* Where rows begin in the input. */
struct otlp_table {
    uint64_t *at;
    size_t n, room;
};

/* What was made of JSON is from this byte on of that line. */
struct otlp_line {
    uint64_t at, line;
};

/* Owns its tables; borrows the bytes and lines. */
struct otlp_message {
    struct str bytes; /* the whole input */
    uint64_t at, end; /* the message in it */
    uint64_t frame_end;
    size_t number; /* counted from 1, of those made of JSON; 0: it is of protobuf */
    const struct otlp_line *lines;
    size_t n_lines;
    const struct otlp_layout *layout;
    struct otlp_table tables[OTLP_TABLES];
};

/* Whether the input begins with the length of its first message, in four bytes, the highest first.
 */
bool otlp_is_framed(struct str bytes);

/* Moves *at behind such a length; returns where the message ends, or the input, if it is cut. */
uint64_t otlp_frame(struct str bytes, uint64_t *at);

/* Where the message that begins at `at` ends: files may hold several. */
uint64_t otlp_end(struct str bytes, uint64_t at);

/* The bytes of the message. */
struct protobuf otlp_body(const struct otlp_message *m);

void otlp_close(struct otlp_message *m);

/* Finds a profile's own tables. False with a fault when it is damaged. */
MUST_CHECK bool otlp_open_tables(struct otlp_message *m, struct protobuf profile,
                                 const struct reading *r, struct fault *f);

/* Iterates over all profiles of a message. */
struct otlp_walk {
    struct protobuf data, resource, scope;
    struct protobuf about; /* the resource of the profile; empty if unknown */
};

struct otlp_walk otlp_walk_of(const struct otlp_message *m);

/* Moves to the next profile. False at the end, or on an error, see otlp_walk_damage. */
MUST_CHECK bool otlp_walk_next(struct otlp_walk *w, struct protobuf *profile);

/* Lends what is damaged, or NULL. */
const struct protobuf *otlp_walk_damage(const struct otlp_walk *w);

/* Finds the next field with that number that holds bytes. */
MUST_CHECK bool otlp_next_bytes(struct protobuf *m, uint64_t number, struct protobuf_field *field);

/* Lends a text of the table; text 0 is empty. False when the index is invalid. */
MUST_CHECK bool otlp_string(const struct otlp_message *m, uint64_t index, struct str *text);

/* A row of a table; the index must be valid. */
struct protobuf otlp_row(const struct otlp_message *m, enum otlp_table_name table, size_t row);

/* The numbers of a repeated field, wherever they are in the message. */
struct otlp_numbers {
    struct protobuf message, packed;
    uint64_t number;
    bool is_fixed; /* 8 bytes each; else varints */
};

static inline struct otlp_numbers otlp_numbers_of(struct protobuf message, uint64_t number,
                                                  bool is_fixed)
{
    return (struct otlp_numbers){.message = message,
                                 .packed = protobuf_of(STR(""), 0),
                                 .number = number,
                                 .is_fixed = is_fixed};
}

/* Reads the next number. False at the end, or on an error, see otlp_numbers_wrong. */
MUST_CHECK bool otlp_numbers_next(struct otlp_numbers *n, uint64_t *value);

static inline const char *otlp_numbers_wrong(const struct otlp_numbers *n)
{
    return n->packed.wrong ? n->packed.wrong : n->message.wrong;
}

/* Reads single-number fields up to number `last`, by field; skips others. Returns an error, a
 * literal, or NULL. */
const char *otlp_read_numbers(struct protobuf message, uint64_t *numbers, size_t last);

/* Returns the line of a byte; 0: it is of protobuf. */
uint64_t otlp_line_of(const struct otlp_message *m, uint64_t at);

/* Sets the fault of what is wrong there; returns false. */
bool otlp_fault(const struct otlp_message *m, uint64_t at, const char *wrong, const char *wanted,
                const struct reading *r, struct fault *f);

/* The same of a field. */
bool otlp_damaged(const struct otlp_message *m, const struct protobuf *field,
                  const struct reading *r, struct fault *f);

#endif
