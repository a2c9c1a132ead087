/* "stackIndex", "stack_index": field 1 of a sample. */
#include "input/otlp/members.h"

#include "input/otlp/message.h"

#define NUMBER(key, number)                                                                        \
    {                                                                                              \
        .name = (key), .kind = MEMBER_NUMBER, .field = (number)                                    \
    }
#define NUMBERS(key, number)                                                                       \
    {                                                                                              \
        .name = (key), .kind = MEMBER_NUMBER, .field = (number), .is_repeated = true               \
    }
#define MESSAGE(key, number, what)                                                                 \
    {                                                                                              \
        .name = (key), .kind = MEMBER_MESSAGE, .field = (number), .of = (what)                     \
    }
#define MESSAGES(key, number, what)                                                                \
    {                                                                                              \
        .name = (key), .kind = MEMBER_MESSAGE, .field = (number), .is_repeated = true,             \
        .of = (what)                                                                               \
    }
#define OTHER(key, number)                                                                         \
    {                                                                                              \
        .name = (key), .kind = MEMBER_OTHER, .field = (number)                                     \
    }
#define TABLE(key, table, what)                                                                    \
    {                                                                                              \
        .name = (key), .kind = MEMBER_MESSAGE, .field = OTLP_JSON_TABLE(table),                    \
        .is_repeated = true, .of = (what), .hint = HINT_OWN_TABLES                                 \
    }
#define TABLE_OF_TEXTS(key)                                                                        \
    {                                                                                              \
        .name = (key), .kind = MEMBER_TEXT, .field = OTLP_JSON_TABLE(TABLE_STRINGS),               \
        .is_repeated = true, .hint = HINT_OWN_TABLES                                               \
    }
#define TABLES                                                                                     \
    TABLE("mappingTable", TABLE_MAPPINGS, MEMBERS_OF_MAPPING),                                     \
        TABLE("locationTable", TABLE_LOCATIONS, MEMBERS_OF_LOCATION),                              \
        TABLE("functionTable", TABLE_FUNCTIONS, MEMBERS_OF_FUNCTION),                              \
        TABLE("linkTable", TABLE_LINKS, MEMBERS_OF_LINK), TABLE_OF_TEXTS("stringTable"),           \
        TABLE("attributeTable", TABLE_ATTRIBUTES, MEMBERS_OF_ATTRIBUTE)

enum { MEMBERS_MOST = 20 };

