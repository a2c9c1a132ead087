/* The constant style sheets and scripts inside pictures. */
#include "render/common/web_assets.h"

void web_write(struct sink *s, const char *element, const struct web_text *text)
{
    sink_byte(s, '<');
    sink_text(s, element);
    sink_text(s, "><![CDATA[");
    sink_bytes(s, text->bytes, text->n);
    sink_text(s, "]]></");
    sink_text(s, element);
    sink_text(s, ">\n");
}
