/* Parses MMAP records, which say that a file was mapped. */
#ifndef INPUT_PERF_DATA_CODE_MAP_H
#define INPUT_PERF_DATA_CODE_MAP_H

#include "input/perf_data/recording.h"

/* Stands for mappings that all processes share. */
#define PROCESS_KERNEL UINT32_MAX

/* Which file was mapped, on the machine that recorded; all 0: not given. */
struct mapped_inode {
    uint32_t major, minor; /* of the device */
    uint64_t number;
};

/* Borrows from the record. */
struct map_record {
    uint32_t pid;
    bool is_of_kernel;
    uint64_t start, size, offset;
    struct str build_id; /* raw bytes; "": not given */
    struct mapped_inode inode;
    struct str path;
};

/* Parses an MMAP or MMAP2 record; false when it is too short, maps nothing, or belongs to a guest,
 * whose address space is not resolved. */
MUST_CHECK bool map_read(struct map_record *map, const struct record *record);

#endif
