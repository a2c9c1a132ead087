/* Each byte and each record is worth a worker, so that the smallest input is read by as many as are
 * asked for. */
#include "input/common/parts/shares.h"

uint64_t shares_of(uint64_t n, uint64_t least)
{
    (void)least;
    return n;
}
