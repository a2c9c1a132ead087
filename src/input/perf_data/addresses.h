/* Addresses as samples hold them, made into frames: each is named once. */
#ifndef INPUT_PERF_DATA_ADDRESSES_H
#define INPUT_PERF_DATA_ADDRESSES_H

#include "input/common/tidier.h"
#include "input/perf_data/explain.h"
#include "symbol/dwarf/unwind.h"

struct address_memo;
struct known_address;

/* A file that processes map, as it is asked for names. */
struct file_module {
    module_id id;                /* 0: not asked for yet */
    struct image_segment code;   /* of it, once it was met; size 0: not yet */
    bool is_sought, is_elf;      /* whether it was found and is an ELF file, once that was sought */
    const struct jit_dump *dump; /* what it says, or is made of; NULL: not asked for yet */
};

/* Owns its tables; borrows the recording, the processes, the tidier and the sources. */
struct addresses {
    struct recording *rec;
    struct processes *processes;
    struct tidier *tidier;
    struct sources *sources;
    struct ksymbols kernel;    /* code that the kernel took in so far */
    uint32_t kernel_changes;   /* and how often it took some in or gave some up */
    uint64_t time_ns;          /* of the sample; UINT64_MAX: not by the clock of runtimes */
    struct jit_code code;      /* where an address was found last, if in code of a dump */
    struct file_module *files; /* by file of the processes */
    size_t files_room;
    struct address_memo *memo; /* of addresses met lately, by process */
    size_t n_memo;
    struct known_address *known; /* by file and address in it */
    size_t n_slots;
    uint32_t n_known;
    frame_id *frames; /* of known addresses, leaf first */
    size_t frames_room;
    size_t n_frames;
    struct hash_key key;
    struct diagnostics found;
    uint64_t named_at;   /* of what was named last: where it lies in its file */
    struct str named_by; /* the map that says its name; "": none, or no map */
    bool has_name;
    struct explaining explaining; /* what the user asks about */
};

/* Code at an address of a process. */
struct code_address {
    uint64_t ip;
    enum record_mode mode; /* who ran it */
    bool is_return;        /* the call lies before it */
};

void addresses_init(struct addresses *a, struct processes *processes, struct tidier *tidier,
                    struct sources *sources);
void addresses_free(struct addresses *a);

/* Says when the addresses that follow were met. */
void addresses_set_time(struct addresses *a, const struct event *event, uint64_t time_ns);

/* Whether the process's addresses mean the same at other times, while its maps stay. */
bool addresses_are_lasting(const struct addresses *a, const struct process *process);

/* Adds the frames of an address to the stack that is built, leaf first. False with a fault when a
 * limit is reached. */
MUST_CHECK bool addresses_push(struct addresses *a, struct process *process,
                               struct code_address at);

/* Carries out what a record says of the kernel's code. */
void addresses_apply(struct addresses *a, const struct record *record);

/* Finds where an address lies, for unwinding: in a file that was found, or in code of a dump, which
 * is then a->code. False when nothing is known to be there. */
bool addresses_locate(struct addresses *a, struct process *process, uint64_t ip,
                      struct unwind_where *where);

#endif
