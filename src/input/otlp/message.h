/* ProfilesData of OTLP, which is what ExportProfilesServiceRequest is as well: its layouts, tables
 * and profiles. The format is in development, and says nowhere which state of it a file has.
 * https://github.com/open-telemetry/opentelemetry-proto opentelemetry/proto/profiles */
#ifndef INPUT_OTLP_MESSAGE_H
#define INPUT_OTLP_MESSAGE_H

#include "base/protobuf.h"
#include "input/common/reading.h"

enum { DATA_RESOURCE_PROFILES = 1, DATA_DICTIONARY };
enum { RESOURCE_PROFILES_RESOURCE = 1, RESOURCE_PROFILES_SCOPES };
enum { RESOURCE_ATTRIBUTES = 1 };
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

/* The numbers of fields in which layouts differ; 0: it has none such, or it is not sure which. */
struct otlp_layout {
    const char *about;
    bool in_profiles; /* each profile has tables of its own; else one dictionary is for all */
    bool is_fixed;    /* times of samples are of 8 bytes each */
    uint8_t tables[OTLP_TABLES];
    struct {
        uint8_t indices, duration, period_type, period, default_type, attributes;
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

/* Owns its tables; borrows the bytes. */
struct otlp_message {
    struct str bytes; /* the whole input */
    uint64_t at, end; /* of the message in it */
    const struct otlp_layout *layout;
    struct otlp_table tables[OTLP_TABLES];
};

/* Where the message ends that begins at `at`: files may hold several. */
uint64_t otlp_end(struct str bytes, uint64_t at);

/* The bytes of the message. */
struct protobuf otlp_body(const struct otlp_message *m);

void otlp_close(struct otlp_message *m);

/* Finds the tables that a profile has itself. False with a fault where it is damaged. */
MUST_CHECK bool otlp_open_tables(struct otlp_message *m, struct protobuf profile,
                                 const struct reading *r, struct fault *f);

/* A way through all profiles of a message. */
struct otlp_walk {
    struct protobuf data, resource, scope;
    struct protobuf about; /* the resource of the profile; empty where nothing is known */
};

struct otlp_walk otlp_walk_of(const struct otlp_message *m);

/* Takes the next profile. False at the end, or when something is wrong, which otlp_walk_damage
 * says. */
MUST_CHECK bool otlp_walk_next(struct otlp_walk *w, struct protobuf *profile);

/* Lends what is damaged, or NULL. */
const struct protobuf *otlp_walk_damage(const struct otlp_walk *w);

/* Takes the next field whose number is that and which holds bytes. */
MUST_CHECK bool otlp_next_bytes(struct protobuf *m, uint64_t number, struct protobuf_field *field);

/* Lends a text of the table; text 0 is empty. False when the table has no such. */
MUST_CHECK bool otlp_string(const struct otlp_message *m, uint64_t index, struct str *text);

/* A row of a table, which has it. */
struct protobuf otlp_row(const struct otlp_message *m, enum otlp_table_name table, size_t row);

/* The numbers of a repeated field of a message, wherever they stand in it. */
struct otlp_numbers {
    struct protobuf message, packed;
    uint64_t number;
    bool is_fixed; /* of 8 bytes each; else varints */
};

static inline struct otlp_numbers otlp_numbers_of(struct protobuf message, uint64_t number,
                                                  bool is_fixed)
{
    return (struct otlp_numbers){.message = message,
                                 .packed = protobuf_of(STR(""), 0),
                                 .number = number,
                                 .is_fixed = is_fixed};
}

/* Takes the next. False at the end, or when something is wrong, which otlp_numbers_wrong says. */
MUST_CHECK bool otlp_numbers_next(struct otlp_numbers *n, uint64_t *value);

static inline const char *otlp_numbers_wrong(const struct otlp_numbers *n)
{
    return n->packed.wrong ? n->packed.wrong : n->message.wrong;
}

/* Finds the numbers of a message that has one of each, by field, up to a field; others are passed
 * over. Returns what is wrong, a literal, or NULL. */
const char *otlp_read_numbers(struct protobuf message, uint64_t *numbers, size_t last);

/* Sets the fault of a message that is damaged; returns false. */
bool otlp_damaged(const struct reading *r, const struct protobuf *m, struct fault *f);

#endif
