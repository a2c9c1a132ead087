/* Limits for debug information; real files need less than a tenth of them. */
#include "symbol/dwarf/debug_budget.h"

#include "symbol/image.h"

enum {
    RANGES_FREE = 1 << 16,
    NAMES_FREE = 1 << 20,
    NAMES_RATIO = 8,
    LINES_FREE = 1 << 18,
    FILES_FREE = 4 << 20,
    FILES_RATIO = 16
};

void debug_budget_init(struct debug_budget *b, const struct image *file, const struct image *alt)
{
    const uint64_t size = file->size + (alt ? alt->size : 0);

    *b = (struct debug_budget){.taken = file->taken,
                               .ranges = RANGES_FREE + size,
                               .names = NAMES_FREE + size * NAMES_RATIO,
                               .lines = LINES_FREE + size,
                               .files = FILES_FREE + size * FILES_RATIO};
}

bool debug_budget_refuse(struct debug_budget *b)
{
    b->taken->refused = true;
    return false;
}

bool debug_budget_spend(struct debug_budget *b, uint64_t *left, uint64_t n)
{
    if (n > *left)
        return debug_budget_refuse(b);
    *left -= n;
    return true;
}
