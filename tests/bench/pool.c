/* Frame names put together from word lists: "cache_lookup_entry", "net::HttpParser::parse(int)". */
#include "pool.h"

#include "random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL_NAMES = 1 << 14, POOL_SLOTS = 1 << 15, MAX_VARIANTS = 3, WORD_LISTS = 7 };

/* In a pattern, "%v" stands for a verb, "%V" for a capitalised one; the other letters likewise. */
struct word_list {
    char letter;
    uint8_t n;
    const char *words[56];
};

struct style {
    uint16_t names; /* how many to make, variants not counted */
    uint8_t variant_percent;
    uint8_t n;
    const char *patterns[8];
};

static const struct word_list word_lists[WORD_LISTS];
static const struct style styles[LANG_N];

static const struct word_list *list_of(char letter)
{
    const struct word_list *list = word_lists;

    while (list->letter != letter)
        list++;
    return list;
}

static size_t add_word(char *to, size_t at, const char *word, bool capital)
{
    if (capital)
        to[at++] = (char)(*word++ - 'a' + 'A');
    for (; *word; word++)
        to[at++] = *word;
    return at;
}

/* Writes a name of the pattern into `to`, which has room for 256 bytes; gives its length. */
static size_t compose(char *to, const char *pattern, struct random *r)
{
    size_t at = 0;

    for (const char *p = pattern; *p; p++) {
        if (*p != '%') {
            to[at++] = *p;
            continue;
        }
        p++;
        bool capital = *p >= 'A' && *p <= 'Z';
        const struct word_list *list = list_of((char)(capital ? *p - 'A' + 'a' : *p));
        at = add_word(to, at, list->words[random_below(r, list->n)], capital);
    }
    return at;
}

static uint64_t hash_bytes(const char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325U;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 0x100000001b3U;
    return h;
}

/* Adds the name unless it is there already or has a length out of range. */
static bool add_name(struct pool *pool, const char *name, size_t len, enum language language)
{
    if (len < NAME_MIN || len > NAME_MAX || pool->n == POOL_NAMES)
        return false;

    size_t slot = hash_bytes(name, len) % POOL_SLOTS;
    for (; pool->slots[slot]; slot = (slot + 1) % POOL_SLOTS) {
        const struct pool_name *old = &pool->names[pool->slots[slot] - 1];
        if (old->len == len && memcmp(pool->text + old->at, name, len) == 0)
            return false;
    }
    memcpy(pool->text + pool->text_used, name, len);
    pool->names[pool->n] = (struct pool_name){
        .at = (uint32_t)pool->text_used, .len = (uint8_t)len, .language = (uint8_t)language};
    pool->text_used += len;
    pool->slots[slot] = ++pool->n;
    return true;
}

static void add_variants(struct pool *pool, const char *name, size_t len, struct random *r)
{
    static const char *const endings[] = {".constprop.0", "(int)", ".isra.0",
                                          ".part.0",      ".cold", "(void*, long)"};
    uint32_t base = pool->n - 1;
    enum language language = (enum language)pool->names[base].language;
    uint32_t n = 1 + random_below(r, MAX_VARIANTS);
    uint32_t first = random_below(r, 6);
    char variant[256];

    memcpy(variant, name, len);
    for (uint32_t i = 0; i < n; i++) {
        size_t end = add_word(variant, len, endings[(first + i) % 6], false);
        if (add_name(pool, variant, end, language))
            pool->names[base].variants++;
    }
}

static void add_language(struct pool *pool, enum language language, struct random *r)
{
    const struct style *style = &styles[language];

    pool->first[language] = pool->n;
    for (uint32_t made = 0; made < style->names;) {
        char name[256];
        size_t len = compose(name, style->patterns[random_below(r, style->n)], r);
        if (!add_name(pool, name, len, language))
            continue;
        made++;
        if (random_below(r, 100) < style->variant_percent)
            add_variants(pool, name, len, r);
    }
}

void pool_init(struct pool *pool)
{
    struct random r = random_seeded(20240229);

    *pool = (struct pool){0};
    pool->text = malloc((size_t)POOL_NAMES * NAME_MAX);
    pool->names = malloc(POOL_NAMES * sizeof *pool->names);
    pool->slots = calloc(POOL_SLOTS, sizeof *pool->slots);
    if (!pool->text || !pool->names || !pool->slots) {
        fputs("bench-generate: out of memory\n", stderr);
        exit(3);
    }
    for (enum language l = 0; l < LANG_N; l++)
        add_language(pool, l, &r);
    pool->first[LANG_N] = pool->n;
}

