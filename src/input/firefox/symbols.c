/* {"string_table": ["UNKNOWN", "main", "parse", "/src/a.c"], "data": [{"debug_name": "demo",
 *   "debug_id": "0a1b...", "code_id": "...",
 *   "symbol_table": [{"rva": 4096, "size": 80, "symbol": 1,
 *     "frames": [{"function": 2, "file": 3, "line": 7}, {"function": 1, "file": 3, "line": 9}]}],
 *   "known_addresses": [[4100, 0], [4112, 0]]}]}
 * https://github.com/mstange/samply, samply/src/shared/symbol_precog.rs: a symbol is written once,
 * with the frames of the first address found in it. At its other addresses, inlined functions are
 * not known. */
#include "input/firefox/symbols.h"

#include <errno.h>
#include <stdlib.h>

#include "base/beside.h"
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/companion_files.h"
#include "input/json/json.h"
#include "symbol/open.h"

/* Where in the file an item is. */
enum symbols_part {
    OUTSIDE,
    DOCUMENT,
    STRINGS,
    LIBS,
    LIB,
    SYMBOLS,
    SYMBOL,
    FRAMES,
    FRAME,
    ADDRESSES,
    ADDRESS,
    PARTS,
};

static const struct {
    enum symbols_part outer;
    enum json_kind kind;
    const char *key;
    size_t depth; /* of what is in it */
} parts[PARTS] = {
    [DOCUMENT] = {OUTSIDE, JSON_OBJECT, "", 1},
    [STRINGS] = {DOCUMENT, JSON_ARRAY, "string_table", 2},
    [LIBS] = {DOCUMENT, JSON_ARRAY, "data", 2},
    [LIB] = {LIBS, JSON_OBJECT, "", 3},
    [SYMBOLS] = {LIB, JSON_ARRAY, "symbol_table", 4},
    [SYMBOL] = {SYMBOLS, JSON_OBJECT, "", 5},
    [FRAMES] = {SYMBOL, JSON_ARRAY, "frames", 6},
    [FRAME] = {FRAMES, JSON_OBJECT, "", 7},
    [ADDRESSES] = {LIB, JSON_ARRAY, "known_addresses", 4},
    [ADDRESS] = {ADDRESSES, JSON_ARRAY, "", 5},
};

struct symbols_reader {
    struct firefox_symbols *s;
    struct json json;
    struct buf id;
    enum symbols_part part;
    size_t n_cells; /* of the address that is read */
};

void firefox_symbols_init(struct firefox_symbols *s)
{
    *s = (struct firefox_symbols){.n_libs = 0};
    names_init(&s->texts);
}

void firefox_symbols_free(struct firefox_symbols *s)
{
    names_free(&s->texts);
    mem_free(s->strings, s->strings_room, sizeof *s->strings);
    mem_free(s->libs, s->libs_room, sizeof *s->libs);
    mem_free(s->lib_of, s->n_lib_of, sizeof *s->lib_of);
    mem_free(s->symbols, s->symbols_room, sizeof *s->symbols);
    mem_free(s->frames, s->frames_room, sizeof *s->frames);
    mem_free(s->known, s->known_room, sizeof *s->known);
    mem_free(s->places, s->places_room, sizeof *s->places);
}

void firefox_symbols_id(struct str id, struct buf *to)
{
    enum { UUID = 32 };

    buf_clear(to);
    for (size_t i = 0; i < id.n; i++) {
        char c = id.p[i];
        bool is_capital = c >= 'A' && c <= 'Z';
        if (c != '-')
            buf_add_byte(to, (char)(is_capital ? c - 'A' + 'a' : c));
    }
    if (to->n == UUID + 1 && to->p[UUID] == '0')
        to->n = UUID;
}

/* ---- the file --------------------------------------------------------------------------- */

/* Parses an index; FIREFOX_NO_SYMBOL if it is invalid. */
static uint32_t read_index(const struct json_item *item)
{
    uint64_t number;
    bool known = item->kind == JSON_NUMBER && parse_u64(item->text, &number);

    return known && number < FIREFOX_NO_SYMBOL ? (uint32_t)number : FIREFOX_NO_SYMBOL;
}

static void take_string(struct firefox_symbols *s, const struct json_item *item)
{
    s->strings = mem_grow(s->strings, &s->strings_room, s->n_strings + 1, sizeof *s->strings);
    s->strings[s->n_strings++] = item->kind == JSON_STRING ? names_add(&s->texts, item->text) : 0;
}