static const struct otlp_member members[][MEMBERS_MOST] = {
    [MEMBERS_OF_DATA] = {MESSAGES("resourceProfiles", DATA_RESOURCE_PROFILES,
                                  MEMBERS_OF_RESOURCE_PROFILES),
                         {.name = "dictionary",
                          .kind = MEMBER_MESSAGE,
                          .field = DATA_DICTIONARY,
                          .of = MEMBERS_OF_DICTIONARY,
                          .hint = HINT_DICTIONARY}},
    [MEMBERS_OF_RESOURCE_PROFILES] = {MESSAGE("resource", RESOURCE_PROFILES_RESOURCE,
                                              MEMBERS_OF_RESOURCE),
                                      MESSAGES("scopeProfiles", RESOURCE_PROFILES_SCOPES,
                                               MEMBERS_OF_SCOPE_PROFILES)},
    [MEMBERS_OF_RESOURCE] = {MESSAGES("attributes", RESOURCE_ATTRIBUTES, MEMBERS_OF_ATTRIBUTE)},
    [MEMBERS_OF_SCOPE_PROFILES] = {{.name = "profiles",
                                    .kind = MEMBER_MESSAGE,
                                    .field = SCOPE_PROFILES,
                                    .is_repeated = true,
                                    .of = MEMBERS_OF_PROFILE,
                                    .hint = HINT_PROFILES}},
    [MEMBERS_OF_PROFILE] = {MESSAGES("sampleType", PROFILE_SAMPLE_TYPE, MEMBERS_OF_VALUE_TYPE),
                            MESSAGES("samples", PROFILE_SAMPLE, MEMBERS_OF_SAMPLE),
                            MESSAGES("sample", PROFILE_SAMPLE, MEMBERS_OF_SAMPLE),
                            {.name = "locationIndices",
                             .field = OTLP_JSON_INDICES,
                             .is_repeated = true,
                             .hint = HINT_SLICES},
                            NUMBER("timeUnixNano", OTLP_JSON_TIME),
                            NUMBER("timeNanos", OTLP_JSON_TIME),
                            NUMBER("durationNano", OTLP_JSON_DURATION),
                            NUMBER("durationNanos", OTLP_JSON_DURATION),
                            MESSAGE("periodType", OTLP_JSON_PERIOD_TYPE, MEMBERS_OF_VALUE_TYPE),
                            NUMBER("period", OTLP_JSON_PERIOD),
                            NUMBER("defaultSampleTypeIndex", OTLP_JSON_DEFAULT_TYPE),
                            NUMBERS("attributeIndices", OTLP_JSON_PROFILE_ATTRIBUTES),
                            TABLES,
                            {.name = "profile",
                             .kind = MEMBER_OTHER,
                             .field = OTLP_JSON_CONTAINED,
                             .hint = HINT_CONTAINER}},
    [MEMBERS_OF_SAMPLE] =
        {{.name = "stackIndex", .field = OTLP_JSON_STACK, .hint = HINT_STACKS},
         {.name = "locationsStartIndex", .field = OTLP_JSON_STACK, .hint = HINT_SLICES},
         {.name = "locationsLength", .field = OTLP_JSON_LENGTH, .hint = HINT_SLICES},
         NUMBERS("values", OTLP_JSON_VALUES),
         NUMBERS("value", OTLP_JSON_VALUES),
         NUMBERS("attributeIndices", OTLP_JSON_SAMPLE_ATTRIBUTES),
         {.name = "timestampsUnixNano",
          .field = OTLP_JSON_TIMES,
          .is_repeated = true,
          .is_fixed = true}},
    [MEMBERS_OF_VALUE_TYPE] = {NUMBER("typeStrindex", VALUE_TYPE_TYPE),
                               NUMBER("unitStrindex", VALUE_TYPE_UNIT)},
    [MEMBERS_OF_DICTIONARY] = {TABLES,
                               {.name = "stackTable",
                                .kind = MEMBER_MESSAGE,
                                .field = OTLP_JSON_TABLE(TABLE_STACKS),
                                .is_repeated = true,
                                .of = MEMBERS_OF_STACK,
                                .hint = HINT_STACKS}},
    [MEMBERS_OF_MAPPING] = {NUMBER("memoryStart", MAPPING_START),
                            NUMBER("memoryLimit", MAPPING_LIMIT),
                            NUMBER("fileOffset", MAPPING_OFFSET),
                            NUMBER("filenameStrindex", MAPPING_FILE),
                            NUMBERS("attributeIndices", MAPPING_ATTRIBUTES)},
    [MEMBERS_OF_LOCATION] = {NUMBER("mappingIndex", LOCATION_MAPPING),
                             NUMBER("address", LOCATION_ADDRESS),
                             MESSAGES("lines", LOCATION_LINE, MEMBERS_OF_LINE),
                             MESSAGES("line", LOCATION_LINE, MEMBERS_OF_LINE)},
    [MEMBERS_OF_LINE] = {NUMBER("functionIndex", LINE_FUNCTION), NUMBER("line", LINE_LINE)},
    [MEMBERS_OF_FUNCTION] = {NUMBER("nameStrindex", FUNCTION_NAME),
                             NUMBER("systemNameStrindex", FUNCTION_SYSTEM_NAME),
                             NUMBER("filenameStrindex", FUNCTION_FILE)},
    [MEMBERS_OF_ATTRIBUTE] = {NUMBER("keyStrindex", ATTRIBUTE_KEY),
                              {.name = "key", .kind = MEMBER_TEXT, .field = ATTRIBUTE_KEY},
                              MESSAGE("value", ATTRIBUTE_VALUE, MEMBERS_OF_VALUE),
                              NUMBER("unitStrindex", ATTRIBUTE_UNIT_OR_KEY)},
    [MEMBERS_OF_VALUE] = {{.name = "stringValue", .kind = MEMBER_TEXT, .field = VALUE_STRING},
                          {.name = "boolValue", .kind = MEMBER_BOOL, .field = VALUE_BOOL},
                          NUMBER("intValue", VALUE_INT),
                          NUMBER("stringValueStrindex", VALUE_STRING_INDEX),
                          OTHER("doubleValue", VALUE_DOUBLE),
                          OTHER("arrayValue", VALUE_ARRAY),
                          OTHER("kvlistValue", VALUE_LIST),
                          OTHER("bytesValue", VALUE_BYTES)},
    [MEMBERS_OF_STACK] = {NUMBERS("locationIndices", STACK_LOCATIONS)},
    [MEMBERS_OF_LINK] = {{.name = NULL}},
};

/* Whether a key is the name, or has an underscore and a small letter for each of its capitals. */
static bool is_name(struct str key, const char *name)
{
    size_t i = 0;

    for (; *name; name++) {
        bool capital = *name >= 'A' && *name <= 'Z';
        if (i + 1 < key.n && capital && key.p[i] == '_' && key.p[i + 1] - 'a' == *name - 'A')
            i += 2;
        else if (i < key.n && key.p[i] == *name)
            i++;
        else
            return false;
    }
    return i == key.n;
}

const struct otlp_member *otlp_member_find(enum otlp_members_of of, struct str key)
{
    for (const struct otlp_member *m = members[of]; m < members[of] + MEMBERS_MOST && m->name; m++)
        if (is_name(key, m->name))
            return m;
    return NULL;
}
