/* Folded stacks with two counts: "main;parse;read 40 42", before and after, as difffolded.pl and
 * inferno-diff-folded write them. Outputs that show one side show "after" by default. */
#include "input/folded.h"

enum { AFTER, BEFORE, COUNTS };

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    profile_need_columns(p, COUNTS);
    p->columns[AFTER].name = names_add(&p->names, STR("after"));
    p->columns[BEFORE].name = names_add(&p->names, STR("before"));
    return folded_read(COUNTS, r, blocks, p, f);
}

static const char *const endings[] = {NULL};

/* Not recognised: a function's name may end in a number. */
const struct input_format input_diff_folded = {
    .name = "diff-folded",
    .about = "folded stacks with two counts, before and after: what changed, or --value after",
    .endings = endings,
    .read = read,
    .cut = CUT_LINES,
    .part_least = 4 << 20,
};
