/* Reads the output of `go tool pprof -raw`: first samples with numbered locations, then the
 * locations. */
#ifndef INPUT_GO_RAW_H
#define INPUT_GO_RAW_H

#include "input/common/text.h"

enum { GO_VALUES = 16 };

struct go_location;
struct go_mapping;

/* Owns everything except the text. */
struct go_raw {
    struct text *t; /* borrowed */
    enum go_raw_part {
        GO_HEADER,
        GO_TYPES, /* the line after "Samples:" */
        GO_SAMPLES,
        GO_LOCATIONS,
        GO_MAPPINGS,
    } part;
    size_t n_values;
    size_t first; /* the value for the first column */
    uint64_t values[GO_VALUES];
    /* Samples whose frames are named by location numbers, until the locations are known. */
    struct profile pending;
    struct builder builder;
    frame_id *by_number; /* of a location; 0: not seen */
    size_t by_number_room;
    uint64_t taken;      /* samples taken before these */
    bool inside;         /* a sample was begun */
    uint64_t line;       /* of it */
    struct label *pairs; /* of it */
    size_t n_pairs, pairs_room;
    struct buf label_line; /* the last line whose pairs were parsed; empty: there were several */
    size_t n_before;       /* pairs from it */
    labels_id *labels;     /* in the profile, by those of `pending`; 0: not yet */
    size_t labels_room;
    struct go_location *locations; /* by frame of pending */
    size_t locations_room;
    frame_id location;   /* being read */
    uint32_t *functions; /* of all locations: names, finally frames */
    size_t n_functions, functions_room;
    struct go_mapping *mappings; /* by number */
    size_t mappings_room;
};

bool go_raw_begins(struct str line);

void go_raw_init(struct go_raw *raw, struct text *t);
void go_raw_free(struct go_raw *raw);

/* Reads the next line. */
MUST_CHECK bool go_raw_line(struct go_raw *raw, struct str line);

/* Adds the samples, now that the locations are known. */
MUST_CHECK bool go_raw_end(struct go_raw *raw);

#endif
