/* The format of the tree embedded in an SVG for the viewer script: every frame, including those too
 * narrow to be drawn.
 *
 * Numbers (u) are unsigned LEB128, texts (str) a length u and UTF-8.
 *
 *   u version (with lanes 2), u flags (enum embedded_flag), str unit, u decimals, u factor: value *
 * factor / 10^decimals is shown for a value; u height of a row in tenths of a pixel, u value of the
 * full width, u number of functions, u number of nodes; then nine sections (twelve in a comparison,
 * ten with lanes), each u length and bytes:
 *
 *   names    of functions, by (name bytes, kind): u bytes shared with the name before, u further
 *            bytes, those bytes
 *   kinds    a byte each: enum frame_kind, and enum embedded_frame_flag
 *   fills    three bytes each: red, green, blue
 *   modules  empty in a comparison, and where nothing is known; else three times, for modules,
 *            packages (render/flame/program_part.h) and kinds: u number of names, a str for each,
 *            and if there is any, for each function u number of its name, from 1; 0: not known.
 *            Names of kinds are those of the theme "kinds" and the ends of their range of colours,
 *            "kernel ee8262f7b39c", in the theme's order
 *   links    of --nameattr, for each function with any: u difference of its number to the previous
 * (first: number + 1), u mask (enum embedded_link), a str for each bit
 *   waits    with lanes only, a byte for each function: 1 if it only waits by itself
 *   change   in a comparison
 * only: u flags (enum embedded_change), u decimals in place of those above, str unit of work; for
 * each side u runs and eight bytes, the IEEE 754 double that makes a sum comparable, the lowest
 * first; three fills: unchanged, more, less. Then, if the flags say so, the tests of changes, for
 * the whole and for each function, of total and self value: a byte enum embedded_verdict with
 * enum embedded_doubt and, unless that is unknown, the ends of the interval, if there is one, four
 * bytes of IEEE 754 each, and a str, if it has words of its own; and if the flags
 * say so, a str on how it was compiled, empty if that did not change pops     for each
 * node but the root, in preorder: u levels to go up from the node before to this one's caller (0:
 * the node before is it) ids      for each node but the root: u number of its function selfs    for
 * each node: u self value gaps     in time order, for each node but the root: u gap after the
 * previous sibling, or after the start of the caller befores  in a comparison only, for each node:
 * u sum of the runs before, without its callees afters   the same of the runs after
 *
 * Callees are in the order of the picture. The bytes are split into chunks
 * (render/common/compressed_chunks.h), which are compressed separately; the reader unpacks and
 * joins them. The places of the splits mean nothing.
 */
#ifndef RENDER_FLAME_EMBEDDED_FORMAT_H
#define RENDER_FLAME_EMBEDDED_FORMAT_H

enum { EMBEDDED_VERSION = 1, EMBEDDED_VERSION_LANES = 2 };

enum embedded_flag {
    EMBEDDED_ORDERED = 1,  /* time order: there are gaps */
    EMBEDDED_REVERSED = 2, /* the picture is reversed; this tree is not */
    EMBEDDED_INVERTED = 4, /* icicle */
    EMBEDDED_BY_SHARE = 8, /* fills follow shares, not functions */
    EMBEDDED_CUT_RIGHT = 16,
    EMBEDDED_PRUNED = 32, /* there is an EMBEDDED_REST */
    EMBEDDED_DIFFERENCE = 64,
    EMBEDDED_MARKS = 128, /* inlined frames have a mark */
    EMBEDDED_LANES = 256, /* in time order: callees of the root overlap; each begins with it */
};

/* Bits in addition to enum frame_kind in the low bits. */
enum embedded_frame_flag {
    EMBEDDED_WHITE = 8,  /* the label is white */
    EMBEDDED_REST = 16,  /* not a function: stands for pruned frames */
    EMBEDDED_ENTRY = 32, /* times the number of its entry in the picture's legend, from 0 */
};

enum embedded_link {
    EMBEDDED_HREF = 1,
    EMBEDDED_TARGET = 2,
    EMBEDDED_TITLE = 4,
    EMBEDDED_CLASS = 8,
};

enum embedded_change {
    EMBEDDED_SHARES = 1,   /* shown as percentages of the total before */
    EMBEDDED_BY_WORK = 2,  /* divided by units of work */
    EMBEDDED_BY_SELF = 4,  /* fills follow self values */
    EMBEDDED_EVIDENCE = 8, /* changes of functions have been tested */
    EMBEDDED_TIERS = 16,   /* how functions were compiled is known */
};

enum embedded_verdict {
    EMBEDDED_UNKNOWN,
    EMBEDDED_WITHIN_NOISE,
    EMBEDDED_BEYOND_NOISE, /* not proven, or not judged, or with one run a side beyond how much it
                            * varies */
    EMBEDDED_PROVEN,
};

/* Bits beside enum embedded_verdict. */
enum embedded_doubt {
    EMBEDDED_NOT_JUDGED = 4,
    EMBEDDED_NO_INTERVAL = 8,
    EMBEDDED_WORDS = 16, /* it has words of its own */
    EMBEDDED_NAMED = 32, /* see difference_is_named */
};

#endif
