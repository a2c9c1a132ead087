/* Finds the bytes of functions, has them disassembled, and adds samples to their instructions. */
#include "app/annotate/code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/annotate/disassemble.h"
#include "base/mem.h"
#include "base/parse.h"

enum { FUNCTION_MOST = 1 << 20, BYTES_MOST = 2 << 20 };

/* Functions that hold spots, and what is known of their code. */
struct functions_at {
    struct code_range *ranges; /* sorted by address */
    size_t n, room;
    bool lacks_bounds; /* no symbol holds some spot */
};

static void find_functions(struct functions_at *to, const struct code_files *files,
                           const struct spot *spots, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct code_range range;
        if (to->n && spots[i].address < to->ranges[to->n - 1].end)
            continue;
        if (!modules_function(files->modules, files->module, spots[i].address, &range)) {
            to->lacks_bounds = true;
            continue;
        }
        to->ranges = mem_grow(to->ranges, &to->room, to->n + 1, sizeof *to->ranges);
        to->ranges[to->n++] = range;
    }
}

/* Sends the code of the functions to the disassembler, and drops those whose bytes are not there or
 * too many. Symbols may overlap: a function begins behind the one before. */
static void send_functions(struct functions_at *f, const struct image *image,
                           struct disassembly *to)
{
    size_t n = 0;
    uint64_t all = 0;
    struct buf bytes = {0};

    for (size_t i = 0; i < f->n; i++) {
        struct code_range range = f->ranges[i];
        if (n && range.begin < f->ranges[n - 1].end)
            range.begin = f->ranges[n - 1].end;
        uint64_t size = range.end - range.begin;
        if (range.begin >= range.end || size > FUNCTION_MOST || size > BYTES_MOST - all)
            continue;
        buf_clear(&bytes);
        if (!image_read_at(image, range.begin, buf_reserve(&bytes, (size_t)size), (size_t)size))
            continue;
        bytes.n = (size_t)size;
        all += size;
        disassembly_send(to, range.begin, buf_str(&bytes));
        f->ranges[n++] = range;
    }
    f->n = n;
    buf_free(&bytes);
}

static void set_place(struct listing *l, struct listing_row *row, struct str file, uint32_t line)
{
    row->line = line;
    row->file = listing_keep(l, file);
}

/* The address that a jump or call names: "jne 0x1180", "callq 0x1030", "bl #0x1030"; false for
 * others. */
static bool target_of(struct str text, uint64_t *address)
{
    size_t at = str_find(text, 0, STR("0x"));

    return text.n && strchr("jbc", text.p[0]) && at < text.n && at > 0 &&
           (text.p[at - 1] == ' ' || text.p[at - 1] == '#') &&
           parse_hex_u64(str_from_to(text, at + 2, text.n), address);
}

/* Returns the instruction, with the name of where it leads: "jne 0x1180 <mix+0x40>". */
static name_id keep_instruction(struct listing *l, const struct code_files *files, struct str text)
{
    struct code_range range = {.name = STR("")};
    struct buf room = {0};
    uint64_t target;
    char offset[24] = "";
    size_t n;

    if (!target_of(text, &target))
        return listing_keep(l, text);
    if (!modules_function(files->modules, files->module, target, &range))
        range.name = modules_places(files->modules, files->module, target, &n)[0].name;
    else if (target > range.begin)
        snprintf(offset, sizeof offset, "+0x%" PRIx64, target - range.begin);
    buf_add(&room, text);
    if (range.name.n) {
        buf_add(&room, STR(" <"));
        buf_add(&room, range.name);
        buf_add(&room, str_of(offset));
        buf_add_byte(&room, '>');
    }
    name_id kept = listing_keep(l, buf_str(&room));
    buf_free(&room);
    return kept;
}

/* Adds the instructions of a function. */
static void add_function(struct listing *l, const struct code_files *files,
                         const struct code_range *range, struct disassembly *from)
{
    struct instruction next;
    size_t first = l->n;

    for (uint64_t at = range->begin; at < range->end && disassembly_next(from, &next);
         at += next.size) {
        size_t n;
        struct listing_row *row = listing_add(l);
        row->address = at;
        row->code = keep_instruction(l, files, next.text);
        const struct code_place *place = modules_places(files->modules, files->module, at, &n);
        set_place(l, row, place->file, place->line);
        row->source = listing_keep(l, source_texts_line(files->sources, place->file, place->line));
    }
    if (first < l->n)
        l->rows[first].head = listing_keep(l, range->name);
}

static int by_address(const void *a, const void *b)
{
    const struct listing_row *x = a;
    const struct listing_row *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* Returns the row that holds the address, among the first n, which are sorted and hold functions;
 * NULL: none. */
static struct listing_row *find_row(const struct listing *l, size_t n, uint64_t address)
{
    size_t low = 0;
    size_t high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &l->rows[low - 1] : NULL;
}

static bool is_inside(const struct functions_at *f, uint64_t address)
{
    size_t low = 0;
    size_t high = f->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->ranges[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->n && address >= f->ranges[low].begin;
}

static void add_spot(struct listing *l, const struct spot *spot)
{
    struct listing_row *last = l->n ? &l->rows[l->n - 1] : NULL;

    if (last && !last->code && last->address == spot->address) {
        last->self += spot->self;
        return;
    }
    last = listing_add(l);
    last->address = spot->address;
    last->self = spot->self;
    set_place(l, last, spot->file, spot->line);
}

void code_list_spots(struct listing *l, const struct spot *spots, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_spot(l, &spots[i]);
}

static void add_spots(struct listing *l, const struct functions_at *f, const struct spot *spots,
                      size_t n)
{
    size_t n_code = l->n;

    for (size_t i = 0; i < n; i++) {
        struct listing_row *row =
            is_inside(f, spots[i].address) ? find_row(l, n_code, spots[i].address) : NULL;
        if (row)
            row->self += spots[i].self;
        else
            add_spot(l, &spots[i]);
    }
    if (l->n > n_code && n_code)
        qsort(l->rows, l->n, sizeof *l->rows, by_address);
}

static void say_source(struct listing *l, const struct code_files *files,
                       const struct functions_at *functions, struct str problem)
{
    struct buf note = {0};

    modules_show_file(files->modules, files->module, &note);
    if (problem.n) {
        buf_add(&note, STR("; "));
        buf_add(&note, problem);
    } else if (!functions->n && !functions->lacks_bounds) {
        buf_add(&note, STR("; instructions are not shown, as the function has more than a "
                           "megabyte, or its bytes are not in the file"));
    } else if (!functions->n) {
        buf_add(&note, STR("; instructions are not shown, as it is not known where the function "
                           "begins and ends: "));
        buf_add(&note, modules_mend(files->modules, files->module));
    }
    l->note = listing_keep(l, buf_str(&note));
    buf_free(&note);
}

void code_list(struct listing *l, const struct code_files *files, const struct spot *spots,
               size_t n)
{
    const struct image *image = modules_image(files->modules, files->module);
    struct functions_at functions = {0};
    struct disassembly code = {0};

    find_functions(&functions, files, spots, n);
    disassembly_begin(&code, image);
    send_functions(&functions, image, &code);
    if (functions.n && !disassembly_run(&code))
        functions.n = 0;
    for (size_t i = 0; i < functions.n; i++)
        add_function(l, files, &functions.ranges[i], &code);
    add_spots(l, &functions, spots, n);
    say_source(l, files, &functions, buf_str(&code.problem));
    mem_free(functions.ranges, functions.room, sizeof *functions.ranges);
    disassembly_free(&code);
}
