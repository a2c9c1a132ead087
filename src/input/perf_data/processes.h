/* The processes of a recording as they are at some time: what is mapped where, and what their
 * threads are called. */
#ifndef INPUT_PERF_DATA_PROCESSES_H
#define INPUT_PERF_DATA_PROCESSES_H

#include "input/perf_data/map.h"
#include "input/perf_data/maps.h"

/* A file as it was mapped, or what stands for one. */
struct mapped_file {
    name_id path;
    name_id build_id; /* raw bytes; 0: not known */
    bool is_memory;   /* no file: code that the process made may stand there */
};

struct process {
    uint32_t pid;
    uint32_t space; /* another number whenever the maps have changed */
    struct map_tree maps;
    struct mapping last; /* that was found last; end 0: none since they have changed */
    uint32_t dump; /* the file that it mapped to tell of the code that it makes, plus 1; 0: none */
};

struct thread {
    uint32_t tid, pid;
    name_id comm; /* 0: not said */
};

/* Owns its arrays; borrows the recording. */
struct processes {
    struct recording *rec;
    struct names names; /* those of the recording, by the same ids, and those met since */
    struct mapped_file *files;
    size_t files_room;
    uint32_t n_files;
    struct slot *file_slots;
    size_t n_file_slots;
    struct maps maps; /* of all of them */
    struct process *rows;
    size_t room;
    uint32_t n;
    struct slot *slots; /* rows by pid */
    size_t n_slots;
    struct thread *threads;
    size_t threads_room;
    uint32_t n_threads;
    struct slot *thread_slots;
    size_t n_thread_slots;
    struct hash_key key;
    uint32_t n_spaces;
    name_id *build_ids; /* by path: what the header says; 0: nothing */
    size_t n_build_ids;
};

void processes_init(struct processes *p, struct recording *rec);
void processes_free(struct processes *p);

/* Carries out what a record says; one that is too short is passed over. */
void processes_apply(struct processes *p, const struct record *record);

/* Returns the process of that number, making an empty one when it is new; lent until the next one
 * is made. */
struct process *processes_get(struct processes *p, uint32_t pid);

/* Returns the row of a thread, making one when it is new. */
uint32_t processes_thread(struct processes *p, uint32_t tid);

/* Returns the thread's name, 0 when none was said. */
name_id processes_comm(struct processes *p, uint32_t tid);

/* Returns the map that holds the address, or NULL; lent until the next is looked for. */
const struct mapping *processes_find(struct processes *p, struct process *process,
                                     uint64_t address);

#endif
