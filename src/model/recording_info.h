/* What a profile says about its recording, besides samples: time, duration, comments, mappings. */
#ifndef MODEL_RECORDING_INFO_H
#define MODEL_RECORDING_INFO_H

#include "model/group_names.h"
#include "model/names.h"
#include "model/text_list.h"

enum {
    RECORDING_INFO_COMMENTS_MOST = 256,
    RECORDING_INFO_MAPPINGS_MOST = 512,
    RECORDING_INFO_KEYS_MOST = 64
};

/* Part of a file that was mapped, as the input describes it. */
struct recording_info_mapping {
    name_id file, build_id;        /* 0: not known */
    uint64_t start, limit, offset; /* limit 0: not known */
    unsigned named;                /* what the input resolved in it, a bit each: functions, files,
                                    * lines, inlined functions */
};

enum { RECORDING_INFO_NAMED_FUNCTIONS = 1, RECORDING_INFO_NAMED_PARTS = 4 };

/* Owns its lists and texts. A zeroed struct says nothing. */
struct recording_info {
    uint64_t time_ns;     /* when it began, since 1970; 0: not known */
    uint64_t zero_ns;     /* when the first sample was taken, from which times of samples count,
                           * since 1970; 0: not known, as of several inputs, whose samples count
                           * from the first of each */
    uint64_t clock_ns;    /* when the clock of the input that is being read showed 0, since 1970,
                           * mod 2^64 */
    bool has_clock;       /* its reader knows that */
    bool events_apart;    /* its events measure different things, in units of their own */
    uint64_t duration_ns; /* 0: not known */
    uint64_t period;      /* between two samples, in the unit below; 0: not known */
    name_id period_name, period_unit;
    name_id *comments; /* each once */
    size_t n_comments, comments_room;
    name_id drop, keep; /* pprof's regular expressions: frames to drop, and exceptions from drop; 0:
                         * none */
    name_id more;       /* the address of a page about it; 0: none */
    struct recording_info_mapping *mappings; /* unique; kept only if an output needs them */
    size_t n_mappings, mappings_room;
    name_id text_keys[RECORDING_INFO_KEYS_MOST]; /* keys of labels whose values are texts even if
                                                  * they look like numbers */
    size_t n_text_keys;
    struct buf command;         /* that was recorded; "": not known */
    struct buf how;             /* how and where: "345 samples at 99 Hz, web1"; "": not known */
    struct buf host;            /* the name of the machine; "": not known */
    struct group_names groups;  /* what containers and pods are called, if it is asked for */
    struct text_list remarks;   /* on what the profile lacks */
    struct text_list details;   /* on how it was recorded */
    struct text_list explained; /* on what named the function that is to be explained */
};

void recording_info_free(struct recording_info *info);
void recording_info_copy(struct recording_info *to, const struct recording_info *from);

/* Adds a comment unless it exists, or there are RECORDING_INFO_COMMENTS_MOST. */
void recording_info_comment(struct recording_info *info, name_id text);

/* Adds a mapping unless it exists, or there are RECORDING_INFO_MAPPINGS_MOST. */
void recording_info_mapping(struct recording_info *info,
                            const struct recording_info_mapping *mapping);

/* Adds a key unless it exists, or there are RECORDING_INFO_KEYS_MOST. */
void recording_info_text_key(struct recording_info *info, name_id key);
bool recording_info_has_text_key(const struct recording_info *info, name_id key);

/* Merges: the earlier beginning, the sum of durations, the longer of two periods of one kind (the
 * first if kinds differ), the first zero_ns, all comments, mappings, keys, groups and lines;
 * command, how and host of the first that has them; of other texts the first by its bytes. */
void recording_info_merge(struct recording_info *to, struct names *to_names,
                          const struct recording_info *from, const struct names *from_names);

/* Sorts the comments by text, and the mappings by file. */
void recording_info_sort(struct recording_info *info, const struct names *names);

#endif
