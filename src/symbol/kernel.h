/* Names of the kernel, of its modules and of BPF programs. */
#ifndef SYMBOL_KERNEL_H
#define SYMBOL_KERNEL_H

#include "base/fault.h"
#include "base/limits.h"
#include "symbol/kallsyms.h"
#include "symbol/kernel_key.h"
#include "symbol/ksymbols.h"
#include "symbol/options.h"

/* Whose list of symbols is used. */
enum kernel_rule {
    KERNEL_NONE,
    KERNEL_GIVEN,     /* the file that the user named */
    KERNEL_RECORDING, /* kcore_dir of the recording */
    KERNEL_CACHE,     /* perf's cache, by build-id */
    KERNEL_HERE,      /* that of the kernel that runs here, which is the same */
    KERNEL_FILE,      /* the kernel's own file: kernel_add_table */
};

struct kernel_loading;

/* Owns everything. */
struct kernel {
    enum kernel_rule rule;
    struct kallsyms list;
    struct symbol_table file;
    struct ksymbols added;
    struct buf path;    /* of the list that is used, with a NUL behind it */
    struct buf why;     /* why there is no list, as a sentence without a full stop, or "" */
    struct fault fault; /* of what the system did not open or read: names may be there */
    struct kernel_loading *loading; /* NULL: nothing is */
};

/* Finds a list of symbols that belongs to the recording, and reads it. */
void kernel_load(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                 const struct limits *limits);

/* Does the same in a thread of its own, if one can be started: meanwhile nothing else may be done
 * to the kernel but what follows here. Copies the key, and borrows the others until it is waited
 * for. */
void kernel_begin(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                  const struct limits *limits);

/* Whether kernel_wait would return at once. */
bool kernel_is_ready(const struct kernel *k);

/* Waits for what was begun, if anything was. */
void kernel_wait(struct kernel *k);

/* Takes a table over, with addresses as when recorded: it is asked where the list knows nothing. */
void kernel_add_table(struct kernel *k, struct symbol_table *t);

/* Code that came and went while it was recorded. */
static inline void kernel_add(struct kernel *k, uint64_t address, uint64_t size, struct str name)
{
    ksymbols_add(&k->added, address, size, name);
}

static inline void kernel_remove(struct kernel *k, uint64_t address)
{
    ksymbols_remove(&k->added, address);
}

/* Lends the name of the function at an address as recorded, and its module: "[kernel.kallsyms]",
 * "[nf_tables]", "[bpf]". False when it has none. */
bool kernel_find(const struct kernel *k, uint64_t address, struct str *name, struct str *module);

void kernel_free(struct kernel *k);

#endif
