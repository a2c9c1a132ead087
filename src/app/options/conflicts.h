/* Options that exclude or need each other: the rows of conflicts.def. */
#ifndef APP_OPTIONS_CONFLICTS_H
#define APP_OPTIONS_CONFLICTS_H

#include "app/options/request.h"

/* What a row may name beside an option. */
enum circumstance {
    FLAME_MERGE = OPTION_COUNT,
    FLAME_REPORT,
    SEVERAL_OUTPUTS,
    SEVERAL_STATES,    /* of threads: --off-cpu and --wall, say, */
    STATES_OF_OUTPUTS, /* and each is of outputs, and each output of one */
    LIMITS_UNTRUSTED,
    FROM_DIFF_FOLDED, /* the input has two sides */
    TWO_SNAPSHOTS,    /* --snapshot BEFORE:AFTER */
    LABELS_AS_FRAMES, /* --root-by, unless it says which labels are kept */
    RELATIVE_TO_PARENT,
    DEPTH_0,

    /* The output format: */
    FORMAT_TABLE,
    FORMAT_FOLDED,
    FORMAT_BOTH_SIDES, /* shows a comparison */
    FORMAT_CODE,       /* lists instructions */
    FORMAT_WHOLE,      /* whole samples with all labels */
    FORMAT_SNAPSHOTS,  /* all of them */
    FORMAT_OF_REPORTS, /* lists callers, callees or addresses */
    FORMAT_FIGURE,
    FORMAT_PIXELS,
    FORMAT_PAGES,
    FORMAT_PNG,
    FORMAT_PDF,
    FORMAT_JPEG,

    /* flame record: */
    COMMAND,
    A_TRAP, /* --when, --when-file or --when-command */
    A_STALL,
    A_TRAP_OF_WHAT_IS_RECORDED, /* a condition without a target of its own */
    SEVERAL_TIMES,

    CIRCUMSTANCES
};

/* Looks through the rows. The output format of flame and callgraph is chosen before. Old programs
 * that draw flame graphs have none of these rules. False with a FAULT_USAGE, the sentence of the
 * first row that is broken. */
MUST_CHECK bool conflicts_check(const struct request *r, struct fault *f);

#endif
