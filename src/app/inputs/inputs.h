/* What was read of all PROFILEs of a command line: lends it, and selects from it. */
#ifndef APP_INPUTS_INPUTS_H
#define APP_INPUTS_INPUTS_H

#include "app/inputs/skipped_inputs.h"
#include "app/inputs/summary.h"
#include "app/options/input_request.h"
#include "app/selection/root_name.h"

/* Owns all but the names. A zeroed struct may be freed. */
struct inputs {
    struct profile profile;
    struct profile *joined; /* of a joined reading, as it was read: `profile` is what its first
                               output needs; NULL: not joined */
    struct inputs *also;    /* what the same reading made for other outputs, of other states of
                               threads */
    size_t n_also;
    enum ask_read read;  /* the states that it is of */
    struct fault *fault; /* of one of `also`: why an input does not have them; NULL: all do */
    struct summary summary;
    bool takes_svg;   /* set by the caller: a single input may be an SVG, */
    struct buf svg;   /* which is stored here; "": not an SVG */
    struct buf about; /* description of the recording from the inputs; "": none, or several */
    struct buf command, facts; /* its parts: what was recorded, and how */
    struct buf event_measure;  /* of a comparison: see events_measure; "": no events */
    struct buf measured;       /* names of the measures whose sum is not 0, of all inputs */
    bool filtered;
    bool keep_counts; /* set by the caller: a column chosen is followed by its count of samples */
    bool host_groups; /* an input did not tell: this host is asked as well */
    const char *non_utf8_input;     /* the input with the first name that is not plain UTF-8 */
    uint64_t non_utf8_line;         /* its line; 0: all names are plain */
    struct skipped_inputs left_out; /* by flame merge */
    struct names *hidden; /* set by a comparison: numbers of redacted names, which its sides share;
                           * borrowed; NULL: its own */
    const struct process_alias *process; /* set by a comparison between reading and choosing;
                                          * borrowed; NULL: none */
};

/* Fails if standard input occurs twice among the inputs and those of `before`, or if --debuginfod
 * is asked for but cannot be used. */
MUST_CHECK bool inputs_check(const struct input_request *r, const struct request_list *before,
                             struct fault *f);
void inputs_free(struct inputs *in);

/* Whether a joined reading met frames of which it does not know all that pictures need. */
bool inputs_are_unshown(const struct inputs *in);

/* Whether a reading could not make all that it was to make as well. */
bool inputs_lack_states(const struct inputs *in);

/* Finds what a reading made of some states of threads: it is in itself, or in in->also. */
struct inputs *inputs_of_states(struct inputs *in, enum ask_read read);

/* Lends all but the profiles. */
void inputs_lend_rest(struct inputs *to, const struct inputs *from);

/* Lends all but the profiles, of the first of which `to` gets a copy, or, if `whole`, the profile
 * itself. Only profile_free may follow. */
void inputs_lend(struct inputs *to, struct inputs *from, bool whole);

/* Frees the profile and takes *changed in its place. */
void inputs_replace(struct inputs *in, struct profile *changed);

/* Gives the frames of the profile other rows, indexed by frame, and frees these; NULL: none. Frames
 * that become equal are merged. False when a sum of theirs does not fit into 64 bits. */
MUST_CHECK bool inputs_replace_frames(struct inputs *in, struct frame *rows);

/* The same, and merges parts of functions as profile_merge_parts does. */
MUST_CHECK bool inputs_replace_parts(struct inputs *in, struct frame *rows,
                                     const uint32_t *functions);

/* All files that a run reads. Borrows. */
struct inputs_files {
    const struct request_list *paths, *before;
    const char *colours;   /* a name, or a file if it contains a dot or a slash; NULL: none */
    const char *others[3]; /* files that options name; NULL: none */
};

/* Fails if the path is one of the files. option: the option that named the path; path: NULL for
 * standard output. */
MUST_CHECK bool inputs_check_overwrite(const struct inputs_files *files, const char *option,
                                       const char *path, struct fault *f);

/* Selects samples and shortens names as options ask. The profile then has one column and no labels.
 * names_only: merges frames of equal name. */
MUST_CHECK bool inputs_choose_merged(struct inputs *in, const struct input_request *r,
                                     bool names_only, struct fault *f);

/* The same for formats that keep labels and columns; the chosen column becomes the first.
 * all_measures: of events that measure different things each becomes a column. Removes labels if
 * names are redacted. */
MUST_CHECK bool inputs_choose_whole(struct inputs *in, const struct input_request *r,
                                    bool all_measures, struct fault *f);

/* The first column whose sum is not 0; 0 if there is none. */
size_t inputs_filled_column(const struct inputs *in);

/* Fails if the column's sum is 0, and names those measures that have another one. */
MUST_CHECK bool inputs_check_total(const struct inputs *in, size_t column, struct fault *f);

/* Leaves the allocator's own frames out of stacks that a column of memory weighs, and says so,
 * unless they are to be kept. */
void inputs_leave_out_allocators(struct inputs *in, const struct input_request *r, size_t column);

/* Applies filters, and marks wakers if wanted. */
MUST_CHECK bool inputs_filter(struct inputs *in, const struct input_request *r, bool mark_wakers,
                              struct fault *f);

/* Hides the names that are to be redacted. A comparison does so once functions of both sides have
 * their common names: a hidden name tells neither its clones nor its program. */
MUST_CHECK bool inputs_redact(struct inputs *in, const struct input_request *r, struct fault *f);

/* Fails if filters left nothing in the column. */
MUST_CHECK bool inputs_check_left(const struct inputs *in, const struct filter_request *r,
                                  size_t column, struct fault *f);

#endif
