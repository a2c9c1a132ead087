/* What samples tell of the data that an instruction reads or writes: -d. */
#ifndef RECORD_DATA_FIELDS_H
#define RECORD_DATA_FIELDS_H

#include <stddef.h>

#include "record/event_choice.h"

/* Fields that came with one version of Linux. */
struct data_field {
    uint64_t bits;    /* of sample_type */
    uint64_t instead; /* what older kernels have of it; 0: nothing */
    const char *name;
    const char *since; /* the first version that has it */
};

/* All fields, the newest first. */
const struct data_field *data_fields(size_t *n);

/* Returns the bits of sample_type that are of use for an event. */
uint64_t data_fields_of(const struct event_choice *event);

/* Whether the samples of an event may have an address of data. */
bool data_fields_have_address(const struct event_choice *event);

/* Leaves out the newest field that a sample has, for a kernel that does not know it, and adds its
 * bits to `untold`. False when nothing is left to leave out. */
bool data_fields_give_way(uint64_t *sample_type, uint64_t *untold);

#endif
