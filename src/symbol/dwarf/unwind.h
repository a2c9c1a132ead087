/* Unwinds stacks from the registers and the stack copy that perf record --call-graph dwarf saves.
 *
 * elfutils' own unwinder (libdwfl) works on a whole process: it needs the modules again for every
 * process, looks for them in /proc and on the network, and executes the CFI program for every
 * frame. Here libdw only reads call frame information: a row is computed once for each address of a
 * file, for all processes, and then found in a hash table. The unwinder opens no file itself: it
 * asks its owner. */
#ifndef SYMBOL_DWARF_UNWIND_H
#define SYMBOL_DWARF_UNWIND_H

#include "symbol/dwarf/unwind_state.h"

struct image; /* symbol/image.h */

/* Where a code address of a process lies. */
struct unwind_where {
    uint32_t module;  /* 0: code without a file or call frame information */
    uint64_t address; /* in the file's address space */
    bool has_saved; /* of such code it is known where the return address is: so many bytes above */
    uint64_t saved; /* the stack pointer; other registers are those of the caller */
};

enum { UNWIND_CODE = 1 << 30 };

/* Callbacks to the owner of the processes' memory maps. */
struct unwind_maps {
    void *context;
    /* Finds what is mapped at ip. False when nothing executable is. */
    bool (*find)(void *context, uint64_t ip, struct unwind_where *where);
    /* Returns the file, which must outlive the unwinder, or NULL. Called once per module. */
    const struct image *(*file)(void *context, uint32_t module);
    /* Returns the separate file with debug information, or NULL. Called once per module, when the
     * file itself has no row for an address. */
    const struct image *(*debug)(void *context, uint32_t module);
    /* Called with true before a file and its debug information are read and with false after, if
     * several threads share it; NULL: they do not. file and debug are called in between. What was
     * lent of a file's .eh_frame is looked at without it. */
    void (*hold)(void *context, uint32_t module, bool on);
};

enum unwind_end {
    UNWIND_ROOT, /* complete: the thread began there */
    UNWIND_CUT,  /* the stack copy is too short */
    UNWIND_LOST, /* no or wrong information about an address */
    UNWIND_FULL, /* no room for more frames */
};

/* The caller owns the arrays. */
struct unwind_stack {
    uint64_t *ips; /* leaf first; return addresses are not adjusted */
    bool *exact;   /* not a return address: the leaf, or where a signal interrupted */
    size_t most;
    size_t n;
    enum unwind_end end;
    bool by_frame_pointer; /* no call frame information told the end */
};

struct unwinder; /* owned by its creator */

struct unwinder *unwinder_new(void);
void unwinder_free(struct unwinder *u);

/* Adds the .eh_frame that a JIT wrote for its code, as if loaded at the address. Returns the module
 * number that `find` should give for such code: UNWIND_CODE or more; files have smaller ones. */
uint32_t unwinder_add_code(struct unwinder *u, struct str eh_frame, uint64_t address,
                           unsigned machine);

/* Fills ips, exact, n and end. A module number must mean the same file in all calls. */
void unwinder_run(struct unwinder *u, const struct unwind_registers *r,
                  const struct unwind_memory *m, const struct unwind_maps *maps,
                  struct unwind_stack *stack);

/* Whether the code at an address, found before, has no caller by its call frame information. */
bool unwinder_is_root(struct unwinder *u, const struct unwind_machine *machine,
                      const struct unwind_where *where, const struct unwind_maps *maps);

#endif
