/* What a file of perf holds beside the kernel's records: its features and the records of perf
 * itself, and a feature of ours. Source: tools/perf/Documentation/perf.data-file-format.txt of
 * Linux. */
#ifndef BASE_PERF_FILE_H
#define BASE_PERF_FILE_H

/* Features lie behind the records; the header has a bit for each that is there. */
enum perf_feature {
    PERF_FEATURE_TRACING_DATA = 1,
    PERF_FEATURE_BUILD_ID = 2,
    PERF_FEATURE_HOSTNAME = 3,
    PERF_FEATURE_RELEASE = 4,
    PERF_FEATURE_VERSION = 5, /* of the program that recorded */
    PERF_FEATURE_MACHINE = 6,
    PERF_FEATURE_PROCESSORS = 7, /* how many */
    PERF_FEATURE_PROCESSOR = 8,  /* its name */
    PERF_FEATURE_COMMAND = 11,
    PERF_FEATURE_EVENTS = 12,
    PERF_FEATURE_PROCESSOR_NODES = 14, /* which processors each node has */
    PERF_FEATURE_TIMES = 21,           /* of the first and the last sample */
    PERF_FEATURE_MEMORY_NODES = 22,    /* which blocks of memory each node has */
    PERF_FEATURE_PROCESSOR_CAPS = 28,  /* of the processor's counters */
    PERF_FEATURE_CLOCK = 29, /* {u32 version, u32 clock id, u64 time since 1970, u64 of the clock at
                                that moment} */
    PERF_FEATURE_COUNTER_CAPS = 31, /* of each kind of counters, if there are several */
    /* Ours, with the last bit: readers that do not know it find all others before it. It holds a
     * sequence of files that name code, or control groups: {u32 kind, u32 pid, u64 size, u32 n,
     * path of n bytes with its NUL}, the bytes of the file, and zeros up to a multiple of 8. */
    PERF_FEATURE_TAKEN_FILES = 255,
};

enum { PERF_FEATURES_BYTES = 32, EMBEDDED_HEAD = 20 };

enum embedded_file_kind {
    EMBEDDED_PERF_MAP = 1,
    EMBEDDED_JITDUMP = 2,  /* its path is the one that its process mapped */
    EMBEDDED_KALLSYMS = 3, /* lines of /proc/kallsyms, those that samples need; pid 0 */
    EMBEDDED_GROUPS = 4,  /* lines "ID NAME" of containers and pods; an earlier one counts; pid 0 */
    EMBEDDED_SYMBOLS = 5, /* of programs and libraries (symbol/embedded_symbols.h); pid 0 */
};

/* A record between others: those before the last one are complete. */
enum { PERF_RECORD_FINISHED_ROUND_TYPE = 68 };

/* In misc, where the kernel has no meaning for them; ours. */
enum {
    /* A sample that was not taken, but stands for time that no other does. */
    PERF_SAMPLE_MISC_NOT_TAKEN = 1 << 13,
    /* The name of the idle thread: the recording begins here, and what is told of threads and maps
     * with earlier times is from before. */
    PERF_COMM_MISC_BEGIN = 1 << 14,
};

/* The event of our samples that were taken while their threads waited. */
#define PERF_LOOKED_EVENT "offcpu-place"

#endif
