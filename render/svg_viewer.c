/* <metadata class="flame-tree" data-packing="deflate-raw">BASE64</metadata>
 * <script><![CDATA[the viewer]]></script> */
#include "render/svg_viewer.h"

#include "base/base64.h"
#include "render/carried_tree.h"
#include "render/packing.h"
#include "render/web.h"

/* Bytes of a <metadata>: 8,000,000 characters, because libxml2 takes no text of more than 10^7. */
enum { CHUNK = 6000000 };

void svg_viewer_pack(struct svg_viewer *v, struct picture *picture, const struct layout *layout)
{
    const struct style *style = picture->style;

    *v = (struct svg_viewer){.used = !style->no_script};
    if (!v->used)
        return;
    carried_tree_write(&v->tree, picture, style->only_visible ? layout->least : 0);
    v->packing = style->no_compress ? PACKING_NONE_NAME : packing_deflate(&v->tree);
}

uint64_t svg_viewer_elements(const struct svg_viewer *v)
{
    return v->used ? (v->tree.n + CHUNK - 1) / CHUNK + 1 : 0;
}

static void cdata(struct sink *s, const char *element, const struct web_text *text)
{
    sink_byte(s, '<');
    sink_text(s, element);
    sink_text(s, "><![CDATA[");
    sink_bytes(s, text->bytes, text->n);
    sink_text(s, "]]></");
    sink_text(s, element);
    sink_text(s, ">\n");
}

void svg_viewer_style(const struct svg_viewer *v, struct sink *s)
{
    cdata(s, "style", v->used ? &web_viewer_style : &web_style);
}

void svg_viewer_write(const struct svg_viewer *v, struct sink *s)
{
    struct str bytes = buf_str(&v->tree);

    if (!v->used)
        return;
    for (size_t from = 0; from < bytes.n; from += CHUNK) {
        size_t n = bytes.n - from < CHUNK ? bytes.n - from : CHUNK;
        sink_text(s, "<metadata class=\"flame-tree\" data-packing=\"");
        sink_text(s, v->packing);
        sink_text(s, "\">");
        base64_write(s, str_from_to(bytes, from, from + n));
        sink_text(s, "</metadata>\n");
    }
    cdata(s, "script", &web_script);
}

void svg_viewer_free(struct svg_viewer *v)
{
    buf_free(&v->tree);
}
