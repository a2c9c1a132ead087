/* "\0\0\1\x42 ...": tells text from other bytes. */
#include "input/text_form.h"

/* Whether text never has this byte: all control characters but \a to \r and the escape character.
 */
static bool is_odd(unsigned char c)
{
    return c < 0x20 && !(c >= '\a' && c <= '\r') && c != 0x1b;
}

/* Binary files begin with numbers, even if long texts follow; packed ones are odd throughout. */
bool text_form_is_binary(struct str prefix)
{
    static const size_t ends[] = {64, 512, SIZE_MAX};
    enum { FEW = 3, ONE_IN = 20, N_ENDS = sizeof ends / sizeof ends[0] };
    size_t odd = 0;
    size_t i = 0;

    for (size_t k = 0; k < N_ENDS; k++) {
        size_t end = prefix.n < ends[k] ? prefix.n : ends[k];
        for (; i < end; i++)
            odd += is_odd((unsigned char)prefix.p[i]);
        if (odd >= FEW && odd > end / ONE_IN)
            return true;
    }
    return false;
}
