/* Turns sampled addresses into frames; names each address once. */
#ifndef INPUT_PERF_DATA_CODE_ADDRESSES_H
#define INPUT_PERF_DATA_CODE_ADDRESSES_H

#include "base/attr.h"
#include "base/hash.h"
#include "base/slots.h"
#include "input/common/names/tidier.h"
#include "input/perf_data/code/explain.h"
#include "symbol/dwarf/unwind.h"

struct known_address;

/* The frames of an address in a space: a process's, or the kernel's at some time. */
struct address_memo {
    uint64_t ip;
    uint32_t space;    /* 0: free */
    uint32_t first, n; /* in frames */
};

/* A mapped file, as used for names. */
struct file_module {
    module_id id;                 /* 0: not looked up yet */
    struct image_segment code;    /* its code segment, if one was seen; size 0: not yet */
    bool is_sought, is_elf;       /* looked for; and then: found and an ELF file */
    const struct module *settled; /* names its addresses without a hold; NULL: not known to */
    const struct jit_dump *dump; /* the jitdump that it is or was made from; NULL: not looked up yet
                                  */
};

/* Owns its tables; borrows the recording, the processes, the tidier and the sources. */
struct addresses {
    struct recording *rec;
    struct processes *processes;
    struct tidier *tidier;
    struct sources *sources;
    const struct perf_map_folders *map_folders; /* once they are settled; NULL: not yet */
    struct ksymbols kernel;                     /* code that the kernel has loaded so far */
    const struct kernel *recorded_kernel;       /* NULL: not asked for yet */
    uint32_t kernel_changes;                    /* how often it loaded or unloaded some */
    uint64_t time_ns;          /* of the sample; UINT64_MAX: not by the clock that runtimes use */
    struct jit_code code;      /* of the address last found, if in a jitdump */
    struct file_module *files; /* by file of the processes */
    size_t files_room;
    struct address_memo *memo; /* recent addresses, by process */
    size_t n_memo;
    struct known_address *known;
    size_t known_room;
    uint32_t n_known;
    struct slots slots; /* known addresses by file and address in it */
    frame_id *frames;   /* of known addresses, leaf first */
    size_t frames_room;
    size_t n_frames;
    struct code_place *places; /* of the address that is being named, the innermost first */
    size_t places_room;
    struct hash_key key;
    struct diagnostics found;
    uint64_t named_at;   /* the last one named: its address in its file */
    struct str named_by; /* the perf map that names it; "": none, or no map */
    bool has_name;
    struct explaining explaining; /* what --explain asks for */
};

/* A code address of a process. */
struct code_address {
    uint64_t ip;
    enum record_mode mode; /* who ran it */
    bool is_return;        /* a return address: the call lies before it */
};

void addresses_init(struct addresses *a, struct processes *processes, struct tidier *tidier,
                    struct sources *sources);
void addresses_free(struct addresses *a);

/* Sets the time of the addresses that follow. */
void addresses_set_time(struct addresses *a, const struct event *event, uint64_t time_ns);

/* Whether the process's addresses mean the same at other times, while its maps stay. */
bool addresses_are_lasting(const struct addresses *a, const struct process *process);

/* Adds the frames of an address to the current stack, leaf first. False with a fault when a limit
 * is reached. */
MUST_CHECK bool addresses_push(struct addresses *a, struct process *process,
                               struct code_address at);

/* Where the code lies that runs, or calls. */
static inline uint64_t code_address_at(struct code_address at)
{
    return at.ip - (at.is_return && at.ip ? 1 : 0);
}

static inline bool mode_is_kernel(enum record_mode mode)
{
    return mode == MODE_KERNEL || mode == MODE_HYPERVISOR;
}

/* The kernel's are counted from 2^31. */
static inline uint32_t addresses_space(const struct addresses *a, const struct process *process,
                                       enum record_mode mode)
{
    return mode_is_kernel(mode) ? UINT32_C(1) << 31 | a->kernel_changes : process->space;
}

static inline struct address_memo *addresses_memo(const struct addresses *a, uint32_t space,
                                                  uint64_t ip)
{
    return &a->memo[(ip * UINT64_C(0x9e3779b97f4a7c15) >> 40 ^ space) & (a->n_memo - 1)];
}

/* Has the processor fetch what is known of an address that is added soon. */
static inline void addresses_expect(const struct addresses *a, const struct process *process,
                                    struct code_address at)
{
    PREFETCH(addresses_memo(a, addresses_space(a, process, at.mode), code_address_at(at)));
}

/* Whether it is known for sure that an address was added before. */
static inline bool addresses_know(const struct addresses *a, const struct process *process,
                                  struct code_address at)
{
    const uint32_t space = addresses_space(a, process, at.mode);
    const struct address_memo *memo = addresses_memo(a, space, code_address_at(at));

    return memo->ip == code_address_at(at) && memo->space == space;
}

/* Applies a record about the kernel's code. */
void addresses_apply(struct addresses *a, const struct record *record);

/* Finds where an address lies, for unwinding: in a file that was found, or in JIT code, which is
 * then a->code. False when neither is known. */
bool addresses_locate(struct addresses *a, struct process *process, uint64_t ip,
                      struct unwind_where *where);

#endif
