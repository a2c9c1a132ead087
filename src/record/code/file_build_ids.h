/* The build-ids of mapped files, where the kernel does not tell them in the records of maps: before
 * Linux 5.12. */
#ifndef RECORD_CODE_FILE_BUILD_IDS_H
#define RECORD_CODE_FILE_BUILD_IDS_H

#include "base/hash.h"
#include "base/slots.h"
#include "record/code/sampled_processes.h"

/* Owns its lists. Begins zeroed. */
struct file_build_ids {
    struct buf records;   /* for the feature PERF_FEATURE_BUILD_ID */
    struct buf path;      /* scratch */
    uint64_t (*paths)[2]; /* hashes of those that were looked at */
    size_t paths_room;
    uint32_t n_paths;
    struct slots slots; /* of paths */
    struct hash_key key;
};

/* Reads the build-id of the file that a process maps, once for each path. */
void file_build_ids_see(struct file_build_ids *f, struct sampled_processes *h, uint32_t pid,
                        struct str path);

void file_build_ids_free(struct file_build_ids *f);

/* Appends a record of the feature: {header, pid, id of 20 bytes with its size behind, path}. misc:
 * of its header, who runs the code. */
void build_id_record_add(struct buf *to, uint16_t misc, struct str id, struct str path);

#endif
