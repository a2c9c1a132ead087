/* The files that a recording brings along: perf maps, jitdumps and symbols of the kernel. */
#ifndef INPUT_PERF_DATA_CODE_EMBEDDED_FILES_H
#define INPUT_PERF_DATA_CODE_EMBEDDED_FILES_H

#include "base/source.h"
#include "input/perf_data/recording.h"

/* Finds the files in their feature, which has so many bytes from a position on. False with a fault
 * when it cannot be read; from damage on its rest is skipped, and that is noted. */
MUST_CHECK bool embedded_read(struct recording *rec, uint64_t at, uint64_t size);

/* Opens the last file of a kind that a process had, under that path if it is not empty. False:
 * there is none. */
MUST_CHECK bool embedded_open(const struct recording *rec, enum embedded_file_kind kind,
                              uint32_t pid, struct str path, struct embedded_file *file);

/* Appends the bytes of the last file of a kind, up to a size; nothing when there is none. False
 * with a fault when they cannot be read. */
MUST_CHECK bool embedded_copy(const struct recording *rec, enum embedded_file_kind kind,
                              size_t most, struct buf *to);

#endif
