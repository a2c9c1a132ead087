/* The members of OTLP messages in JSON, and the protobuf fields that they are: the names of all
 * layouts of 2025, whose fields have one number each here. */
#ifndef INPUT_OTLP_MEMBERS_H
#define INPUT_OTLP_MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Field numbers of what is made: one for each name, whichever layout has it. Others are those of
 * all layouts. */
#define OTLP_JSON_TABLE(table) (20 + (table))
enum {
    OTLP_JSON_INDICES = 3, /* of a profile */
    OTLP_JSON_DURATION,
    OTLP_JSON_PERIOD_TYPE,
    OTLP_JSON_PERIOD,
    OTLP_JSON_DEFAULT_TYPE,
    OTLP_JSON_PROFILE_ATTRIBUTES,
    OTLP_JSON_CONTAINED,
    OTLP_JSON_TIME,
    OTLP_JSON_STACK = 1, /* of a sample */
    OTLP_JSON_LENGTH,
    OTLP_JSON_VALUES,
    OTLP_JSON_SAMPLE_ATTRIBUTES,
    OTLP_JSON_TIMES,
};

enum otlp_members_of {
    MEMBERS_OF_DATA,
    MEMBERS_OF_RESOURCE_PROFILES,
    MEMBERS_OF_RESOURCE,
    MEMBERS_OF_SCOPE_PROFILES,
    MEMBERS_OF_PROFILE,
    MEMBERS_OF_SAMPLE,
    MEMBERS_OF_VALUE_TYPE,
    MEMBERS_OF_DICTIONARY,
    MEMBERS_OF_MAPPING,
    MEMBERS_OF_LOCATION,
    MEMBERS_OF_LINE,
    MEMBERS_OF_FUNCTION,
    MEMBERS_OF_ATTRIBUTE,
    MEMBERS_OF_VALUE,
    MEMBERS_OF_STACK,
    MEMBERS_OF_LINK, /* none is used */
};

enum otlp_member_kind {
    MEMBER_NUMBER, /* or a text of digits */
    MEMBER_BOOL,
    MEMBER_TEXT,
    MEMBER_MESSAGE,
    MEMBER_OTHER, /* only that it is there matters */
};

/* What a member says of the layout of its message. */
enum otlp_hint {
    HINT_DICTIONARY = 1,
    HINT_OWN_TABLES = 2,
    HINT_STACKS = 4,
    HINT_SLICES = 8,
    HINT_CONTAINER = 16, /* of a profile, as in 2024 */
    HINT_PROFILES = 32,
};

struct otlp_member {
    const char *name; /* in camel case */
    enum otlp_member_kind kind;
    uint8_t field;
    bool is_repeated;        /* it is in an array */
    bool is_fixed;           /* numbers have 8 bytes each */
    enum otlp_members_of of; /* of a message */
    enum otlp_hint hint;     /* 0: none */
};

/* Returns the member with that key, in camel case or with underscores; NULL: it is not used. */
const struct otlp_member *otlp_member_find(enum otlp_members_of of, struct str key);

#endif
