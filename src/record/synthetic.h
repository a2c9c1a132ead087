/* Records that tell what was there before the recording began, in the form that the kernel gives
 * them afterwards. Their trailers are zero: they come before all others. */
#ifndef RECORD_SYNTHETIC_H
#define RECORD_SYNTHETIC_H

#include "base/buf.h"

enum { BUILD_ID_ROOM = 20 };

/* A mapped file, or a part of the kernel. */
struct mapped_range {
    uint32_t pid, tid;
    uint64_t address, size, offset;
    uint32_t major, minor;
    uint64_t inode;
    uint32_t protection, flags; /* PROT_..., MAP_... */
    unsigned char build_id[BUILD_ID_ROOM];
    size_t build_id_size; /* 0: not known */
    bool is_data;         /* not executable */
    struct str name;
};

/* Append a record each: a map of user space, one of the kernel, the name of a thread. */
void synthetic_mmap2(struct buf *to, const struct mapped_range *m);
void synthetic_mmap2_at(struct buf *to, const struct mapped_range *m, uint64_t time_ns);
void synthetic_kernel_mmap(struct buf *to, const struct mapped_range *m);
void synthetic_comm(struct buf *to, uint32_t pid, uint32_t tid, struct str name);

/* Appends a control group: its number and its path. */
void synthetic_group(struct buf *to, uint64_t number, struct str path);

/* The name of a thread with a time, for a record that comes between others. */
void synthetic_comm_at(struct buf *to, uint32_t pid, uint32_t tid, struct str name,
                       uint64_t time_ns);

/* The name of the idle thread, for a record that tells a time, or when the recording begins. */
void synthetic_idle_at(struct buf *to, uint64_t time_ns, bool begins);

#endif
