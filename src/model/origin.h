/* What a profile says of how it was recorded, beside its samples. */
#ifndef MODEL_ORIGIN_H
#define MODEL_ORIGIN_H

#include "model/names.h"

enum { ORIGIN_COMMENTS_MOST = 256, ORIGIN_MAPPINGS_MOST = 512, ORIGIN_KEYS_MOST = 64 };

/* Part of a file that was mapped, as the input tells it. */
struct origin_mapping {
    name_id file, build_id;        /* 0: not said */
    uint64_t start, limit, offset; /* limit 0: not said */
    unsigned named;                /* what of it has names, a bit each: functions, files, lines,
                                      inlined functions */
};

enum { ORIGIN_NAMED_FUNCTIONS = 1, ORIGIN_NAMED_PARTS = 4 };

/* Owns its list. A zeroed struct says nothing. */
struct origin {
    uint64_t time_ns;     /* when it began, since 1970; 0: not said */
    uint64_t duration_ns; /* 0: not said */
    uint64_t period;      /* between two samples, in the unit of what is named here; 0: not said */
    name_id period_name, period_unit;
    name_id *comments; /* each once */
    size_t n_comments, comments_room;
    name_id drop, keep; /* expressions: frames that others do not draw, and those of them that they
                           do; 0: not said */
    name_id more;       /* the address of a page about it; 0: not said */
    struct origin_mapping *mappings; /* each once; kept where somebody goes on with them */
    size_t n_mappings, mappings_room;
    name_id text_keys[ORIGIN_KEYS_MOST]; /* of labels that are texts, though some read as numbers */
    size_t n_text_keys;
};

void origin_free(struct origin *origin);

/* Adds a comment unless it is there, or there are ORIGIN_COMMENTS_MOST. */
void origin_comment(struct origin *origin, name_id text);

/* Adds a mapping unless it is there, or there are ORIGIN_MAPPINGS_MOST. */
void origin_mapping(struct origin *origin, const struct origin_mapping *mapping);

/* Adds a key unless it is there, or there are ORIGIN_KEYS_MOST. */
void origin_text_key(struct origin *origin, name_id key);
bool origin_has_text_key(const struct origin *origin, name_id key);

/* Adds what another says: the earlier of two beginnings, the sum of durations, the longer of two
 * periods of one kind, of several kinds the first, all comments, mappings and keys, of other texts
 * the one that comes first by its bytes. */
void origin_merge(struct origin *to, struct names *to_names, const struct origin *from,
                  const struct names *from_names);

/* Puts the comments in the order of their texts, and the mappings in that of their files. */
void origin_sort(struct origin *origin, const struct names *names);

#endif
