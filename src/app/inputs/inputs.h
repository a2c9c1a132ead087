/* The PROFILEs of a command line, read into one profile, and what is said about them. */
#ifndef APP_INPUTS_INPUTS_H
#define APP_INPUTS_INPUTS_H

#include "app/inputs/skipped_inputs.h"
#include "app/inputs/summary.h"
#include "app/options/input_request.h"

/* Owns all but the names. A zeroed struct may be freed. */
struct inputs {
    struct profile profile;
    struct summary summary;
    bool takes_svg;                 /* one input alone may be an SVG, */
    struct buf svg;                 /* which is put here; "": it is none */
    struct buf about;               /* what the inputs say was recorded; "": nothing, or several */
    struct buf explained;           /* what the inputs say of --explain */
    const char *non_utf8_input;     /* where the first name stands that is not plain UTF-8 */
    uint64_t non_utf8_line;         /* 0: all are plain */
    struct skipped_inputs left_out; /* of flame merge */
    bool filtered;
};

/* Reads n inputs, or standard input where there are none, as the request says. flame needs stacks.
 */
MUST_CHECK bool inputs_read(struct inputs *in, const struct input_request *r,
                            const char *const *paths, size_t n, struct fault *f);

/* Whether standard input stands at most once among the inputs and those before, and names may be
 * sought where the request says. */
MUST_CHECK bool inputs_check(const struct input_request *r, const struct request_list *before,
                             struct fault *f);
void inputs_free(struct inputs *in);

/* Puts a profile that was made from the one that was read in its place. */
void inputs_replace(struct inputs *in, struct profile *changed);

/* All that a run reads. Borrows. */
struct inputs_files {
    const struct request_list *paths, *before;
    const char *colours;   /* a name, or a file where it has a dot or a slash in it; NULL: none */
    const char *others[3]; /* files that options name; NULL: none */
};

/* Whether what `option` has written to the path, NULL for standard output, is none of them. */
MUST_CHECK bool inputs_check_overwrite(const struct inputs_files *files, const char *option,
                                       const char *path, struct fault *f);

/* Chooses and shortens what labels and options ask for: the profile has one column then, and
 * samples without labels. names_only: frames of equal name are one. */
MUST_CHECK bool inputs_choose_merged(struct inputs *in, const struct input_request *r,
                                     bool names_only, struct fault *f);

/* The same for formats that keep labels and columns; the chosen column is the first then. Labels go
 * where names are to be hidden. */
MUST_CHECK bool inputs_choose_whole(struct inputs *in, const struct input_request *r,
                                    struct fault *f);

/* Whether anything was counted in the column. */
MUST_CHECK bool inputs_check_total(const struct inputs *in, size_t column, struct fault *f);

/* Drops and hides what filters ask for, marks wakers where that is wanted, and takes names
 * out that are not to be shown. */
MUST_CHECK bool inputs_filter(struct inputs *in, const struct input_request *r, bool mark_wakers,
                              struct fault *f);

/* Whether filters left anything that was counted in the column. */
MUST_CHECK bool inputs_check_left(const struct inputs *in, const struct filter_request *r,
                                  size_t column, struct fault *f);

#endif
