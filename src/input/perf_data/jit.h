/* Names of code that processes made themselves, by what their runtimes wrote of it. */
#ifndef INPUT_PERF_DATA_JIT_H
#define INPUT_PERF_DATA_JIT_H

#include "base/hash.h"
#include "input/perf_data/recording.h"
#include "symbol/jitdump_file.h"
#include "symbol/place.h"

struct slot; /* base/slots.h */

struct jit_process {
    uint32_t pid;
    bool loaded, guessed; /* the map of a process in a container was sought as well */
    struct perf_map map;
};

struct jit_dump {
    struct jitdump_file file;
    struct buf path; /* as the process named it */
    uint32_t first;  /* number of its first code among that of all dumps */
};

/* An address of made code that nothing names. */
struct jit_unnamed {
    uint64_t address;
    uint32_t pid;
};

/* Owns its maps and dumps; borrows the recording. One may use it at a time; the dumps that it lends
 * may be asked by all. */
struct jit {
    struct recording *rec;
    struct jit_process *processes;
    size_t room;
    uint32_t n;
    struct slot *slots; /* processes by pid */
    size_t n_slots;
    struct hash_key key;
    struct jit_dump **dumps;
    size_t dumps_room;
    uint32_t n_dumps;
    struct slot *dump_slots; /* dumps by path */
    size_t n_dump_slots;
    uint32_t n_codes;
    struct jit_unnamed *unnamed;
    size_t unnamed_room;
    uint32_t n_unnamed;
    struct slot *unnamed_slots;
    size_t n_unnamed_slots;
    bool asked_here, may_live; /* processes of the recording; known once it was asked */
    struct fault *failed;      /* why a file could not be read to its end; NULL: none failed */
};

/* Code of a dump. */
struct jit_code {
    const struct jit_dump *dump;
    const struct jitdump_code *code; /* NULL: there is none */
    uint64_t address;                /* in it */
};

void jit_init(struct jit *j, struct recording *rec);
void jit_free(struct jit *j);

/* Lends the dump that a process has mapped under a path; one that was not found has no code. NULL
 * with a fault when it could not be read to its end. */
MUST_CHECK const struct jit_dump *jit_find_dump(struct jit *j, struct str path, uint32_t pid,
                                                struct fault *f);

/* The same for a file that `perf inject --jit` made of a dump, jitted-1234-5.so. */
MUST_CHECK const struct jit_dump *jit_find_dump_of(struct jit *j, struct str image, uint32_t pid,
                                                   struct fault *f);

/* Finds what stood at an address at a time; UINT64_MAX where times cannot be compared. */
struct jit_code jit_code_at(const struct jit_dump *dump, uint64_t address, uint64_t time_ns);

/* Finds what such a file shows `at` bytes behind an offset from which on it was mapped. */
struct jit_code jit_code_of(const struct jit_dump *dump, struct str image, uint64_t offset,
                            uint64_t at);

/* Returns the number of code that was found, from 1 on. */
uint32_t jit_number(const struct jit_code *code);

/* Lends its name and, when wanted, its line. */
struct code_place jit_place(const struct jit_code *code, bool wants_line);

/* Lends the name that a process's map has for an address, "" when none is known, and the path of
 * the map. Where something else may stand at the address, a map whose process can only be guessed
 * is not asked. False as jit_find_dump. */
MUST_CHECK bool jit_find_name(struct jit *j, const struct jit_unnamed *at, bool may_guess,
                              struct str *name, struct str *path, struct fault *f);

/* Notes that made code there has no name. */
void jit_add_unnamed(struct jit *j, const struct jit_unnamed *at);

/* Adds what was missing, and what would help. */
void jit_remark(const struct jit *j, const struct reading *r);

#endif
