/* Files that name code, copied as the feature of a recording that holds them. */
#ifndef RECORD_TAKEN_FILES_H
#define RECORD_TAKEN_FILES_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/perf_file.h"

/* What may be in the way of a file. */
enum taken_refusal {
    REFUSED_KIND,  /* no regular file, or one that may not be read */
    REFUSED_OWNER, /* neither the process's user nor root */
    REFUSED_SIZE,
    REFUSED_TOTAL, /* of all files */
    REFUSED_COPY,  /* reading or writing failed */
    REFUSED_LINK,  /* behind a link, which is followed safely from Linux 5.6 on alone */
    REFUSED_MANY,  /* more views of files, or files, than are held */
    TAKEN_REFUSALS
};

enum { TAKEN_MEGABYTES_MOST = 128, TAKEN_MEGABYTES_ALL = 512 };

struct taken_counts {
    uint32_t files;
    uint32_t refused[TAKEN_REFUSALS];
    uint32_t java_silent; /* Java machines that were asked and gave no map */
    bool kernel_hidden;   /* samples are in the kernel, but its addresses are not told */
};

/* Owns the descriptor. */
struct taken_files {
    const char *beside; /* borrowed: a path; copies lie in its folder, without a name */
    int fd;             /* of the copies, as they will lie in the recording; -1: none */
    uint64_t size;
    struct taken_counts counts;
};

/* Copies an open file of a process, unless it is refused, which is counted. */
void taken_files_add(struct taken_files *t, enum taken_kind kind, uint32_t pid, struct str path,
                     int fd, uid_t user);

/* Adds bytes as a file of the kernel. */
void taken_files_add_bytes(struct taken_files *t, enum taken_kind kind, struct str path,
                           struct str bytes);

void taken_files_free(struct taken_files *t);

#endif
