/* Writes the instructions, or source lines, of a function with their samples:
 *
 *   keccak: self 8 of 11 samples (72.73%)
 *   module: /usr/bin/hash
 *   code: /usr/bin/hash, its build-id is the right one
 *
 *      self  self %  address  instruction
 *                             ; keccak.c:40  state ^= lane;
 *   >     5   62.50     274a  xorq   %rax,(%rdx)
 *                       274d  addq   $8,%rdx
 *                             ... 12 instructions without samples
 */
#include "render/common/listing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "render/common/amount.h"
#include "render/common/terminal_text.h"
#include "render/common/text.h"

enum {
    HOT_ROWS = 10,      /* of the first list */
    SHORT_LISTING = 20, /* needs no such list */
    HOT_PERCENT = 5,    /* from it on rows are marked */
    PERCENT_CELLS = 6,
    CELL = 32
};

void listing_init(struct listing *l)
{
    *l = (struct listing){.unit = STR("")};
    names_init(&l->texts);
}

void listing_free(struct listing *l)
{
    mem_free(l->rows, l->room, sizeof *l->rows);
    names_free(&l->texts);
    *l = (struct listing){.n = 0};
}

void listings_free(struct listings *l)
{
    for (size_t i = 0; i < l->n; i++)
        listing_free(&l->items[i]);
    mem_free(l->items, l->room, sizeof *l->items);
    *l = (struct listings){.n = 0};
}

struct listing_row *listing_add(struct listing *l)
{
    l->rows = mem_grow(l->rows, &l->room, l->n + 1, sizeof *l->rows);
    l->rows[l->n] = (struct listing_row){.self = 0};
    return &l->rows[l->n++];
}

static void show_around(const struct listing *l, size_t row, bool *shown)
{
    size_t from = row > LISTING_AROUND ? row - LISTING_AROUND : 0;

    for (size_t i = from; i < l->n && i <= row + LISTING_AROUND; i++)
        shown[i] = true;
}

void listing_fold(const struct listing *l, bool *shown)
{
    for (size_t i = 0; i < l->n; i++)
        shown[i] = false;
    for (size_t i = 0; i < l->n; i++) {
        if (l->rows[i].self)
            show_around(l, i, shown);
        shown[i] = shown[i] || l->rows[i].head != 0;
    }
    for (size_t i = 1; i + 1 < l->n; i++)
        shown[i] = shown[i] || (shown[i - 1] && shown[i + 1]);
}

/* How a listing is written. */
struct writing {
    const struct listing *l;
    struct sink *s;
    bool coloured;
    size_t self_cells, address_cells;
    struct buf clean;
};

static void blanks(struct sink *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sink_byte(s, ' ');
}

/* Writes text at the right of a cell. */
static void write_right_aligned(struct sink *s, struct str text, size_t cells)
{
    blanks(s, text.n < cells ? cells - text.n : 0);
    sink_str(s, text);
}

static void clean(struct writing *w, name_id raw)
{
    buf_clear(&w->clean);
    text_clean(names_get(&w->l->texts, raw), &w->clean);
    sink_str(w->s, buf_str(&w->clean));
}

static void number(struct writing *w, uint64_t value)
{
    struct sink text;

    sink_open_buf(&text);
    sink_grouped(&text, value, w->l->scale);
    write_right_aligned(w->s, buf_str(&text.buf), w->self_cells);
    sink_discard(&text);
}

static size_t number_cells(const struct listing *l, uint64_t value)
{
    struct sink text;

    sink_open_buf(&text);
    sink_grouped(&text, value, l->scale);
    size_t n = text.buf.n;
    sink_discard(&text);
    return n;
}

static struct str hex(const struct listing_row *row, char *room)
{
    snprintf(room, CELL, "%" PRIx64, row->address);
    return str_of(row->unknown ? "?" : room);
}

static size_t decimal_cells(uint32_t n)
{
    size_t cells = 1;

    for (; n >= 10; n /= 10)
        cells++;
    return cells;
}

