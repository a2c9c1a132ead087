/* The metadata of a chunk: the classes and fields that its events consist of. */
#ifndef INPUT_JFR_METADATA_H
#define INPUT_JFR_METADATA_H

#include "input/jfr/chunk.h"

/* The fields we use, by name, in any class. */
enum jfr_role {
    JFR_NO_ROLE,
    JFR_START_TIME,
    JFR_DURATION,
    JFR_EVENT_THREAD,
    JFR_SAMPLED_THREAD,
    JFR_STACK_TRACE,
    JFR_STATE,
    JFR_OBJECT_CLASS,
    JFR_MONITOR_CLASS,
    JFR_PARKED_CLASS,
    JFR_WEIGHT,
    JFR_TLAB_SIZE,
    JFR_ALLOCATION_SIZE,
    JFR_SIZE,
    JFR_SAMPLES,
    JFR_TRUNCATED,
    JFR_FRAMES,
    JFR_METHOD,
    JFR_LINE,
    JFR_TYPE, /* of a frame; the class of a method */
    JFR_NAME,
    JFR_DESCRIPTOR,
    JFR_OS_NAME,
    JFR_OS_ID,
    JFR_JAVA_NAME,
    JFR_JAVA_ID,
    JFR_ID, /* of the event that a setting belongs to */
    JFR_VALUE,
    JFR_GC_ID,
    JFR_CAUSE,
    JFR_SUM_OF_PAUSES,
    JFR_HEAP_USED,
    JFR_JVM_USER,
    JFR_JVM_SYSTEM,
    JFR_MACHINE_TOTAL,
    JFR_ROLES,
};

enum jfr_kind {
    JFR_STRUCT,
    JFR_TEXT,
    JFR_INTEGER, /* an integer of that many bytes, compressed */
    JFR_PLAIN,   /* that many bytes, never compressed: boolean, byte, float, double */
    JFR_UNKNOWN, /* not in the metadata */
};

struct jfr_field {
    enum jfr_role role;
    uint64_t class_id;
    uint32_t class_at; /* its row; an unknown class has kind JFR_UNKNOWN */
    bool pooled;       /* the value is a key of the class's pool */
    bool array;
};

struct jfr_class {
    uint64_t id;
    struct str name;
    enum jfr_kind kind;
    uint8_t bytes;       /* of a number */
    bool empty;          /* its values take no bytes */
    uint32_t first, n;   /* its fields, without empty ones */
    bool has[JFR_ROLES]; /* it has a field with that role */
    uint32_t twins;      /* those with a stack and its name before it */
    name_id event;       /* its name in the profile; 0: not yet */
};

/* Owns its tables. */
struct jfr_metadata {
    struct buf texts;
    struct jfr_class *classes; /* by id */
    size_t n_classes, classes_room;
    struct jfr_field *fields;
    size_t n_fields, fields_room;
};

/* Reads the metadata of the chunk. False with a fault. */
MUST_CHECK bool jfr_metadata_read(struct jfr_metadata *m, const struct jfr_chunk *c,
                                  const struct reading *r, struct fault *f);
void jfr_metadata_free(struct jfr_metadata *m);

/* Finds a class, or NULL. */
struct jfr_class *jfr_class_of(const struct jfr_metadata *m, uint64_t id);

#endif
