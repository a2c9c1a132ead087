/* Folded stacks with two counts, "main;parse;read 40 42": before and after, as difffolded.pl writes
 * them. Of several runs, writes the means; for shares, scales the counts before to the number of
 * samples after, as its -n does. */
#include "render/exchange/folded.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    if (!picture->difference)
        return fault_set(f, FAULT_USAGE,
                         "--format diff-folded: one side found, wanted --before FILE with it");
    folded_write(picture, sink);
    return true;
}

static const char *const endings[] = {NULL};

const struct output_format output_diff_folded = {
    .name = "diff-folded",
    .about = "folded stacks with two counts, before and after, sorted (--before)",
    .endings = endings,
    .write = write,
    .lists_stacks = true,
    .names_only = true,
    .both = true,
};
