/* ffffffff81e00080 T entry_SYSCALL_64
 * Takes from /proc/kallsyms what samples need: of some 200,000 lines a few hundred. */
#include "record/code/kernel_names.h"

#include <linux/perf_event.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"

enum { ADDRESSES_MOST = 1 << 20 };

/* Chains have marks in this range. */
static const uint64_t MARKS_FROM = UINT64_MAX - 4095;

static void add_address(struct kernel_names *k, uint64_t address)
{
    if (k->n == 0)
        k->key = hash_key_draw();
    const uint32_t tag = (uint32_t)hash_pair(&k->key, address, 0);
    for (struct slots_match m = slots_find(&k->slots, tag); m.id; slots_find_next(&m))
        if (k->addresses[m.id - 1] == address)
            return;
    if (k->n == ADDRESSES_MOST)
        return;
    k->addresses = mem_grow(k->addresses, &k->room, (size_t)k->n + 1, sizeof *k->addresses);
    k->addresses[k->n++] = address;
    slots_add(&k->slots, tag, k->n);
}

/* On 64-bit machines the kernel lies in the upper half. */
void kernel_names_see(struct kernel_names *k, const uint64_t *words, size_t n)
{
    for (size_t i = 0; i < n && words[i] != PERF_CONTEXT_USER; i++)
        if (words[i] >> 63 && words[i] < MARKS_FROM)
            add_address(k, words[i]);
}

/* The lines of the list between two wanted addresses, of which only those at the lowest and those
 * at the highest address may be needed: they end the one symbol and begin the other. */
struct span {
    uint64_t low, high;
    struct buf at_low, at_high;
    bool low_is_needed, high_is_needed;
};

/* Span i holds what lies above wanted[i - 1], and no higher than wanted[i]. */
struct list {
    uint64_t *wanted;
    struct span *spans;
    size_t n, at; /* wanted addresses; the span of the last line */
    struct line {
        uint64_t address;
        struct buf text;
    } begins[2]; /* what tells where the kernel lies */
    bool any_address;
};

/* The list is sorted, but for modules: most lines lie in the span of the line before. */
static struct span *span_of(struct list *l, uint64_t address)
{
    size_t from = 0;
    size_t to = l->n;

    if ((l->at == 0 || l->wanted[l->at - 1] < address) &&
        (l->at == l->n || address <= l->wanted[l->at]))
        return &l->spans[l->at];
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (l->wanted[middle] < address)
            from = middle + 1;
        else
            to = middle;
    }
    l->at = from;
    return &l->spans[from];
}

static void put(struct buf *to, struct str line)
{
    buf_add(to, line);
    buf_add_byte(to, '\n');
}

static void put_alone(struct buf *to, struct str line)
{
    buf_clear(to);
    put(to, line);
}

static void add(struct span *s, uint64_t address, struct str line)
{
    const bool first = s->at_low.n == 0;

    if (first || address < s->low)
        put_alone(&s->at_low, line);
    else if (address == s->low)
        put(&s->at_low, line);
    if (first || address > s->high)
        put_alone(&s->at_high, line);
    else if (address == s->high)
        put(&s->at_high, line);
    s->low = first || address < s->low ? address : s->low;
    s->high = first || address > s->high ? address : s->high;
}

/* Data ends the function before it. */
static bool is_taken(char type)
{
    return strchr("tTwWdDbB", type) != NULL && type != '\0';
}

static bool see_line(void *context, struct str line)
{
    struct list *l = context;
    struct str rest = line;
    uint64_t address;

    if (!parse_hex_head(&rest, &address) || rest.n < 4 || rest.p[0] != ' ' || rest.p[2] != ' ')
        return true;
    l->any_address = l->any_address || address;
    if (!is_taken(rest.p[1]))
        return true;
    add(span_of(l, address), address, line);
    const struct str name = str_from_to(rest, 3, rest.n);
    const size_t i = str_equal(name, STR("_stext"));
    if (i || str_equal(name, STR("_text"))) {
        l->begins[i].address = address;
        put_alone(&l->begins[i].text, line);
    }
    return true;
}

static int by_address(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static struct list list_for(const struct kernel_names *k)
{
    struct list l = {.wanted = mem_copy(k->addresses, k->n, k->n, sizeof *l.wanted),
                     .spans = mem_alloc((size_t)k->n + 1, sizeof *l.spans),
                     .n = k->n};

    qsort(l.wanted, l.n, sizeof *l.wanted, by_address);
    return l;
}

/* A wanted address needs the highest symbol that is no higher, and the next one, which ends it. */
static void find_needed(struct list *l)
{
    struct span *before = NULL;

    for (size_t i = 0; i <= l->n; i++) {
        struct span *s = &l->spans[i];
        if (s->at_low.n) {
            s->low_is_needed = before != NULL;
            before = s;
        }
        if (before && i < l->n)
            before->high_is_needed = true;
    }
}

/* Whether all lines at the address are written. */
static bool is_needed(struct list *l, uint64_t address)
{
    const struct span *s = span_of(l, address);

    return (s->low_is_needed && s->low == address) || (s->high_is_needed && s->high == address);
}

static void write_needed(struct list *l, struct buf *to)
{
    for (size_t i = 0; i < 2; i++)
        if (l->begins[i].text.n && !is_needed(l, l->begins[i].address))
            buf_add(to, buf_str(&l->begins[i].text));
    for (size_t i = 0; i <= l->n; i++) {
        const struct span *s = &l->spans[i];
        if (s->low_is_needed && !(s->high_is_needed && s->low == s->high))
            buf_add(to, buf_str(&s->at_low));
        if (s->high_is_needed)
            buf_add(to, buf_str(&s->at_high));
    }
}

static void list_free(struct list *l)
{
    for (size_t i = 0; i <= l->n; i++) {
        buf_free(&l->spans[i].at_low);
        buf_free(&l->spans[i].at_high);
    }
    for (size_t i = 0; i < 2; i++)
        buf_free(&l->begins[i].text);
    mem_free(l->spans, l->n + 1, sizeof *l->spans);
    mem_free(l->wanted, l->n, sizeof *l->wanted);
}

bool kernel_names_write(const struct kernel_names *k, const char *path, struct buf *to)
{
    if (k->n == 0)
        return true;
    struct list l = list_for(k);
    const bool told = small_file_lines(path, see_line, &l) && l.any_address;
    if (told) {
        find_needed(&l);
        write_needed(&l, to);
    }
    list_free(&l);
    return told;
}

void kernel_names_free(struct kernel_names *k)
{
    mem_free(k->addresses, k->room, sizeof *k->addresses);
    slots_free(&k->slots);
    *k = (struct kernel_names){0};
}
