/* SipHash-1-3. */
#include "base/hash.h"

#include <sys/random.h>
#include <time.h>

/* The last n bytes of a word that was copied from memory. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LAST_BYTES(word, n) ((word) & ~(uint64_t)0 >> 8 * (8 - (n)))
#else
#define LAST_BYTES(word, n) ((word) >> 8 * (8 - (n)))
#endif

struct sip {
    uint64_t v0, v1, v2, v3;
};

static inline uint64_t rotate(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static inline void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v1 = rotate(s->v1, 13) ^ s->v0;
    s->v0 = rotate(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = rotate(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = rotate(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = rotate(s->v1, 17) ^ s->v2;
    s->v2 = rotate(s->v2, 32);
}

static inline struct sip sip_start(const struct hash_key *key)
{
    return (struct sip){
        key->k0 ^ 0x736f6d6570736575u,
        key->k1 ^ 0x646f72616e646f6du,
        key->k0 ^ 0x6c7967656e657261u,
        key->k1 ^ 0x7465646279746573u,
    };
}

static inline void sip_word(struct sip *s, uint64_t word)
{
    s->v3 ^= word;
    sip_round(s);
    s->v0 ^= word;
}

static inline uint64_t sip_end(struct sip *s)
{
    s->v2 ^= 0xff;
    sip_round(s);
    sip_round(s);
    sip_round(s);
    return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

struct hash_key hash_key_draw(void)
{
    struct hash_key key;

    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key)
        key = (struct hash_key){(uint64_t)time(NULL), (uint64_t)(uintptr_t)&key};
    return key;
}

/* The last word holds the bytes that are left and the length in its top byte. The order of bytes in
 * a word follows the machine: the value is used within one run only. */
uint64_t hash_bytes(const struct hash_key *key, struct str s)
{
    struct sip state = sip_start(key);
    uint64_t last = (uint64_t)s.n << 56;
    uint64_t word;
    size_t i = 0;

    for (; i + 8 <= s.n; i += 8) {
        memcpy(&word, s.p + i, 8);
        sip_word(&state, word);
    }
    if (s.n >= 8 && i < s.n) {
        memcpy(&word, s.p + s.n - 8, 8);
        last ^= LAST_BYTES(word, s.n - i);
    } else {
        for (size_t k = i; k < s.n; k++)
            last ^= (uint64_t)(unsigned char)s.p[k] << 8 * (k - i);
    }
    sip_word(&state, last);
    return sip_end(&state);
}

uint64_t hash_pair(const struct hash_key *key, uint64_t a, uint64_t b)
{
    struct sip state = sip_start(key);

    sip_word(&state, a);
    sip_word(&state, b);
    return sip_end(&state);
}
