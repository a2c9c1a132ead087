/* Reads the unpacked tree of an SVG back: whether it is sound, and its sum. */
#ifndef FUZZ_CARRIED_H
#define FUZZ_CARRIED_H

#include "base/buf.h"
#include "base/parse.h"
#include "base/utf8.h"

static inline bool embedded_u(struct str *from, uint64_t *n)
{
    *n = 0;
    for (unsigned shift = 0; from->n && shift < 64; shift += 7) {
        unsigned char byte = (unsigned char)from->p[0];
        *from = str_from_to(*from, 1, from->n);
        *n |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static inline bool embedded_str(struct str *from, struct str *text)
{
    uint64_t n;

    if (!embedded_u(from, &n) || n > from->n)
        return false;
    *text = str_from_to(*from, 0, (size_t)n);
    *from = str_from_to(*from, (size_t)n, from->n);
    return true;
}

static inline bool embedded_names(struct str names, uint64_t n)
{
    struct buf name = {0};
    bool ok = true;

    for (; ok && n; n--) {
        uint64_t shared;
        struct str rest;
        ok = embedded_u(&names, &shared) && shared <= name.n && embedded_str(&names, &rest);
        name.n = ok ? (size_t)shared : 0;
        if (ok)
            buf_add(&name, rest);
        ok = ok && utf8_plain(buf_str(&name));
    }
    buf_free(&name);
    return ok && names.n == 0;
}

/* Nodes hang together, are of functions that are there, and add up to *sum. */
static inline bool embedded_nodes(struct str sections[4], uint64_t n_nodes, uint64_t n_functions,
                                  uint64_t *sum)
{
    uint64_t depth = 0;
    uint64_t value;

    *sum = 0;
    for (uint64_t i = 0; i < n_nodes; i++) {
        if (!embedded_u(&sections[2], &value) || value > UINT64_MAX - *sum)
            return false;
        *sum += value;
        if (i == 0)
            continue;
        if (!embedded_u(&sections[0], &value) || value > depth)
            return false;
        depth += 1 - value;
        if (!embedded_u(&sections[1], &value) || value >= n_functions)
            return false;
    }
    return sections[0].n == 0 && sections[1].n == 0 && sections[2].n == 0;
}

static inline bool embedded_sound(struct str bytes, uint64_t *sum)
{
    enum { NAMES, KINDS, FILLS, MODULES, LINKS, POPS, N = 9 };
    struct str sections[N];
    struct str unit;
    uint64_t head[2];
    uint64_t rest[6]; /* decimals, factor, row, whole, functions, nodes */

    if (!embedded_u(&bytes, &head[0]) || head[0] != 1 || !embedded_u(&bytes, &head[1]) ||
        !embedded_str(&bytes, &unit))
        return false;
    for (size_t i = 0; i < 6; i++)
        if (!embedded_u(&bytes, &rest[i]))
            return false;
    for (size_t i = 0; i < N; i++)
        if (!embedded_str(&bytes, &sections[i]))
            return false;
    return bytes.n == 0 && embedded_names(sections[NAMES], rest[4]) &&
           sections[KINDS].n == rest[4] && sections[FILLS].n == 3 * rest[4] &&
           embedded_nodes(&sections[POPS], rest[5], rest[4], sum) && *sum <= rest[3];
}

static inline int embedded_digit(char c)
{
    if (is_digit(c))
        return c - '0' + 52;
    if (c == '+' || c == '/')
        return c == '+' ? 62 : 63;
    return c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= 'A' && c <= 'Z' ? c - 'A' : -1;
}

/* Appends the bytes of base64 text. */
static inline bool embedded_unpack(struct str text, struct buf *to)
{
    while (text.n && text.p[text.n - 1] == '=')
        text.n--;
    uint32_t bits = 0;
    for (size_t i = 0; i < text.n; i++) {
        int digit = embedded_digit(text.p[i]);
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4)
            buf_add_byte(to, (char)(bits >> (6 - i % 4 * 2) & 0xff));
    }
    return true;
}

/* The elements <metadata class="flame-tree" data-packing="none">BASE64</metadata>. */
static inline bool embedded_tree_in(struct str svg, uint64_t *sum)
{
    static const char begin[] = "<metadata class=\"flame-tree\" data-packing=\"none\">";
    struct buf bytes = {0};
    bool ok = true;

    for (size_t at = str_find(svg, 0, str_of(begin)); ok && at < svg.n;
         at = str_find(svg, at, str_of(begin))) {
        at += sizeof begin - 1;
        ok = embedded_unpack(str_from_to(svg, at, str_find(svg, at, STR("<"))), &bytes);
    }
    ok = ok && embedded_sound(buf_str(&bytes), sum);
    buf_free(&bytes);
    return ok;
}

#endif
