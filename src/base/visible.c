/* "\e[31m" with U+FFFD in place of the escape, "<U+202E>": bytes made harmless. */
#include "base/visible.h"

/* <U+202E> */
static void add_named(struct buf *to, uint32_t point)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[16] = "<U+";
    size_t n = 3;

    for (unsigned shift = point > 0xffff ? 20 : 12;; shift -= 4) {
        if (shift < 20 || point >> shift)
            text[n++] = digits[point >> shift & 15];
        if (shift == 0)
            break;
    }
    text[n++] = '>';
    buf_add(to, (struct str){text, n});
}

void visible_add(struct buf *to, struct str bytes, uint32_t point)
{
    switch (utf8_class_of(point)) {
    case UTF8_PLAIN:
        buf_add(to, bytes);
        return;
    case UTF8_CONTROL:
        buf_add(to, STR("\xEF\xBF\xBD"));
        return;
    case UTF8_INVISIBLE:
        add_named(to, point);
        return;
    }
}

void visible_add_text(struct buf *to, struct str text)
{
    size_t at = 0;

    while (at < text.n) {
        size_t from = at;
        bool valid;
        uint32_t point = utf8_next_checked(text, &at, &valid);
        if (valid && (point == '\n' || point == '\t'))
            buf_add_byte(to, (char)point);
        else if (valid)
            visible_add(to, str_from_to(text, from, at), point);
        else
            buf_add(to, STR("\xEF\xBF\xBD"));
    }
}
