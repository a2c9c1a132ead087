/* Parses the keys of bpftrace's maps: stacks and words separated by commas, in the order of the
 * bpftrace program. */
#ifndef INPUT_BPFTRACE_KEY_H
#define INPUT_BPFTRACE_KEY_H

#include "input/common/label_builder.h"
#include "input/common/line_cache.h"
#include "input/common/text.h"

/* What a word of a key is; bpftrace does not print their names. */
enum key_word { WORD_EVENT, WORD_COMM, WORD_PID, WORD_TID, WORD_OTHER, KEY_WORDS };

enum { KEY_STACKS = 8, KEY_ROOTS = 64, KEY_KINDS = KIND_KERNEL + 1 };

/* A key, read part by part. */
struct map_key {
    struct text *text; /* borrowed; its builder collects the frames */
    struct label_builder label_builder;
    struct line_cache line_cache[KEY_KINDS]; /* by the kind that the stack's position implies */
    struct buf words[KEY_WORDS];
    struct buf room;             /* scratch for names with lines */
    size_t from[KEY_STACKS + 1]; /* of each stack: its first frame */
    size_t n_stacks;
    bool began;   /* a part was read */
    bool pending; /* it ended where a stack may follow */
    bool framed;  /* the last line was a frame */
    /* What the keys of this map have been like so far. */
    bool two;        /* two stacks: of the kernel and of the process */
    bool user_first; /* the process's stack comes first */
    /* What a stack's outermost frame says about it, by frame. */
    struct key_root {
        frame_id frame;
        enum frame_kind kind;
    } roots[KEY_ROOTS];
};

void key_init(struct map_key *k, struct text *text);
void key_free(struct map_key *k);

/* Begins a key of a map. */
void key_begin(struct map_key *k, struct str map);

/* Takes words separated by commas: what is between two stacks, before the first, or after the last.
 */
void key_fragment(struct map_key *k, struct str text);

/* Takes a line of a stack; `whole` includes its newline. */
MUST_CHECK bool key_frame(struct map_key *k, struct str line, struct str whole);

/* Takes a first line of text if the cache predicts it: n is its length with the newline, or 0. */
MUST_CHECK bool key_next(struct map_key *k, struct str text, size_t *n);

/* Ends the key. Returns whether it has a stack, even an empty one. */
MUST_CHECK bool key_end(struct map_key *k);

/* Adds a sample for a key with a stack. */
MUST_CHECK bool key_add(struct map_key *k, uint64_t value, uint64_t line);

#endif
