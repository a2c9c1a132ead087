/* Any bytes are attributes or a fault with a place; no value that is kept can leave its attribute,
 * and no link has a scheme but http and https. */
#include <stdint.h>
#include <stdlib.h>

#include "render/theme/frame_attributes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_other(char c, const char *others)
{
    return (c >= '0' && c <= '9') || (c && strchr(others, c));
}

static void check_link(struct str link)
{
    size_t n = 0;

    for (size_t i = 0; i < link.n; i++)
        check(link.p[i] > ' ' && link.p[i] < 0x7f && !strchr("\"<>\\^`{|}", link.p[i]));
    while (n < link.n && (is_letter(link.p[n]) || (n && is_other(link.p[n], "+.-"))))
        n++;
    if (n == 0 || n == link.n || link.p[n] != ':')
        return;
    check(n == 4 || (n == 5 && (link.p[4] | 0x20) == 's'));
    for (size_t i = 0; i < 4; i++)
        check((link.p[i] | 0x20) == "http"[i]);
}

static void check_word(struct str word, const char *others)
{
    for (size_t i = 0; i < word.n; i++)
        check(is_letter(word.p[i]) || is_other(word.p[i], others));
}

static void check_row(const struct frame_attributes *a, const struct attribute_row *row)
{
    check(frame_attributes_find(a, names_get(&a->names, row->name)) == row);
    check_link(frame_attributes_value(a, row, ATTRIBUTE_HREF));
    check_word(frame_attributes_value(a, row, ATTRIBUTE_CLASS), "_- ");
    check_word(frame_attributes_value(a, row, ATTRIBUTE_ID), "_-");
    check_word(frame_attributes_value(a, row, ATTRIBUTE_TARGET), "_");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct fault f = {0};
    struct frame_attributes a;

    if (frame_attributes_parse(&a, "fuzz", bytes, &f))
        for (size_t i = 0; i < a.n; i++)
            check_row(&a, &a.rows[i]);
    else
        check(f.kind == FAULT_USAGE && str_starts(str_of(f.text), STR("fuzz:")));
    frame_attributes_free(&a);
    return 0;
}