void pool_free(struct pool *pool)
{
    free(pool->text);
    free(pool->names);
    free(pool->slots);
    *pool = (struct pool){0};
}

static const struct style styles[LANG_N] = {
    [LANG_ROOT] = {.names = 24, .n = 2, .patterns = {"%n-%n-worker-%d", "%n_%n_server"}},
    [LANG_C] = {.names = 4200,
                .variant_percent = 12,
                .n = 6,
                .patterns = {"%n_%v_%n", "%v_%n_%n", "__%n_%v_%n", "%n_%n_%v", "%v_%n_slow",
                             "%s_%v_%n"}},
    [LANG_KERNEL] = {.names = 1900,
                     .n = 5,
                     .patterns = {"%n_%v_[k]", "%v_%n_%n_[k]", "__do_sys_%v_[k]", "__%v_%n_[k]",
                                  "%s_%v_%n_[k]"}},
    [LANG_CPP] = {.names = 2200,
                  .variant_percent = 8,
                  .n = 7,
                  .patterns = {"%s::%N%N::%v%N", "%s::%N::%v(%t)", "%s::%N%N::~%N",
                               "%s::%N%N<%t, %t>::%v%N", "void %s::detail::%v%N<%t>(%s::%N const&)",
                               "std::vector<%s::%N, std::allocator<%s::%N> >::%v_%n",
                               "%s::%N::%v%N(%t)::{lambda(%t)#1}::operator()(%t) const"}},
    [LANG_JAVA] = {.names = 1100,
                   .n = 5,
                   .patterns = {"org.%p.%n.%N.%v", "org/%p/%n/%N.%v%N", "%n.%N%N.%v%N",
                                "java.util.%n.%N.%v", "com.%p.%s.%n.Abstract%N%N$%N.%v%N_[j]"}},
    [LANG_RUST] = {.names = 1100,
                   .n = 5,
                   .patterns = {"%s::%n::%v_%n", "%s::%n::%N%N::%v_%n", "%s::%N<%r>::%v",
                                "<%s::%N%N<%r> as core::%n::%N>::%v_%n",
                                "core::ptr::drop_in_place<%s::%n::%N%N<%r>>"}},
    [LANG_GO] = {.names = 1000,
                 .n = 5,
                 .patterns = {"%n/%n.(*%N).%V%N", "runtime.%v%N%N", "%n.(*%N%N).%V",
                              "github.com/%p/%n.(*%N%N).%V%N", "%n/%n.%V%N.func%d"}},
};

static const struct word_list word_lists[WORD_LISTS] = {
    {'v', 40, {"add",    "alloc",  "apply", "begin",  "bind",   "build",  "check",  "clear",
               "close",  "commit", "copy",  "create", "decode", "drain",  "emit",   "encode",
               "expand", "fetch",  "find",  "flush",  "free",   "handle", "insert", "invoke",
               "load",   "lookup", "merge", "notify", "open",   "parse",  "poll",   "push",
               "read",   "resize", "scan",  "send",   "split",  "update", "wait",   "write"}},
    {'n', 56, {"arena",  "batch",  "block",  "buffer",  "cache",   "channel", "chunk",  "client",
               "codec",  "column", "config", "context", "cursor",  "device",  "entry",  "event",
               "file",   "filter", "frame",  "futex",   "group",   "handle",  "header", "heap",
               "http",   "index",  "inode",  "iter",    "journal", "key",     "list",   "lock",
               "log",    "map",    "memory", "message", "node",    "object",  "packet", "page",
               "parser", "pool",   "query",  "queue",   "record",  "request", "route",  "row",
               "schema", "socket", "stream", "string",  "table",   "task",    "timer",  "tree"}},
    {'s',
     12,
     {"net", "core", "db", "storage", "util", "codec", "rpc", "exec", "render", "sql", "io",
      "tokio"}},
    {'t',
     14,
     {"int", "char const*", "unsigned long", "bool", "std::string const&", "void*", "double",
      "float", "std::shared_ptr<db::Row>", "net::Buffer&", "long", "size_t",
      "std::function<void ()>", "std::pair<int, long>"}},
    {'r',
     8,
     {"u8", "alloc::string::String", "T,A", "usize", "&str", "[u8]", "dyn core::any::Any",
      "core::option::Option<u64>"}},
    {'p',
     10,
     {"apache", "acme", "example", "grove", "kafka", "lucene", "netty", "spark", "orbit", "quill"}},
    {'d', 8, {"1", "2", "3", "4", "5", "6", "7", "8"}},
};
