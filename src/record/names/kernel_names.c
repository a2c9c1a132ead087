/* ffffffff81e00080 T entry_SYSCALL_64
 * Takes from /proc/kallsyms what samples need: of some 200,000 lines a few hundred. */
#include "record/names/kernel_names.h"

#include <linux/perf_event.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"

enum { SLOTS_LEAST = 1 << 10, ADDRESSES_MOST = 1 << 20 };

/* Chains have marks in this range. */
static const uint64_t MARKS_FROM = UINT64_MAX - 4095;

static size_t slot_of(const struct kernel_names *k, uint64_t address)
{
    size_t at = (size_t)hash_pair(&k->key, address, 0) & (k->n_slots - 1);

    while (k->slots[at] && k->slots[at] != address)
        at = (at + 1) & (k->n_slots - 1);
    return at;
}

static void grow(struct kernel_names *k)
{
    uint64_t *before = k->slots;
    const size_t n = k->n_slots;

    if (n == 0)
        k->key = hash_key_draw();
    k->n_slots = n ? n * 2 : SLOTS_LEAST;
    k->slots = mem_alloc(k->n_slots, sizeof *k->slots);
    for (size_t i = 0; i < n; i++)
        if (before[i])
            k->slots[slot_of(k, before[i])] = before[i];
    mem_free(before, n, sizeof *before);
}

/* On 64-bit machines the kernel lies in the upper half. */
void kernel_names_see(struct kernel_names *k, const uint64_t *words, size_t n)
{
    for (size_t i = 0; i < n && words[i] != PERF_CONTEXT_USER; i++) {
        if (words[i] >> 63 == 0 || words[i] >= MARKS_FROM)
            continue;
        if (k->n * 2 >= k->n_slots)
            grow(k);
        const size_t at = slot_of(k, words[i]);
        if (k->slots[at] == 0 && k->n < ADDRESSES_MOST) {
            k->slots[at] = words[i];
            k->n++;
        }
    }
}

/* A line of the list. */
struct line {
    uint64_t address;
    size_t at, n; /* in the text; its place orders those of one address */
    bool wanted;
};

struct list {
    struct buf text;
    struct line *lines;
    size_t room, n;
    bool any_address;
};

/* Data ends the function before it. */
static bool is_taken(char type)
{
    return strchr("tTwWdDbB", type) != NULL && type != '\0';
}

static void parse_line(struct list *l, struct str line)
{
    struct line row = {.at = (size_t)(line.p - l->text.p), .n = line.n};
    struct str type, name;

    if (!parse_hex_head(&line, &row.address) || !take_word(&line, &type) || type.n != 1 ||
        !take_word(&line, &name))
        return;
    l->any_address = l->any_address || row.address;
    if (!is_taken(type.p[0]))
        return;
    row.wanted = str_equal(name, STR("_text")) || str_equal(name, STR("_stext"));
    l->lines = mem_grow(l->lines, &l->room, l->n + 1, sizeof *l->lines);
    l->lines[l->n++] = row;
}

static int by_address(const void *a, const void *b)
{
    const struct line *x = a;
    const struct line *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Wants the lines of the symbol that holds an address, and of the next one, which ends it. */
static void want(struct list *l, uint64_t address)
{
    size_t from = 0;
    size_t to = l->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (l->lines[middle].address <= address)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == 0)
        return;
    for (size_t i = from; i < l->n && l->lines[i].address == l->lines[from].address; i++)
        l->lines[i].wanted = true;
    for (size_t i = from; i && l->lines[i - 1].address == l->lines[from - 1].address; i--)
        l->lines[i - 1].wanted = true;
}

bool kernel_names_write(const struct kernel_names *k, struct buf *to)
{
    struct list l = {.n = 0};
    struct str rest, line;

    if (k->n && small_file_read_most(&l.text, SMALL_FILE_KERNEL_MOST, "/proc/kallsyms"))
        for (rest = buf_str(&l.text); rest.n && take_field(&rest, '\n', &line);)
            parse_line(&l, line);
    if (l.any_address) {
        qsort(l.lines, l.n, sizeof *l.lines, by_address);
        for (size_t i = 0; i < k->n_slots; i++)
            if (k->slots[i])
                want(&l, k->slots[i]);
    }
    for (size_t i = 0; l.any_address && i < l.n; i++)
        if (l.lines[i].wanted) {
            buf_add(to, str_from_to(buf_str(&l.text), l.lines[i].at, l.lines[i].at + l.lines[i].n));
            buf_add_byte(to, '\n');
        }
    const bool told = k->n == 0 || l.any_address;
    mem_free(l.lines, l.room, sizeof *l.lines);
    buf_free(&l.text);
    return told;
}

void kernel_names_free(struct kernel_names *k)
{
    mem_free(k->slots, k->n_slots, sizeof *k->slots);
    *k = (struct kernel_names){0};
}