static void take_of_frame(struct firefox_symbols *s, const struct json_item *item)
{
    struct firefox_symbol_frame *frame = &s->frames[s->n_frames - 1];
    uint32_t number = read_index(item);

    if (json_says(item, "function"))
        frame->function = number;
    else if (json_says(item, "file"))
        frame->file = number;
    else if (json_says(item, "line"))
        frame->line = number == FIREFOX_NO_SYMBOL ? 0 : number;
}

static void take_of_address(struct symbols_reader *in, const struct json_item *item)
{
    struct firefox_known *known = &in->s->known[in->s->n_known - 1];
    size_t cell = in->n_cells++;

    if (cell == 0)
        known->address = read_index(item);
    else if (cell == 1)
        known->symbol = read_index(item);
}

static void take_value(struct symbols_reader *in, const struct json_item *item)
{
    struct firefox_symbols *s = in->s;

    if (in->part == STRINGS) {
        take_string(s, item);
    } else if (in->part == LIB && json_says(item, "debug_id") && item->kind == JSON_STRING) {
        firefox_symbols_id(item->text, &in->id);
        s->libs[s->n_libs - 1].id = names_add(&s->texts, buf_str(&in->id));
    } else if (in->part == SYMBOL && json_says(item, "symbol")) {
        s->symbols[s->n_symbols - 1].name = read_index(item);
    } else if (in->part == FRAME) {
        take_of_frame(s, item);
    } else if (in->part == ADDRESS) {
        take_of_address(in, item);
    }
}

static void begin(struct symbols_reader *in, enum symbols_part part)
{
    struct firefox_symbols *s = in->s;

    in->part = part;
    in->n_cells = 0;
    if (part == LIB) {
        s->libs = mem_grow(s->libs, &s->libs_room, s->n_libs + 1, sizeof *s->libs);
        s->libs[s->n_libs++] = (struct firefox_symbol_lib){.first = s->n_symbols};
    } else if (part == SYMBOL) {
        s->symbols = mem_grow(s->symbols, &s->symbols_room, s->n_symbols + 1, sizeof *s->symbols);
        s->symbols[s->n_symbols++] =
            (struct firefox_symbol){.name = FIREFOX_NO_SYMBOL, .first = s->n_frames};
        s->libs[s->n_libs - 1].n++;
    } else if (part == FRAME) {
        s->frames = mem_grow(s->frames, &s->frames_room, s->n_frames + 1, sizeof *s->frames);
        s->frames[s->n_frames++] =
            (struct firefox_symbol_frame){FIREFOX_NO_SYMBOL, FIREFOX_NO_SYMBOL, 0};
        s->symbols[s->n_symbols - 1].n++;
    } else if (part == ADDRESS) {
        s->known = mem_grow(s->known, &s->known_room, s->n_known + 1, sizeof *s->known);
        s->known[s->n_known++] = (struct firefox_known){
            (uint32_t)(s->n_libs - 1), FIREFOX_NO_SYMBOL, FIREFOX_NO_SYMBOL, false};
    }
}

static enum symbols_part find_part(const struct symbols_reader *in, const struct json_item *item)
{
    for (enum symbols_part i = DOCUMENT; i < PARTS; i++)
        if (parts[i].outer == in->part && parts[i].kind == item->kind &&
            (!*parts[i].key || json_says(item, parts[i].key)))
            return i;
    return OUTSIDE;
}

static bool take(void *context, const struct json_item *item)
{
    struct symbols_reader *in = context;
    bool begins = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;
    bool ends = item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END;

    if (item->kind == JSON_DAMAGE)
        return json_invalid(&in->json, item, "symbols of samply");
    if (ends && item->depth + 1 == parts[in->part].depth)
        in->part = parts[in->part].outer;
    if (ends || item->depth != parts[in->part].depth)
        return true;
    enum symbols_part part = begins ? find_part(in, item) : OUTSIDE;
    if (part == OUTSIDE)
        take_value(in, item);
    else
        begin(in, part);
    return true;
}

/* ---- look-ups ---------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
    const struct firefox_known *x = a;
    const struct firefox_known *y = b;

    if (x->lib != y->lib)
        return x->lib < y->lib ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* Drops addresses without a symbol, and finds the one that each symbol's frames belong to. */
static void finish(struct firefox_symbols *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_known; i++) {
        struct firefox_known known = s->known[i];
        const struct firefox_symbol_lib *lib = &s->libs[known.lib];
        if (known.address == FIREFOX_NO_SYMBOL || known.symbol >= lib->n)
            continue;
        struct firefox_symbol *symbol = &s->symbols[lib->first + known.symbol];
        known.is_exact = !symbol->has_address;
        symbol->has_address = true;
        s->known[n++] = known;
    }
    s->n_known = n;
    if (n)
        qsort(s->known, n, sizeof *s->known, by_address);
}

