/* The whole tree of a picture as bytes, for the viewer in the file: every frame, also those too
 * narrow to be drawn.
 *
 * Numbers (u) are unsigned LEB128, texts (str) a length u and UTF-8.
 *
 *   u version 1, u flags (enum embedded_flag), str unit, u decimals, u factor: what is shown of a
 *   value is value * factor / 10^decimals; u height of a row in tenths of a pixel, u what the full
 *   width stands for, u functions, u nodes; then nine sections, of a difference twelve, each u
 * length and bytes:
 *
 *   names    of functions, by (name bytes, kind): u bytes shared with the name before, u further
 *            bytes, these bytes
 *   kinds    a byte each: enum frame_kind, and enum embedded_kind
 *   fills    three bytes each: red, green, blue
 *   modules  empty: rows of a tree have none (change_merge_rows)
 *   links    of --nameattr, for each function that has any: u distance of its number to the one
 *            before (of the first: number + 1), u mask (enum embedded_link), a str for each bit
 *   change   of a difference only: u flags (enum embedded_change), u decimals in place of those
 *            above, str unit of work; for each side u runs and eight bytes, the IEEE 754 double
 *            that makes a sum comparable, the lowest first; three fills: of what did not change,
 *            of more, of less. Then, if the flags say so, how sure a change is, for all and for
 * each function of its total and of what it has by itself: a byte enum embedded_verdict and, unless
 *            that is unknown, the ends of the interval, four bytes of IEEE 754 each
 *   pops     for each node but the root, in preorder: u levels to go up from the node before to
 *            this one's caller (0: the node before is it)
 *   ids      for each node but the root: u number of its function
 *   selfs    for each node: u what it has by itself, less that of its callees
 *   gaps     in time order, for each node but the root: u distance from the end of the sibling
 *            before, or from the start of the caller
 *   befores  of a difference only, for each node: u sum of the runs before, without its callees
 *   afters   the same of the runs after
 *
 * Callees stand as in the picture. The bytes are cut into chunks
 * (render/common/compressed_chunks.h), which are packed one by one and joined again when they are
 * unpacked; where they are cut means nothing.
 */
#ifndef RENDER_FLAME_EMBEDDED_FORMAT_H
#define RENDER_FLAME_EMBEDDED_FORMAT_H

enum { EMBEDDED_VERSION = 1 };

enum embedded_flag {
    EMBEDDED_ORDERED = 1,  /* time order: gaps are there */
    EMBEDDED_REVERSED = 2, /* the picture is merged from the last frames on; this tree is not */
    EMBEDDED_INVERTED = 4, /* icicle */
    EMBEDDED_BY_SHARE = 8, /* fills follow shares, not functions */
    EMBEDDED_CUT_RIGHT = 16,
    EMBEDDED_PRUNED = 32, /* there is a EMBEDDED_REST */
    EMBEDDED_DIFFERENCE = 64,
};

/* Beside the enum frame_kind in the low bits. */
enum embedded_kind {
    EMBEDDED_WHITE = 8, /* the label is white */
    EMBEDDED_REST = 16, /* no function: stands for frames that were left out */
};

enum embedded_link {
    EMBEDDED_HREF = 1,
    EMBEDDED_TARGET = 2,
    EMBEDDED_TITLE = 4,
    EMBEDDED_CLASS = 8,
};

enum embedded_change {
    EMBEDDED_SHARES = 1,   /* shown in percent of the total before */
    EMBEDDED_BY_WORK = 2,  /* divided by units of work */
    EMBEDDED_BY_SELF = 4,  /* fills follow what frames have by themselves */
    EMBEDDED_EVIDENCE = 8, /* it is said how sure changes of functions are */
};

enum embedded_verdict {
    EMBEDDED_UNKNOWN,
    EMBEDDED_WITHIN_NOISE,
    EMBEDDED_BEYOND_NOISE, /* of sampling */
    EMBEDDED_PROVEN,
};

#endif
