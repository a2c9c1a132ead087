/* Writes cleaned and escaped text into XML. */
#include "render/common/xml.h"

#include "base/utf8.h"

void xml_free(struct xml *x)
{
    buf_free(&x->clean);
}

static void reference(struct sink *s, uint32_t point)
{
    sink_text(s, "&#");
    sink_u64(s, point);
    sink_byte(s, ';');
}

void xml_clean(struct xml *x, struct str clean)
{
    size_t from = 0;

    for (size_t at = 0; x->ascii && at < clean.n;) {
        size_t begin = at;
        uint32_t point = utf8_next(clean, &at);
        if (point < 0x80)
            continue;
        text_xml(x->s, str_from_to(clean, from, begin));
        reference(x->s, point);
        from = at;
    }
    text_xml(x->s, str_from_to(clean, from, clean.n));
}

void xml_text(struct xml *x, struct str raw)
{
    buf_clear(&x->clean);
    text_clean(raw, &x->clean);
    xml_clean(x, buf_str(&x->clean));
}

void xml_name(struct xml *x, struct str raw)
{
    if (raw.n <= TEXT_NAME_MOST && text_is_plain(raw)) {
        text_xml(x->s, raw);
        return;
    }
    buf_clear(&x->clean);
    text_clean_name(raw, &x->clean);
    xml_clean(x, buf_str(&x->clean));
}
