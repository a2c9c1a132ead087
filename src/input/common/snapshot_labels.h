/* Which snapshot of memory a sample is in, by labels that tell it, and the times of snapshots. */
#ifndef INPUT_COMMON_SNAPSHOT_LABELS_H
#define INPUT_COMMON_SNAPSHOT_LABELS_H

#include "model/labels.h"

/* Takes what a time without its unit counts: "0.543" something that elapsed, "09:10:05" seconds
 * since midnight, any other nothing. */
void snapshot_time_read(struct str time, struct snapshot *to);

/* Finds or adds the snapshot of these labels, in labels whose texts are in names; 0: they tell of
 * none. */
snapshot_id snapshot_labels_find(struct labels *labels, struct names *names,
                                 const struct label *pairs, size_t n);

/* Finds or adds the set of the labels that tell of this snapshot. */
labels_id snapshot_labels_add(struct labels *labels, struct names *names,
                              const struct snapshot *snapshot);

#endif
