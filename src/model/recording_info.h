/* What a profile says of how it was recorded, beside its samples. */
#ifndef MODEL_RECORDING_INFO_H
#define MODEL_RECORDING_INFO_H

#include "model/names.h"

enum {
    RECORDING_INFO_COMMENTS_MOST = 256,
    RECORDING_INFO_MAPPINGS_MOST = 512,
    RECORDING_INFO_KEYS_MOST = 64
};

/* Part of a file that was mapped, as the input tells it. */
struct recording_info_mapping {
    name_id file, build_id;        /* 0: not said */
    uint64_t start, limit, offset; /* limit 0: not said */
    unsigned named;                /* what of it has names, a bit each: functions, files, lines,
                                      inlined functions */
};

enum { RECORDING_INFO_NAMED_FUNCTIONS = 1, RECORDING_INFO_NAMED_PARTS = 4 };

/* Owns its list. A zeroed struct says nothing. */
struct recording_info {
    uint64_t time_ns;     /* when it began, since 1970; 0: not said */
    uint64_t duration_ns; /* 0: not said */
    uint64_t period;      /* between two samples, in the unit of what is named here; 0: not said */
    name_id period_name, period_unit;
    name_id *comments; /* each once */
    size_t n_comments, comments_room;
    name_id drop, keep; /* expressions: frames that others do not draw, and those of them that they
                           do; 0: not said */
    name_id more;       /* the address of a page about it; 0: not said */
    struct recording_info_mapping *mappings; /* each once; kept where somebody goes on with them */
    size_t n_mappings, mappings_room;
    name_id text_keys[RECORDING_INFO_KEYS_MOST]; /* of labels that are texts, though some read as
                                                    numbers */
    size_t n_text_keys;
};

void recording_info_free(struct recording_info *origin);

/* Adds a comment unless it is there, or there are RECORDING_INFO_COMMENTS_MOST. */
void recording_info_comment(struct recording_info *origin, name_id text);

/* Adds a mapping unless it is there, or there are RECORDING_INFO_MAPPINGS_MOST. */
void recording_info_mapping(struct recording_info *origin,
                            const struct recording_info_mapping *mapping);

/* Adds a key unless it is there, or there are RECORDING_INFO_KEYS_MOST. */
void recording_info_text_key(struct recording_info *origin, name_id key);
bool recording_info_has_text_key(const struct recording_info *origin, name_id key);

/* Adds what another says: the earlier of two beginnings, the sum of durations, the longer of two
 * periods of one kind, of several kinds the first, all comments, mappings and keys, of other texts
 * the one that comes first by its bytes. */
void recording_info_merge(struct recording_info *to, struct names *to_names,
                          const struct recording_info *from, const struct names *from_names);

/* Puts the comments in the order of their texts, and the mappings in that of their files. */
void recording_info_sort(struct recording_info *origin, const struct names *names);

#endif
