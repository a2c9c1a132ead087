/* Identity keys: removes from a name what would differ in another run or build. */
#include "model/identity.h"

#include "base/parse.h"
#include "model/canonical_name.h"
#include "model/frames.h"
#include "model/signature.h"

static bool is_word(char c)
{
    return is_digit(c) || is_letter(c) || c == '_';
}

static size_t digits_at(struct str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.n && is_digit(s.p[at + n]))
        n++;
    return n;
}

/* "core::fmt::write::h0123456789abcdef" */
static bool strip_rust_hash(struct str *s)
{
    enum { HASH = 16, TAIL = HASH + 3 };

    if (s->n <= TAIL || !str_equal(str_from_to(*s, s->n - TAIL, s->n - HASH), STR("::h")))
        return false;
    for (size_t i = s->n - HASH; i < s->n; i++)
        if (!is_hex_digit(s->p[i]))
            return false;
    s->n -= TAIL;
    return true;
}

/* "java-1234" and "java-1234/1240", as perf text is folded by process and thread. */
static bool strip_process(struct str *s)
{
    size_t at = s->n;

    if (str_find(*s, 0, STR("::")) < s->n || str_find(*s, 0, STR("(")) < s->n)
        return false;
    while (at && (is_digit(s->p[at - 1]) || s->p[at - 1] == '/'))
        at--;
    if (at < 2 || s->n - at < 2 || s->p[at - 1] != '-' || !is_digit(s->p[at]))
        return false;
    s->n = at;
    return true;
}

/* Thread names: every number in them is that of a thread or processor. */
static bool is_thread(struct str s)
{
    static const struct str starts[] = {
        {"kworker/", 8}, {"ksoftirqd/", 10}, {"migration/", 10}, {"cpuhp/", 6},
        {"rcuc/", 5},    {"rcuop/", 6},      {"irq/", 4},        {"pool-", 5},
        {"Thread-", 7},  {"thread-", 7},     {"worker-", 7},     {"tokio-runtime-w", 15},
    };

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(s, starts[i]))
            return true;
    return false;
}

/* Returns how many bytes at `at` to remove, except for the first *keep of them; 0: none. */
static size_t changing_at(struct str s, size_t at, bool thread, size_t *keep)
{
    struct str rest = str_from_to(s, at, s.n);
    size_t n = 0;

    *keep = 0;
    if (thread && is_digit(s.p[at]))
        return digits_at(s, at);
    if (str_starts(rest, STR("perf-")) && (n = digits_at(rest, 5)) > 0) {
        *keep = 5;
        return 5 + n;
    }
    if (str_starts(rest, STR("0x"))) {
        *keep = 2;
        for (n = 2; n < rest.n && is_hex_digit(rest.p[n]);)
            n++;
        return n > 2 ? n : 0;
    }
    /* "libz.so.1.2.13" */
    if (str_starts(rest, STR(".so."))) {
        *keep = 3;
        for (n = 3; n < rest.n && (is_digit(rest.p[n]) || rest.p[n] == '.');)
            n++;
        return n;
    }
    return 0;
}

/* "libc-2.36.so": a version before ".so". */
static size_t version_at(struct str s, size_t at)
{
    size_t n = 1;

    if (s.p[at] != '-' || at + 1 >= s.n || !is_digit(s.p[at + 1]))
        return 0;
    while (at + n < s.n && (is_digit(s.p[at + n]) || s.p[at + n] == '.'))
        n++;
    /* The point of ".so" was taken for one of the version. */
    if (s.p[at + n - 1] == '.')
        n--;
    return str_starts(str_from_to(s, at + n, s.n), STR(".so")) ? n : 0;
}

/* "$$Lambda$14/0x0000000800c03000", "lambda$main$3", "{lambda(int)#2}", "<lambda_7>". `lambda` is
 * the position of that word in s. */
static size_t lambda_at(struct str s, size_t at, size_t lambda, size_t *keep)
{
    struct str rest = str_from_to(s, at, s.n);
    size_t n = 0;

    *keep = 0;
    if (str_starts(rest, STR("$$Lambda"))) {
        *keep = 8;
        for (n = 8; n < rest.n && (is_hex_digit(rest.p[n]) || strchr("$/x.", rest.p[n]));)
            n++;
        return n;
    }
    if (str_starts(rest, STR("lambda_"))) {
        *keep = 7;
        return 7 + digits_at(rest, 7);
    }
    if ((s.p[at] == '#' || s.p[at] == '$') && lambda < at) {
        *keep = 1;
        return digits_at(rest, 1) ? 1 + digits_at(rest, 1) : 0;
    }
    return 0;
}

/* A build id, or another long hexadecimal number that no person chose. */
static size_t build_id_at(struct str s, size_t at)
{
    enum { LEAST = 16 };
    size_t n = 0;
    bool digit = false;

    if (at && is_word(s.p[at - 1]))
        return 0;
    for (; at + n < s.n && is_hex_digit(s.p[at + n]); n++)
        digit = digit || is_digit(s.p[at + n]);
    return n >= LEAST && digit && (at + n == s.n || !is_word(s.p[at + n])) ? n : 0;
}

/* Whether something to remove may begin there: most characters begin nothing. */
static bool may_begin(struct str s, size_t at, bool thread)
{
    const char c = s.p[at];

    if (c == 'p' || c == '0' || c == '.' || c == '$' || c == 'l' || c == '#' || c == '-')
        return true;
    return is_hex_digit(c) && (thread || at == 0 || !is_word(s.p[at - 1]));
}

/* As changing_at, of all kinds. */
static size_t removed_at(struct str s, size_t at, bool thread, size_t lambda, size_t *keep)
{
    size_t n = changing_at(s, at, thread, keep);

    if (!n)
        n = lambda_at(s, at, lambda, keep);
    if (n)
        return n;
    *keep = 0;
    n = version_at(s, at);
    return n ? n : build_id_at(s, at);
}

static void add_unchanging(struct str s, struct buf *to)
{
    bool thread = is_thread(s);
    size_t lambda = str_find(s, 0, STR("lambda"));
    size_t from = 0;

    for (size_t at = 0; at < s.n;) {
        size_t keep = 0;
        size_t n = may_begin(s, at, thread) ? removed_at(s, at, thread, lambda, &keep) : 0;
        if (!n) {
            at++;
            continue;
        }
        buf_add(to, str_from_to(s, from, at + keep));
        at += n;
        from = at;
    }
    buf_add(to, str_from_to(s, from, s.n));
}

void identity_key(struct str name, struct buf *to)
{
    struct str bare = name_without_mark(name);
    struct str s = bare;
    size_t begin = to->n;

    while (name_strip_clones(&s) || strip_rust_hash(&s))
        ;
    if (!is_thread(s))
        strip_process(&s);
    s = str_from_to(s, signature_after_type(s), s.n);
    add_unchanging(s, to);
    if (to->n == begin)
        buf_add(to, bare);
    buf_add(to, str_from_to(name, bare.n, name.n));
}

bool identity_bare_key(struct str name, struct buf *to)
{
    struct str bare = name_without_mark(name);
    struct buf stripped = {0};

    signature_strip(bare, &stripped);
    bool more = bare.n < name.n || stripped.n < bare.n;
    identity_key(stripped.n ? buf_str(&stripped) : bare, to);
    buf_free(&stripped);
    return more;
}

name_id identity_of(struct names *names, name_id name)
{
    struct buf key = {0};

    identity_key(names_get(names, name), &key);
    name_id id = names_add(names, buf_str(&key));
    buf_free(&key);
    return id;
}
