/* Named limits. Something that would grow beyond one is reported and not done. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdint.h>

#include "base/fault.h"

/* The value of a limit that depends on the machine or the input, as its line in limits.def says. */
#define LIMIT_DERIVED (UINT64_MAX - 1)

struct limits {
#define LIMIT(id, name, usual, untrusted, about) uint64_t id;
#include "base/limits.def"
#undef LIMIT
};

/* A limit as --help shows it. */
struct limit_row {
    const char *name;
    const char *about;
    uint64_t usual;     /* LIMIT_DERIVED: see above */
    uint64_t untrusted; /* the value that --limits=untrusted sets */
};

/* The table of all limits; *n is their number. */
const struct limit_row *limits_table(size_t *n);

struct limits limits_usual(void);
struct limits limits_untrusted(void);

/* Sets a limit from "name=size" ("inflate=8G"); 0 turns it off ("time=0"). */
MUST_CHECK bool limits_set(struct limits *l, struct str name_value, struct fault *f);

/* The bytes that an output may have after so many were read; 0: any number. */
uint64_t limits_output(const struct limits *l, uint64_t read);

/* Records a fault: a limit was reached at a place ("x.folded:12"), and how to raise it. Returns
 * false. */
bool limits_reached(struct fault *f, const char *place, const char *name, uint64_t limit);

/* Limits of memory are none where sanitizers map terabytes, of which they use little. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MAPS_MORE_THAN_IT_USES true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define MAPS_MORE_THAN_IT_USES true
#endif
#endif
#ifndef MAPS_MORE_THAN_IT_USES
#define MAPS_MORE_THAN_IT_USES false
#endif

#endif
