/* Which functions are JavaScript. */
#ifndef RENDER_EXCHANGE_JAVASCRIPT_H
#define RENDER_EXCHANGE_JAVASCRIPT_H

#include "model/frames.h"

/* By the source file, or by the mark that V8 gives the names of its code. */
bool exchange_is_javascript(const struct names *names, const struct frame *row);

#endif
