/* Fills, and the three numbers that a theme computes from a name. They are doubles because they
 * must agree with other programs; every step is one operation that IEEE 754 defines. */
#include "render/theme/paint.h"

#include <math.h>

#include "base/utf8.h"

static uint32_t next_point(struct str s, size_t *at)
{
    unsigned char c = (unsigned char)s.p[*at];

    if (c >= 0x80)
        return utf8_next(s, at);
    ++*at;
    return c;
}

/* Eight bytes at a time. */
static bool is_ascii_word(const char *p, uint64_t *word)
{
    memcpy(word, p, sizeof *word);
    return (*word & 0x8080808080808080u) == 0;
}

/* The sum of the eight bytes: of neighbours first, then of all. */
static uint32_t sum_of_word(uint64_t word)
{
    const uint64_t every_other = 0x00ff00ff00ff00ffu;
    uint64_t sums = (word & every_other) + (word >> 8 & every_other);

    return (uint32_t)(sums * 0x0001000100010001u >> 48);
}

/* flamegraph.pl since 2023: the sum of the code points seeds Perl's drand48; its first number is
 * used. */
static void values_by_name(struct str name, double v[3])
{
    uint32_t sum = 0;
    size_t at = 0;

    while (at < name.n) {
        uint64_t word;
        if (name.n - at >= sizeof word && is_ascii_word(name.p + at, &word)) {
            sum += sum_of_word(word);
            at += sizeof word;
            continue;
        }
        sum += next_point(name, &at);
    }
    uint64_t x = (uint64_t)sum << 16 | 0x330e;
    x = (x * 0x5deece66d + 0xb) & 0xffffffffffff;
    v[0] = (double)x / 281474976710656.0; /* 2^48: exact */
    v[1] = v[0];
    v[2] = v[0];
}

/* flamegraph.pl --hash: of at most three characters, earlier ones weigh more. */
static double vector_of(const uint32_t points[3], size_t n)
{
    static const double weights[3] = {1, 0.7, 0.7 * 0.7};
    double vector = 0;
    double most = 1;

    for (size_t i = 0; i < n; i++) {
        uint32_t modulus = 10 + (uint32_t)i;
        double share = (double)(points[i] % modulus) / (double)(modulus - 1);
        double weighted = share * weights[i];
        vector += weighted;
        most += weights[i];
    }
    return 1 - vector / most;
}

/* Ignores the module: everything up to a backtick that is not the first character. */
static double hash_forwards(struct str name)
{
    uint32_t points[3] = {0};
    size_t n = 0;
    size_t at = 0;

    if (name.n > 1) {
        const char *tick = memchr(name.p + 1, '`', name.n - 1);
        at = tick ? (size_t)(tick - name.p) + 1 : 0;
    }
    while (n < 3 && at < name.n)
        points[n++] = next_point(name, &at);
    return vector_of(points, n);
}

/* The same for the name read backwards: ignores everything after a backtick that is not the last
 * character. */
static double hash_backwards(struct str name)
{
    uint32_t points[3] = {0};
    size_t n = 0;

    for (size_t i = name.n; i > 1; i--) {
        if (name.p[i - 2] == '`') {
            name.n = i - 2;
            break;
        }
    }
    for (size_t at = 0; at < name.n; n++) {
        points[2] = n > 1 ? points[1] : 0;
        points[1] = n > 0 ? points[0] : 0;
        points[0] = next_point(name, &at);
    }
    return vector_of(points, n < 3 ? n : 3);
}

static double to_share(uint64_t hash)
{
    return (double)hash / 18446744073709551616.0; /* 2^64 */
}

/* inferno --deterministic: FNV-1a, then two more multiplications. */
static void values_by_fnv(struct str name, double v[3])
{
    const uint64_t prime = 0x100000001b3;
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < name.n; i++)
        hash = (hash ^ (unsigned char)name.p[i]) * prime;
    v[0] = to_share(hash);
    v[1] = to_share(hash * prime);
    v[2] = to_share(hash * prime * prime);
}

static void values_at_random(const struct hash_key *key, struct str name, double v[3])
{
    uint64_t hash = hash_bytes(key, name);

    for (size_t i = 0; i < 3; i++)
        v[i] = (double)(hash >> 21 * i & 0x1fffff) / 2097152.0; /* 2^21 */
}

/* Of a longer name, which each of many boxes may have, only the start counts. */
static void values_of(const struct painter *p, struct str name, double v[3])
{
    enum { MOST_BYTES = 4096 };

    if (name.n > MOST_BYTES)
        name.n = MOST_BYTES;
    switch (p->source) {
    case PAINT_BY_NAME:
        values_by_name(name, v);
        break;
    case PAINT_BY_HASH:
        v[0] = hash_forwards(name);
        v[1] = hash_backwards(name);
        v[2] = v[1];
        break;
    case PAINT_DETERMINISTIC:
        values_by_fnv(name, v);
        break;
    case PAINT_RANDOM:
        values_at_random(&p->key, name, v);
        break;
    }
}

static bool named_fill(const struct painter *p, struct str raw_name, struct colour *c)
{
    if (p->attributes) {
        const struct attribute_row *row = frame_attributes_find(p->attributes, raw_name);
        if (row && row->has_fill) {
            *c = row->fill;
            return true;
        }
    }
    return p->map && palette_map_find(p->map, raw_name, c);
}

struct colour paint_fill(const struct painter *p, struct str raw_name, enum frame_kind kind,
                         bool *named_by_user)
{
    return paint_fill_of(p, raw_name, theme_match(p->theme, raw_name, kind), named_by_user);
}

struct colour paint_fill_of(const struct painter *p, struct str raw_name, size_t colour,
                            bool *named_by_user)
{
    struct colour c;
    double v[3];

    *named_by_user = false;
    if (colour_of_separator(raw_name, &c))
        return c;
    values_of(p, raw_name, v);
    struct colour own = theme_colour_at(p->theme, colour, v);
    /* What a palette map kept from an earlier picture is the theme's choice, not the user's. */
    *named_by_user = named_fill(p, raw_name, &c) && !colour_equal(c, own);
    return *named_by_user ? c : own;
}

/* As in inferno: the square root of the share, so that small frames differ as well. */
struct colour paint_by_share(double share)
{
    enum { MOST = 2000 };
    int value = share > 0 ? (int)(sqrt(share < 1 ? share : 1) * MOST) : 0;

    if (value == 0)
        return (struct colour){250, 250, 250};
    unsigned char rest = (unsigned char)(100 + 150 * (MOST - value) / MOST);
    return (struct colour){255, rest, rest};
}