static void measure(struct writing *w)
{
    char room[CELL];
    uint64_t most = 0;

    w->self_cells = strlen("self");
    w->address_cells = w->l->by_line ? strlen("line") : strlen("address");
    for (size_t i = 0; i < w->l->n; i++) {
        const struct listing_row *row = &w->l->rows[i];
        most = row->self > most ? row->self : most;
        size_t n = w->l->by_line ? decimal_cells(row->line) : hex(row, room).n;
        w->address_cells = n > w->address_cells ? n : w->address_cells;
    }
    size_t n = number_cells(w->l, most);
    w->self_cells = n > w->self_cells ? n : w->self_cells;
}

static bool is_hot(const struct listing *l, uint64_t self)
{
    return self && (double)self * 100 >= (double)l->self * HOT_PERCENT;
}

/* Writes "> 1,234   12.34  "; blanks for a row without samples. */
static void write_share(struct writing *w, uint64_t self)
{
    struct sink percent;

    sink_text(w->s, is_hot(w->l, self) ? "> " : "  ");
    if (!self) {
        blanks(w->s, w->self_cells + 2 + PERCENT_CELLS + 2);
        return;
    }
    number(w, self);
    sink_open_buf(&percent);
    amount_percent(&percent, self, w->l->self);
    write_right_aligned(w->s, buf_str(&percent.buf), 2 + PERCENT_CELLS);
    sink_discard(&percent);
    sink_text(w->s, "  ");
}

/* Writes "keccak.c:40", or "line 40". */
static void write_place(struct writing *w, const struct listing_row *row)
{
    buf_clear(&w->clean);
    text_clean(path_base_name(names_get(&w->l->texts, row->file)), &w->clean);
    sink_str(w->s, buf_str(&w->clean));
    sink_text(w->s, row->file ? ":" : "line ");
    sink_u64(w->s, row->line);
}

/* Writes the line and what it says. */
static void write_line(struct writing *w, const struct listing_row *row)
{
    char room[CELL];

    snprintf(room, sizeof room, "%" PRIu32, row->line);
    write_right_aligned(w->s, str_of(row->unknown ? "?" : room), w->address_cells);
    if (row->source) {
        sink_text(w->s, "  ");
        clean(w, row->source);
    }
}

/* Writes the address and the instruction. */
static void write_instruction(struct writing *w, const struct listing_row *row)
{
    char room[CELL];

    write_right_aligned(w->s, hex(row, room), w->address_cells);
    if (row->code) {
        sink_text(w->s, "  ");
        clean(w, row->code);
    }
}

/* with_place: says at the end from which source line it is. */
static void write_row(struct writing *w, const struct listing_row *row, bool with_place)
{
    const struct listing *l = w->l;
    bool inked = w->coloured && is_hot(l, row->self);

    if (inked)
        sink_ink(w->s, terminal_text_ink(row->self, l->self));
    write_share(w, row->self);
    if (l->by_line)
        write_line(w, row);
    else
        write_instruction(w, row);
    if (row->unknown)
        sink_text(w->s, l->by_line ? "  (line not known)" : "  (address not known)");
    if (inked)
        sink_ink(w->s, INK_PLAIN);
    if (with_place && row->line) {
        sink_text(w->s, "  ; ");
        write_place(w, row);
    }
    sink_byte(w->s, '\n');
}

/* Begins a line below the instructions. */
static void indent(struct writing *w)
{
    blanks(w->s, 2 + w->self_cells + 2 + PERCENT_CELLS + 2 + w->address_cells + 2);
}

static bool same_place(const struct listing_row *a, const struct listing_row *b)
{
    return a->line == b->line && a->file == b->file;
}

/* Writes where the source changes: "; keccak.c:40  state ^= lane;" */
static void write_change(struct writing *w, const struct listing_row *row,
                         const struct listing_row *before)
{
    if (row->head) {
        indent(w);
        sink_text(w->s, w->l->by_line ? "" : "<");
        clean(w, row->head);
        sink_text(w->s, w->l->by_line ? ":\n" : ">:\n");
    }
    if (w->l->by_line || !row->line || (before && !row->head && same_place(row, before)))
        return;
    indent(w);
    sink_text(w->s, "; ");
    write_place(w, row);
    if (row->source) {
        sink_text(w->s, "  ");
        clean(w, row->source);
    }
    sink_byte(w->s, '\n');
}

