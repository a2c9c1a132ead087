/* Writes a recording as perf.data, which perf and this project read. The format:
 * tools/perf/Documentation/perf.data-file-format.txt of Linux. */
#ifndef RECORD_RECORDING_FILE_H
#define RECORD_RECORDING_FILE_H

#include <linux/perf_event.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/fault.h"

/* An event and the numbers of its counters. Borrows both. */
struct recorded_event {
    const struct perf_event_attr *attr;
    const char *name;
    const uint64_t *ids;
    uint32_t n_ids;
};

/* The size of the data in the header is 0 until the file is finished, so what a recorder that was
 * killed leaves is seen to be cut, and can be read to its last record. */
struct recording_file {
    int fd;                              /* -1: not open */
    const char *path;                    /* borrowed */
    bool replaced;                       /* a file that was there is now PATH.old */
    const struct recorded_event *events; /* borrowed */
    size_t n_events;
    size_t n_sets;    /* the events come so often, with other fields in their samples */
    struct buf *held; /* borrowed: records are collected here instead; NULL: they are written */
    const struct recorded_event *beside; /* borrowed: one more, of no set; NULL: there is none */
    uint64_t data_from, end;
    uint64_t first_ns, last_ns; /* of the samples; set by the caller */
    const char *program;        /* borrowed: its name and version */
    char *const *arguments;     /* borrowed: the whole command line, up to a NULL */
    char *const *command;       /* what of it is recorded; its first NULL: nothing */
    struct str build_ids;       /* borrowed: records of the feature, of files */
    int taken_fd;               /* borrowed: the files that name code, as their feature */
    uint64_t taken_size;        /* 0: none */
};

/* Creates the file; one that is there becomes PATH.old. */
MUST_CHECK bool recording_file_create(struct recording_file *r, const char *path, struct fault *f);

/* Writes the header and the events, before the first record. */
MUST_CHECK bool recording_file_begin(struct recording_file *r, struct fault *f);

/* Appends whole records. */
MUST_CHECK bool recording_file_add(struct recording_file *r, struct str bytes, struct fault *f);

/* Writes the features, and the header once more, with the size of the data. */
MUST_CHECK bool recording_file_finish(struct recording_file *r, struct fault *f);

/* Closes the file if it is open. */
void recording_file_close(struct recording_file *r);

/* Removes a file in which nothing was recorded, and gives the old one its name again. */
void recording_file_remove(struct recording_file *r);

#endif
