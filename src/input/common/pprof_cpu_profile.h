/* CPU profiles of gperftools, alone or behind a table of symbols. */
#ifndef INPUT_COMMON_PPROF_CPU_PROFILE_H
#define INPUT_COMMON_PPROF_CPU_PROFILE_H

#include "input/common/pprof_symbols.h"
#include "input/common/traces.h"

enum { CPU_PROFILE_VALUES = 2 };

/* Names the measures and adds the samples of a whole profile; what is left to do is to finish the
 * traces. Symbols may be NULL. False with a fault. */
MUST_CHECK bool cpu_profile_read(struct text *text, struct traces *traces, struct symbols *symbols,
                                 struct str bytes);

/* How many bits confirm that such a profile begins here; 0: none does. */
unsigned cpu_profile_bits(struct str prefix);

#endif
