/* Opens what processes name: see record/code/sampled_processes.h.
 *
 * All return -1, or false, with errno: EFBIG: larger than was asked for; EUSERS: of another user;
 * EMFILE: there was no room for the view of the process; ENOTRECOVERABLE: its rights could not be
 * taken; ETIMEDOUT: its helper was mute, or was ended; ECANCELED: opening was ended by a signal. */
#ifndef RECORD_CODE_PROCESS_FILES_H
#define RECORD_CODE_PROCESS_FILES_H

#include "record/code/sampled_processes.h"

/* A copy, in memory, which nobody else can change. */
struct process_copy {
    int fd;        /* the caller's; -1: none */
    uint64_t size; /* of the file, also when it is too large */
};

/* Copies the perf map of a process, which must be of its user or of root; no link is followed. */
bool process_copy_map(struct sampled_processes *h, const struct sampled_process *p, uint64_t most,
                      struct process_copy *to);

/* Removes it. */
void process_remove_map(struct sampled_processes *h, const struct sampled_process *p);

/* A file that is opened now and copied later, when more was written to it. */
struct process_file {
    uint32_t view; /* 0: none */
    uint32_t number;
};

/* Opens a file as process_copy_map does, without waiting; whether it could is told when it is
 * copied. There are at most OPENER_KEPT_MOST of a view. */
struct process_file process_keep_file(struct sampled_processes *h, const struct sampled_process *p,
                                      const char *path);
bool process_copy_kept(struct sampled_processes *h, struct process_file *file, uint64_t most,
                       struct process_copy *to);

/* Opens a file by a path that the process sees, for reading: it is of a local file system, or a
 * copy of at most so many bytes. So reading it cannot hang; its bytes are still whatever the
 * process likes, and may change: read it (pread), never map it. */
int process_open_path(struct sampled_processes *h, const struct sampled_process *p,
                      const char *path, uint64_t most);

/* Reads the build-id of an ELF file that a process mapped. inode: that it must have; 0: any.
 * Returns its size; 0: none is known. */
size_t process_build_id(struct sampled_processes *h, const struct sampled_process *p,
                        const char *path, uint64_t inode, unsigned char id[OPENER_ID_ROOM]);

/* Reads a file below /proc that may be slow, as a process has a hand in it: its command line may be
 * any memory of it. Sets the buffer to at most so many bytes; false with EFBIG when there are
 * more. */
bool process_read(struct sampled_processes *h, struct buf *to, size_t most, const char *path);

/* Steps of java_map.c: flags of enum in record/opener/wire.h; and whether it was asked. */
bool process_java_begin(struct sampled_processes *h, const struct sampled_process *p,
                        uint32_t *flags);
bool process_java_ask(struct sampled_processes *h, const struct sampled_process *p, uint32_t flags,
                      uint64_t until_ns);

#endif
