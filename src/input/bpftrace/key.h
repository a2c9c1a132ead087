/* The keys of bpftrace's maps: stacks and words split by commas, in the order of the program. */
#ifndef INPUT_BPFTRACE_KEY_H
#define INPUT_BPFTRACE_KEY_H

#include "input/common/label_builder.h"
#include "input/common/line_cache.h"
#include "input/common/text.h"

/* What a word of a key is: bpftrace prints no names of them. */
enum key_word { WORD_EVENT, WORD_COMM, WORD_PID, WORD_TID, WORD_OTHER, KEY_WORDS };

enum { KEY_STACKS = 8, KEY_ROOTS = 64, KEY_KINDS = KIND_KERNEL + 1 };

/* A key as it is read, fragment by fragment. */
struct key {
    struct text *text; /* borrowed: the frames are those of its builder */
    struct label_builder label_builder;
    struct line_cache known[KEY_KINDS]; /* by the kind that the place of the stack tells */
    struct buf words[KEY_WORDS];
    size_t from[KEY_STACKS + 1]; /* of each stack, its first frame */
    size_t n_stacks;
    bool began;   /* a fragment was read */
    bool pending; /* it ended where a stack follows, unless that is empty */
    bool framed;  /* the last line was a frame */
    /* What the keys of this map were like so far. */
    bool two;        /* stacks: of the kernel and of the process */
    bool user_first; /* in that order */
    /* What the outermost frames of stacks tell, by frame. */
    struct key_root {
        frame_id frame;
        enum frame_kind kind;
    } roots[KEY_ROOTS];
};

void key_init(struct key *k, struct text *text);
void key_free(struct key *k);

/* Begins a key of the map. */
void key_begin(struct key *k, struct str map);

/* Takes what stands between two stacks, before the first or behind the last: words split by
 * commas. */
void key_fragment(struct key *k, struct str text);

/* Takes a line of a stack; whole is the same with its newline. */
MUST_CHECK bool key_frame(struct key *k, struct str line, struct str whole);

/* Takes the line of a stack that text begins with, when it is one that came next before: n is its
 * length with the newline, or 0. */
MUST_CHECK bool key_next(struct key *k, struct str text, size_t *n);

/* Ends the key. Returns whether it holds a stack, which may be empty. */
MUST_CHECK bool key_end(struct key *k);

/* Adds the sample of a key that holds a stack. */
MUST_CHECK bool key_add(struct key *k, uint64_t value, uint64_t line);

#endif
