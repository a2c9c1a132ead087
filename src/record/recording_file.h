/* Writes a recording as perf.data, which perf and this project read. The format:
 * tools/perf/Documentation/perf.data-file-format.txt of Linux. */
#ifndef RECORD_RECORDING_FILE_H
#define RECORD_RECORDING_FILE_H

#include <linux/perf_event.h>

#include "base/buf.h"
#include "base/fault.h"
#include "record/recording_room.h"

/* An event and the numbers of its counters. Borrows both. */
struct recorded_event {
    const struct perf_event_attr *attr;
    const char *name;
    const uint64_t *ids;
    uint32_t n_ids;
};

/* The one that tells of maps and threads, and sleep. */
enum { EVENTS_BESIDE = 2 };

/* The size of the data in the header is 0 until the file is finished, so what a recorder that was
 * killed leaves is seen to be cut, and can be read to its last record. */
struct recording_file {
    int fd;                              /* to read and write; -1: not open */
    int folder;                          /* that it lies in, while it is open */
    const char *path;                    /* borrowed; of one without a name what it is called */
    const char *called;                  /* the same, by messages; NULL: by its path */
    bool nameless;                       /* nothing has the path */
    bool replaced;                       /* a file that was there is now PATH.old */
    const struct recorded_event *events; /* borrowed */
    size_t n_events;
    size_t n_sets;    /* the events come so often, with other fields in their samples */
    struct buf *held; /* borrowed: records are collected here instead; NULL: they are written */
    /* Borrowed: more, of no set; NULL: there is none. */
    const struct recorded_event *beside[EVENTS_BESIDE];
    struct recording_room room;
    int full;    /* errno, since there was no room: records are left out */
    bool ending; /* records may take half of the room that is kept */
    uint64_t data_from, end;
    uint64_t data_to;           /* of a file that was finished; 0: it was not */
    uint64_t first_ns, last_ns; /* of the samples; set by the caller */
    const char *program;        /* borrowed: its name and version */
    char *const *arguments;     /* borrowed: the whole command line, up to a NULL */
    char *const *command;       /* what of it is recorded; its first NULL: nothing */
    struct str build_ids;       /* borrowed: records of the feature, of files */
    int taken_fd;               /* borrowed: the files that name code, as their feature */
    uint64_t taken_size;        /* 0: none */
    bool no_room;               /* what was written last failed for want of it */
    bool no_names;              /* so there was none for these files */
    bool unfinished;            /* nor for the features: it is read up to its last record */
};

/* Where a recording is to be. Borrows the texts. */
struct recording_place {
    const char *path;
    const char *called; /* by messages: what the user named */
    bool nameless;      /* the path only tells in which folder, and what it is called */
    const int *folder;  /* borrowed: that folder, open; NULL: by the path */
};

/* Creates the file; one that is there becomes PATH.old, but of a nameless one. */
MUST_CHECK bool recording_file_create(struct recording_file *r, const struct recording_place *place,
                                      struct fault *f);

/* Writes the header and the events, before the first record. */
MUST_CHECK bool recording_file_begin(struct recording_file *r, struct fault *f);

/* Appends whole records, or leaves them out, without a fault, where there is no room: the end is
 * then where it was. */
MUST_CHECK bool recording_file_add(struct recording_file *r, struct str bytes, struct fault *f);

/* The same of records that lie in two pieces. */
MUST_CHECK bool recording_file_add_pieces(struct recording_file *r, const struct str pieces[2],
                                          struct fault *f);

/* What is added from now on are the last records: they may use room that was kept. */
void recording_file_end(struct recording_file *r);

/* Appends a record that says what time it was, or when the recording begins, where it tells of
 * threads and maps from before as well. */
MUST_CHECK bool recording_file_add_time(struct recording_file *r, uint64_t time_ns, bool begins,
                                        struct fault *f);

/* Writes the features, and the header once more, with the size of the data. What was finished may
 * be finished anew, after what the features are of has changed. On failure the records are all that
 * the file has, but what was written behind them holds its room still, for another try. */
MUST_CHECK bool recording_file_finish(struct recording_file *r, struct fault *f);

/* Cuts off what lies behind the end of the file, after a try that failed. */
void recording_file_cut(struct recording_file *r);

/* Finishes the file as far as there is room: without the files that name code, or unfinished. False
 * for another reason. */
MUST_CHECK bool recording_file_finish_in_room(struct recording_file *r, struct fault *f);

/* Closes the file if it is open. */
void recording_file_close(struct recording_file *r);

/* Returns the open file, which the caller closes from now on. */
int recording_file_hand_over(struct recording_file *r);

/* Removes a file in which nothing was recorded, and gives the old one its name again. */
void recording_file_remove(struct recording_file *r);

#endif
