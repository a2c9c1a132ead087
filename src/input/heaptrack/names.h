/* The numbered texts and instructions (with their functions) of a heaptrack file. */
#ifndef INPUT_HEAPTRACK_NAMES_H
#define INPUT_HEAPTRACK_NAMES_H

#include "input/heaptrack/suppressions.h"

struct heaptrack_ip;

/* Owns everything except the text. Numbers begin at 1. */
struct heaptrack_names {
    struct text *text;
    struct names texts;
    name_id *strings; /* by number - 1 */
    size_t n_strings, strings_room;
    rule_id *rules; /* by name id of texts, for those that were looked up: 1 + the rule, or 0 */
    size_t rules_room;
    struct heaptrack_ip *ips; /* by number - 1 */
    size_t n_ips, ips_room;
    frame_id *frames; /* of all instructions, the outermost function first */
    size_t n_frames, frames_room;
    struct buf room;
    struct heaptrack_suppressions suppressions;
};

void heaptrack_names_init(struct heaptrack_names *n, struct text *text);
void heaptrack_names_free(struct heaptrack_names *n);

/* Adds the text with the next number. False with a fault when there are too many. */
MUST_CHECK bool heaptrack_names_add(struct heaptrack_names *n, struct str text);

/* Adds the instruction with the next number, from what follows "i ". What cannot be parsed becomes
 * [unknown] and sets *wrong. False with a fault when a limit is reached. */
MUST_CHECK bool heaptrack_names_add_ip(struct heaptrack_names *n, struct str rest,
                                       const char **wrong);

/* Lends the frames of an instruction; false when there is none with that number. */
MUST_CHECK bool heaptrack_names_find(const struct heaptrack_names *n, uint64_t ip,
                                     const frame_id **frames, size_t *n_frames);

/* The rule that suppresses what leaks below an instruction; 0: none. */
rule_id heaptrack_names_rule(const struct heaptrack_names *n, uint64_t ip);

#endif
