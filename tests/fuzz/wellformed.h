/* A small check that bytes are well-formed XML of the kind the SVG writer makes. */
#ifndef FUZZ_WELLFORMED_H
#define FUZZ_WELLFORMED_H

#include "base/parse.h"
#include "base/utf8.h"

enum { WELLFORMED_DEPTH = 64, WELLFORMED_NAME = 32 };

struct wellformed {
    struct str names[WELLFORMED_DEPTH]; /* of the open elements */
    size_t depth;
};

static inline bool wellformed_text(struct str text)
{
    for (size_t at = 0; at < text.n;) {
        bool valid;
        uint32_t point = utf8_next_checked(text, &at, &valid);
        if (!valid || point == '<' || (point < 0x20 && point != '\n') || point == 0x7f ||
            (point & 0xfffe) == 0xfffe)
            return false;
        if (point != '&')
            continue;
        size_t end = str_find(text, at, STR(";"));
        struct str entity = str_from_to(text, at, end);
        bool known = str_equal(entity, STR("amp")) || str_equal(entity, STR("lt")) ||
                     str_equal(entity, STR("gt")) || str_equal(entity, STR("quot")) ||
                     str_equal(entity, STR("apos")) || str_starts(entity, STR("#"));
        if (end == text.n || !known)
            return false;
    }
    return true;
}

/* Attributes: blank, name, ="value" again and again. */
static inline bool wellformed_attributes(struct str rest)
{
    while (rest.n) {
        size_t equals = str_find(rest, 0, STR("=\""));
        if (rest.p[0] != ' ' || equals < 2 || equals == rest.n)
            return false;
        for (size_t i = 1; i < equals; i++)
            if (!is_letter(rest.p[i]) && !is_digit(rest.p[i]) && rest.p[i] != '-')
                return false;
        size_t end = str_find(rest, equals + 2, STR("\""));
        if (end == rest.n || !wellformed_text(str_from_to(rest, equals + 2, end)))
            return false;
        rest = str_from_to(rest, end + 1, rest.n);
    }
    return true;
}

/* What stands between < and >. */
static inline bool wellformed_tag(struct wellformed *w, struct str tag)
{
    if (tag.n && tag.p[0] == '/')
        return w->depth && str_equal(w->names[--w->depth], str_from_to(tag, 1, tag.n));
    bool closed = tag.n && tag.p[tag.n - 1] == '/';
    struct str rest = str_from_to(tag, 0, tag.n - closed);
    size_t name = str_find(rest, 0, STR(" "));
    if (name == 0 || (!closed && w->depth == WELLFORMED_DEPTH))
        return false;
    if (!closed)
        w->names[w->depth++] = str_from_to(rest, 0, name);
    return wellformed_attributes(str_from_to(rest, name, rest.n));
}

/* Steps over a <![CDATA[...]]>; false when there is none at this place, or it does not end. */
static inline bool wellformed_cdata(struct str xml, size_t *at)
{
    if (!str_starts(str_from_to(xml, *at, xml.n), STR("<![CDATA[")))
        return false;
    size_t end = str_find(xml, *at, STR("]]>"));
    if (end == xml.n)
        return false;
    *at = end + 3;
    return true;
}

static inline bool wellformed(struct str xml)
{
    struct wellformed w = {.depth = 0};
    size_t at = str_find(xml, 0, STR("?>")) + 2;

    if (!str_starts(xml, STR("<?xml ")) || at > xml.n)
        return false;
    while (at < xml.n) {
        size_t tag = str_find(xml, at, STR("<"));
        if (!wellformed_text(str_from_to(xml, at, tag)))
            return false;
        if (tag == xml.n)
            break;
        at = tag;
        if (wellformed_cdata(xml, &at))
            continue;
        size_t end = str_find(xml, tag, STR(">"));
        if (end == xml.n || !wellformed_tag(&w, str_from_to(xml, tag + 1, end)))
            return false;
        at = end + 1;
    }
    return w.depth == 0;
}

#endif
