/* Files that name code, copied as the feature of a recording that holds them. */
#ifndef RECORD_CODE_EMBEDDED_FILES_H
#define RECORD_CODE_EMBEDDED_FILES_H

#include "base/buf.h"
#include "base/perf_file.h"

/* What may be in the way of a file. */
enum embedded_refusal {
    REFUSED_KIND,  /* no regular file, or one that may not be read */
    REFUSED_OWNER, /* neither the process's user nor root */
    REFUSED_SIZE,
    REFUSED_TOTAL,  /* of all files */
    REFUSED_COPY,   /* reading or writing failed */
    REFUSED_LINK,   /* behind a link, which is followed safely from Linux 5.6 on alone */
    REFUSED_MANY,   /* more views of files, or files, than are held */
    REFUSED_RIGHTS, /* of a process whose rights could not be taken */
    REFUSED_MUTE,   /* of a process whose files did not open in time, or whose helper was ended */
    REFUSED_ENDED,  /* a signal ended the taking */
    EMBEDDED_REFUSALS
};

enum { EMBEDDED_MEGABYTES_MOST = 128, EMBEDDED_MEGABYTES_ALL = 512 };

struct taken_counts {
    uint32_t files;
    uint32_t refused[EMBEDDED_REFUSALS];
    uint32_t java_silent; /* Java machines that were asked and gave no map */
    bool kernel_hidden;   /* samples are in the kernel, but its addresses are not told */
    bool no_functions;    /* of programs: they could not be read, or not be written */
    bool no_room;         /* of the recording's disk: none of the files is in it */
    bool too_many;        /* processes, or files that they mapped, to remember all */
};

/* Owns the descriptor. */
struct embedded_files {
    const char *beside; /* borrowed: a path; copies lie in its folder, without a name */
    int fd;             /* of the copies, as they will lie in the recording; -1: none */
    uint64_t size;
    uint64_t most; /* that the recording's full disk still has room for; 0: it is not full */
    struct taken_counts counts;
};

/* Returns how much a file may have that is taken next. */
uint64_t embedded_files_room(const struct embedded_files *t);

/* Takes a file of a process, of so many bytes, that was copied to memory which nobody else can
 * change: process_copy_map. */
void embedded_files_add(struct embedded_files *t, enum embedded_file_kind kind, uint32_t pid,
                        struct str path, int fd, uint64_t size);

/* Counts a file that could not be copied. error: errno; size: of one that is larger than
 * embedded_files_room. */
void embedded_files_refuse(struct embedded_files *t, int error, uint64_t size);

/* Adds bytes as a file of no process. */
void embedded_files_add_bytes(struct embedded_files *t, enum embedded_file_kind kind,
                              struct str path, struct str bytes);

void embedded_files_free(struct embedded_files *t);

#endif
