/* Any bytes are a page, in which a tree is found or not; what is found begins with its brace and
 * lies inside the page. */
#include <stdint.h>
#include <stdlib.h>

#include "input/recognise/web_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str text = {size ? (const char *)data : "", size};
    size_t n = 0;
    size_t at = web_page_tree(text, &n);

    if (at > size || (at < size && (text.p[at] != '{' || n < 2 || n > size - at)))
        abort();
    return web_page_is(text) && at == SIZE_MAX;
}
