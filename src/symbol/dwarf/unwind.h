/* Stacks from the registers and the copy of a stack's top that perf takes with --call-graph dwarf.
 *
 * elfutils' own unwinder (libdwfl) wants a process that it asks for all of it: modules reported
 * again for every process that maps them, found by /proc and over the network unless told
 * otherwise, and the program of a row run anew for each frame. Here only libdw's reading of call
 * frame information is used: what a row says is worked out once for an address of a file, whichever
 * processes share it, and is then a look at a table. No file is opened but by whom the unwinder
 * asks for it. */
#ifndef SYMBOL_DWARF_UNWIND_H
#define SYMBOL_DWARF_UNWIND_H

#include "symbol/dwarf/unwind_state.h"

struct image; /* symbol/image.h */

/* Where an address of a process lies. */
struct unwind_where {
    uint32_t module;  /* 0: in code without a file, of which nothing is known */
    uint64_t address; /* in the file's own terms */
};

enum { UNWIND_CODE = 1 << 30 };

/* What the unwinder asks the owner of the process's maps. */
struct unwind_maps {
    void *context;
    /* False when nothing that can run is mapped at the address. */
    bool (*find)(void *context, uint64_t ip, struct unwind_where *where);
    /* The file, kept as long as the unwinder, or NULL; asked once. */
    const struct image *(*file)(void *context, uint32_t module);
    /* The file with its debug information, where that is another one, or NULL; asked once, when the
     * file itself tells nothing of an address. */
    const struct image *(*debug)(void *context, uint32_t module);
    /* Called before files are read, and after it, where others may read them side by side; NULL:
     * nobody does. file and debug are called between. */
    void (*lock)(void *context, bool on);
};

enum unwind_end {
    UNWIND_ROOT, /* the thread began there */
    UNWIND_CUT,  /* the copy of the stack is too short */
    UNWIND_LOST, /* no information about an address, or nonsense */
    UNWIND_FULL, /* there was no room for more frames */
};

/* The room is the caller's. */
struct unwind_stack {
    uint64_t *ips; /* leaf first; return addresses as they are */
    bool *exact;   /* no return address: that of the leaf, or what a signal interrupted */
    size_t most;
    size_t n;
    enum unwind_end end;
};

struct unwinder; /* owned whole by who made it */

struct unwinder *unwinder_new(void);
void unwinder_free(struct unwinder *u);

/* Takes the call frame information that a JIT wrote of its code: its .eh_frame as if that stood at
 * the address. Returns what stands for a module where find tells of such code: UNWIND_CODE or more.
 * Modules of files have smaller numbers. */
uint32_t unwinder_add_code(struct unwinder *u, struct str eh_frame, uint64_t address,
                           unsigned machine);

/* Fills ips, exact, n and end. Modules must mean the same files from call to call. */
void unwinder_run(struct unwinder *u, const struct unwind_registers *r,
                  const struct unwind_memory *m, const struct unwind_maps *maps,
                  struct unwind_stack *stack);

#endif
