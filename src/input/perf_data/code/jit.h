/* Names of JIT code, from the perf maps and jitdumps that runtimes wrote. */
#ifndef INPUT_PERF_DATA_CODE_JIT_H
#define INPUT_PERF_DATA_CODE_JIT_H

#include "base/hash.h"
#include "base/slots.h"
#include "input/perf_data/recording.h"
#include "symbol/jitdump_file.h"
#include "symbol/place.h"

struct jit_process {
    uint32_t pid;
    bool loaded;
    bool by_guess; /* the map of a process in a container named some of its code */
    struct perf_map map;
};

struct jit_dump {
    struct jitdump_file file;
    struct buf path; /* as the process named it */
    uint32_t first;  /* the number of its first code among all dumps */
};

/* An address of JIT code without a name. */
struct jit_unnamed {
    uint64_t address;
    uint32_t pid;
};

/* Owns its maps and dumps; borrows the recording. Only one thread may use it at a time; lent dumps
 * may be read by all. */
struct jit {
    struct recording *rec;
    struct jit_process *processes;
    size_t room;
    uint32_t n;
    struct perf_map guess; /* of some process in a container, by itself in its folder */
    bool guess_sought;
    struct perf_map_folders map_folders;
    struct slots slots; /* processes by pid */
    struct hash_key key;
    struct jit_dump **dumps;
    size_t dumps_room;
    uint32_t n_dumps;
    struct slots dump_slots; /* dumps by path */
    uint32_t n_codes;
    struct jit_unnamed *unnamed;
    size_t unnamed_room;
    uint32_t n_unnamed;
    struct slots unnamed_slots;
    bool asked_here, may_live; /* the answers about local processes are known */
    struct fault *failed;      /* why a file could not be read completely; NULL: no failure */
};

/* Code in a jitdump. */
struct jit_code {
    const struct jit_dump *dump;
    const struct jitdump_code *code; /* NULL: none */
    uint64_t address;                /* in it */
};

void jit_init(struct jit *j, struct recording *rec);
void jit_free(struct jit *j);

/* Lends the dump that a process mapped under a path; a missing one is empty. NULL with a fault when
 * it could not be read completely. */
MUST_CHECK const struct jit_dump *jit_find_dump(struct jit *j, struct str path, uint32_t pid,
                                                struct fault *f);

/* The same for a file that `perf inject --jit` made from a dump, jitted-1234-5.so. */
MUST_CHECK const struct jit_dump *jit_find_dump_of(struct jit *j, struct str image, uint32_t pid,
                                                   struct fault *f);

/* Finds the code at an address and time; UINT64_MAX if times cannot be compared. */
struct jit_code jit_code_at(const struct jit_dump *dump, uint64_t address, uint64_t time_ns);

/* Finds the code in such a file, `at` bytes after the offset at which its mapping starts. */
struct jit_code jit_code_of(const struct jit_dump *dump, struct str image, uint64_t offset,
                            uint64_t at);

/* Returns the number of code that was found, from 1. */
uint32_t jit_number(const struct jit_code *code);

/* Lends its name and, if wanted, its line. */
struct code_place jit_place(const struct jit_code *code, bool wants_line);

/* Lends the name that a process's perf map has for an address ("": none), and the path of the map.
 * may_guess: if the process has no map, accept the only perf-1.map, should it hold the address; do
 * not if something else may lie there. False as jit_find_dump. */
MUST_CHECK bool jit_find_name(struct jit *j, const struct jit_unnamed *at, bool may_guess,
                              struct str *name, struct str *path, struct fault *f);

/* Code in the perf map of a process; name "": none. */
struct jit_range {
    uint64_t begin, size;
    struct str name;
};

/* Finds what the process's own map has at an address. False as jit_find_dump. */
MUST_CHECK bool jit_find_range(struct jit *j, const struct jit_unnamed *at, struct jit_range *range,
                               struct fault *f);

/* Whether a map of its own, or one that came with the recording, names code of a process for which
 * jit_find_name was called. */
bool jit_has_names(struct jit *j, uint32_t pid);

/* Lends the folders of maps, where alone such maps may be, once they are settled; NULL: not yet.
 * They may be looked at by all threads. */
const struct perf_map_folders *jit_map_folders(const struct jit *j);

/* Notes that JIT code there has no name. */
void jit_add_unnamed(struct jit *j, const struct jit_unnamed *at);

/* Adds remarks on what was missing, and what would help. */
void jit_remark(const struct jit *j, const struct reading *r);

#endif
