/* Reads jit-PID.dump, in which a process describes the code it generated: names, times, lines and
 * unwinding. The format is perf's: tools/perf/Documentation/jitdump-specification.txt of Linux. */
#ifndef SYMBOL_JITDUMP_H
#define SYMBOL_JITDUMP_H

#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"

struct jitdump_code {
    uint64_t address, size;
    uint64_t time;      /* when it was loaded or moved here */
    uint64_t index;     /* the number its process gave it */
    uint64_t home;      /* where it was first loaded: lines and unwinding information refer to that
                         */
    uint64_t frames_at; /* the address of its .eh_frame if loaded there, after the code */
    uint32_t order;     /* its position in the file */
    uint32_t n_lines;
    size_t lines; /* in the dump's array, sorted by address */
    size_t name, name_size;
    size_t frames, frames_size; /* in the dump's frames; size 0: none */
    size_t head_size;
    bool moved;
};

struct jitdump_line {
    uint64_t address;
    uint32_t line;
    size_t file, file_size; /* in the dump's text */
};

struct jitdump_key; /* a code index, and its position */

/* Owns its arrays. A zeroed struct is an empty dump. */
struct jitdump {
    uint32_t pid, machine; /* EM_X86_64, ...; 0: not known */
    bool foreign_times;    /* times are ticks of the processor, not nanoseconds */
    bool damaged;          /* an invalid record was found; those before it are kept */
    bool cut;              /* it ends in the middle of a record */
    uint64_t name_most, codes_most;
    struct jitdump_code *codes; /* sorted by time once it is finished */
    size_t room, n;
    struct jitdump_line *lines;
    size_t lines_room, n_lines;
    uint64_t lines_from; /* the smallest distance of a line entry from the start of its code */
    struct buf text, frames;
    struct {
        struct buf record; /* the record being read */
        uint64_t skip;     /* bytes to skip until the next record */
        bool headed, big_endian;
        size_t lines, n_lines, frames, frames_size, head_size; /* belong to the next code record */
    } in;
    struct jitdump_key *keys; /* by number */
    size_t n_keys;
    uint64_t *borders; /* the borders of all code, by address */
    size_t n_borders;
    size_t *nodes; /* for each node of a segment tree over the gaps between borders: where it begins
                    * in `held` */
    size_t leaves;
    uint32_t *held; /* by node: the code, by time, that covers the node but not its parent */
    size_t n_held;
};

/* Limits: the length of a name, and the number of codes. */
void jitdump_init(struct jitdump *d, const struct limits *limits);
void jitdump_free(struct jitdump *d);

/* Reads the next bytes, which may end anywhere. False when this is no jitdump, or is damaged:
 * further bytes are ignored. */
bool jitdump_read(struct jitdump *d, struct str bytes);

/* Ends the input; only then may the dump be queried. */
void jitdump_finish(struct jitdump *d);

/* Lends the code that held an address at a time: the last one loaded at or before it. UINT64_MAX:
 * the last of all, for times that cannot be compared. NULL: none. */
const struct jitdump_code *jitdump_find(const struct jitdump *d, uint64_t address, uint64_t time);

/* Lends the code with that index that was loaded last; NULL: none. */
const struct jitdump_code *jitdump_numbered(const struct jitdump *d, uint64_t index);

struct str jitdump_name(const struct jitdump *d, const struct jitdump_code *c);

/* Finds the source line of an address in the code; false when there is none. */
bool jitdump_line(const struct jitdump *d, const struct jitdump_code *c, uint64_t address,
                  struct str *file, uint32_t *line);

/* Finds the code's .eh_frame, and the address for which its pointers are right if the code lies at
 * c->home; false when there is none. *head is its .eh_frame_hdr, which follows it. */
bool jitdump_unwinding(const struct jitdump *d, const struct jitdump_code *c, struct str *eh_frame,
                       struct str *head, uint64_t *address);

/* Parses the process id from the name of a dump, .../jit-1234.dump. */
bool jitdump_pid(struct str path, uint32_t *pid);

/* Parses process id and code index from the name of a file that `perf inject --jit` wrote,
 * .../jitted-1234-5.so. Its one function lies at 0x40 or 0x80. */
bool jitdump_image(struct str path, uint32_t *pid, uint64_t *index);

#endif
