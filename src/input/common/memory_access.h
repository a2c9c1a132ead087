/* What a sample of a memory access tells besides its stack, as labels: page=4K level=L3 op=LOAD. */
#ifndef INPUT_COMMON_MEMORY_ACCESS_H
#define INPUT_COMMON_MEMORY_ACCESS_H

#include "model/profile.h"

enum memory_label {
    MEMORY_PAGE,      /* the size of the page that was accessed */
    MEMORY_CODE_PAGE, /* the size of the page that the instruction is in */
    MEMORY_LEVEL,     /* the cache or memory that the data came from */
    MEMORY_TLB,
    MEMORY_SNOOP,
    MEMORY_OP,
    MEMORY_NODE, /* whose memory it is */
    MEMORY_DATA, /* what lies there: a variable of a module, a file, heap, stack */
    MEMORY_LABELS,
};

/* A value for each label; "": not recorded. Borrows, from itself as well: do not copy it. */
struct memory_access {
    struct str values[MEMORY_LABELS];
    char texts[MEMORY_LABELS][256];
};

/* Returns the bit of a key among those that readers are asked for (OPTIONAL_MEMORY); 0: it is none
 * of these labels. */
unsigned memory_label_bit(struct str key);

/* Sets a label to a text, of which at most 255 bytes are kept. */
void memory_access_set_text(struct memory_access *m, enum memory_label label, struct str text);

/* Sets a label to the size of a page in bytes; 0: not known. */
void memory_access_set_page(struct memory_access *m, enum memory_label label, uint64_t bytes);

/* Sets the labels that a perf_mem_data_src holds (linux/perf_event.h), in the words of perf. Levels
 * say where the data was found: "L3" for a hit, "L3 miss", "remote RAM". */
void memory_access_set_source(struct memory_access *m, uint64_t source);

/* Sets what lies at the address: the symbol there, "": none, and the path of what is mapped, "":
 * nothing is. "table (server)", "[libc.so.6]", "heap", "stack", "anonymous". */
void memory_access_set_data(struct memory_access *m, struct str symbol, struct str path);

/* Returns the label set `base` together with those labels whose bits are wanted. */
labels_id memory_access_labels(const struct memory_access *m, unsigned wanted, struct profile *p,
                               labels_id base);

#endif
