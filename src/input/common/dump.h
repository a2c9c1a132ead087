/* What readers of thread dumps share: each stack is one sample, with the labels of its thread. */
#ifndef INPUT_COMMON_DUMP_H
#define INPUT_COMMON_DUMP_H

#include "input/common/frame_cache.h"
#include "input/common/label_builder.h"
#include "input/common/numbered.h"

/* Owns all of it; begins with dump_init. */
struct dump {
    struct text text;
    struct label_builder label_builder;
    struct buf values[LABEL_BUILDER_KEYS]; /* labels that are told apart from their stack */
    struct frame_cache frame_cache;        /* by text of a frame, as the reader has it */
    struct numbered stack;                 /* for a reader of numbered frames */
    struct buf room;                       /* the reader's scratch buffer */
};

/* The steps of a reader, called with what it passes to dump_lines. */
struct dump_steps {
    bool (*line)(void *reader, struct str line);
    bool (*end)(void *reader); /* after the last line; NULL: ends the numbered stack */
};

void dump_init(struct dump *d, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f);
void dump_free(struct dump *d);

/* Names the measure and the labels. Fails as text_measures. */
MUST_CHECK bool dump_begin(struct dump *d, const char *const *labels, size_t n);

/* Gives each line to the reader. False with a fault. */
MUST_CHECK bool dump_lines(struct dump *d, const struct dump_steps *steps, void *reader);

/* What a format is, if its reader has no state of its own. */
struct dump_form {
    struct dump_steps steps;
    const char *const *labels; /* keys */
    size_t n_labels;
};

/* All of a reader without a state of its own: the dump is what is passed to its steps. */
MUST_CHECK bool dump_read(const struct dump_form *form, struct reading *r, struct blocks *blocks,
                          struct profile *p, struct fault *f);

/* Keeps the value of a label. */
void dump_keep(struct dump *d, size_t label, struct str value);

/* Finds or adds the set of the values that are kept. */
labels_id dump_kept(struct dump *d);

#endif
