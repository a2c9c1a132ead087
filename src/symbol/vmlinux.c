/* _text at ffffffff81000000 in the file was at ffffffffa2000000 in the recording:
 * moves the kernel's symbols by that distance (KASLR). */
#include "symbol/vmlinux.h"

/* The kernel moves as a whole at boot, so one symbol gives the offset of all. */
static bool find_mark(const struct symbol_table *t, struct str mark, uint64_t *address)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (str_equal(table_name(t, &t->symbols[i]), mark)) {
            *address = t->symbols[i].address;
            return true;
        }
    return false;
}

bool vmlinux_read(const struct image *image, const struct kernel_key *key, struct symbol_table *t)
{
    struct str mark = key->mark.n ? key->mark : STR("_text");
    uint64_t here = 0;

    if (!image_symbols(image, t) || (key->text && !find_mark(t, mark, &here))) {
        table_free(t);
        return false;
    }
    for (uint32_t i = 0; key->text && i < t->n; i++)
        t->symbols[i].address += key->text - here;
    return true;
}
