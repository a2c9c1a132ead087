/* A symbol table: sorted once by radix sort, then binary search. */
#include "symbol/table.h"

enum { DIGIT_BITS = 10, DIGITS = 1 << DIGIT_BITS, OUTER_MOST = 64 };

/* A symbol's address and index while sorting. */
struct address_key {
    uint64_t address;
    uint32_t index;
};

void table_free(struct symbol_table *t)
{
    mem_free(t->symbols, t->room, sizeof *t->symbols);
    buf_free(&t->text);
    *t = (struct symbol_table){0};
}

void table_add(struct symbol_table *t, uint64_t address, uint64_t size, struct str name,
               uint32_t rank)
{
    const struct symbol s = {.address = address,
                             .size = size,
                             .name = (uint32_t)t->text.n,
                             .name_size = (uint32_t)name.n,
                             .rank = rank};

    if (t->text.n > UINT32_MAX || name.n > UINT32_MAX - t->text.n)
        return;
    table_put(t, &s);
    buf_add(&t->text, name);
}

/* One pass of the radix sort, stable: moves the entries to `to` by one digit. */
static void sort_digit(const struct address_key *from, struct address_key *to, size_t n,
                       unsigned shift)
{
    uint32_t next[DIGITS] = {0};
    uint32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        next[from[i].address >> shift & (DIGITS - 1)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        uint32_t count = next[d];
        next[d] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[next[from[i].address >> shift & (DIGITS - 1)]++] = from[i];
}

/* Returns whichever of the two arrays holds the result. */
static struct address_key *sort_places(struct address_key *a, struct address_key *b, size_t n)
{
    uint64_t differ = 0;

    for (size_t i = 1; i < n; i++)
        differ |= a[i].address ^ a[0].address;
    for (unsigned shift = 0; shift < 64 && differ >> shift; shift += DIGIT_BITS) {
        if ((differ >> shift & (DIGITS - 1)) == 0)
            continue;
        sort_digit(a, b, n, shift);
        struct address_key *sorted = b;
        b = a;
        a = sorted;
    }
    return a;
}

static bool in_order(const struct symbol_table *t)
{
    for (uint32_t i = 1; i < t->n; i++)
        if (t->symbols[i].address < t->symbols[i - 1].address)
            return false;
    return true;
}

/* Moves each symbol to its sorted position, in place, cycle by cycle. */
static void move(struct symbol *symbols, struct address_key *by_address, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol first = symbols[i];
        uint32_t to = i;
        for (uint32_t from = by_address[to].index; from != i; from = by_address[to].index) {
            symbols[to] = symbols[from];
            by_address[to].index = to;
            to = from;
        }
        symbols[to] = first;
        by_address[to].index = to;
    }
}

static void order(struct symbol_table *t)
{
    size_t room = 2 * (size_t)t->n;
    struct address_key *places = mem_alloc(room, sizeof *places);

    for (uint32_t i = 0; i < t->n; i++)
        places[i] = (struct address_key){t->symbols[i].address, i};
    move(t->symbols, sort_places(places, places + t->n, t->n), t->n);
    mem_free(places, room, sizeof *places);
}

static void drop_equals(struct symbol_table *t)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->symbols[i];
        if (n == 0 || t->symbols[n - 1].address != s->address)
            t->symbols[n++] = *s;
        else if (s->rank > t->symbols[n - 1].rank)
            t->symbols[n - 1] = *s;
    }
    t->n = n;
}

/* Whether a symbol holds an address at or after its own. For one of unknown size the caller has
 * made sure that the address is before the next symbol. */
static bool holds(const struct symbol *s, uint64_t address)
{
    return s->size == 0 || address - s->address < s->size;
}

static void find_outer(struct symbol_table *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        struct symbol *s = &t->symbols[i];
        uint32_t outer = i;
        while (outer &&
               (t->symbols[outer - 1].size == 0 || !holds(&t->symbols[outer - 1], s->address)))
            outer = t->symbols[outer - 1].outer;
        s->outer = outer;
    }
}

void table_sort(struct symbol_table *t)
{
    if (!in_order(t))
        order(t);
    drop_equals(t);
    find_outer(t);
}

const struct symbol *table_find(const struct symbol_table *t, uint64_t address)
{
    uint32_t from = 0;
    uint32_t n = t->n;

    while (n) {
        uint32_t half = n / 2;
        if (t->symbols[from + half].address <= address) {
            from += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    for (unsigned depth = 0; from && depth < OUTER_MOST; depth++) {
        const struct symbol *s = &t->symbols[from - 1];
        if (s->name_size && holds(s, address))
            return s;
        from = s->outer;
    }
    return NULL;
}
