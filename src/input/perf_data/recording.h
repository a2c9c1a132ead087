/* A perf.data recording: its bytes, and its records in time order. The format:
 * tools/perf/Documentation/perf.data-file-format.txt and include/uapi/linux/perf_event.h of Linux.
 */
#ifndef INPUT_PERF_DATA_RECORDING_H
#define INPUT_PERF_DATA_RECORDING_H

#include "base/perf_file.h"
#include "base/unpack/unpack.h"
#include "input/common/reading.h"
#include "input/perf_data/cgroups.h"
#include "input/perf_data/event.h"
#include "input/perf_data/memory_nodes.h"
#include "input/perf_data/processor_nodes.h"
#include "input/perf_data/store.h"
#include "symbol/kernel.h"

enum { RECORD_HEADER = 8 }; /* {u32 type, u16 misc, u16 size} */

enum record_type {
    RECORD_MMAP = 1,
    RECORD_LOST = 2,
    RECORD_COMM = 3,
    RECORD_EXIT = 4,
    RECORD_THROTTLE = 5,
    RECORD_UNTHROTTLE = 6,
    RECORD_FORK = 7,
    RECORD_SAMPLE = 9,
    RECORD_MMAP2 = 10,
    RECORD_LOST_SAMPLES = 13,
    RECORD_SWITCH = 14,
    RECORD_SWITCH_CPU_WIDE = 15,
    RECORD_NAMESPACES = 16,
    RECORD_KSYMBOL = 17,
    RECORD_CGROUP = 19,
    RECORD_CALLCHAIN_DEFERRED = 22,
    RECORD_HEADER_ATTR = 64,
    RECORD_TRACING_DATA = 66,
    RECORD_BUILD_ID = 67,
    RECORD_AUXTRACE = 71,
    RECORD_EVENT_UPDATE = 78,
    RECORD_FEATURE = 80,
    RECORD_COMPRESSED = 81,
    RECORD_COMPRESSED2 = 83,
};

/* Bits of misc. */
enum {
    MISC_MODE = 7,
    /* of a switch; of an MMAP: data; of a COMM: by exec; of a FORK: it predates the recording */
    MISC_OUT = 1 << 13,
    MISC_BUILD_ID = 1 << 14, /* of an MMAP2: in place of the inode */
    MISC_ID_SIZE = 1 << 15,  /* of a build-id: its length follows */
};

/* Who ran when a record was made, by the lowest bits of misc. */
enum record_mode {
    MODE_UNKNOWN,
    MODE_KERNEL,
    MODE_USER,
    MODE_HYPERVISOR,
    MODE_GUEST_KERNEL,
    MODE_GUEST_USER,
};

#define RECORD_IS_SAMPLE (UINT64_C(1) << 63)
#define RECORD_IS_SWITCH (UINT64_C(1) << 61) /* of threads; only what they did in time needs it */

/* What is needed to sort a record. */
struct record_at {
    uint64_t time_ns; /* 0: not known, sorts before all others */
    uint64_t at;      /* in the store; with RECORD_IS_SAMPLE or RECORD_IS_SWITCH */
};

/* A record in the bytes. */
struct record {
    uint32_t type;
    uint16_t misc;
    struct bytes body; /* without its header */
    uint64_t at;       /* for messages */
};

struct recorded_id {
    name_id path;
    name_id build_id; /* raw bytes */
};

/* A file that the recording brings along. */
struct embedded_row {
    uint32_t kind, pid;
    name_id path;
    uint64_t at, size; /* in the store */
};

/* The recorded kernel. Its names are loaded in parallel (kernel.h). */
struct recorded_kernel {
    name_id path, build_id; /* of its map; 0: not known */
    uint64_t text;          /* the recorded address of the symbol in the path; 0: not known */
    bool is_begun;          /* names are loaded, or being loaded */
    struct kernel names;
    struct embedded_file list; /* which the recording brings along */
};

/* Owns its arrays; what it lends is valid until it is freed. */
struct recording {
    struct reading *r;
    struct fault *f;
    const struct symbol_options *options; /* borrowed; never NULL */
    struct store store;
    struct view view; /* used while records are found */
    size_t scanned;   /* of the unpacked bytes */
    struct unpack *unpack;
    bool is_damaged; /* the compressed data of this file is damaged; its rest is skipped */
    name_id damage;  /* a message about the first such file; 0: none */
    bool big;
    bool is_pipe;
    uint64_t data_from, data_to; /* the range of records in the first file */
    bool is_cut;                 /* the records end too early */
    bool has_traces;   /* processor traces, which only perf script --itrace can turn into samples */
    bool has_deferred; /* parts of chains come later */
    struct events events;
    struct names names; /* of events, paths, and in the header */
    struct recorded_id *ids;
    size_t ids_room;
    size_t n_ids;
    name_id hostname, release, machine, command; /* 0: not known */
    name_id version, processor;                  /* the same: perf's version, the processor's name
                                                  */
    uint64_t branches_most;                      /* that the processor stores; 0: not known */
    struct recorded_kernel kernel;
    struct cgroups cgroups;
    struct embedded_row *taken; /* by kind and process, then by place */
    size_t taken_room, n_taken;
    struct buf tracing; /* the tracepoint formats; empty: not known */
    struct memory_nodes memory_nodes;
    struct processor_nodes processor_nodes;
    struct record_at *records;
    size_t records_room;
    size_t n_records;
    bool has_clock;          /* it is told when the clock of samples showed 0: */
    uint64_t clock_ns;       /* since 1970, mod 2^64 */
    uint64_t begin_ns;       /* where a record says that it begins; 0: none does */
    uint64_t n_lost;         /* records lost because buffers were full */
    uint64_t n_lost_samples; /* samples that were lost, by event; usually the same number */
    uint64_t n_throttled;    /* how often sampling was throttled */
};

void recording_free(struct recording *rec);

/* Takes a record off the bytes; false when it is incomplete. Does not set its position. */
MUST_CHECK bool record_take(struct bytes *b, struct record *record);

/* Lends bytes from a position in the store, with a whole record if there is one. */
MUST_CHECK bool record_lend(struct view *view, uint64_t at, struct bytes *b);

/* Lends a record that was found, as long as the view does. False with a fault when it cannot be
 * read again. */
MUST_CHECK bool recording_get(struct view *view, uint64_t at, struct record *record);

/* Sets a fault about a position; returns false. */
bool recording_broken(const struct recording *rec, uint64_t at, const char *what);

/* Notes tolerated damage at a position. */
void recording_note(struct recording *rec, uint64_t at, const char *what);

/* Whether `flame record` wrote it, not perf. */
bool recording_is_ours(const struct recording *rec);

/* Whether samples have weights. */
bool recording_has_weights(const struct recording *rec);

/* Returns the event of a sample; the first event if it is unknown. */
const struct event *recording_event_of(struct recording *rec, struct bytes body);

/* Returns the event whose sample_type describes the time and origin at the end of a record that is
 * no sample. */
const struct event *recording_trailer_of(struct recording *rec, struct bytes body);

#endif
