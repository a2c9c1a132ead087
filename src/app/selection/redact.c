/* --redact '^secret': "secret_[k]" becomes "redacted 1_[k]". --hash-names: it becomes
 * "f7caab72a1a0b4b3_[k]". Renames functions in this way. */
#include "app/selection/redact.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/common/message.h"
#include "app/selection/filter.h"
#include "app/selection/name_parts.h"
#include "base/buf.h"
#include "base/mem.h"
#include "model/rename.h"

/* The key is fixed and public, so a name has the same hash in all pictures. */
static uint64_t hash_of(struct str name)
{
    static const struct hash_key key = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};

    return hash_bytes(&key, name);
}

static void add_hash(struct buf *to, struct str name)
{
    uint64_t hash = hash_of(name);

    for (unsigned shift = 64; shift > 0; shift -= 4)
        buf_add_byte(to, "0123456789abcdef"[hash >> (shift - 4) & 15]);
}

/* A name that is hidden. */
struct hidden {
    uint64_t hash;
    struct str name;
};

static int compare(const void *a, const void *b)
{
    const struct hidden *x = a;
    const struct hidden *y = b;

    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return str_compare(x->name, y->name);
}

/* Numbers the names by their hashes, an order that says nothing of them and is the same at each
 * run. Those of another side are known. */
static void number_names(const struct profile *p, const unsigned char *redacted,
                         struct names *numbers)
{
    struct hidden *all = mem_alloc(p->frames.n, sizeof *all);
    size_t n = 0;

    for (frame_id i = 1; i < p->frames.n; i++) {
        if (!redacted[i])
            continue;
        struct str name = name_without_mark(names_get(&p->names, p->frames.rows[i].name));
        all[n++] = (struct hidden){hash_of(name), name};
    }
    qsort(all, n, sizeof *all, compare);
    for (size_t i = 0; i < n; i++)
        names_add(numbers, all[i].name);
    mem_free(all, p->frames.n, sizeof *all);
}

static void name_frames(const struct redact_request *r, const struct profile *p,
                        const unsigned char *redacted, struct names *numbers, struct names *names,
                        name_id *by_frame)
{
    struct buf text = {0};
    char number[16];

    for (frame_id i = 1; i < p->frames.n; i++) {
        struct str raw = names_get(&p->names, p->frames.rows[i].name);
        struct str name = name_without_mark(raw);
        buf_clear(&text);
        if (redacted[i]) {
            snprintf(number, sizeof number, " %" PRIu32, names_add(numbers, name));
            buf_add(&text, STR("redacted"));
            buf_add(&text, str_of(number));
        } else if (r->hash_names) {
            add_hash(&text, name);
        } else {
            buf_add(&text, name);
        }
        buf_add(&text, str_from_to(raw, name.n, raw.n));
        by_frame[i] = names_add(names, buf_str(&text));
    }
    buf_free(&text);
}

/* Marks the frames to rename to "redacted". Prints patterns without a match: they are probably
 * mistakes, and the output may be made public. */
static bool find_redacted(const struct redact_request *r, bool quiet, const struct profile *p,
                          unsigned char *redacted, struct fault *f)
{
    unsigned char *marks = mem_alloc(p->frames.n, 1);
    struct excerpt e;
    bool ok = true;

    for (size_t i = 0; ok && i < r->patterns.n; i++) {
        const struct request_list one = {.items = &r->patterns.items[i], .n = 1};
        bool any = false;
        memset(marks, 0, p->frames.n);
        ok = filter_matching_parts(p, "--redact", &one, marks, f);
        for (frame_id k = 0; k < p->frames.n; k++) {
            any = any || marks[k];
            redacted[k] |= marks[k];
        }
        if (ok && !any && !quiet)
            message_print("--redact: no function matches \"%s\", so it hides none",
                          excerpt_of(&e, str_of(one.items[0])));
    }
    mem_free(marks, p->frames.n, 1);
    return ok;
}

/* Says how many names hold what a pattern looks for at the beginning or end of a part, elsewhere:
 * foo::acme::f, for '^acme::'. */
static bool tell_left(const struct redact_request *r, const struct profile *p,
                      const unsigned char *redacted, struct fault *f)
{
    unsigned char *marks = mem_alloc(p->frames.n, 1);
    struct buf free_text = {0};
    struct excerpt e;
    bool ok = true;

    for (size_t i = 0; ok && i < r->patterns.n && !r->hash_names; i++) {
        uint32_t n = 0;
        name_parts_unanchored(str_of(r->patterns.items[i]), &free_text);
        const char *items[] = {free_text.p};
        const struct request_list one = {.items = items, .n = 1};
        if (free_text.n == 1 || strcmp(items[0], r->patterns.items[i]) == 0)
            continue;
        memset(marks, 0, p->frames.n);
        ok = filter_matching(p, "--redact", &one, marks, f);
        for (frame_id k = 1; k < p->frames.n; k++)
            n += marks[k] && !redacted[k];
        if (ok && n)
            message_print("--redact: %" PRIu32 " name%s still hold%s \"%s\", not "
                          "where \"%s\" looks for it: --redact '%s' hides all",
                          n, plural(n), n == 1 ? "s" : "", items[0],
                          excerpt_of(&e, str_of(r->patterns.items[i])), items[0]);
    }
    mem_free(marks, p->frames.n, 1);
    buf_free(&free_text);
    return ok;
}

bool redact_apply(const struct redact_request *r, bool quiet, struct names *numbers,
                  const struct profile *from, struct profile *to, struct fault *f)
{
    unsigned char *redacted = mem_alloc(from->frames.n, 1);
    name_id *by_frame = mem_alloc(from->frames.n, sizeof *by_frame);
    struct names names;

    bool ok =
        find_redacted(r, quiet, from, redacted, f) && (quiet || tell_left(r, from, redacted, f));
    if (ok) {
        names_init(&names);
        number_names(from, redacted, numbers);
        name_frames(r, from, redacted, numbers, &names, by_frame);
        profile_rename(to, from, &names, by_frame);
        names_free(&names);
    }
    mem_free(redacted, from->frames.n, 1);
    mem_free(by_frame, from->frames.n, sizeof *by_frame);
    return ok;
}
