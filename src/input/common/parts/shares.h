/* How much work is worth a worker of its own. */
#ifndef INPUT_COMMON_PARTS_SHARES_H
#define INPUT_COMMON_PARTS_SHARES_H

#include <stdint.h>

/* Returns how many shares of at least `least` (above 0) there are in n of something. It lies in a
 * file of its own, as the program of tests/shared has another one: there everything is shared,
 * however small it is. */
uint64_t shares_of(uint64_t n, uint64_t least);

#endif
