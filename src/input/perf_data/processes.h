/* The processes of a recording at some time: their memory maps, and the names of their threads. */
#ifndef INPUT_PERF_DATA_PROCESSES_H
#define INPUT_PERF_DATA_PROCESSES_H

#include "base/hash.h"
#include "base/slots.h"
#include "input/perf_data/code/map.h"
#include "input/perf_data/code/maps.h"

/* A mapped file, or what stands for one. */
struct mapped_file {
    name_id path;
    name_id build_id;          /* raw bytes; 0: not known */
    bool is_memory;            /* anonymous memory: may hold JIT code */
    bool is_several;           /* inodes were mapped by this path */
    bool is_dump;              /* a jitdump, by its name */
    struct mapped_inode inode; /* the first */
};

struct process {
    uint32_t pid;
    uint32_t space; /* gets a new number whenever the maps change */
    struct map_tree maps;
    struct mapping last; /* the last one found; end 0: none since the maps changed */
    uint32_t dump;       /* the jitdump that it mapped, plus 1; 0: none */
    bool has_no_map;     /* no perf map of it was found */
};

struct recorded_thread {
    uint32_t tid, pid;
    name_id comm;    /* 0: not known */
    uint64_t cgroup; /* the id that its last sample had; 0: none had one */
};

/* Owns its arrays; borrows the recording. */
struct processes {
    struct recording *rec;
    struct names names; /* those of the recording, with the same ids, and later ones */
    struct mapped_file *files;
    size_t files_room;
    uint32_t n_files;
    struct slots file_slots;
    struct maps maps; /* of all processes */
    struct process *rows;
    size_t room;
    uint32_t n;
    struct slots slots; /* rows by pid */
    struct recorded_thread *threads;
    size_t threads_room;
    uint32_t n_threads;
    struct slots thread_slots;
    struct hash_key key;
    uint32_t n_spaces;
    name_id *build_ids; /* by path: as in the header; 0: none */
    size_t n_build_ids;
};

void processes_init(struct processes *p, struct recording *rec);
void processes_free(struct processes *p);

/* Applies a record; ignores one that is too short. */
void processes_apply(struct processes *p, const struct record *record);

/* Returns the process with that number, created if it is new; lent until the next one is created.
 */
struct process *processes_get(struct processes *p, uint32_t pid);

/* Returns the row of a thread, created if it is new. */
uint32_t processes_thread(struct processes *p, uint32_t tid);

/* Returns the thread's name; 0: not known. */
name_id processes_comm(struct processes *p, uint32_t tid);

/* Whether the number is that of a thread, not of an idle processor, nor -1: one that ends loses its
 * number, but may be told of still. */
static inline bool processes_is_thread(uint32_t tid)
{
    return tid != 0 && tid != UINT32_MAX;
}

/* Returns the map that holds the address, or NULL; lent until the next look-up. */
const struct mapping *processes_find(struct processes *p, struct process *process,
                                     uint64_t address);

#endif
