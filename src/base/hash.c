/* SipHash-1-3, keyed. */
#include "base/hash.h"

#include <sys/random.h>
#include <time.h>

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

/* Eight bytes, little endian. Compilers turn this into one load; a loop they do not. */
static inline uint64_t word_at(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;

    return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* The last word holds the remaining bytes, and the length in its top byte. */
static inline void sip_bytes(struct sip *state, struct str s)
{
    uint64_t last = (uint64_t)s.n << 56;
    size_t i = 0;

    for (; i + 8 <= s.n; i += 8)
        sip_word(state, word_at(s.p + i));
    if (s.n >= 8 && i < s.n) {
        last ^= word_at(s.p + s.n - 8) >> 8 * (8 - (s.n - i));
    } else {
        for (size_t k = i; k < s.n; k++)
            last ^= (uint64_t)(unsigned char)s.p[k] << 8 * (k - i);
    }
    sip_word(state, last);
}

uint64_t hash_bytes(const struct hash_key *key, struct str s)
{
    struct sip state = sip_start(key);

    sip_bytes(&state, s);
    return sip_end(&state);
}

/* https://github.com/veorq/SipHash: other constants distinguish the second half of the result. */
void hash_wide(const struct hash_key *key, struct str s, uint64_t hash[2])
{
    struct sip state = sip_start(key);

    state.v1 ^= 0xee;
    sip_bytes(&state, s);
    state.v2 ^= 0xee ^ 0xff; /* sip_end has the latter */
    hash[0] = sip_end(&state);
    state.v1 ^= 0xdd;
    state.v2 ^= 0xff;
    hash[1] = sip_end(&state);
}

uint64_t hash_pair(const struct hash_key *key, uint64_t a, uint64_t b)
{
    struct sip state = sip_start(key);

    sip_word(&state, a);
    sip_word(&state, b);
    return sip_end(&state);
}
