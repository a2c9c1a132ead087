/* "Man" is "TWFu": three bytes are four characters of six bits each. */
#include "base/base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_three(char *to, const unsigned char *from)
{
    to[0] = digits[from[0] >> 2];
    to[1] = digits[(from[0] & 3) << 4 | from[1] >> 4];
    to[2] = digits[(from[1] & 15) << 2 | from[2] >> 6];
    to[3] = digits[from[2] & 63];
}

/* Encodes six bytes at once; reads eight, all of which must be readable. */
static void put_six(char *to, const unsigned char *from)
{
    uint64_t bits = (uint64_t)from[0] << 56 | (uint64_t)from[1] << 48 | (uint64_t)from[2] << 40 |
                    (uint64_t)from[3] << 32 | (uint64_t)from[4] << 24 | (uint64_t)from[5] << 16 |
                    (uint64_t)from[6] << 8 | from[7];

    to[0] = digits[bits >> 58];
    to[1] = digits[bits >> 52 & 63];
    to[2] = digits[bits >> 46 & 63];
    to[3] = digits[bits >> 40 & 63];
    to[4] = digits[bits >> 34 & 63];
    to[5] = digits[bits >> 28 & 63];
    to[6] = digits[bits >> 22 & 63];
    to[7] = digits[bits >> 16 & 63];
}

/* Encodes the last one or two bytes. */
static void put_rest(struct sink *s, const unsigned char *from, size_t n)
{
    unsigned char three[3] = {from[0], n > 1 ? from[1] : 0, 0};
    char *to = sink_room(s, 4);

    put_three(to, three);
    to[3] = '=';
    if (n == 1)
        to[2] = '=';
    sink_took(s, 4);
}

void base64_write(struct sink *s, struct str bytes)
{
    enum { CHUNK = 3072 }; /* 4096 characters, what sink_room gives at most */
    const unsigned char *from = (const unsigned char *)bytes.p;
    size_t n = bytes.n;

    while (n >= 3) {
        size_t piece = n < CHUNK ? n / 3 * 3 : CHUNK;
        char *to = sink_room(s, piece / 3 * 4);
        size_t i = 0;
        for (; piece - i >= 8; i += 6, to += 8)
            put_six(to, from + i);
        for (; i < piece; i += 3, to += 4)
            put_three(to, from + i);
        sink_took(s, piece / 3 * 4);
        from += piece;
        n -= piece;
    }
    if (n)
        put_rest(s, from, n);
}
