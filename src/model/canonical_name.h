/* The name of a function whatever ran of it: each tier of compilation, each clone that a compiler
 * made, and each class that was numbered at run time has one. All comparisons ask here. */
#ifndef MODEL_CANONICAL_NAME_H
#define MODEL_CANONICAL_NAME_H

#include "base/buf.h"

/* How the code that ran was made. */
enum tier {
    TIER_UNKNOWN,
    TIER_INTERPRETED,
    TIER_BASELINE, /* compiled quickly */
    TIER_OPTIMISED,
    TIER_PRECOMPILED,
    TIER_COMPILED, /* by some compiler */
    TIER_WRITTEN,  /* told by no name: code of a function that also has clones */
    TIER_CLONE,    /* a copy or part of a function: f.constprop.0, f.cold */
    TIER_COUNT,
};

/* "interpreted", "baseline", ... */
const char *tier_word(enum tier tier);

/* Returns the tier that a name tells, and appends the name without it: .NET's f[Tier0], V8's JS:*f,
 * OpenJ9's a/B.f_warm, async-profiler's f_[0], compilers' f.isra.0; and without what the next run
 * numbers otherwise: A$$Lambda$14/0x7f0104.run, $Proxy7.run. */
enum tier canonical_name(struct str name, struct buf *to);

/* Removes what compilers append to the names of clones; returns whether there was any. */
bool name_strip_clones(struct str *name);

#endif
