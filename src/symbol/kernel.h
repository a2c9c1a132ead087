/* Names of functions in the kernel, its modules and BPF programs. */
#ifndef SYMBOL_KERNEL_H
#define SYMBOL_KERNEL_H

#include "base/fault.h"
#include "base/limits.h"
#include "symbol/kallsyms.h"
#include "symbol/kernel_key.h"
#include "symbol/ksymbols.h"
#include "symbol/options.h"

/* Which source of kernel symbols is used. */
enum kernel_rule {
    KERNEL_NONE,
    KERNEL_GIVEN,     /* the file that the user named */
    KERNEL_TAKEN,     /* the list in the recording: what its samples need */
    KERNEL_RECORDING, /* kcore_dir of the recording folder */
    KERNEL_CACHE,     /* perf's cache, by build-id */
    KERNEL_HERE,      /* the running kernel, which is the recorded one */
    KERNEL_FILE,      /* the kernel's ELF file: kernel_add_table */
};

struct kernel_loading;

/* Owns everything. */
struct kernel {
    enum kernel_rule rule;
    struct kallsyms list;
    struct symbol_table file;
    struct ksymbols added;
    struct buf path;    /* of the file used, NUL-terminated */
    struct buf refused; /* the path of a list that others may have made, NUL-terminated */
    struct buf why;     /* why there are no symbols, as a sentence without a full stop; or "" */
    struct fault fault; /* of files the system failed to open or read, which might have had the
                         * names */
    struct kernel_loading *loading; /* NULL: no load is running */
};

/* Finds and reads the kernel symbols that fit the recording. */
void kernel_load(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                 const struct limits *limits);

/* Does the same in a thread, if one can be started. Until kernel_wait, only kernel_is_ready may be
 * called. Copies the key; borrows the rest until then. */
void kernel_begin(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                  const struct limits *limits);

/* Whether kernel_wait would return at once. */
bool kernel_is_ready(const struct kernel *k);

/* Waits for kernel_begin; does nothing if none is running. */
void kernel_wait(struct kernel *k);

/* Takes over a table with addresses as recorded; it is used where the list has no name. */
void kernel_add_table(struct kernel *k, struct symbol_table *t);

/* Adds code that was loaded or (size 0) unloaded during the recording. */
static inline void kernel_add(struct kernel *k, uint64_t address, uint64_t size, struct str name)
{
    ksymbols_add(&k->added, address, size, name);
}

static inline void kernel_remove(struct kernel *k, uint64_t address)
{
    ksymbols_remove(&k->added, address);
}

/* Lends the name of the function at a recorded address, and its module: "[kernel.kallsyms]",
 * "[nf_tables]", "[bpf]". False when there is none. */
bool kernel_find(const struct kernel *k, uint64_t address, struct str *name, struct str *module);

void kernel_free(struct kernel *k);

#endif