static void write_folded(struct writing *w, size_t n)
{
    if (!n)
        return;
    indent(w);
    sink_text(w->s, "... ");
    sink_grouped(w->s, n, 0);
    sink_text(w->s, w->l->by_line ? " lines without samples\n" : " instructions without samples\n");
}

static void write_columns(struct writing *w)
{
    sink_text(w->s, "\n  ");
    write_right_aligned(w->s, STR("self"), w->self_cells);
    sink_text(w->s, "  self %  ");
    write_right_aligned(w->s, w->l->by_line ? STR("line") : STR("address"), w->address_cells);
    sink_text(w->s, w->l->by_line ? "  source\n" : "  instruction\n");
}

static void write_rows(struct writing *w)
{
    const struct listing *l = w->l;
    bool *shown = mem_alloc(l->n, sizeof *shown);
    const struct listing_row *before = NULL;
    size_t folded = 0;

    listing_fold(l, shown);
    write_columns(w);
    for (size_t i = 0; i < l->n; i++) {
        if (!shown[i]) {
            folded++;
            continue;
        }
        write_folded(w, folded);
        folded = 0;
        write_change(w, &l->rows[i], before);
        write_row(w, &l->rows[i], false);
        before = &l->rows[i];
    }
    write_folded(w, folded);
    mem_free(shown, l->n, sizeof *shown);
}

/* Finds the heaviest rows, the heaviest first; of equal ones the first. */
static size_t find_hot(const struct listing *l, size_t *rows)
{
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        size_t at = n;
        if (!l->rows[i].self)
            continue;
        while (at > 0 && l->rows[rows[at - 1]].self < l->rows[i].self)
            at--;
        if (at == HOT_ROWS)
            continue;
        n += n < HOT_ROWS;
        for (size_t k = n - 1; k > at; k--)
            rows[k] = rows[k - 1];
        rows[at] = i;
    }
    return n;
}

static void write_hot(struct writing *w)
{
    size_t rows[HOT_ROWS];

    if (w->l->n <= SHORT_LISTING)
        return;
    sink_text(w->s, "\nhottest:\n");
    for (size_t i = 0, n = find_hot(w->l, rows); i < n; i++)
        write_row(w, &w->l->rows[rows[i]], true);
}

static void write_fact(struct writing *w, const char *what, name_id text)
{
    if (!text)
        return;
    sink_text(w->s, what);
    clean(w, text);
    sink_byte(w->s, '\n');
}

/* Writes "keccak: self 8 of 11 samples (72.73%)". */
static void write_sum(struct writing *w)
{
    const struct listing *l = w->l;

    clean(w, l->function);
    sink_text(w->s, ": self ");
    sink_grouped(w->s, l->self, l->scale);
    sink_text(w->s, " of ");
    sink_grouped(w->s, l->whole, l->scale);
    sink_byte(w->s, ' ');
    sink_str(w->s, amount_unit_behind((struct decimal){l->whole, l->scale}, l->unit));
    sink_text(w->s, " (");
    amount_percent(w->s, l->self, l->whole);
    sink_text(w->s, "%)\n");
}

void listings_write(const struct listings *all, bool coloured, struct sink *s)
{
    for (size_t i = 0; all && i < all->n; i++) {
        struct writing w = {.l = &all->items[i], .s = s, .coloured = coloured};
        if (i)
            sink_byte(s, '\n');
        write_sum(&w);
        write_fact(&w, "module: ", w.l->module);
        write_fact(&w, "build-id: ", w.l->build_id);
        write_fact(&w, "code: ", w.l->note);
        measure(&w);
        write_hot(&w);
        write_rows(&w);
        buf_free(&w.clean);
    }
}
