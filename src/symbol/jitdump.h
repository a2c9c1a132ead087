/* Code that a process made, as it wrote it to jit-PID.dump: names, times, lines and unwinding. The
 * format is perf's: tools/perf/Documentation/jitdump-specification.txt of Linux. */
#ifndef SYMBOL_JITDUMP_H
#define SYMBOL_JITDUMP_H

#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"

struct jitdump_code {
    uint64_t address, size;
    uint64_t time;      /* when it was loaded or moved there */
    uint64_t index;     /* the number its process gave it */
    uint64_t home;      /* where it was loaded: what lines and unwinding tell of */
    uint64_t frames_at; /* where its .eh_frame would stand then, behind the code */
    uint32_t order;     /* in the file */
    uint32_t n_lines;
    size_t lines; /* in the dump's array, by address */
    size_t name, name_size;
    size_t frames, frames_size; /* in the dump's frames; size 0: none came */
    size_t head_size;
    bool moved;
};

struct jitdump_line {
    uint64_t address;
    uint32_t line;
    size_t file, file_size; /* in the dump's text */
};

struct jitdump_key; /* a number of code, and where it stands */

/* Owns its arrays. A zeroed struct is a dump of which nothing came. */
struct jitdump {
    uint32_t pid, machine; /* EM_X86_64, ...; 0: not said */
    bool foreign_times;    /* they count ticks of the processor, not nanoseconds */
    bool damaged;          /* something was no record; what came before is there */
    bool cut;              /* it ends within a record */
    uint64_t name_most, codes_most;
    struct jitdump_code *codes; /* by time once it is finished */
    size_t room, n;
    struct jitdump_line *lines;
    size_t lines_room, n_lines;
    uint64_t lines_from; /* the nearest line of any code behind the code's begin */
    struct buf text, frames;
    struct {
        struct buf record; /* what came of it */
        uint64_t skip;     /* bytes until the next */
        bool headed, big_endian;
        size_t lines, n_lines, frames, frames_size, head_size; /* for the next code */
    } in;
    struct jitdump_key *keys; /* by number */
    size_t n_keys;
    uint64_t *borders; /* of all code, by address */
    size_t n_borders;
    size_t *nodes; /* where each one of a tree over what lies between begins in `held` */
    size_t leaves;
    uint32_t *held; /* code, by time, that reaches over all of a node and not of the one above */
    size_t n_held;
};

/* limits: of a name, and of the number of codes. */
void jitdump_init(struct jitdump *d, const struct limits *limits);
void jitdump_free(struct jitdump *d);

/* Takes the next bytes, wherever they end. False when they are no dump, or have gone wrong: no more
 * is taken. */
bool jitdump_read(struct jitdump *d, struct str bytes);

/* No more bytes come: from here on the dump can be asked. */
void jitdump_finish(struct jitdump *d);

/* Lends the code that holds an address at a time: of several the last that was loaded at or before
 * it. UINT64_MAX asks for the last of all, where times cannot be compared. NULL: there is none. */
const struct jitdump_code *jitdump_find(const struct jitdump *d, uint64_t address, uint64_t time);

/* Lends the code of a number as it was loaded last; NULL: there is none. */
const struct jitdump_code *jitdump_numbered(const struct jitdump *d, uint64_t index);

struct str jitdump_name(const struct jitdump *d, const struct jitdump_code *c);

/* Finds the line of an address that the code holds; false when none is known. */
bool jitdump_line(const struct jitdump *d, const struct jitdump_code *c, uint64_t address,
                  struct str *file, uint32_t *line);

/* Finds the code's .eh_frame, with the address at which its pointers are right, if the code lies at
 * c->home; false when there is none. *head is its .eh_frame_hdr, which follows it. */
bool jitdump_unwinding(const struct jitdump *d, const struct jitdump_code *c, struct str *eh_frame,
                       struct str *head, uint64_t *address);

/* Tells the process by the name of its dump, .../jit-1234.dump. */
bool jitdump_pid(struct str path, uint32_t *pid);

/* Tells process and number of code by the name of a file that `perf inject --jit` made of it,
 * .../jitted-1234-5.so: its one function lies at 0x40 or 0x80. */
bool jitdump_image(struct str path, uint32_t *pid, uint64_t *index);

#endif
