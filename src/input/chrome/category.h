/* The categories of trace events that matter. */
#ifndef INPUT_CHROME_CATEGORY_H
#define INPUT_CHROME_CATEGORY_H

#include "base/str.h"

enum trace_category {
    OTHER,
    OF_TRACE,
    OF_CRITICAL_PATH,
    OF_OVERHEAD,
    GPU_WORK,
    GPU_SUMS,
};

enum trace_category trace_category_of(struct str name);

#endif