static void find_libs(struct firefox_symbols *s)
{
    s->n_lib_of = s->texts.n;
    s->lib_of = mem_alloc(s->n_lib_of, sizeof *s->lib_of);
    for (size_t i = 0; i < s->n_libs; i++)
        s->lib_of[s->libs[i].id] = (uint32_t)(i + 1);
}

bool firefox_symbols_read(struct firefox_symbols *s, struct source *source, const struct ask *ask,
                          struct fault *f)
{
    struct reading r = {.name = source->name, .ask = ask, .first_part = true};
    struct symbols_reader in = {.s = s};
    struct blocks blocks;

    blocks_init(&blocks, source);
    in.json = (struct json){.r = &r, .blocks = &blocks, .f = f, .take = take, .context = &in};
    bool ok = json_read(&in.json);
    if (ok && s->n_libs == 0)
        ok = fault_set(f, FAULT_INPUT, "%s: no libraries found, wanted symbols of samply", r.name);
    blocks_free(&blocks);
    buf_free(&in.id);
    finish(s);
    find_libs(s);
    return ok;
}

uint32_t firefox_symbols_lib(struct firefox_symbols *s, struct str id)
{
    name_id sought = names_add(&s->texts, id);

    return sought && sought < s->n_lib_of && s->lib_of[sought] ? s->lib_of[sought] - 1
                                                               : FIREFOX_NO_SYMBOL;
}

static struct str text_at(const struct firefox_symbols *s, uint32_t at)
{
    return at < s->n_strings ? names_get(&s->texts, s->strings[at]) : STR("");
}

const struct code_place *firefox_symbols_places(struct firefox_symbols *s, uint32_t lib,
                                                uint64_t address, size_t *n, bool *is_exact)
{
    const struct firefox_known sought = {.lib = lib, .address = (uint32_t)address};
    size_t low = 0;
    size_t high = s->n_known;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_address(&s->known[middle], &sought) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const struct firefox_known *known = &s->known[low];
    if (low == s->n_known || known->lib != lib || known->address != address)
        return NULL;
    const struct firefox_symbol *symbol = &s->symbols[s->libs[lib].first + known->symbol];
    *is_exact = known->is_exact;
    *n = known->is_exact && symbol->n ? symbol->n : 1;
    s->places = mem_grow(s->places, &s->places_room, *n, sizeof *s->places);
    s->places[0] = (struct code_place){.name = STR(""), .file = STR("")};
    for (size_t i = 0; known->is_exact && i < symbol->n; i++) {
        const struct firefox_symbol_frame *frame = &s->frames[symbol->first + i];
        s->places[i] = (struct code_place){text_at(s, frame->function), text_at(s, frame->file),
                                           frame->line, i + 1 < symbol->n};
    }
    if (s->places[*n - 1].name.n == 0)
        s->places[*n - 1].name = text_at(s, symbol->name);
    return s->places[*n - 1].name.n ? s->places : NULL;
}

/* ---- the file next to a profile ------------------------------------------------------------ */

static bool read_beside(struct firefox_symbols *s, int fd, const char *path,
                        const struct reading *r, struct fault *f)
{
    struct source source;
    struct fault wrong = {0};
    bool ok = source_open_fd(&source, fd, path, &r->ask->limits, &wrong);

    if (ok) {
        ok = firefox_symbols_read(s, &source, r->ask, &wrong);
        source_close(&source);
    }
    if (wrong.kind == FAULT_SYSTEM) {
        *f = wrong;
        return false;
    }
    if (!ok)
        reading_remark(&r->info->remarks, "the symbols beside the profile are incomplete: %s",
                       wrong.text);
    return true;
}

bool firefox_symbols_find(struct firefox_symbols *s, const struct reading *r, struct fault *f)
{
    struct buf path = {0};

    if (!r->path)
        return true;
    const int fd = companion_symbols(r->path, &path);
    bool ok = fd < 0 || read_beside(s, fd, path.p, r, f);
    if (fd < 0 && errno == EPERM)
        reading_remark(&r->info->remarks, "%s%s", path.p, beside_refusal());
    else if (fd < 0)
        open_failed(path.n ? path.p : r->path, errno, f);
    buf_free(&path);
    return ok && f->kind == FAULT_NONE;
}
